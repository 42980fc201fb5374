import { isIP } from 'node:net'

/** Checks formats of URLs and IP addresses in the configuration. Each function returns whether a text is valid. */

/** Returns whether a text is an origin: scheme (http or https), host and port, and nothing else. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/` && !/[?#]/.test(text)
}

/**
 * Returns whether a text is an IP address, optionally with a port: 192.0.2.1, 127.0.0.1:5353, 2001:db8::1, [::1]:5353.
 */
export function isDnsServer(text: string): boolean {
  if (isIP(text) > 0) return true
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  return isIP(six ?? four ?? '') > 0 && Number(port) > 0 && Number(port) <= 65_535
}

/** Returns whether a text is a URL with scheme smtp or smtps and a host. */
export function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** Returns whether a text is a URL with scheme postgres or postgresql. */
export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
}
