/** Normalizes the name of a place or of a column for comparison: letters and digits only, lower case, without accents. */
export function placeKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/ł/gu, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
