import { isTag } from '#domain/content/merge-tags.ts'
import { decodeText } from '#domain/html/html-escaping.ts'
import { escapeText } from '#domain/html/html-writer.ts'
import { AppError } from '#domain/errors.ts'

/**
 * Word's own merge fields: `MERGEFIELD First_Name \* Upper` becomes the merge tag `{First_Name|upper}`, in the style of the
 * field's shown text. Word stores a field either as one element (`w:fldSimple`) or as marks around its code and its shown
 * text (`w:fldChar`), with the code split over any number of runs. Other fields stay, unless they choose what a reader sees by
 * the recipient or read other files: nothing here calculates those, so they are refused.
 */

/** Fields of Word's mail merge besides MERGEFIELD, and what to write instead. */
const REFUSED: Readonly<Record<string, string>> = {
  IF: 'Write {#if Column is "value"} … {#else} … {/if} instead.',
  NEXT: 'Write {#rows} … {/rows} around what is repeated instead.',
  NEXTIF: 'Write {#rows} … {/rows} around what is repeated instead.',
  SKIPIF: 'Choose the recipients in Mergewell instead.',
  ASK: 'Remove it.',
  FILLIN: 'Remove it.',
  MERGEREC: 'Remove it.',
  MERGESEQ: 'Remove it.',
  ADDRESSBLOCK: 'Write the merge tags of the address instead, such as {fullName}.',
  GREETINGLINE: 'Write {formalSalutation} instead.',
  DATABASE: 'Remove it.',
  INCLUDETEXT: 'Paste the text instead.',
  INCLUDEPICTURE: 'Insert the picture instead.',
  LINK: 'Paste the content instead.',
  DDE: 'Remove it.',
  DDEAUTO: 'Remove it.',
  IMPORT: 'Remove it.',
}

/** Splits XML into texts, at even places, and tags, at odd places. */
export const tokensOf = (xml: string): string[] => xml.split(/(<[^<>]*>)/)

/** The name of a tag with its prefix: `w:t`. */
export const elementOf = (token: string): string => /^<\/?([\w:.-]{1,60})/.exec(token)?.[1] ?? ''
export const isOpening = (token: string): boolean => !token.startsWith('</') && !token.endsWith('/>')

/** Returns the merge tag for a field's code; null for a field that stays as it is. Throws BAD_INPUT for one that is refused. */
export function mergeTagOf(code: string): string | null {
  const [kind = '', name = '', ...switches] = wordsOf(code)
  const field = kind.toUpperCase()
  const instead = Object.hasOwn(REFUSED, field) ? REFUSED[field] : undefined
  if (instead !== undefined) throw new AppError('BAD_INPUT', `The field ${field} of Word cannot be filled. ${instead}`)
  if (field !== 'MERGEFIELD') return null
  const format = formatOf(name, switches)
  const tag = format === '' ? `{${name}}` : `{${name}|${format}}`
  if (isTag(tag)) return tag
  throw new AppError('BAD_INPUT', `The merge field “${name}” has a name that no merge tag can have. Rename the column.`)
}

