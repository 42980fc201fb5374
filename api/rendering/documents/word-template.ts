import { DOCUMENT_LIMITS } from '#domain/campaigns/document-attachments.ts'
import { markersIn, piecesOf } from '#domain/content/email-parts.ts'
import { tagsIn } from '#domain/content/merge-tags.ts'
import { AppError } from '#domain/errors.ts'
import { decodeText } from '#domain/html/html-escaping.ts'
import { textOf, type DocumentParts } from './word-package.ts'
import { elementOf, isOpening, tokensOf, withoutMergeFields } from './word-fields.ts'

/**
 * Prepares a Word document for docxtemplater. The product's own grammar decides what a merge tag is: each one, and each marker of
 * a condition or of rows, is cut out of the runs over which Word split it, and its number is put in its place between two
 * marks that nobody can type. All other braces stay text. The parser of `fill-template.ts` looks the number up.
 */

/** Private characters before and after the number of a tag. */
export const MARKS = { start: '\uE000', end: '\uE001' } as const

/** A template with its merge tags marked. */
export interface MarkedTemplate {
  /** the parts of the document; those with text have numbers for tags */
  parts: DocumentParts
  /** merge tags and openings of conditions and rows, as written, by number */
  tags: readonly string[]
  /** all tags and markers in their order, for checks: they ask for the same values as the document */
  text: string
}

/** Matches the kinds of parts whose text recipients read. */
const READ = /wordprocessingml\.(?:document\.main|header|footer|footnotes|endnotes)\+xml$/
const PROPERTIES = 'docProps/core.xml'
/** Names of the elements that hold text: on the pages, and in the document's properties. */
const TEXTS = new Set(['w:t', 'dc:title', 'dc:subject', 'dc:description', 'cp:keywords'])

/** Returns the names of the parts whose text recipients read. */
export function readParts(parts: DocumentParts): string[] {
  const found: string[] = []
  for (const token of tokensOf(textOf(parts, '[Content_Types].xml'))) {
    if (elementOf(token) !== 'Override' || !READ.test(/\sContentType="([^"]*)"/.exec(token)?.[1] ?? '')) continue
    const name = /\sPartName="\/([^"]*)"/.exec(token)?.[1]
    if (name !== undefined && parts.has(name)) found.push(name)
  }
  return found
}

/**
 * Marks the merge tags of a document.
 *
 * @throws BAD_INPUT for markers that do not fit together, fields that cannot be filled, and tracked changes or comments
 * @throws TOO_LARGE for too many tags
 */
export function markTemplate(source: DocumentParts): MarkedTemplate {
  const parts: DocumentParts = new Map(source)
  const tags: string[] = []
  const texts: string[] = []
  for (const name of [...readParts(source), ...(source.has(PROPERTIES) ? [PROPERTIES] : [])]) {
    const tokens = withoutMergeFields(tokensOf(textOf(source, name)))
    refuseChanges(tokens)
    const marked = markPart(tokens, tags)
    texts.push(marked.text)
    parts.set(name, new TextEncoder().encode(marked.xml))
  }
  return { parts, tags, text: texts.join('') }
}

const CHANGES = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo', 'w:commentReference'])

/** Throws BAD_INPUT for a document with tracked changes or comments: recipients would see them. */
function refuseChanges(tokens: readonly string[]): void {
  // An empty element marks a changed paragraph or row, one with content a changed text.
  if (!tokens.some((token, index) => index % 2 === 1 && CHANGES.has(elementOf(token)))) return
  throw new AppError(
    'BAD_INPUT',
    'This Word document has tracked changes or comments, which recipients would see. Accept or reject the changes and delete the comments under Review, then save it.',
  )
}

/** A paragraph of the document, with the position of each character. */
interface Paragraph {
  from: number
  to: number
  /** index of the table cell that contains the paragraph; -1: outside of tables */
  cell: number
  text: string
  places: { token: number; start: number; end: number }[]
}

/** Characters of no width that Word and web pages leave in words. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/

function paragraphsOf(tokens: readonly string[]): Paragraph[] {
  const found: Paragraph[] = []
  const open: Paragraph[] = []
  const cells: number[] = []
  for (let at = 1; at < tokens.length; at += 2) {
    const token = tokens[at] ?? ''
    const element = elementOf(token)
    const isProperty = element !== 'w:t' && TEXTS.has(element)
    if (element === 'w:tc') {
      if (isOpening(token)) cells.push(at)
      else if (token.startsWith('</')) cells.pop()
    } else if (element === 'w:p') {
      if (isOpening(token)) open.push({ from: at, to: at, cell: cells.at(-1) ?? -1, text: '', places: [] })
      else if (token.startsWith('</')) {
        const done = open.pop()
        if (done) found.push({ ...done, to: at })
      }
    } else if (TEXTS.has(element) && isOpening(token)) {
      const own: Paragraph = { from: at, to: at, cell: -1, text: '', places: [] }
      const paragraph = isProperty ? own : open.at(-1)
      if (paragraph) readText(paragraph, tokens[at + 1] ?? '', at + 1)
      if (isProperty) found.push(own)
    } else if ((element === 'w:tab' || element === 'w:br') && open.length > 0) {
      const paragraph = open.at(-1)
      // No merge tag goes on behind a tab or a line break. Tab stops have a position.
      if (paragraph && !/\sw:pos=/.test(token)) addCharacter(paragraph, '\n', { token: at, start: 0, end: 0 })
    }
  }
  return found
}

function readText(paragraph: Paragraph, raw: string, token: number): void {
  for (const { 0: written, index } of raw.matchAll(/&[#\w]{1,10};|[^&]|&/g)) {
    const place = { token, start: index, end: index + written.length }
    for (const character of written.length > 1 ? decodeText(written) : written) {
      if (!UNSEEN.test(character)) addCharacter(paragraph, character === '\u00A0' ? ' ' : character, place)
    }
  }
}

function addCharacter(paragraph: Paragraph, character: string, place: Paragraph['places'][number]): void {
  paragraph.text += character
  for (let unit = 0; unit < character.length; unit += 1) paragraph.places.push(place)
}

/** A merge tag or a marker in a paragraph. */
interface Found {
  paragraph: Paragraph
  kind: 'tag' | ReturnType<typeof markersIn>[number]['kind']
  source: string
  index: number
  token: number
}

