/**
 * Removes `characters` from the end of `text`. A regular expression such as /[ ;]+$/ would take quadratic time for a
 * text with many of them inside, because it starts again at each.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Removes `characters` from both ends of `text`. */
export function trimOf(text: string, characters: string): string {
  const shorter = trimEndOf(text, characters)
  let start = 0
  while (start < shorter.length && characters.includes(shorter[start] ?? '')) start += 1
  return shorter.slice(start)
}