/** Splits a field's code at spaces, quoted parts kept together. */
function wordsOf(code: string): string[] {
  return [...code.matchAll(/["“”]([^"“”]*)["“”]|([^\s"“”]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

const LETTERS: Readonly<Record<string, string>> = { upper: 'upper', lower: 'lower', caps: 'title', firstcap: 'title' }

/** The format of a merge tag that writes what switches such as `\* Upper` ask for; empty for none. */
function formatOf(name: string, switches: readonly string[]): string {
  let format = ''
  for (let at = 0; at < switches.length; at += 1) {
    const [kind = '', value = ''] = [switches[at], switches[at + 1]]
    if (kind === String.raw`\*`) format = LETTERS[value.toLowerCase()] ?? format
    if (kind === String.raw`\@`) format = /h|H/.test(value) && !/d/i.test(value) ? 'time' : dateFormatOf(value)
    if (kind === String.raw`\#`) format = numberFormatOf(name, value)
    if (kind === String.raw`\b` || kind === String.raw`\f`) {
      const instead = `Write {#if ${name} is not empty} … {/if} around the text instead.`
      throw new AppError('BAD_INPUT', `The merge field “${name}” has a text before or after it. ${instead}`)
    }
  }
  return format
}

const dateFormatOf = (picture: string) =>
  /MMMM/.test(picture) ? 'date:long' : /MMM/.test(picture) ? 'date:medium' : 'date:short'

function numberFormatOf(name: string, picture: string): string {
  if (!/^[#0.,x\s]*$/.test(picture)) {
    const instead = `Write {${name}|currency:EUR} or {${name}|number:2} instead.`
    throw new AppError('BAD_INPUT', `The merge field “${name}” has a number format that cannot be filled. ${instead}`)
  }
  const digits = /[.,]([#0]{1,6})$/.exec(picture)?.[1]?.length ?? 0
  return `number:${picture.endsWith('#,##0') || picture.endsWith('###') ? 0 : digits}`
}

/** A field that is being read. */
interface OpenField {
  /** index of the run in which the field begins */
  from: number
  code: string
  inResult: boolean
  /** style of the field's shown text, or else of its code */
  style: string[] | null
}

/** Turns the merge fields of a part into merge tags. */
export function withoutMergeFields(tokens: readonly string[]): string[] {
  const edits: { from: number; to: number; instead: string[] }[] = []
  const open: OpenField[] = []
  let run = -1
  for (let at = 1; at < tokens.length; at += 2) {
    const token = tokens[at] ?? ''
    const element = elementOf(token)
    if (element === 'w:r' && isOpening(token)) run = at
    else if (element === 'w:fldSimple' && isOpening(token)) {
      const to = endOf(tokens, at)
      const tag = mergeTagOf(decodeText(/\sw:instr="([^"]*)"/.exec(token)?.[1] ?? ''))
      if (tag) edits.push({ from: at, to, instead: runOf(tag, styleIn(tokens, at, to)) })
    } else if (element === 'w:fldChar') {
      const kind = /\sw:fldCharType="(\w{1,10})"/.exec(token)?.[1]
      const field = open.at(-1)
      if (kind === 'begin') open.push({ from: run, code: '', inResult: false, style: styleIn(tokens, run, at) })
      else if (kind === 'separate' && field) field.inResult = true
      else if (kind === 'end' && field) {
        open.pop()
        const tag = mergeTagOf(field.code)
        if (tag) edits.push({ from: field.from, to: closingRun(tokens, field, at), instead: runOf(tag, field.style) })
      }
    } else if (element === 'w:instrText' && isOpening(token)) {
      const field = open.at(-1)
      if (field && !field.inResult) field.code += decodeText(tokens[at + 1] ?? '')
    } else if (element === 'w:t' && open.at(-1)?.inResult) {
      const field = open.at(-1)
      if (field) field.style = styleIn(tokens, run, at) ?? field.style
    }
  }
  // Some programs run a field that does not end, too.
  for (const { code } of open) mergeTagOf(code)
  return applied(tokens, edits)
}

/** Returns the index of the closing tag of the element that opens at `from`. */
export function endOf(tokens: readonly string[], from: number): number {
  const element = elementOf(tokens[from] ?? '')
  let depth = 0
  for (let at = from; at < tokens.length; at += 2) {
    const token = tokens[at] ?? ''
    if (elementOf(token) !== element) continue
    if (token.startsWith('</')) depth -= 1
    else if (isOpening(token)) depth += 1
    if (depth === 0) return at
  }
  return tokens.length - 1
}

/** Returns the index at which the run of a field's end closes. Throws BAD_INPUT if anything else stands in the field's runs. */
function closingRun(tokens: readonly string[], { from, code }: OpenField, end: number): number {
  const shared = () =>
    new AppError(
      'BAD_INPUT',
      `The field “${code.trim()}” cannot be read. Insert it again in Word, in a line of its own.`,
    )
  for (let at = from; at < tokens.length; at += 2) {
    const token = tokens[at] ?? ''
    if (elementOf(token) === 'w:p') throw shared()
    if (at > end && elementOf(token) === 'w:t') throw shared()
    if (at > end && token === '</w:r>') return at
  }
  throw shared()
}

function styleIn(tokens: readonly string[], from: number, to: number): string[] | null {
  if (from < 0) return null
  for (let at = from; at < to; at += 2) {
    if (tokens[at] === '<w:rPr>') return tokens.slice(at, endOf(tokens, at) + 1)
  }
  return null
}

const runOf = (tag: string, style: readonly string[] | null): string[] => [
  ...['<w:r>', ''],
  ...(style ? [...style, ''] : []),
  ...['<w:t xml:space="preserve">', escapeText(tag), '</w:t>', '', '</w:r>'],
]

function applied(
  tokens: readonly string[],
  edits: readonly { from: number; to: number; instead: readonly string[] }[],
): string[] {
  const written: string[] = []
  let at = 0
  for (const { from, to, instead } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue
    for (; at < from; at += 1) written.push(tokens[at] ?? '')
    written.push(...instead)
    at = to + 1
  }
  for (; at < tokens.length; at += 1) written.push(tokens[at] ?? '')
  return written
}
