/**
 * Where in an address a merge tag stands, and what a value may be there. A value never moves a link to a host that its author did not write:
 * beside a host that is written out it may be whole labels before it, a port, or what follows it. Where the author leaves the host, or the
 * whole address, to the value, the value chooses it.
 *
 * | place | example | what a value may be |
 * |---|---|---|
 * | address | `{link}`, `{link}?from=mail` | an address of http, https, mailto or tel, or a bare domain |
 * | site | `https://{site}`, `https://{site}/shop` | a host, with a port and a path if it likes |
 * | host | `https://{shop}.good.example`, `https://www.{domain}` | labels of a host: letters, digits, hyphens, dots between them |
 * | label | `https://{prefix}good.example` | nothing, or labels that end with a dot |
 * | tail | `https://good.example{path}` | nothing, or what begins with / ? or # |
 * | port | `https://good.example:{port}/` | nothing, or digits |
 * | none | `{scheme}://good.example`, `https://{user}@good.example` | no value at all |
 * | path | `https://good.example/{path}?q={q}` | anything: it is percent-encoded |
 */
export type Place = 'address' | 'site' | 'host' | 'label' | 'tail' | 'port' | 'none' | 'path'

const LABEL = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}\\p{M}_-]*[\\p{L}\\p{N}\\p{M}_])?'
const LABELS = `${LABEL}(?:\\.${LABEL})*`
const SITE = `(?:${LABELS}\\.?|\\[[\\da-fA-F:.]+\\])(?::\\d{1,5})?(?:[/?#].*)?`
const DOMAIN = '(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,24}(?:[/?#].*)?'

const FITS: Record<Place, RegExp> = {
  address: new RegExp(`^(?:https?://${SITE}|(?:mailto|tel):[^\\s\\\\].*|${DOMAIN})$`, 'isu'),
  site: new RegExp(`^${SITE}$`, 'su'),
  host: new RegExp(`^${LABELS}$`, 'u'),
  label: new RegExp(`^(?:${LABELS}\\.)?$`, 'u'),
  tail: /^(?:[/?#].*)?$/s,
  port: /^\d{0,5}$/,
  none: /^(?!)/,
  path: /^/,
}

/** Characters of a value that are looked at: no host is longer, and an address may be no longer anyway. */
const VALUE_MAX = 8_000

/** Whether a value may stand there. */
export function fitsPlace(place: Place, value: string): boolean {
  const text = value.trim()
  return place === 'path' || (text.length <= VALUE_MAX && FITS[place].test(text))
}

/** A value as it is written there; it must fit. */
export function writtenAt(place: Place, value: string): string {
  const text = value.trim().toWellFormed()
  if (place === 'path') return encodeURIComponent(text).replaceAll('%40', '@')
  const isBare = place === 'address' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(text)
  return `${isBare ? 'https://' : ''}${text.replace(/[\p{Z}\p{C}"<>\\^`{}]/gu, encodeURIComponent)}`
}

/** What stands before a host: a scheme with its slashes, as browsers read them, or the slashes alone. */
const BEFORE_HOST = /^(?:https?:[/\\]*|[a-z][a-z\d+.-]*:\/\/|[/\\]{2})/i
const OTHER_TAG = /\{[^{}<>\r\n]{1,302}\}/g
/** stands for another tag of the address: no keyboard types it */
const TAG = '\uE002'

/** The place of a tag between these two pieces of an address; other tags in them are as they were written. */
export function placeBetween(before: string, after: string): Place {
  const [left, right] = [before, after].map((text) => text.replace(OTHER_TAG, TAG))
  return placeOf((left ?? '').trimStart(), /^[^/?#\\\s]*/.exec(right ?? '')?.[0] ?? '')
}

function placeOf(before: string, rest: string): Place {
  const literalRest = rest.replaceAll(TAG, '')
  if (before.replaceAll(TAG, '') === '') return literalRest === '' ? 'address' : 'none'
  const opening = BEFORE_HOST.exec(before)?.[0]
  if (opening === undefined) return 'path'
  const host = before.slice(opening.length)
  // A backslash ends a host in browsers and not everywhere else.
  if (/^[^/?#]*\\/.test(host)) return 'none'
  if (/[/?#]/.test(host)) return 'path'
  if (/[@%]/.test(host + rest)) return 'none'
  if (host.includes(':')) return 'port'
  if (literalRest !== '') return /^[.:]/.test(literalRest) ? 'host' : 'label'
  if (host === '' && rest === '') return 'site'
  const written = host.replaceAll(TAG, '')
  return written === '' || written.endsWith('.') ? 'host' : 'tail'
}
