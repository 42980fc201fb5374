import { domainToASCII } from 'node:url'
import { isValidEmail } from '#domain/contacts/contacts.ts'
import { DeliveryError, type MailAddress } from '../provider.ts'

/**
 * Writes header lines per RFC 5322, 2047 and 2231, each with its CR LF. A value always stays one value: control
 * characters become spaces first.
 */

/** Maximum characters of a header line without the CR LF. */
const LINE = 76
/** Maximum characters of an encoded word (RFC 2047 2). */
const WORD = 75
/** Printable ASCII with single spaces: survives folding at any point. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const ATOMS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Characters that need no encoding anywhere in an encoded word (RFC 2047 5). */
const WORD_SAFE = /[A-Za-z0-9!*+\-/]/
// eslint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** A header of free text, such as Subject. */
export function textHeader(name: string, value: string): string {
  const text = oneLine(value)
  const start = name.length + 2
  return `${name}: ${(isPlain(text) && folded(text, start)) || encodedWords(text, start)}\r\n`
}

/**
 * A header that receivers parse with simple patterns, such as List-Unsubscribe: never folded; non-ASCII is
 * percent-encoded.
 */
export function literalHeader(name: string, value: string): string {
  const text = oneLine(value).replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  return `${name}: ${text}\r\n`
}

/**
 * A header with these people, one a line; none without any. Addresses are written unchanged, their domains in ASCII
 * (IDNA). An unusable address throws a DeliveryError of kind `failure`.
 */
export function addressHeader(
  name: string,
  people: readonly MailAddress[],
  failure: 'bad-recipient' | 'rejected',
): string {
  if (people.length === 0) return ''
  const written = people.map((person, index) => mailboxText(person, index === 0 ? name.length + 2 : 1, failure))
  return `${name}: ${written.join(',\r\n ')}\r\n`
}

/** Encodes a person of an address header. `start` = characters that precede the person on the line. */
function mailboxText(person: MailAddress, start: number, failure: 'bad-recipient' | 'rejected'): string {
  if (!isValidEmail(person.address)) {
    throw new DeliveryError(failure, 'invalid email: mail cannot be addressed to what is given as the address')
  }
  const at = person.address.lastIndexOf('@')
  const host = person.address.slice(at + 1)
  const domain = /^[\x21-\x7e]+$/.test(host) ? host : domainToASCII(host)
  if (!domain) throw new DeliveryError(failure, 'invalid email: the domain of the address cannot be written in a mail')
  const address = `${person.address.slice(0, at)}@${domain}`
  const phrase = phraseOf(oneLine(person.name), start)
  if (phrase === '') return address
  const last = phrase.length - phrase.lastIndexOf('\n') - 1 + (phrase.includes('\n') ? 0 : start)
  return `${phrase}${last + address.length + 3 > LINE ? '\r\n ' : ' '}<${address}>`
}

/** A MIME header parameter, with the `;` and fold before it: a quoted string, or RFC 2231 encoding where needed. */
export function parameter(name: string, value: string): string {
  const text = oneLine(value)
  if (/^[\x20-\x7e]*$/.test(text) && name.length + text.length <= 60 && !text.includes('=?')) {
    return `;\r\n ${name}=${quoted(text)}`
  }
  const pieces = pack(text, 45, (character) => percentEncoded(character).length).map(percentEncoded)
  return pieces
    .map((piece, index) => {
      const section = pieces.length === 1 ? '' : `*${index}`
      return `;\r\n ${name}${section}*=${index === 0 ? "UTF-8''" : ''}${piece}`
    })
    .join('')
}

/** A parameter for readers without RFC 2231 support: encoded words in quotes, as mail clients write it. */
export function legacyParameter(name: string, value: string): string {
  const text = oneLine(value)
  const plain = isPlain(text) && name.length + text.length <= 60
  return `;\r\n ${name}=${plain ? quoted(text) : `"${encodedWords(text, name.length + 3)}"`}`
}

/** Returns well-formed text on one line: runs of control characters become a space. */
function oneLine(value: string): string {
  return value.toWellFormed().replace(CONTROLS, ' ').trim()
}

