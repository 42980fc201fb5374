import type { BuilderDocument, BuilderElement, Column, GlobalStyles } from '../builder-document.ts'
import type { ElementStyles, Heading, SocialItem } from '../element-properties.ts'
import { artPath } from '../built-in-pictures.ts'
import { DOCUMENT_VERSION } from '../builder-document.ts'

/** A ready-made email to start from: made of the builder's blocks only, without pictures that need replacing. */
export interface GalleryTemplate {
  /** permanent id */
  readonly id: string
  readonly name: string
  /** when to use it, in one line */
  readonly description: string
  readonly document: BuilderDocument
}

/** Color of texts in all templates of the gallery; each template adds its own accent. */
export const INK = '#1d2433'
export const SOFT = '#565d6d'
export const PAPER = '#f6f3ec'
export const LINE = '#e4dfd3'
export const VERMILION = '#b83a24'

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/** A block without an id, from which templates are built. */
export type Part = Omit<BuilderElement, 'id' | 'columns'> & {
  columns?: readonly { weight?: number; parts: readonly Part[] }[]
}

const BODY: ElementStyles = {
  fontSize: '16px',
  color: INK,
  textAlign: 'left',
  padding: '8px 32px',
  fontWeight: 'normal',
  lineHeight: '1.6',
}

/** Makes a block of running text. */
export function text(content: string, styles: ElementStyles = {}): Part {
  return { type: 'text', content, styles: { ...BODY, ...styles } }
}

/** Makes a headline in a serif font. */
export function headline(content: string, styles: ElementStyles = {}): Part {
  const look = { fontFamily: SERIF, fontSize: '32px', lineHeight: '1.2', padding: '8px 32px' }
  return { type: 'text', content, styles: { ...BODY, ...look, ...styles } }
}

/** Marks a text as a heading. */
export function heading(level: Heading, part: Part): Part {
  return { ...part, heading: level }
}

/** Makes a small line of text above or below something. */
export function small(content: string, styles: ElementStyles = {}): Part {
  return { type: 'text', content, styles: { ...BODY, fontSize: '13px', color: SOFT, ...styles } }
}

export function button(content: string, backgroundColor: string, styles: ElementStyles = {}): Part {
  return {
    type: 'button',
    content,
    link: '',
    styles: {
      backgroundColor,
      color: '#ffffff',
      padding: '14px 28px',
      borderRadius: '6px',
      textAlign: 'left',
      fontSize: '16px',
      fontWeight: 'bold',
      margin: '12px 32px',
      ...styles,
    },
  }
}

export function divider(styles: ElementStyles = {}): Part {
  return {
    type: 'divider',
    content: '',
    styles: { backgroundColor: LINE, height: '1px', margin: '20px 32px', ...styles },
  }
}

export function spacer(height: number): Part {
  return { type: 'spacer', content: '', styles: { height: `${height}px` } }
}

/** A section with its own background. */
export function band(backgroundColor: string, parts: readonly Part[], styles: ElementStyles = {}): Part {
  return { type: 'columns', content: '', styles: { backgroundColor, padding: '0px', ...styles }, columns: [{ parts }] }
}

/** Makes a row of parts that stay side by side, also on phones. */
export function line(
  columns: readonly (readonly Part[])[],
  styles: ElementStyles = {},
  weights: readonly number[] = [],
): Part {
  return row(columns, { onPhones: 'keep', ...styles }, weights)
}

/** Makes a row of parts side by side, which stack on phones. */
export function row(
  columns: readonly (readonly Part[])[],
  styles: ElementStyles = {},
  weights: readonly number[] = [],
): Part {
  return {
    type: 'columns',
    content: '',
    styles: { padding: '0px', gap: '0px', verticalAlign: 'top', ...styles },
    columns: columns.map((parts, index) => {
      const weight = weights[index]
      return weight === undefined ? { parts } : { parts, weight }
    }),
  }
}

export function social(items: readonly SocialItem['network'][], styles: ElementStyles = {}): Part {
  return {
    type: 'social',
    content: '',
    items: items.map((network) => ({ network, url: '' })),
    styles: { color: SOFT, fontSize: '14px', textAlign: 'center', padding: '10px 32px', ...styles },
  }
}

/** Makes the footer of a bulk email: the sender and the unsubscribe link. */
export function imprint(styles: ElementStyles = {}): Part {
  return small('Your company · Street 1, 12345 City\n<a href="{unsubscribeUrl}">Unsubscribe</a>', {
    textAlign: 'center',
    padding: '20px 32px 28px',
    ...styles,
  })
}

/** A picture drawn for the starters. */
export function picture(name: string, alt: string, styles: ElementStyles = {}): Part {
  return {
    type: 'image',
    content: artPath(name),
    alt,
    styles: { width: '100%', textAlign: 'center', padding: '0px', ...styles },
  }
}

/** A table whose first row names its columns. */
export function table(rows: readonly (readonly string[])[], styles: ElementStyles = {}): Part {
  return {
    type: 'table',
    content: '',
    rows,
    hasHeader: true,
    styles: {
      color: INK,
      fontSize: '15px',
      textAlign: 'left',
      padding: '12px 32px',
      borderColor: LINE,
      borderWidth: '1px',
      backgroundColor: PAPER,
      ...styles,
    },
  }
}

/** Makes a row of links without URLs. */
export function menu(texts: readonly string[], styles: ElementStyles = {}): Part {
  return {
    type: 'menu',
    content: '',
    links: texts.map((each) => ({ text: each, url: '' })),
    styles: { color: INK, fontSize: '14px', fontWeight: 'bold', textAlign: 'center', padding: '14px 32px', ...styles },
  }
}

/** Makes a video without a URL, shown by a picture drawn for the starter templates. */
export function video(name: string, alt: string, styles: ElementStyles = {}): Part {
  return { type: 'video', content: artPath(name), alt, link: '', styles: { padding: '12px 32px', ...styles } }
}

/** A row of icons. */
export function icons(items: readonly SocialItem['network'][], styles: ElementStyles = {}): Part {
  return social(items, { icons: 'dark', width: '28px', padding: '16px 32px', ...styles })
}

export interface Sheet {
  readonly subject: string
  readonly preheader: string
  readonly globalStyles?: Partial<GlobalStyles>
  readonly parts: readonly Part[]
}

/** Makes a document from parts; ids are derived from positions. */
export function sheet({ subject, preheader, globalStyles, parts }: Sheet): BuilderDocument {
  let count = 0
  const element = ({ columns, ...rest }: Part): BuilderElement => {
    count += 1
    const id = `g${count}`
    if (!columns) return { ...rest, id }
    return {
      ...rest,
      id,
      columns: columns.map(({ weight, parts: inner }): Column => {
        const elements = inner.map(element)
        return weight === undefined ? { elements } : { elements, weight }
      }),
    }
  }
  return {
    version: DOCUMENT_VERSION,
    subject,
    preheader,
    elements: parts.map(element),
    globalStyles: {
      backgroundColor: PAPER,
      fontFamily: SANS,
      maxWidth: '600px',
      linkColor: VERMILION,
      ...globalStyles,
    },
  }
}
