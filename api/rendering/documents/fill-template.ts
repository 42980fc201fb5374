import Docxtemplater from 'docxtemplater'
import { DOCUMENT_LIMITS } from '#domain/campaigns/document-attachments.ts'
import { conditionOf, type Condition } from '#domain/content/tag-conditions.ts'
import { readerOf, rowsFor, type Reader } from '#domain/content/email-parts.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import type { MergeRow } from '#domain/content/merge-rows.ts'
import { compileTemplate, tagValues, textFor, type MergeTag, type MergeValues } from '#domain/content/merge-tags.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { AppError } from '#domain/errors.ts'
import { withoutOutside } from './external-references.ts'
import { packDocument, unpackDocument, zipOf } from './word-package.ts'
import { MARKS, markTemplate, readParts, type MarkedTemplate } from './word-template.ts'

/** A document to fill for one recipient. */
export interface DocumentToFill {
  /** the template, a .docx */
  content: Uint8Array
  recipient: MergeValues
  language?: EmailLanguage | undefined
}

/** The values and conditions at one place of a document: of the recipient, or of one of their rows. */
interface Scope {
  values: Map<string, string>
  holds: Reader['holds']
}

/**
 * Fills a template for one recipient; pure. The same template and values give the same bytes, so an email that is tried again has
 * the same file.
 *
 * @returns the .docx
 * @throws BAD_INPUT for a template that cannot be filled
 * @throws TOO_LARGE for too many rows or too long a document
 */
export function fillDocument({ content, recipient, language = DEFAULT_LANGUAGE }: DocumentToFill): Uint8Array {
  const template = markTemplate(withoutOutside(unpackDocument(content)))
  const reader = readerOf(recipient, language)
  const { parts, tags } = template
  let rows = 0
  const root: Scope = { values: tagValues(recipient, language), holds: reader.holds }
  const readTag = tagReader(tags, language)
  const valuesAt = rowReader(root.values, reader)
  render(template, root, (tag) => {
    const read = readTag(tag)
    return (scope) => {
      if (read.kind === 'tag') return cleaned(textFor(read.tag, scope.values) ?? '')
      if (read.kind === 'if') return scope.holds(read.condition)
      const found = rowsFor(reader, read.marker)
      rows += found.length
      if (rows > DOCUMENT_LIMITS.rows) {
        throw new AppError(
          'TOO_LARGE',
          `The document would have ${rows.toLocaleString('en-US')} rows for this recipient, and the limit is ${DOCUMENT_LIMITS.rows.toLocaleString('en-US')}.`,
        )
      }
      return found.map((row): Scope => ({ values: valuesAt(row.values), holds: row.holds }))
    }
  })
  const bytes = readParts(parts).reduce((sum, name) => sum + (parts.get(name)?.length ?? 0), 0)
  if (bytes > DOCUMENT_LIMITS.filledBytes) {
    throw new AppError(
      'TOO_LARGE',
      'The document would be too long for this recipient. Use fewer rows or shorter values.',
    )
  }
  return packDocument(parts)
}

/**
 * Makes the function that returns the values for one row: those of the person, and those of the row, whose missing
 * cells are empty.
 */
function rowReader(values: Map<string, string>, { rows }: Reader): (row: MergeRow) => Map<string, string> {
  const keys = new Map<string, string>()
  for (const each of rows) for (const header in each.values) if (!keys.has(header)) keys.set(header, tagKey(header))
  return (row) => {
    const own = new Map(values)
    for (const key of keys.values()) own.set(key, '')
    for (const header in row) own.set(keys.get(header) ?? '', row[header] ?? '')
    return own
  }
}

/** Parsed merge tag or marker of a condition or rows, which stands in the document as a number between marks. */
type ReadTag = { kind: 'tag'; tag: MergeTag } | { kind: 'if'; condition: Condition } | { kind: 'rows'; marker: string }

function tagReader(tags: readonly string[], language: EmailLanguage): (number: string) => ReadTag {
  return (number) => {
    const source = tags[Number(number.slice(1))] ?? ''
    if (source.startsWith('{#rows')) return { kind: 'rows', marker: source.slice(2, -1) }
    const condition = source.startsWith('{#if ') ? conditionOf(source.slice('{#if '.length, -1)) : null
    if (condition) return { kind: 'if', condition }
    const [part] = compileTemplate(source, language).parts
    if (typeof part !== 'object') throw new AppError('BAD_INPUT', `“${source}” in the document cannot be filled.`)
    return { kind: 'tag', tag: { ...part, place: undefined } }
  }
}

/** Line breaks, as values have them. Excel writes those within a cell as vertical tabs. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const LINE_BREAK = /\r\n?|[\u000B\u000C\u2028\u2029]/g
/** Characters that XML cannot hold. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IMPOSSIBLE = /[\u0000-\u0008\u000E-\u001F\uFFFE\uFFFF]/g

/** Removes from a value what a document cannot contain, and unifies line breaks. */
const cleaned = (value: string): string =>
  value
    .replace(LINE_BREAK, '\n')
    .replace(IMPOSSIBLE, '')
    .replaceAll(MARKS.start, '')
    .replaceAll(MARKS.end, '')
    .toWellFormed()

/** Fills a marked template in place. `parser` returns how a tag is evaluated in a scope. */
function render({ parts }: MarkedTemplate, root: Scope, parser: (tag: string) => (scope: Scope) => unknown): void {
  const failures: AppError[] = []
  try {
    const document = new Docxtemplater(zipOf(parts) as never, {
      delimiters: MARKS,
      paragraphLoop: true,
      linebreaks: true,
      errorLogging: false,
      modules: [endnotesModule() as never],
      nullGetter: ({ value }: { value?: string }) => {
        throw new Error(`A document asked for ${value ?? 'a value'} that its parser does not know`)
      },
      parser: (tag: string) => {
        const get = parser(tag)
        return {
          get: (scope: Scope) => {
            try {
              return get(scope)
            } catch (error) {
              if (error instanceof AppError) failures.push(error)
              throw error
            }
          },
        }
      },
    })
    document.render(root)
  } catch (error) {
    if (failures[0]) throw failures[0]
    throw unfillable(error)
  }
}

/** Has the template library fill merge tags in endnotes too; by itself it fills footnotes only. */
const endnotesModule = () => ({
  name: 'EndnotesModule',
  optionsTransformer: (options: unknown, document: { targets: string[] }) => {
    document.targets.push('word/endnotes.xml')
    return options
  },
})

/** Converts the error of a template in which conditions or rows begin and end at places that do not match. */
function unfillable(error: unknown): unknown {
  const { properties } = error as { properties?: { id?: string } }
  if (properties?.id === undefined) return error
  return new AppError(
    'BAD_INPUT',
    'The conditions or rows of this document begin and end at places that do not fit together. Put {#if …} and {/if}, and {#rows} and {/rows}, into the same table row or on lines of their own.',
    { cause: error },
  )
}
