/**
 * Walks over the tags of an XML text, one after another, without building anything: what sheets of a million cells need. Namespaces are
 * ignored, entities declared by the document are not known, so none can grow.
 */
export class XmlCursor {
  readonly #xml: string
  #at = 0
  #textStart = 0
  #textEnd = 0
  #cdata = ''
  /** the local name of the tag the cursor stands on */
  name = ''
  /** `</name>` */
  closing = false
  /** `<name/>` */
  empty = false
  /** what stands in the tag after its name */
  attributes = ''

  constructor(xml: string) {
    this.#xml = xml
  }

  /** Goes to the next tag; false at the end. */
  next(): boolean {
    const xml = this.#xml
    this.#textStart = this.#at
    this.#cdata = ''
    for (;;) {
      const start = xml.indexOf('<', this.#at)
      if (start === -1) return false
      const first = xml.charCodeAt(start + 1)
      if (first === EXCLAMATION || first === QUESTION) {
        if (!this.#skip(start)) return false
        continue
      }
      const end = xml.indexOf('>', start)
      if (end === -1) return false
      this.#textEnd = start
      this.#at = end + 1
      this.closing = first === SLASH
      this.empty = xml.charCodeAt(end - 1) === SLASH
      this.#readName(this.closing ? start + 2 : start + 1, this.empty ? end - 1 : end)
      return true
    }
  }

  /** The text between the tag before and this one. */
  text(): string {
    return this.#cdata + decodeXml(this.#xml.slice(this.#textStart, this.#textEnd))
  }

  #readName(start: number, end: number): void {
    let from = start
    let at = start
    for (; at < end; at += 1) {
      const code = this.#xml.charCodeAt(at)
      if (code === COLON) from = at + 1
      else if (code <= SPACE) break
    }
    this.name = this.#xml.slice(from, at)
    this.attributes = this.#xml.slice(at, end)
  }

  /** Steps over a comment, an instruction or CDATA, whose text it keeps. */
  #skip(start: number): boolean {
    const xml = this.#xml
    const [opening, closing] = SKIPPED.find(([mark]) => xml.startsWith(mark, start)) ?? ['<!', '>']
    const end = xml.indexOf(closing, start + opening.length)
    if (end === -1) return false
    if (opening === CDATA) {
      this.#cdata += decodeXml(xml.slice(this.#textStart, start)) + xml.slice(start + CDATA.length, end)
      this.#textStart = end + closing.length
    }
    this.#at = end + closing.length
    return true
  }
}

const [EXCLAMATION, QUESTION, SLASH, COLON, SPACE] = [33, 63, 47, 58, 32]
const CDATA = '<![CDATA['
const SKIPPED: readonly (readonly [opening: string, closing: string])[] = [
  [CDATA, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
]

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (entity, hex: string, decimal: string, name: string) => {
      if (name) return NAMED[name] ?? entity
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}

/** A part of a package as text: UTF-8, or UTF-16 where it says so. */
export function xmlOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return bytes.toString('utf8')
}
