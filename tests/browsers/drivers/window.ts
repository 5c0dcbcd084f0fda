/** Size of the browsers' windows in CSS pixels: a small laptop. */
export const WINDOW = { width: 1280, height: 900 } as const;
