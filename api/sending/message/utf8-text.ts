/** Text as UTF-8 bytes with CR LF, as MIME requires (RFC 2045 2.7). */
export function utf8Text(text: string): Buffer {
  return Buffer.from(/[\r\n]/.test(text) ? text.replace(/\r\n?|\n/g, '\r\n') : text)
}
