import { Parser } from 'htmlparser2'
import { AppError } from '#domain/errors.ts'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import type { DocumentParts } from './word-package.ts'
import { elementOf, endOf, isOpening, tokensOf } from './word-fields.ts'

/**
 * Removes or refuses references to other files and servers in a Word document. A document can name pictures, templates
 * and data sources elsewhere, which programs fetch when they open or print it. Links that a reader clicks may stay. The
 * mail-merge list and the template that a document was made from are removed from its settings, since they are of no
 * use to a recipient and name folders of the sender.
 *
 * Parts are read as XML here, whatever prefixes and quotes they use, and entity declarations are refused: an entity
 * could hide a URL from us, but not from the program that opens the document.
 */

const SETTINGS = 'word/settings.xml'
const SETTINGS_RELATIONSHIPS = 'word/_rels/settings.xml.rels'
const REMOVED = new Set(['w:mailMerge', 'w:attachedTemplate'])

/** An element of XML: its name without prefix, and its attributes by their names without prefix. */
interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Calls back with each element of a part. */
function readElements(xml: string, onElement: (element: Element) => void): void {
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [localName(key), value]))
        onElement({ name: localName(name), attributes })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

/**
 * Refuses a template that shows something from outside.
 *
 * @throws UNREADABLE_FILE for parts that are not plain XML
 * @throws BAD_INPUT for pictures, texts and objects that are stored elsewhere
 */
export function refuseOutside(parts: DocumentParts): void {
  for (const [name, part] of parts) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue
    const xml = new TextDecoder().decode(part)
    if (
      xml.includes('\0') ||
      xml.includes('<!DOCTYPE') ||
      xml.includes('<!ENTITY') ||
      !part.subarray(0, 200).includes(0x3c)
    ) {
      throw new AppError(
        'UNREADABLE_FILE',
        'This Word document has parts that cannot be read. Save it again in Word as .docx.',
      )
    }
    readElements(xml, (element) => {
      const isRemoved = name === SETTINGS_RELATIONSHIPS && isOutside(element)
      if (!isRemoved && showsOutside(element)) throw outside()
    })
  }
}

const outside = () =>
  new AppError(
    'BAD_INPUT',
    'This Word document shows a picture or a text that is stored elsewhere. Open it in Word, choose File → Info → Edit Links to Files, break the links, and save it.',
  )

/** Returns whether an element is a relationship to something outside of the document, other than a link to click. */
function isOutside({ name, attributes: { TargetMode = 'Internal', Type = '' } }: Element): boolean {
  return name === 'Relationship' && TargetMode !== 'Internal' && !Type.endsWith('/hyperlink')
}

/** Returns whether a program would fetch something for an element, such as a linked picture. */
function showsOutside(element: Element): boolean {
  const { name, attributes } = element
  if (name === 'blip' && attributes['link'] !== undefined) return true
  if (name === 'imagedata' && (attributes['src'] ?? attributes['href']) !== undefined) return true
  return name === 'altChunk' || name === 'subDoc' || isOutside(element)
}

/** Returns the parts of a document without its settings for a mail merge. */
export function withoutOutside(source: DocumentParts): DocumentParts {
  const parts: DocumentParts = new Map(source)
  const relationships = source.get(SETTINGS_RELATIONSHIPS)
  if (relationships) {
    const kept: string[] = []
    readElements(new TextDecoder().decode(relationships), (element) => {
      const { name, attributes } = element
      if (name !== 'Relationship' || isOutside(element)) return
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      kept.push(`<Relationship${written.join('')}/>`)
    })
    const xml = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.join('')}</Relationships>`
    parts.set(SETTINGS_RELATIONSHIPS, new TextEncoder().encode(xml))
  }
  const settings = source.get(SETTINGS)
  if (settings) parts.set(SETTINGS, new TextEncoder().encode(withoutElements(new TextDecoder().decode(settings))))
  return parts
}

function withoutElements(xml: string): string {
  const tokens = tokensOf(xml)
  const written: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (at % 2 === 1 && REMOVED.has(elementOf(token))) {
      if (isOpening(token)) at = endOf(tokens, at)
    } else written.push(token)
  }
  return written.join('')
}
