#ifndef SQLSCRIPTS_XML_SHIM_H
#define SQLSCRIPTS_XML_SHIM_H

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
