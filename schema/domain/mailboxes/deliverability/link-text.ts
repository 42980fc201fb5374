/** Matches a text that is a URL: a host, with or without a scheme, port and path, and nothing else. */
const ADDRESS = /^(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+[\p{L}]{2,24})(?::\d+)?(?:[/?#]\S*)?$/iu

/** Endings of texts such as Node.js or report.pdf, which name a product or file rather than a host. */
const FILE = /^[^/]+\.(?:js|ts|md|pdf|docx?|xlsx?|pptx?|csv|txt|zip|png|jpe?g|gif|html?)$/i

/** Returns the URL that a link's text consists of, in the form in which it is compared; null if the text is words. */
function shownAddress(text: string): string | null {
  const shown = text
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .toLowerCase()
  return shown.length > 300 || /[{}\s]/.test(shown) || FILE.test(shown) || !ADDRESS.test(shown) ? null : shown
}

/**
 * Returns whether a link shows a URL instead of words. If such a link is redirected through another host, spam filters
 * take it for fraud.
 */
export const showsAddress = (text: string): boolean => shownAddress(text) !== null

/**
 * The host that a link's text shows, if it differs from the one that the link leads to; null if not. Receivers treat
 * such links as fraud. Subdomains of each other are the same; merge tags may become anything.
 */
export function misleadingHost(text: string, address: string): string | null {
  const host = ADDRESS.exec(shownAddress(text) ?? '')?.[1]
  const named = host && hostOf(`https://${host}`)
  const real = hostOf(address)
  if (!host || !named || !real) return null
  const plain = (name: string) => name.replace(/^www\./, '')
  const [one, other] = [plain(named), plain(real)]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`) ? null : host
}

/** Returns the host that a browser would open for a URL; null if it is no web URL, or a merge tag decides the host. */
function hostOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address.trim()) || !URL.canParse(address)) return null
  const { hostname } = new URL(address)
  return /[{}]/.test(hostname) ? null : hostname
}
