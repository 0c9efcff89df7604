// The replay engine that is embedded in pages: a WebAssembly module, compressed with LZMA.
#ifndef FLICKBOOK_PAGE_ENGINE_H
#define FLICKBOOK_PAGE_ENGINE_H

#include <stddef.h>

// Returns the address of the compressed module; NULL if the build has none.
const unsigned char *flickbook_page_engine(void);
// Returns the size of the compressed module in bytes; 0 if the module did not exist when this file was compiled.
size_t flickbook_page_engine_size(void);

#endif
