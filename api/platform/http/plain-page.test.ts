import { expect, it } from 'vitest'
import { contrast } from '#domain/builder/colors.ts'
import { plainPage } from './plain-page.ts'

const pageOf = (color: string) => plainPage('T', '', { sender: { name: 'N', address: null, color } })

it.each(['#ffffff', '#000000', '#fde047', '#0f766e', '#777777', '#808080', '#c43112'])(
  'a plain page writes readable text on a button in the color %s',
  (color) => {
    const [, back = '', text = ''] =
      /button\.primary \{ background: (#\w{6}); color: (#\w{6});/.exec(pageOf(color).html) ?? []
    expect(back).toBe(color)
    expect(contrast(back, text)).toBeGreaterThanOrEqual(4.5)
  },
)

it('a plain page uses only valid colors of a workspace', () => {
  expect(pageOf('red} body{display:none').html).not.toContain('display:none')
})
