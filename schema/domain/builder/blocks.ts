import {
  COLUMNS_MAX,
  type BuilderElement,
  type ElementStyles,
  type ElementType,
  type Heading,
  type MenuLink,
  type SocialItem,
  type StyleKey,
} from './document.ts'

/** The defaults and editable properties of each kind of element (product: builder.blocks). */

/** A property offered in the right-hand column. */
export type Property =
  | StyleKey
  | 'content'
  | 'heading'
  | 'link'
  | 'alt'
  | 'columns'
  | 'items'
  | 'links'
  | 'rows'
  | 'background'

export interface Block {
  /** the name in the palette */
  readonly label: string
  readonly content: string
  readonly styles: ElementStyles
  /** in display order */
  readonly properties: readonly Property[]
  readonly link?: string
  readonly alt?: string
  /** how many columns a new row has */
  readonly columns?: number
  readonly items?: readonly SocialItem[]
  readonly links?: readonly MenuLink[]
  readonly rows?: readonly (readonly string[])[]
  readonly hasHeader?: boolean
}

/** The default image: a 400x200 placeholder. An email that still contains it gets a warning. */
export const PLACEHOLDER_IMAGE = 'https://placehold.co/400x200.png'

const BORDER = ['borderRadius', 'borderWidth', 'borderColor'] as const

export const BLOCKS: Readonly<Record<ElementType, Block>> = {
  text: {
    label: 'Text Block',
    content: 'Hello {firstName}!\n\nWelcome to our newsletter.',
    styles: { fontSize: '16px', color: '#333333', textAlign: 'left', padding: '10px', fontWeight: 'normal' },
    properties: [
      'content',
      'heading',
      'color',
      'fontSize',
      'fontWeight',
      'textAlign',
      'padding',
      'fontFamily',
      'lineHeight',
      'borderWidth',
      'borderColor',
    ],
  },
  image: {
    label: 'Image',
    content: PLACEHOLDER_IMAGE,
    styles: { width: '100%', textAlign: 'center', padding: '10px' },
    properties: ['content', 'alt', 'link', 'width', 'textAlign', ...BORDER, 'padding', 'color'],
  },
  button: {
    label: 'Button',
    content: 'Click Here',
    link: '',
    styles: {
      backgroundColor: '#007bff',
      color: '#ffffff',
      padding: '12px 24px',
      borderRadius: '5px',
      textAlign: 'center',
      fontSize: '16px',
      fontWeight: 'bold',
    },
    properties: [
      'content',
      'link',
      'backgroundColor',
      'color',
      'fontSize',
      'fontWeight',
      'textAlign',
      ...BORDER,
      'padding',
      'margin',
      'fontFamily',
    ],
  },
  divider: {
    label: 'Divider',
    content: '',
    styles: { backgroundColor: '#cccccc', height: '1px', margin: '20px 0' },
    properties: ['backgroundColor', 'color', 'height', 'margin', 'width', 'textAlign'],
  },
  spacer: { label: 'Spacer', content: '', styles: { height: '20px' }, properties: ['height'] },
  columns: {
    label: 'Columns',
    content: '',
    columns: 2,
    styles: { padding: '0px', gap: '0px', verticalAlign: 'top', onPhones: 'stack' },
    properties: ['columns', 'onPhones', 'backgroundColor', 'background', 'gap', 'verticalAlign', ...BORDER, 'padding'],
  },
  social: {
    label: 'Social Links',
    content: '',
    items: [
      { network: 'website', url: '' },
      { network: 'linkedin', url: '' },
      { network: 'instagram', url: '' },
    ],
    styles: { color: '#333333', fontSize: '14px', textAlign: 'center', padding: '10px', icons: 'color', width: '32px' },
    properties: ['items', 'icons', 'width', 'color', 'fontSize', 'textAlign', 'padding'],
  },
  html: { label: 'HTML', content: '', styles: { padding: '0px' }, properties: ['content', 'padding'] },
  table: {
    label: 'Table',
    content: '',
    rows: [
      ['Item', 'Price'],
      ['', ''],
      ['', ''],
    ],
    hasHeader: true,
    styles: {
      color: '#333333',
      fontSize: '14px',
      textAlign: 'left',
      padding: '10px',
      borderColor: '#d5d9e0',
      borderWidth: '1px',
      backgroundColor: '#f1f3f6',
    },
    properties: [
      'rows',
      'color',
      'backgroundColor',
      'fontSize',
      'textAlign',
      'borderWidth',
      'borderColor',
      'padding',
      'fontFamily',
    ],
  },
  video: {
    label: 'Video',
    content: '',
    link: '',
    alt: 'Watch the video',
    styles: { padding: '10px', borderRadius: '0px' },
    properties: ['link', 'content', 'alt', 'borderRadius', 'padding'],
  },
  menu: {
    label: 'Menu',
    content: '',
    links: [
      { text: 'Home', url: '' },
      { text: 'News', url: '' },
      { text: 'Contact', url: '' },
    ],
    styles: { color: '#333333', fontSize: '14px', fontWeight: 'normal', textAlign: 'center', padding: '10px' },
    properties: ['links', 'color', 'fontSize', 'fontWeight', 'textAlign', 'padding', 'fontFamily'],
  },
}

/** The palette: the five original kinds first. */
export const PALETTE = [
  { type: 'text' },
  { type: 'image' },
  { type: 'button' },
  { type: 'divider' },
  { type: 'spacer' },
  { type: 'columns', columns: 2, label: 'Two Columns' },
  { type: 'columns', columns: 3, label: 'Three Columns' },
  { type: 'columns', columns: 1, label: 'Band' },
  { type: 'social' },
  { type: 'menu' },
  { type: 'table' },
  { type: 'video' },
  { type: 'html' },
] as const satisfies readonly { type: ElementType; columns?: number; label?: string }[]

