/** Returns whether a value is meant as a builder document, valid or not. */
export function looksLikeDocument(value: unknown): value is { readonly elements: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'elements' in value && Array.isArray(value.elements)
}
