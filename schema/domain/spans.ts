/**
 * Replaces what stands from each match of `opening` to the next match of `closing`, both included; both are global expressions. An opening
 * that is never closed stays, and so does what follows it: no later one can be closed either. Where /<a>[^]*?<\/a>/g would look for the
 * end anew at each of many openings, this looks once.
 */
export function replaceSpans(
  text: string,
  opening: RegExp,
  closing: RegExp,
  write: (opening: RegExpExecArray, content: string) => string,
): string {
  let result = ''
  let at = 0
  for (;;) {
    const start = matchFrom(opening, text, at)
    const end = start && matchFrom(closing, text, start.index + start[0].length)
    if (!end) return result + text.slice(at)
    result += text.slice(at, start.index) + write(start, text.slice(start.index + start[0].length, end.index))
    at = end.index + end[0].length
  }
}

function matchFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