/** The control for a property. */
export type Control =
  | 'richText'
  | 'url'
  | 'text'
  | 'color'
  | 'size'
  | 'font'
  | 'choice'
  | 'columns'
  | 'items'
  | 'links'
  | 'rows'

export interface PropertyField {
  readonly label: string
  readonly control: Control
  readonly choices?: readonly string[]
}

/**
 * Sizes and colors are free text (product: builder.free-text); a control may help but never restrict. An image's
 * content is a url, an html block's is text.
 */
export const PROPERTY_FIELDS: Readonly<Record<Exclude<Property, 'fontStyle'>, PropertyField>> = {
  content: { label: 'Content', control: 'richText' },
  heading: { label: 'Heading', control: 'choice', choices: ['none', '1', '2', '3'] },
  link: { label: 'Link', control: 'url' },
  alt: { label: 'Alternative text', control: 'text' },
  columns: { label: 'Columns', control: 'columns' },
  onPhones: { label: 'On phones', control: 'choice', choices: ['stack', 'keep'] },
  items: { label: 'Links', control: 'items' },
  links: { label: 'Links', control: 'links' },
  rows: { label: 'Rows', control: 'rows' },
  background: { label: 'Background picture', control: 'url' },
  icons: { label: 'Icons', control: 'choice', choices: ['color', 'dark', 'light', 'words'] },
  hideOn: { label: 'Show on', control: 'choice', choices: ['none', 'phone', 'desktop'] },
  phoneFontSize: { label: 'Font size on phones', control: 'size' },
  phonePadding: { label: 'Padding on phones', control: 'size' },
  phoneTextAlign: { label: 'Alignment on phones', control: 'choice', choices: ['left', 'center', 'right'] },
  borderWidth: { label: 'Border width', control: 'size' },
  borderColor: { label: 'Border color', control: 'color' },
  backgroundColor: { label: 'Background color', control: 'color' },
  color: { label: 'Text color', control: 'color' },
  fontFamily: { label: 'Font family', control: 'font' },
  fontSize: { label: 'Font size', control: 'size' },
  fontWeight: { label: 'Font weight', control: 'choice', choices: ['normal', 'bold'] },
  textAlign: { label: 'Alignment', control: 'choice', choices: ['left', 'center', 'right'] },
  verticalAlign: { label: 'Vertical alignment', control: 'choice', choices: ['top', 'middle', 'bottom'] },
  lineHeight: { label: 'Line height', control: 'size' },
  padding: { label: 'Padding', control: 'size' },
  margin: { label: 'Margin', control: 'size' },
  gap: { label: 'Space between columns', control: 'size' },
  width: { label: 'Width', control: 'size' },
  height: { label: 'Height', control: 'size' },
  borderRadius: { label: 'Border radius', control: 'size' },
}

/** A new element with the defaults of its kind. `id` is a new short random string. */
export function createElement(type: ElementType, id: string, columns?: number): BuilderElement {
  const block = BLOCKS[type]
  return {
    id,
    type,
    content: block.content,
    styles: block.styles,
    ...(block.link === undefined ? {} : { link: block.link }),
    ...(block.alt === undefined ? {} : { alt: block.alt }),
    ...(block.items === undefined ? {} : { items: block.items }),
    ...(block.links === undefined ? {} : { links: block.links }),
    ...(block.rows === undefined ? {} : { rows: block.rows }),
    ...(block.hasHeader === undefined ? {} : { hasHeader: block.hasHeader }),
    ...(block.columns === undefined ? {} : { columns: emptyColumns(columns ?? block.columns) }),
  }
}

function emptyColumns(count: number): { elements: [] }[] {
  return Array.from({ length: Math.max(1, Math.min(COLUMNS_MAX, count)) }, () => ({ elements: [] }))
}

/** Whether `property` can be edited on this kind of element (product: builder.properties). */
export function isEditable(type: ElementType, property: Property): boolean {
  return BLOCKS[type].properties.includes(property)
}

/** What a kind of element can have different on phones (see phones.ts); every kind can be hidden there. */
export const PHONE_PROPERTIES: Readonly<Record<ElementType, readonly StyleKey[]>> = {
  text: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
  image: ['phonePadding', 'phoneTextAlign'],
  button: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
  divider: [],
  spacer: [],
  columns: ['phonePadding'],
  social: ['phonePadding', 'phoneTextAlign'],
  html: ['phonePadding'],
  table: ['phoneFontSize', 'phonePadding'],
  video: ['phonePadding'],
  menu: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
}

/** Default styles of headings; 0 is running text. */
const HEADING_LOOKS: Readonly<Record<Heading | 0, ElementStyles>> = {
  0: { fontSize: BLOCKS.text.styles.fontSize, fontWeight: BLOCKS.text.styles.fontWeight },
  1: { fontSize: '32px', fontWeight: 'bold' },
  2: { fontSize: '24px', fontWeight: 'bold' },
  3: { fontSize: '20px', fontWeight: 'bold' },
}

/** Turns a text into a heading or back: changes the default styles too, unless someone customized them. */
export function headingPatch(
  { styles, heading }: Pick<BuilderElement, 'styles' | 'heading'>,
  next: Heading | undefined,
): Pick<BuilderElement, 'styles' | 'heading'> {
  const now = HEADING_LOOKS[heading ?? 0]
  const isOwn = styles.fontSize !== now.fontSize || styles.fontWeight !== now.fontWeight
  return { heading: next, styles: isOwn ? {} : HEADING_LOOKS[next ?? 0] }
}
