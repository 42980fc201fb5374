import type { SocialNetwork } from './element-properties.ts'

/**
 * Pictures that come with the product, drawn for it and served at /images/ like uploaded ones. Documents name them by
 * path only, so that they stay right when the product's own address changes.
 */

/** The path of a picture that comes with the product. */
export const BUILT_IN_PICTURE = /^\/images\/(?:icon|art)-[a-z\d-]{1,60}\.png$/

/** The colors of the icons of social networks; `words` shows none. */
export const ICON_LOOKS = ['color', 'dark', 'light'] as const
export type IconLook = (typeof ICON_LOOKS)[number]

/** The path of a network's icon. */
export const iconPath = (network: SocialNetwork, look: IconLook) => `/images/icon-${network}-${look}.png`

/** The path of the mark that starts a video. */
export const PLAY_PATH = '/images/icon-play.png'

/** The path of a picture drawn for the starters. */
export const artPath = (name: string) => `/images/art-${name}.png`
