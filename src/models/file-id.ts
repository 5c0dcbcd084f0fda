/** `My model (1).gguf` → `My-model-1`. An id has letters, digits, '.', ':', '_' and '-' only. */
export function idOfFile(name: string, isTaken: (id: string) => boolean): string {
  const base = name
    .replace(/\.gguf$/i, "")
    .replace(/[^\w.:-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const id = base === "" ? "model" : base;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