/** Marks the tags of one part, and continues the numbering of earlier parts. */
function markPart(written: readonly string[], tags: string[]): { xml: string; text: string } {
  const tokens = [...written]
  const paragraphs = paragraphsOf(tokens)
  const found = paragraphs.flatMap(tagsOf).toSorted((a, b) => a.token - b.token || a.index - b.index)
  if (tags.length + found.length > DOCUMENT_LIMITS.tags) {
    const most = DOCUMENT_LIMITS.tags.toLocaleString('en-US')
    throw new AppError('TOO_LARGE', `A document can have at most ${most} merge tags. Use fewer.`)
  }
  const text = found.map(({ source }) => source).join('')
  const { problem } = piecesOf(text)
  if (problem) throw new AppError('BAD_INPUT', `${problem} Correct it in the document.`)
  const opened: { number: number; cell: number }[] = []
  const edits: { place: Paragraph['places'][number]; instead: string }[] = []
  const doubled: { paragraph: Paragraph; after: string; token: number }[] = []
  for (const each of found) {
    const number = tags.length
    let instead = `t${number}`
    if (each.kind === 'tag') tags.push(each.source)
    else if (each.kind === 'if' || each.kind === 'rows') {
      instead = `#t${number}`
      tags.push(each.source)
      opened.push({ number, cell: each.paragraph.cell })
    } else if (each.kind === 'else') {
      const { number: of = 0, cell = -1 } = opened.at(-1) ?? {}
      if (cell !== each.paragraph.cell) {
        throw new AppError(
          'BAD_INPUT',
          'In a table, {#else} must stand in the same cell as its {#if …} or {#rows}. Use a second {#if …} for other rows.',
        )
      }
      instead = '/'
      const after = marked(`^t${of}`)
      const place = each.paragraph.places[each.index]
      if (each.paragraph.text.trim() === each.source && place)
        doubled.push({ paragraph: each.paragraph, after, token: place.token })
      else instead = `/${MARKS.end}${MARKS.start}^t${of}`
    } else {
      instead = '/'
      opened.pop()
    }
    edits.push(...cut(each, marked(instead)))
  }
  write(tokens, edits)
  for (const { paragraph, after, token } of doubled.toReversed()) {
    const copy = tokens.slice(paragraph.from, paragraph.to + 1)
    copy[token - paragraph.from] = after
    tokens.splice(paragraph.to + 1, 0, '', ...copy)
  }
  return { xml: tokens.join(''), text }
}

const marked = (content: string) => `${MARKS.start}${content}${MARKS.end}`

function tagsOf(paragraph: Paragraph): Found[] {
  const { text, places } = paragraph
  if (!text.includes('{')) return []
  const markers = markersIn(text).map(({ kind, source, index }) => ({ kind, source, index }))
  const found = [...markers, ...tagsIn(text).map((tag) => ({ kind: 'tag' as const, ...tag }))]
  const unknown = /\{[#/^][^{}]{0,100}\}?/g
  for (const { 0: source, index } of text.matchAll(unknown)) {
    if (markers.some((marker) => marker.index === index)) continue
    throw new AppError(
      'BAD_INPUT',
      `“${source}” in the document is not understood. Conditions are {#if …}, {#else} and {/if}, lists of rows {#rows} and {/rows}, each within one paragraph.`,
    )
  }
  return found.map((each) => ({ ...each, paragraph, token: places[each.index]?.token ?? 0 }))
}

/** Returns the edits that replace a tag by `instead`, wherever its characters are, invisible ones included. */
function cut({ paragraph, source, index }: Found, instead: string) {
  const byToken = Map.groupBy(paragraph.places.slice(index, index + source.length), ({ token }) => token)
  return [...byToken].map(([token, places], position) => ({
    place: { token, start: places[0]?.start ?? 0, end: places.at(-1)?.end ?? 0 },
    instead: position === 0 ? instead : '',
  }))
}

function write(tokens: string[], edits: readonly { place: Paragraph['places'][number]; instead: string }[]): void {
  const byToken = Map.groupBy(edits, ({ place }) => place.token)
  for (const [token, own] of byToken) {
    let raw = tokens[token] ?? ''
    for (const { place, instead } of own.toSorted((a, b) => b.place.start - a.place.start)) {
      raw = raw.slice(0, place.start) + instead + raw.slice(place.end)
    }
    tokens[token] = raw
  }
}
