#include "page_engine.h"

// scripts/build-page-engine creates the module. Without the module, a page can only play the run that it contains.
#if defined(__has_embed)
#if __has_embed("module/engine.wasm.lzma") == 1
#define HAS_MODULE
#endif
#endif

#ifdef HAS_MODULE
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char module[] = {
#embed "module/engine.wasm.lzma"
};

const unsigned char *flickbook_page_engine(void) { return module; }

size_t flickbook_page_engine_size(void) { return sizeof module; }
#else
const unsigned char *flickbook_page_engine(void) { return NULL; }

size_t flickbook_page_engine_size(void) { return 0; }
#endif
