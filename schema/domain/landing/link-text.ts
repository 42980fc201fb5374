/** A text that is an address: a scheme, or a host with a known kind of name, and nothing else. */
const ADDRESS = /^(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+[\p{L}]{2,24})(?::\d+)?(?:[/?#]\S*)?$/iu

/**
 * The host that a link's text shows, if it differs from the one that the link leads to; null if not. Receivers treat
 * such links as fraud. Subdomains of each other are the same; merge tags may become anything.
 */
export function misleadingHost(text: string, address: string): string | null {
  const shown = text
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .toLowerCase()
  if (shown.length > 300 || /[{}\s]/.test(shown)) return null
  const host = ADDRESS.exec(shown)?.[1]
  const real = /^https?:\/\/([^/?#:]+)/i.exec(address.trim())?.[1]?.toLowerCase()
  if (host === undefined || real === undefined || /[{}]/.test(real)) return null
  const plain = (name: string) => name.replace(/^www\./, '')
  const [one, other] = [plain(host), plain(real)]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`) ? null : host
}
