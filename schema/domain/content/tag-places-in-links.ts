/**
 * Position of a merge tag in a link, and the values allowed there. A value never moves a link to a host its author did
 * not write: next to a literal host it may only be whole labels before it, a port, or what follows it. If the author
 * leaves the host, or the whole link, to the value, the value chooses it.
 *
 * - `address` (`{link}`, `{link}?from=mail`): a URL of http, https, mailto or tel, or a bare domain.
 * - `site` (`https://{site}`, `https://{site}/shop`): a host, optionally with a port and a path.
 * - `host` (`https://{shop}.good.example`, `https://www.{domain}`): host labels: letters, digits, hyphens, separated by
 *   dots.
 * - `label` (`https://{prefix}good.example`): empty, or labels that end with a dot.
 * - `tail` (`https://good.example{path}`): empty, or starting with / ? or #.
 * - `port` (`https://good.example:{port}/`): empty, or digits.
 * - `none` (`{scheme}://good.example`, `https://{user}@good.example`): no value at all.
 * - `path` (`https://good.example/{path}?q={q}`): anything: it is percent-encoded.
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

/** Maximum characters of a value to check: no host is longer, and URLs are limited anyway. */
const VALUE_MAX = 8_000

/** Returns whether the value of a merge tag may stand at this place of a link URL, such as the host or the path. */
export function fitsPlace(place: Place, value: string): boolean {
  const text = value.trim()
  return place === 'path' || (text.length <= VALUE_MAX && FITS[place].test(text))
}

/** Encodes the value of a merge tag for this place of a link URL; {@link fitsPlace} must have allowed it. */
export function writtenAt(place: Place, value: string): string {
  const text = value.trim().toWellFormed()
  if (place === 'path') return encodeURIComponent(text).replaceAll('%40', '@')
  const isBare = place === 'address' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(text)
  return `${isBare ? 'https://' : ''}${text.replace(/[\p{Z}\p{C}"<>\\^`{}]/gu, encodeURIComponent)}`
}

/** Text before a host: a scheme with its slashes, as browsers read them, or the slashes alone. */
const BEFORE_HOST = /^(?:https?:[/\\]*|[a-z][a-z\d+.-]*:\/\/|[/\\]{2})/i
const OTHER_TAG = /\{[^{}<>\r\n]{1,302}\}/g
/** Placeholder for another merge tag in the URL; no keyboard types it. */
const TAG = '\uE002'

/** Returns the place of a merge tag between these two pieces of a URL; other tags in them are unresolved. */
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
  // Only browsers treat a backslash as the end of a host.
  if (/^[^/?#]*\\/.test(host)) return 'none'
  if (/[/?#]/.test(host)) return 'path'
  if (/[@%]/.test(host + rest)) return 'none'
  if (host.includes(':')) return 'port'
  if (literalRest !== '') return /^[.:]/.test(literalRest) ? 'host' : 'label'
  if (host === '' && rest === '') return 'site'
  const written = host.replaceAll(TAG, '')
  return written === '' || written.endsWith('.') ? 'host' : 'tail'
}
