import type { SocialNetwork } from './element-properties.ts'

/**
 * Pictures that come with the product, drawn for it and served at /images/ like uploaded ones. Documents name them by
 * path only, so that they stay valid when the product's own URL changes.
 */

/** Matches the path of a picture that comes with the product. */
export const BUILT_IN_PICTURE = /^\/images\/(?:icon|art)-[a-z\d-]{1,60}\.png$/

/** Colors of the icons of social networks; with `words`, the names are shown instead of icons. */
export const ICON_LOOKS = ['color', 'dark', 'light'] as const
export type IconLook = (typeof ICON_LOOKS)[number]

/** The path of a network's icon. */
export const iconPath = (network: SocialNetwork, look: IconLook) => `/images/icon-${network}-${look}.png`

/** Path of the play button on the picture of a video. */
export const PLAY_PATH = '/images/icon-play.png'

/** The path of a picture drawn for the starters. */
export const artPath = (name: string) => `/images/art-${name}.png`
