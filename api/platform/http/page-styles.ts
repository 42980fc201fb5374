import { fileURLToPath } from 'node:url'
import type { RequestHandler, Router } from 'express'

/** The look of pages without the web app: its colors and fonts, as plain CSS and files of our own. */

/** The colors of web/ui/tokens.css, for browsers that know neither oklch nor light-dark. */
export const PAGE_COLORS = {
  light: {
    paper: '#f8f5ef',
    surface: '#fefdfa',
    ink: '#1b2234',
    'ink-soft': '#555b69',
    line: '#ddd9d0',
    edge: '#8c857a',
    accent: '#c43112',
    good: '#24744d',
    waiting: '#8c5e1a',
  },
  dark: {
    paper: '#0f121b',
    surface: '#171b25',
    ink: '#eeebe5',
    'ink-soft': '#a5a9b3',
    line: '#2e333d',
    edge: '#6a6f7b',
    accent: '#f9714c',
    good: '#6bcb97',
    waiting: '#eab866',
  },
} as const

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

const FONTS = [
  { family: 'Inter Variable', file: 'inter-latin-wght-normal.woff2', weights: '100 900', range: LATIN },
  { family: 'Inter Variable', file: 'inter-latin-ext-wght-normal.woff2', weights: '100 900', range: LATIN_EXT },
  { family: 'Newsreader Variable', file: 'newsreader-latin-wght-normal.woff2', weights: '200 800', range: LATIN },
  {
    family: 'Newsreader Variable',
    file: 'newsreader-latin-ext-wght-normal.woff2',
    weights: '200 800',
    range: LATIN_EXT,
  },
] as const

/** Path below which pages find their fonts. The pages' policy needs `font-src 'self'`. */
const FONT_PATH = '/fonts'
/** Seconds for which browsers cache a font. */
const FONT_KEPT = 30 * 86_400

const colors = (theme: keyof typeof PAGE_COLORS) =>
  Object.entries(PAGE_COLORS[theme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')

/** CSS: colors as variables, for light and dark, and the fonts `--sans` and `--serif`; a page adds its own rules. */
export const PAGE_LOOK = `
${FONTS.map(({ family, file, weights, range }) => `@font-face { font-family: "${family}"; font-display: swap; font-weight: ${weights}; src: url(${FONT_PATH}/${file}) format("woff2"); unicode-range: ${range}; }`).join('\n')}
:root { color-scheme: light dark; ${colors('light')} --sans: "Inter Variable", ui-sans-serif, system-ui, sans-serif; --serif: "Newsreader Variable", ui-serif, Georgia, serif; }
@media (prefers-color-scheme: dark) { :root { ${colors('dark')} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: var(--sans); font-weight: 420; -webkit-font-smoothing: antialiased; }
h1, h2 { font-family: var(--serif); font-weight: 420; text-wrap: balance; overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: var(--edge); } a:hover { text-decoration-color: currentColor; }
button, .button { display: inline-block; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--edge); background: var(--surface); color: var(--ink); cursor: pointer; text-decoration: none; }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--paper); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`

/** Serves the fonts of {@link PAGE_LOOK}. */
export function mountPageFonts(http: Pick<Router, 'get'>): void {
  for (const { family, file } of FONTS) {
    const folder = family === 'Inter Variable' ? 'inter' : 'newsreader'
    const send: RequestHandler = (_request, response, next) => {
      const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/${folder}/files/${file}`))
      response.set('Cache-Control', `public, max-age=${FONT_KEPT}`)
      response.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => error && next(error))
    }
    http.get(`${FONT_PATH}/${file}`, send)
  }
}
