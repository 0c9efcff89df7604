// The engine of a page as it is built in: a WebAssembly module, packed by LZMA.
#ifndef FLICKBOOK_PAGE_ENGINE_H
#define FLICKBOOK_PAGE_ENGINE_H

#include <stddef.h>

// Where the packed module is.
const unsigned char *flickbook_page_engine(void);
// How many bytes it has; 0 when it was not built before this was compiled.
size_t flickbook_page_engine_size(void);

#endif
