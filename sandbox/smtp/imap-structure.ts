import { addressParser } from 'postal-mime'
import { headerFields, type HeaderField, mimeTree, type MimePart, splitMessage } from '../mime.ts'

/*
 * Parts of FETCH answers, as strings of bytes (latin1): text outside ASCII goes into literals.
 */

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** A string, or NIL. */
export function nstring(text: string | undefined): string {
  if (text === undefined) return 'NIL'
  if (/^[\x20-\x7e]*$/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  const bytes = bytesOf(text)
  return `{${bytes.length}}\r\n${bytes}`
}

const header = (fields: readonly HeaderField[], name: string): string | undefined =>
  fields.find((field) => field.name.toLowerCase() === name)?.value

function addresses(value: string | undefined): string {
  const people = value === undefined ? [] : addressParser(value, { flatten: true })
  const shown = people.flatMap(({ name, address }) => {
    if (address === undefined) return []
    const at = address.lastIndexOf('@')
    const [local, domain] = [address.slice(0, at < 0 ? undefined : at), at < 0 ? '' : address.slice(at + 1)]
    return `(${nstring(name || undefined)} NIL ${nstring(local)} ${nstring(domain)})`
  })
  return shown.length === 0 ? 'NIL' : `(${shown.join('')})`
}

/** ENVELOPE (RFC 3501, 7.4.2) of a message. */
export function envelopeOf(raw: Buffer): string {
  const fields = headerFields(raw)
  const from = header(fields, 'from')
  return `(${[
    nstring(header(fields, 'date')),
    nstring(header(fields, 'subject')),
    addresses(from),
    addresses(header(fields, 'sender') ?? from),
    addresses(header(fields, 'reply-to') ?? from),
    ...['to', 'cc', 'bcc'].map((name) => addresses(header(fields, name))),
    nstring(header(fields, 'in-reply-to')),
    nstring(header(fields, 'message-id')),
  ].join(' ')})`
}

/** The parameters of a header such as Content-Type. */
function parameters(value: string): string {
  const found = [...value.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)]
  const pairs = found.map(([, name, quoted, plain]) => {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? plain
    return `${nstring(name?.toUpperCase())} ${nstring(text)}`
  })
  return pairs.length === 0 ? 'NIL' : `(${pairs.join(' ')})`
}

const bodyOf = ({ raw }: MimePart): Buffer => splitMessage(raw).body
const linesIn = (body: Buffer): number => body.toString('latin1').split('\n').length - 1

/** BODYSTRUCTURE (RFC 3501, 7.4.2) of a message. */
export const structureOf = (raw: Buffer): string => structure(mimeTree(raw))

function structure(part: MimePart): string {
  const type = header(part.headers, 'content-type') ?? 'text/plain; charset=us-ascii'
  const [main = '', sub = ''] = part.type.toUpperCase().split('/')
  const disposition = header(part.headers, 'content-disposition')
  const kind = disposition?.split(';')[0]?.trim().toUpperCase()
  const shown = disposition === undefined ? 'NIL' : `(${nstring(kind)} ${parameters(disposition)})`
  if (part.parts.length > 0) {
    return `(${part.parts.map(structure).join('')} ${nstring(sub)} ${parameters(type)} ${shown} NIL NIL)`
  }
  const body = bodyOf(part)
  const encoding = (header(part.headers, 'content-transfer-encoding') ?? '7bit').trim().toUpperCase()
  const inner = [
    nstring(main),
    nstring(sub),
    parameters(type),
    nstring(header(part.headers, 'content-id')),
    nstring(header(part.headers, 'content-description')),
    nstring(encoding),
    String(body.length),
    ...(part.type === 'message/rfc822' ? [envelopeOf(body), structureOf(body)] : []),
    ...(main === 'TEXT' || part.type === 'message/rfc822' ? [String(linesIn(body))] : []),
  ]
  return `(${inner.join(' ')} NIL ${shown} NIL NIL)`
}

/**
 * The bytes of a section, such as "", "HEADER", "HEADER.FIELDS (Subject)", "TEXT", "1.2" or "1.MIME"; undefined if the
 * message has no such part.
 */
export function sectionOf(raw: Buffer, section: string): Buffer | undefined {
  const path = /^(\d+(?:\.\d+)*)(?:\.(.*))?$/is.exec(section)
  if (!path) return partOfMessage(raw, section)
  const part = path[1]!.split('.').reduce<MimePart | undefined>(childAt, mimeTree(raw))
  if (!part || path[2] === undefined) return part && bodyOf(part)
  if (path[2].toUpperCase() === 'MIME') return headOf(part.raw)
  return part.type === 'message/rfc822' ? partOfMessage(bodyOf(part), path[2]) : undefined
}

function childAt(part: MimePart | undefined, number: string, depth: number): MimePart | undefined {
  if (!part) return undefined
  if (depth > 0 && part.type === 'message/rfc822') return childAt(mimeTree(bodyOf(part)), number, 0)
  if (part.parts.length === 0) return number === '1' && depth === 0 ? part : undefined
  return part.parts[Number(number) - 1]
}

const headOf = (raw: Buffer): Buffer => raw.subarray(0, raw.length - splitMessage(raw).body.length)

function partOfMessage(raw: Buffer, section: string): Buffer | undefined {
  const open = section.indexOf('(')
  const name = (open < 0 ? section : section.slice(0, open)).trim()
  const list = open < 0 ? '' : section.slice(open + 1).replace(')', '')
  const names = new Set(list.toLowerCase().replaceAll('"', '').split(/\s+/))
  const fields = (wanted: boolean) => {
    const all = splitMessage(raw)
      .head.toString('latin1')
      .split(/\r?\n(?![ \t])/)
    const kept = all.filter((field) => field !== '' && names.has(field.split(':')[0]!.trim().toLowerCase()) === wanted)
    return Buffer.from([...kept, '', ''].join('\r\n'), 'latin1')
  }
  switch (name.toUpperCase()) {
    case '':
      return raw
    case 'HEADER':
      return headOf(raw)
    case 'TEXT':
      return splitMessage(raw).body
    case 'HEADER.FIELDS':
      return fields(true)
    case 'HEADER.FIELDS.NOT':
      return fields(false)
    default:
      return undefined
  }
}
