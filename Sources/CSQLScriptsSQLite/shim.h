#ifndef SQLSCRIPTS_SQLITE_SHIM_H
#define SQLSCRIPTS_SQLITE_SHIM_H

#include <sqlite3.h>

#endif
