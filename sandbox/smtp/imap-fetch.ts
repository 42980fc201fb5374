import { flagsOf, type MessageRow, readContent } from '../messages.ts'
import type { Sandbox } from '../sandbox.ts'
import { ImapSyntaxError, type ImapValue, textOf } from './imap-parser.ts'
import { internalDateOf } from './imap-search.ts'
import { envelopeOf, sectionOf, structureOf } from './imap-structure.ts'

const MACROS: Record<string, string[]> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODYSTRUCTURE'],
}

/** Old names of sections. */
const SECTIONS: Record<string, string> = {
  RFC822: 'BODY[]',
  'RFC822.HEADER': 'BODY.PEEK[HEADER]',
  'RFC822.TEXT': 'BODY[TEXT]',
}

/** The items of a FETCH, and whether one of them marks the message as seen. */
export interface FetchItems {
  items: string[]
  marksSeen: boolean
  /** true if the whole message is requested */
  content: boolean
}

export function fetchItems(value: ImapValue | undefined, byUid: boolean): FetchItems {
  const given = Array.isArray(value) ? value.map(textOf) : (MACROS[textOf(value).toUpperCase()] ?? [textOf(value)])
  const items = given.map((item) => SECTIONS[item.toUpperCase()] ?? item)
  if (byUid && !items.some((item) => item.toUpperCase() === 'UID')) items.unshift('UID')
  return {
    items,
    marksSeen: items.some((item) => /^BODY\[/i.test(item)),
    content: items.some((item) => /^BODY(\.PEEK)?\[\]/i.test(item)),
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function dateTime(at: number): string {
  const date = new Date(at)
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `"${day}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000"`
}

/** The items that need no section. */
const ITEMS: Record<string, (sandbox: Sandbox, row: MessageRow, content: () => Buffer) => string> = {
  UID: (_sandbox, { seq }) => String(seq),
  FLAGS: (sandbox, row) => `(${flagsOf(sandbox, row).join(' ')})`,
  INTERNALDATE: (_sandbox, row) => dateTime(internalDateOf(row)),
  'RFC822.SIZE': (_sandbox, { size }) => String(size),
  ENVELOPE: (_sandbox, _row, content) => envelopeOf(content()),
  BODY: (_sandbox, _row, content) => structureOf(content()),
  BODYSTRUCTURE: (_sandbox, _row, content) => structureOf(content()),
}

/** The untagged answer about one message. */
export function fetchAnswer(sandbox: Sandbox, number: number, row: MessageRow, items: readonly string[]): Buffer {
  let bytes: Buffer | undefined
  const content = () => (bytes ??= readContent(sandbox, row.pk))
  const parts = items.flatMap((item, index) => [
    Buffer.from(index > 0 ? ' ' : ''),
    answerItem(sandbox, row, item, content),
  ])
  return Buffer.concat([Buffer.from(`* ${number} FETCH (`), ...parts, Buffer.from(')\r\n')])
}

function answerItem(sandbox: Sandbox, row: MessageRow, item: string, content: () => Buffer): Buffer {
  const simple = ITEMS[item.toUpperCase()]
  if (simple) return Buffer.from(`${item.toUpperCase()} ${simple(sandbox, row, content)}`, 'latin1')
  const found = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)(?:\.(\d+))?>)?$/i.exec(item)
  if (!found) throw new ImapSyntaxError(`FETCH does not know ${item}`)
  const [, section = '', start, length] = found
  const whole = sectionOf(content(), section)
  const name = `BODY[${section}]${start === undefined ? '' : `<${start}>`}`
  if (!whole) return Buffer.from(`${name} NIL`)
  const from = Number(start ?? 0)
  const part =
    start === undefined ? whole : whole.subarray(from, length === undefined ? undefined : from + Number(length))
  return Buffer.concat([Buffer.from(`${name} {${part.length}}\r\n`), part])
}
