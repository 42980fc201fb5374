import { expect, it } from 'vitest'
import { brandKitInput, NO_BRAND } from './brand-kit.ts'

const kit = {
  logo: 'https://mail.example/images/logo.png',
  colors: ['#1A2b3c', '#ffffff', '#1a2B3C'],
  headingFont: " Georgia, 'Times New Roman', serif ",
  bodyFont: 'Arial',
}

it('brandKitInput stores colors once and in lower case, and trims fonts', () => {
  expect(brandKitInput.parse(kit)).toEqual({
    ...kit,
    colors: ['#1a2b3c', '#ffffff'],
    headingFont: "Georgia, 'Times New Roman', serif",
  })
})

it('brandKitInput takes omitted fields as empty, and an empty kit as none', () => {
  expect(brandKitInput.parse({ colors: ['#000000'] })).toEqual({ ...NO_BRAND, colors: ['#000000'] })
  expect(brandKitInput.parse({})).toBeNull()
  expect(brandKitInput.parse({ logo: null, colors: null, headingFont: ' ', bodyFont: null })).toBeNull()
})

it.each([
  ['logo', { logo: 'data:image/png;base64,AA' }],
  ['logo', { logo: 'javascript:alert(1)' }],
  ['logo', { logo: 'https://a.example/{Name}.png' }],
  ['logo', { logo: `https://a.example/${'x'.repeat(2_000)}` }],
  ['colors', { colors: ['red'] }],
  ['colors', { colors: ['#fff;x:url(a)'] }],
  ['colors', { colors: Array.from({ length: 9 }, (_, at) => `#00000${at}`) }],
  ['headingFont', { headingFont: 'Arial;color:red' }],
  ['bodyFont', { bodyFont: 'A'.repeat(121) }],
])('brandKitInput refuses an invalid %s: %o', (field, input) => {
  expect(brandKitInput.safeParse(input).error?.issues[0]?.path[0]).toBe(field)
})
