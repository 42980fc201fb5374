/** Normalizes a tag or column name for comparison: letters and digits only, in lower case. */
export function tagKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
