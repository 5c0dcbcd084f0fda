"""From a model configuration to a WebAssembly library that web-llm loads."""
