import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themes } from '#tests/support/design-token-colors.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { PAGE_COLORS, PAGE_LOOK } from './page-styles.ts'

const hex = (color: readonly number[] = []) =>
  `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

describe('the style sheet of pages outside the web app', () => {
  it.each(['light', 'dark'] as const)('uses the %s colors of the web app', (theme) => {
    for (const [name, color] of Object.entries(PAGE_COLORS[theme])) {
      expect([name, color]).toEqual([name, hex(themes[theme][name])])
    }
  })
})

describe('the fonts of pages outside the web app', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ send: false })
  })
  afterAll(() => world.close())

  const paths = [...PAGE_LOOK.matchAll(/url\((\/[^)]+)\)/g)].map(([, path = '']) => path)

  it.each(paths)('are served by the product and by the sandbox: %s', async (path) => {
    for (const origin of [world.url, world.sandboxUrl]) {
      const response = await fetch(origin + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('font/woff2')
      expect(response.headers.get('cache-control')).toBe('public, max-age=2592000')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
    }
  })

  it('are four files, and no other file is served there', async () => {
    expect(paths).toHaveLength(4)
    expect((await fetch(`${world.url}/fonts/..%2f..%2fpackage.json`)).status).toBe(404)
    expect((await fetch(`${world.url}/fonts/other.woff2`)).status).toBe(404)
  })

  it.each(['/u/wrong', '/u/sample'])('may be loaded by the page %s', async (path) => {
    const response = await fetch(world.url + path)
    expect(response.headers.get('content-security-policy')).toContain("font-src 'self'")
    expect(await response.text()).toContain('url(/fonts/inter-latin-wght-normal.woff2)')
  })
})
