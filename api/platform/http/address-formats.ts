import { isIP } from 'node:net'

/** Formats of addresses in the configuration. Each returns whether a text is valid. */

/** Scheme, host and port of http or https, and nothing else. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/` && !/[?#]/.test(text)
}

/** An IP address, with a port where one is given: 192.0.2.1, 127.0.0.1:5353, 2001:db8::1, [::1]:5353. */
export function isDnsServer(text: string): boolean {
  if (isIP(text) > 0) return true
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  return isIP(six ?? four ?? '') > 0 && Number(port) > 0 && Number(port) <= 65_535
}

/** smtp: or smtps: with a host. */
export function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** postgres: or postgresql:. */
export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
}
