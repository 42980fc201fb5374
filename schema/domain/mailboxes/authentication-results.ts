/** Results of a receiver about an email, from its Authentication-Results header (RFC 8601). Pure. */
export interface AuthenticationResults {
  spf: string | null
  /** the domain that SPF was checked for; empty if unknown */
  spfDomain: string
  /** every signature: its result and the signing domain */
  dkim: { result: string; domain: string }[]
  dmarc: string | null
}

/** Maximum characters of a header that are read. */
const HEADER_MAX = 4_000

/** Reads the header; null if it is missing or has no results. */
export function readAuthenticationResults(header: string | undefined): AuthenticationResults | null {
  const parts = withoutComments((header ?? '').slice(0, HEADER_MAX)).split(';')
  const found: AuthenticationResults = { spf: null, spfDomain: '', dkim: [], dmarc: null }
  for (const part of parts) {
    const [, method = '', result = ''] = /^\s*(spf|dkim|dmarc)\s*=\s*([a-z]+)/i.exec(part) ?? []
    const value = result.toLowerCase()
    if (/^spf$/i.test(method) && found.spf === null) Object.assign(found, { spf: value, spfDomain: senderIn(part) })
    if (/^dmarc$/i.test(method)) found.dmarc ??= value
    if (/^dkim$/i.test(method)) found.dkim.push({ result: value, domain: signerIn(part) })
  }
  return found.spf === null && found.dmarc === null && found.dkim.length === 0 ? null : found
}

const signerIn = (part: string): string =>
  (/\bheader\.(?:d|i)\s*=\s*"?@?([^\s;"]+)/i.exec(part)?.[1] ?? '').toLowerCase().replace(/^.*@/, '')

const senderIn = (part: string): string =>
  (/\bsmtp\.(?:mailfrom|helo)\s*=\s*"?([^\s;"]+)/i.exec(part)?.[1] ?? '').toLowerCase().replace(/^.*@/, '')

/** Removes comments in parentheses, which may contain anything, also semicolons. */
function withoutComments(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}

/** Returns whether two domains are aligned in the relaxed sense of DMARC: one is the other, or below it. */
export const isAligned = (signer: string, domain: string): boolean =>
  signer === domain || signer.endsWith(`.${domain}`) || domain.endsWith(`.${signer}`)