function isPlain(text: string): boolean {
  return (PLAIN.test(text) || text === '') && !text.includes('=?')
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** A display name; `start` = characters before it on its line. */
function phraseOf(name: string, start: number): string {
  if (!isPlain(name) || start + name.length + 2 > LINE) return name === '' ? '' : encodedWords(name, start)
  return name === '' || ATOMS.test(name) ? name : quoted(name)
}

/** Plain text folded into short lines; null if a word is too long. */
function folded(text: string, start: number): string | null {
  if (start + text.length <= LINE) return text
  let line = start
  let result = ''
  for (const word of text.split(' ')) {
    if (word.length >= LINE) return null
    const fits = line + word.length + 1 <= LINE
    if (result !== '') result += fits ? ' ' : '\r\n '
    line = (fits || result === '' ? line : 0) + word.length + 1
    result += word
  }
  return start + text.indexOf(' ') > LINE ? null : result
}

/**
 * Text as encoded words, in the shorter of Q and B; never splits a character. Only the last word of B has padding: some
 * programs (GMime: mu, notmuch, Geary) join words before they decode, and stop at the first padding.
 */
function encodedWords(text: string, start: number): string {
  const sizes = { Q: 0, B: 0 }
  for (const character of text) {
    sizes.Q += qEncoded(character).length
    sizes.B += (Buffer.byteLength(character) * 4) / 3
  }
  const kind = sizes.Q <= sizes.B ? 'Q' : 'B'
  const room = WORD - '=?UTF-8?Q??='.length
  // The first word shares its line with the header name.
  const first = room - Math.min(start, 40)
  const words =
    kind === 'Q'
      ? pack(text, room, (character) => qEncoded(character).length, first).map(qWord)
      : base64Words(text, (index) => Math.floor((index === 0 ? first : room) / 4) * 3)
  return words.join('\r\n ')
}

const qWord = (piece: string) => `=?UTF-8?Q?${qText(piece)}?=`

/**
 * B words whose bytes are multiples of three, but for the last. Where no such piece ends between characters, one character
 * goes into a Q word, and the rest is aligned anew.
 *
 * @param most bytes of the word at an index
 */
function base64Words(text: string, most: (index: number) => number): string[] {
  const characters = Array.from(text)
  const words: string[] = []
  for (let at = 0; at < characters.length;) {
    const limit = most(words.length)
    let [end, aligned, bytes] = [at, at, 0]
    for (; end < characters.length; end += 1) {
      bytes += Buffer.byteLength(characters[end] ?? '')
      if (bytes > limit) break
      if (bytes % 3 === 0) aligned = end + 1
    }
    const isLast = end === characters.length
    const stop = isLast ? end : Math.max(aligned, at + 1)
    const piece = characters.slice(at, stop).join('')
    words.push(isLast || aligned > at ? `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=` : qWord(piece))
    at = stop
  }
  return words
}

function qText(text: string): string {
  let result = ''
  for (const character of text) result += qEncoded(character)
  return result
}

function qEncoded(character: string): string {
  if (character === ' ') return '_'
  return WORD_SAFE.test(character) ? character : hex(character, '=')
}

function percentEncoded(text: string): string {
  let result = ''
  for (const character of text) {
    result += /[A-Za-z0-9!#$&+.^_`|~-]/.test(character) ? character : hex(character, '%')
  }
  return result
}

function hex(character: string, mark: string): string {
  let result = ''
  for (const byte of Buffer.from(character)) result += mark + byte.toString(16).toUpperCase().padStart(2, '0')
  return result
}

/**
 * Splits a text between characters into pieces of at most `most` by `size`; the first piece may have at most `first`.
 */
function pack(text: string, most: number, size: (character: string) => number, first = most): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const character of text) {
    const more = size(character)
    if (used + more > (pieces.length === 0 ? first : most) && piece !== '') {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += character
    used += more
  }
  if (piece !== '' || pieces.length === 0) pieces.push(piece)
  return pieces
}
