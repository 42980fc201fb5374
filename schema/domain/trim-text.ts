/**
 * `text` without the `characters` at its end. A regular expression such as /[ ;]+$/ takes quadratic time where many of them stand within
 * the text: it starts again at each.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** `text` without the `characters` at either end. */
export function trimOf(text: string, characters: string): string {
  const shorter = trimEndOf(text, characters)
  let start = 0
  while (start < shorter.length && characters.includes(shorter[start] ?? '')) start += 1
  return shorter.slice(start)
}
