#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The minimum work of a property list reader: it sees each tag, and keeps each text.
struct texts {
  char *bytes;
  size_t count;
  size_t elements;
};

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                  int namespaces, const xmlChar **names, int attributes, int defaulted,
                  const xmlChar **values) {
  ((struct texts *)context)->elements++;
}

static void characters(void *context, const xmlChar *text, int count) {
  struct texts *texts = context;
  memcpy(texts->bytes + texts->count, text, (size_t)count);
  texts->count += (size_t)count;
}

/// Reads a file and its SAX2 events. Returns false if there are none.
static int parse(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(size);
  struct texts texts = {.bytes = malloc(size)};
  xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC};
  handler.startElementNs = start;
  handler.characters = characters;
  int ok = bytes && texts.bytes && fread(bytes, 1, size, file) == size &&
           xmlSAXUserParseMemory(&handler, &texts, bytes, (int)size) == 0 && texts.elements > 2;
  free(texts.bytes);
  free(bytes);
  fclose(file);
  return ok;
}

/// `sax FILE.plist TIMES`: a separate program, because linking libxml2 loads its ICU.
int main(int count, char **arguments) {
  for (int times = count == 3 ? atoi(arguments[2]) : 0; times > 0; times--) {
    if (!parse(arguments[1])) return 1;
  }
  return count == 3 ? 0 : 2;
}
