import { ICON_LOOKS, type IconLook } from '#domain/builder/built-in-pictures.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#domain/builder/element-properties.ts'

/** The drawings of the icons, in a square of 96 units. `I` is the color of the mark, `B` that of the disc. */

const line = (width: number, path: string) =>
  `<path d="${path}" fill="none" stroke="I" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const shape = (path: string, color = 'I') => `<path d="${path}" fill="${color}"/>`
const dot = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="I"/>`

const MARKS: Readonly<Record<SocialNetwork, { color: string; mark: string }>> = {
  website: {
    color: '#4a5568',
    mark:
      line(5, 'M48 25a23 23 0 1 0 0 46a23 23 0 1 0 0-46z M26 48h44') +
      line(5, 'M48 25c-13 13-13 33 0 46c13-13 13-33 0-46z'),
  },
  linkedin: {
    color: '#0a66c2',
    mark: dot(33, 31, 5.5) + line(9, 'M33 45v22 M48 67v-22 M48 54c0-7 5-10 10-10s9 3 9 10v13'),
  },
  instagram: {
    color: '#c13584',
    mark:
      `<rect x="26" y="26" width="44" height="44" rx="13" fill="none" stroke="I" stroke-width="6"/>` +
      `<circle cx="48" cy="48" r="10" fill="none" stroke="I" stroke-width="6"/>${dot(60.5, 35.5, 3.5)}`,
  },
  facebook: {
    color: '#1877f2',
    mark: shape('M53 76V52h9l1.6-9.5H53v-6c0-4 2-6 6-6h5v-8.4c-2-.4-5-.7-8-.7c-8.5 0-13.5 5-13.5 13.5v7.6h-9V52h9v24z'),
  },
  x: { color: '#101114', mark: line(10, 'M31 29l34 38') + line(5, 'M66 28L30 68') },
  youtube: {
    color: '#e62117',
    mark: `<rect x="21" y="30" width="54" height="36" rx="11" fill="I"/>${shape('M42 39v18l16-9z', 'B')}`,
  },
  tiktok: { color: '#16181d', mark: line(8, 'M52 25v32a11 11 0 1 1-11-11') + line(8, 'M52 26c1 9 7 14 15 15') },
  threads: {
    color: '#16181d',
    mark: line(
      5.5,
      'M65 39c-3-9-9-13-16-13c-12 0-19 9-19 22s7 22 19 22c9 0 16-5 16-12c0-8-8-11-16-11c-6 0-10 3-10 7c0 4 4 6 8 6c7 0 10-5 10-12c0-6-3-9-8-9c-4 0-6 1-8 4',
    ),
  },
  bluesky: {
    color: '#1173e6',
    mark: shape(
      'M48 47c-4-9-14-19-21-19c-5 0-5 6-4 13c1 7 4 9 12 10c-10 1-12 6-6 12c8 8 15 2 19-8c4 10 11 16 19 8c6-6 4-11-6-12c8-1 11-3 12-10c1-7 1-13-4-13c-7 0-17 10-21 19z',
    ),
  },
  mastodon: {
    color: '#5a5be0',
    mark:
      shape(
        'M36 24h24c8 0 13 5 13 13v12c0 8-5 13-13 13H43c1 5 8 7 15 5v6c-14 4-26-1-29-12c-4-13-5-24-4-28c1-6 5-9 11-9z',
      ) +
      `<path d="M36 51V41c0-7 12-7 12 0v7 M48 41c0-7 12-7 12 0v10" fill="none" stroke="B" stroke-width="5" stroke-linecap="round"/>`,
  },
  github: {
    color: '#24292f',
    mark: shape(
      'M32 25c5 1 8 3 10 5h12c2-2 5-4 10-5c2 6 2 9 1 12c4 4 5 9 4 14c-2 9-8 12-15 13c2 2 2 4 2 7v7H40v-7c-7 1-9-2-11-7c4 0 6 3 11 3c0-2 1-3 2-4c-8-1-13-4-15-12c-1-5 0-10 4-14c-1-3-1-6 1-12z',
    ),
  },
  whatsapp: {
    color: '#14893f',
    mark: line(5.5, 'M28 70l3.5-11a21 21 0 1 1 8 8z') + line(6.5, 'M41 38c-2 9 8 20 17 18'),
  },
  email: {
    color: '#b83a24',
    mark:
      `<rect x="24" y="31" width="48" height="35" rx="5" fill="none" stroke="I" stroke-width="5.5"/>` +
      line(5.5, 'M26 35l22 17l22-17'),
  },
}

const DARK = '#1d2433'
const LOOKS: Readonly<Record<IconLook, (color: string) => { disc: string; ink: string }>> = {
  color: (color) => ({ disc: color, ink: '#ffffff' }),
  dark: () => ({ disc: DARK, ink: '#ffffff' }),
  light: () => ({ disc: '#ffffff', ink: DARK }),
}

const PLAY =
  '<circle cx="48" cy="48" r="44" fill="#101114" fill-opacity="0.72" stroke="#ffffff" stroke-width="4"/>' +
  '<path d="M39 30v36l30-18z" fill="#ffffff" stroke="#ffffff" stroke-width="3" stroke-linejoin="round"/>'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 96 96">${inside}</svg>`

/** Every icon: file name without its ending → SVG. */
export const ICONS: ReadonlyMap<string, string> = new Map([
  ...Object.keys(SOCIAL_NETWORKS).flatMap((network) => {
    const { color, mark } = MARKS[network as SocialNetwork]
    return ICON_LOOKS.map((look): [string, string] => {
      const { disc, ink } = LOOKS[look](color)
      const drawn = mark.replaceAll('"I"', `"${ink}"`).replaceAll('"B"', `"${disc}"`)
      return [`icon-${network}-${look}`, svg(`<circle cx="48" cy="48" r="46" fill="${disc}"/>${drawn}`)]
    })
  }),
  ['icon-play', svg(PLAY)],
])
