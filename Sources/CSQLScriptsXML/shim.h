#ifndef SQLSCRIPTS_XML_SHIM_H
#define SQLSCRIPTS_XML_SHIM_H

/* Debian's libxml2 names ICU's types in one header, and that header brings the system's ICU. Foundation
   brings an ICU of its own; a compiler that sees both versions of `UErrorCode` in one file refuses it.
   Nothing here uses the two pointers that the name adds at the end of `xmlCharEncodingHandler`. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
