import { formatRichText, parseRichText, type Line, type Marks, type Run } from '#domain/builder/rich-text.ts'
import { tagsIn } from '#domain/merge-tags.ts'

/**
 * Rich text while it is edited: lines of runs, with a blank line between paragraphs. A position counts characters from
 * the start; a line break counts as one and a merge tag by its source.
 */

export type Lines = readonly Line[]

export interface Span {
  readonly start: number
  readonly end: number
}

/** A boolean mark. */
export type Toggle = 'bold' | 'italic' | 'underline' | 'strike'

/** Parses content into lines. */
export function linesOf(content: string): Lines {
  const lines = parseRichText(content).flatMap((paragraph, index) => (index === 0 ? paragraph : [[], ...paragraph]))
  return lines.length === 0 ? [[]] : lines
}

/** Serializes lines to content. */
export function contentOf(lines: Lines): string {
  return formatRichText([lines])
}

/** Lines without their marks. */
export function textOf(lines: Lines): string {
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n')
}

/** Whether a whole span has a mark; for an empty span, whether typed text would have it. */
export function hasMark(lines: Lines, span: Span, toggle: Toggle): boolean {
  const runs = runsIn(lines, span)
  return runs.length > 0 && runs.every((run) => run[toggle])
}

/** The link at the start of a span. */
export function linkAt(lines: Lines, span: Span): string | undefined {
  return runsIn(lines, span).find(({ link }) => link !== undefined)?.link
}

/** The extent of the link at a position. */
export function linkSpan(lines: Lines, at: number): Span | null {
  let start: number | null = null
  let link: string | undefined
  let position = 0
  for (const line of lines) {
    for (const run of line) {
      if (run.link !== link) {
        if (link !== undefined && start !== null && at >= start && at <= position) return { start, end: position }
        link = run.link
        start = position
      }
      position += run.text.length
    }
    if (link !== undefined && start !== null && at >= start && at <= position) return { start, end: position }
    link = undefined
    position += 1
  }
  return null
}

/** Extends a span so that it includes merge tags whole. */
export function withWholeTags(lines: Lines, { start, end }: Span): Span {
  const touched = tagSpans(lines).filter((tag) => tag.start < end && start < tag.end)
  return {
    start: Math.min(start, ...touched.map((tag) => tag.start)),
    end: Math.max(end, ...touched.map((tag) => tag.end)),
  }
}

/** Sets marks on a span, including touched merge tags; undefined values remove the mark. */
export function mark(lines: Lines, span: Span, marks: Marks): Lines {
  const { start, end } = withWholeTags(lines, span)
  let position = 0
  return lines.map((line) => {
    const from = position
    position += lengthOf(line) + 1
    const pieces = line.reduce<{ runs: Run[]; at: number }>(
      ({ runs, at }, run) => ({
        runs: [...runs, ...split(run, start - at, end - at, marks)],
        at: at + run.text.length,
      }),
      { runs: [], at: from },
    )
    return joined(pieces.runs)
  })
}

export interface Edit {
  readonly lines: Lines
  /** the caret position afterwards */
  readonly caret: number
}

/** Replaces a span with text, which by default takes the marks of the text before it. */
export function replace(lines: Lines, span: Span, text: string, marks?: Marks): Edit {
  const look = marks ?? looksBefore(lines, span.start)
  return replaceLines(
    lines,
    span,
    text.split('\n').map((part) => (part === '' ? [] : [{ ...look, text: part }])),
  )
}

/** Replaces a span with lines; the first and last join the surrounding text. */
export function replaceLines(lines: Lines, { start, end }: Span, added: Lines): Edit {
  const [before, rest] = cut(lines, start)
  const [, after] = cut(rest, end - start)
  return { lines: glue(glue(before, added), after), caret: start + textOf(added).length }
}

/** The marks for text typed at a position, without a link. */
export function looksBefore(lines: Lines, at: number): Marks {
  return withoutText(cut(lines, at)[0].at(-1)?.at(-1))
}

