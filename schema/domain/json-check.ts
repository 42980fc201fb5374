/** Maximum depth of a JSON value. */
const DEPTH_MAX = 64

/**
 * Returns why an external JSON value cannot be stored, as the end of a sentence, or null. `maxBytes` limits its UTF-8
 * text.
 */
export function jsonProblem(value: unknown, maxBytes: number): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return `must not be nested deeper than ${DEPTH_MAX} levels`
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item === 'string' && !isStorable(item)) return 'must not contain NUL or invalid characters'
      if (item === null || typeof item !== 'object') continue
      for (const [key, inner] of Object.entries(item)) next.push(key, inner)
    }
    level = next
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value) ?? '').length
  return bytes > maxBytes ? `must be at most ${Math.floor(maxBytes / 1_048_576)} MB` : null
}

/** Returns whether PostgreSQL can store a text: without NUL and lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
