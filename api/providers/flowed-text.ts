/**
 * Handles plain text that its sender wrapped (format=flowed, RFC 3676). postal-mime 4.0.0 joins a quoted line that ends
 * with a space with whatever follows, so that an answer below would become part of the quote; here the answer stays a
 * line of its own.
 */

/** Wrapping of the lines of a text. */
export interface Flow {
  /** true if the space at the end of a wrapped line is no part of the text */
  deletesSpace: boolean
}

const FLOWED_TYPE = /^content-type:\s*text\/plain\b(?:[^\n]|\n[ \t]){0,400}?\bformat\s?=\s?"?flowed/gim
const DELETES_SPACE = /\bdelsp\s?=\s?"?yes/i
/** Characters of a header after its format in which DelSp may stand. */
const PARAMETERS_MAX = 200

/**
 * Returns the email with its text declared as not wrapped, so that the parser joins no lines; `flow` is null if the
 * text was not wrapped.
 */
export function withoutFlow(raw: Uint8Array): { bytes: Uint8Array; flow: Flow | null } {
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  let flow: Flow | null = null
  const changed = source.replaceAll(FLOWED_TYPE, (header: string, index: number) => {
    const end = index + header.length
    const rest = source.slice(end, end + PARAMETERS_MAX).split(/\n(?![ \t])/, 1)[0] ?? ''
    flow = { deletesSpace: DELETES_SPACE.test(header + rest) }
    return `${header.slice(0, -'flowed'.length)}fixed `
  })
  return flow ? { bytes: Buffer.from(changed, 'latin1'), flow } : { bytes: raw, flow }
}

/** Joins the lines that were wrapped, each only with one of the same depth of quotation. */
export function joinFlowed(text: string, { deletesSpace }: Flow): string {
  const joined: string[] = []
  let depth = -1
  let isWrapped = false
  for (const line of text.split(/\r?\n/)) {
    const signs = /^>*/.exec(line)?.[0] ?? ''
    const content = line.slice(signs.length).replace(/^ /, '')
    const isSignature = content === '-- '
    if (isWrapped && signs.length === depth && !isSignature) joined[joined.length - 1] += content
    else joined.push(`${signs}${signs && ' '}${content}`)
    isWrapped = content.endsWith(' ') && !isSignature
    if (isWrapped && deletesSpace) joined[joined.length - 1] = (joined.at(-1) ?? '').slice(0, -1)
    depth = signs.length
  }
  return joined.join('\n')
}