/** The merge tag that a span covers or its caret touches. */
export function tagAt(lines: Lines, { start, end }: Span): Span | null {
  return tagSpans(lines).find((tag) => tag.start <= start && end <= tag.end) ?? null
}

/** The extent of each merge tag, in order. */
export function tagSpans(lines: Lines): Span[] {
  let position = 0
  return lines.flatMap((line) => {
    const from = position
    position += lengthOf(line) + 1
    let at = from
    return withTags(line).flatMap(({ text, isTag }) => {
      const span = { start: at, end: at + text.length }
      at = span.end
      return isTag ? [span] : []
    })
  })
}

/** Clamps a span to the lines. */
export function clamped(lines: Lines, { start, end }: Span): Span {
  const length = textOf(lines).length
  return { start: Math.min(start, length), end: Math.min(end, length) }
}

/** Splits a line's runs so that each merge tag is its own run. */
export function withTags(line: Line): (Run & { isTag: boolean })[] {
  return line.flatMap((run) => {
    const pieces: (Run & { isTag: boolean })[] = []
    let end = 0
    for (const { index, source } of tagsIn(run.text)) {
      if (index > end) pieces.push({ ...run, text: run.text.slice(end, index), isTag: false })
      pieces.push({ ...run, text: source, isTag: true })
      end = index + source.length
    }
    if (end < run.text.length) pieces.push({ ...run, text: run.text.slice(end), isTag: false })
    return pieces
  })
}

/** Merges adjacent runs with equal marks. */
export function joined(runs: readonly Run[]): Line {
  const line: Run[] = []
  for (const run of runs) {
    const last = line.at(-1)
    if (run.text === '') continue
    if (last && isAlike(last, run)) line[line.length - 1] = { ...last, text: last.text + run.text }
    else line.push(run)
  }
  return line
}

const KEYS = ['bold', 'italic', 'underline', 'strike', 'color', 'link'] as const
const isAlike = (one: Marks, other: Marks) => KEYS.every((key) => one[key] === other[key])
const lengthOf = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

function withoutText(run: Run | undefined): Marks {
  if (!run) return {}
  const { text: _, link: __, ...marks } = run
  return marks
}

function split(run: Run, start: number, end: number, marks: Marks): Run[] {
  const from = Math.max(0, Math.min(run.text.length, start))
  const to = Math.max(from, Math.min(run.text.length, end))
  return [
    { ...run, text: run.text.slice(0, from) },
    { ...run, ...marks, text: run.text.slice(from, to) },
    { ...run, text: run.text.slice(to) },
  ].filter(({ text }) => text !== '')
}

function runsIn(lines: Lines, { start, end }: Span): Run[] {
  const found: Run[] = []
  let position = 0
  for (const line of lines) {
    for (const run of line) {
      const last = position + run.text.length
      const isIn = start === end ? position < start && start <= last : position < end && start < last
      if (isIn) found.push(run)
      position = last
    }
    position += 1
  }
  return found
}

function cut(lines: Lines, at: number): [Lines, Lines] {
  let position = 0
  for (const [index, line] of lines.entries()) {
    const length = lengthOf(line)
    if (at <= position + length) {
      const offset = at - position
      return [
        [...lines.slice(0, index), partOf(line, 0, offset)],
        [partOf(line, offset, length), ...lines.slice(index + 1)],
      ]
    }
    position += length + 1
  }
  return [lines, [[]]]
}

function partOf(line: Line, from: number, to: number): Line {
  let position = 0
  return line.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - position), Math.max(0, to - position))
    position += run.text.length
    return text === '' ? [] : [{ ...run, text }]
  })
}

/** Joins the last line of one and the first line of the other. */
function glue(one: Lines, other: Lines): Lines {
  return [...one.slice(0, -1), joined([...(one.at(-1) ?? []), ...(other[0] ?? [])]), ...other.slice(1)]
}
