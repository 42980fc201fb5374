/** The styles and parts that elements of a builder document are made of. */

export const STYLE_KEYS = [
  'backgroundColor',
  'borderColor',
  'borderRadius',
  'borderWidth',
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'gap',
  'height',
  /** hidden on phones, or shown only there */
  'hideOn',
  /** social: words, or icons in one of their colors */
  'icons',
  'lineHeight',
  'margin',
  /** columns: stack on narrow screens, or stay side by side */
  'onPhones',
  'padding',
  /** on phones, instead of the style of the same name */
  'phoneFontSize',
  'phonePadding',
  'phoneTextAlign',
  'textAlign',
  'verticalAlign',
  'width',
] as const
export type StyleKey = (typeof STYLE_KEYS)[number]
export type ElementStyles = Readonly<Partial<Record<StyleKey, string>>>

/** Social networks; an item's `label` replaces the network's name. */
export const SOCIAL_NETWORKS = {
  website: 'Website',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  github: 'GitHub',
  whatsapp: 'WhatsApp',
  email: 'Email',
} as const
export type SocialNetwork = keyof typeof SOCIAL_NETWORKS

export interface SocialItem {
  readonly network: SocialNetwork
  readonly url: string
  readonly label?: string | undefined
}

/** A link of a menu. */
export interface MenuLink {
  readonly text: string
  readonly url: string
}

/** Heading levels: the email's title is 1. */
export const HEADINGS = [1, 2, 3] as const
export type Heading = (typeof HEADINGS)[number]
