import type { ElementStyles, MenuLink, SocialItem, StyleKey } from './element-properties.ts'

/**
 * Register of the kinds of elements in the email builder (product: builder.blocks): defaults, editable properties, and
 * content. The palette, the inspector, the input rule, searches and warnings follow from it. A new kind needs an entry
 * here, a renderer in render-blocks.ts, and an icon in web/builder/block-icons.ts.
 */

/** A property of an element that can be edited in the right-hand column of the builder. */
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
  /** kind of content: text with a few inline tags, a picture's URL, or HTML; absent for kinds without content */
  readonly contentKind?: 'richText' | 'picture' | 'html'
  readonly content: string
  /** styles of a new element */
  readonly styles: ElementStyles
  /** styles that the renderer uses if an element has none, or an unreadable one */
  readonly unstyled: ElementStyles
  /** in display order */
  readonly properties: readonly Property[]
  /** properties that can differ on phones (see phone-styles.ts); every kind can be hidden there */
  readonly phoneProperties: readonly StyleKey[]
  /** True if text appears in the element's color, which must be readable */
  readonly showsText?: true
  readonly link?: string
  readonly alt?: string
  /** number of columns of a new row */
  readonly columns?: number
  readonly items?: readonly SocialItem[]
  readonly links?: readonly MenuLink[]
  readonly rows?: readonly (readonly string[])[]
  readonly hasHeader?: boolean
}

/** The default image: a 400x200 placeholder. An email that still contains it gets a warning. */
export const PLACEHOLDER_IMAGE = 'https://placehold.co/400x200.png'

const BORDER = ['borderRadius', 'borderWidth', 'borderColor'] as const

/** Default text styles that several kinds of blocks share. */
const TYPE: ElementStyles = { color: '#333333', fontWeight: 'normal', fontStyle: 'normal' }
const BORDERLESS: ElementStyles = { borderWidth: '0px', borderColor: '#cccccc' }

const blocks = {
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
    unstyled: { ...TYPE, ...BORDERLESS, fontSize: '16px', textAlign: 'left', padding: '0px' },
    phoneProperties: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
    showsText: true,
    contentKind: 'richText',
  },
  image: {
    label: 'Image',
    content: PLACEHOLDER_IMAGE,
    styles: { width: '100%', textAlign: 'center', padding: '10px' },
    properties: ['content', 'alt', 'link', 'width', 'textAlign', ...BORDER, 'padding', 'color'],
    unstyled: { ...TYPE, ...BORDERLESS, width: '100%', textAlign: 'center', borderRadius: '0px', padding: '0px' },
    phoneProperties: ['phonePadding', 'phoneTextAlign'],
    contentKind: 'picture',
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
    unstyled: {
      ...TYPE,
      ...BORDERLESS,
      backgroundColor: '#007bff',
      color: '#ffffff',
      fontSize: '16px',
      fontWeight: 'bold',
      lineHeight: '1.25',
      textAlign: 'center',
      borderRadius: '0px',
      padding: '12px 24px',
      margin: '10px',
    },
    phoneProperties: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
    showsText: true,
    contentKind: 'richText',
  },
  divider: {
    label: 'Divider',
    content: '',
    styles: { backgroundColor: '#cccccc', height: '1px', margin: '20px 0' },
    properties: ['backgroundColor', 'color', 'height', 'margin', 'width', 'textAlign'],
    unstyled: { backgroundColor: '#cccccc', height: '1px', margin: '20px 0', width: '100%', textAlign: 'center' },
    phoneProperties: [],
  },
  spacer: {
    label: 'Spacer',
    content: '',
    styles: { height: '20px' },
    properties: ['height'],
    unstyled: { height: '20px' },
    phoneProperties: [],
  },
  columns: {
    label: 'Columns',
    content: '',
    columns: 2,
    styles: { padding: '0px', gap: '0px', verticalAlign: 'top', onPhones: 'stack' },
    properties: ['columns', 'onPhones', 'backgroundColor', 'background', 'gap', 'verticalAlign', ...BORDER, 'padding'],
    unstyled: {
      ...BORDERLESS,
      gap: '0px',
      verticalAlign: 'top',
      onPhones: 'stack',
      borderRadius: '0px',
      padding: '0px',
    },
    phoneProperties: ['phonePadding'],
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
    unstyled: { ...TYPE, fontSize: '14px', textAlign: 'center', padding: '0px', icons: 'words', width: '32px' },
    phoneProperties: ['phonePadding', 'phoneTextAlign'],
    showsText: true,
  },
  html: {
    label: 'HTML',
    content: '',
    styles: { padding: '0px' },
    properties: ['content', 'padding'],
    unstyled: { padding: '0px' },
    phoneProperties: ['phonePadding'],
    contentKind: 'html',
  },
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
    unstyled: {
      ...TYPE,
      fontSize: '14px',
      textAlign: 'left',
      padding: '0px',
      borderWidth: '0px',
      borderColor: '#cccccc',
      backgroundColor: 'transparent',
    },
    phoneProperties: ['phoneFontSize', 'phonePadding'],
    showsText: true,
  },
  video: {
    label: 'Video',
    content: '',
    link: '',
    alt: 'Watch the video',
    styles: { padding: '10px', borderRadius: '0px' },
    properties: ['link', 'content', 'alt', 'borderRadius', 'padding'],
    unstyled: { ...BORDERLESS, padding: '0px', borderRadius: '0px' },
    phoneProperties: ['phonePadding'],
    contentKind: 'picture',
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
    unstyled: { ...TYPE, fontSize: '14px', textAlign: 'center', padding: '0px' },
    phoneProperties: ['phoneFontSize', 'phonePadding', 'phoneTextAlign'],
    showsText: true,
  },
} satisfies Record<string, Block>

export type ElementType = keyof typeof blocks
export const BLOCKS: Readonly<Record<ElementType, Block>> = blocks

/** Blocks that the email builder offers, in the order in which its palette shows them. */
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

/** Returns whether `property` can be edited on this kind of element (product: builder.properties). */
export function isEditable(type: ElementType, property: Property): boolean {
  return BLOCKS[type].properties.includes(property)
}
