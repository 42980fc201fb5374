import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colorOf, contrast, darkColor } from './colors.ts'
import {
  boxCss,
  boxOf,
  fontOf,
  imageAddressOf,
  lengthOf,
  lineHeightOf,
  linkOf,
  weightOf,
  widthOf,
} from './style-values.ts'

describe('a color in the email builder', () => {
  it.each([
    ['#ABC', '#aabbcc'],
    [' #a1b2c3 ', '#a1b2c3'],
    ['red', '#ff0000'],
    ['RebeccaPurple', '#663399'],
    ['rgb(1, 2, 3)', '#010203'],
    ['rgb(100% 0% 50%)', '#ff0080'],
    ['hsl(210, 50%, 50%)', '#4080bf'],
    ['rgba(0, 0, 0, .5)', '#808080'],
    ['#00000080', '#7f7f7f'],
  ])('entered as %s is stored as %s', (typed, color) => {
    expect(colorOf(typed)).toBe(color)
  })

  it.each([
    '',
    'nocolor',
    '#12',
    '#12345',
    'url(x)',
    'expression(1)',
    'red;x:y',
    'rgb(1,2)',
    'var(--x)',
    'inherit',
    'constructor',
  ])('entered as %s is refused', (typed) => {
    expect(colorOf(typed)).toBeNull()
  })

  it('is always stored as #rrggbb', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(rgb|hsl)a?\([\d., %]{0,20}\)$/),
      fc.stringMatching(/^#[\da-f]{0,9}$/),
    )
    fc.assert(
      fc.property(typed, (value) => {
        expect(colorOf(value) ?? '#000000').toMatch(/^#[\da-f]{6}$/)
      }),
    )
  })

  it('stays readable on its background in dark mode', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, (text) => {
        fc.pre(contrast(text, '#ffffff') >= 4.5)
        expect(contrast(darkColor(text, 'text'), darkColor('#ffffff', 'background'))).toBeGreaterThanOrEqual(3)
      }),
    )
    expect(darkColor('#ffffff', 'background')).toMatch(/^#(1.|2.){3}$/)
    expect(darkColor('#102030', 'background')).toBe('#102030')
    expect(darkColor('#ffffff', 'text')).toBe('#ffffff')
  })
})

describe('a size in the email builder', () => {
  it.each([
    ['16px', 16],
    ['16', 16],
    ['1.5em', 24],
    ['12pt', 16],
    ['.5rem', 8],
    ['99999px', 2_000],
  ])('entered as %s is %i px', (typed, px) => {
    expect(lengthOf(typed)).toBe(px)
  })

  it.each(['', '-3px', '10px;color:red', '10vw', 'calc(1px)', 'auto', '1 2', '1e3'])(
    'entered as %s is refused',
    (typed) => {
      expect(lengthOf(typed)).toBeNull()
    },
  )

  it('of padding has one to four parts and is written as short as possible', () => {
    expect(
      ['8px', '12px 24px', '1 2 3', '1px 2px 3px 4px', '0', '20px auto', '1 2 3 2'].map((typed) =>
        boxCss(boxOf(typed) ?? [9, 9, 9, 9]),
      ),
    ).toEqual(['8px', '12px 24px', '1px 2px 3px', '1px 2px 3px 4px', '0', '20px 0', '1px 2px 3px'])
    expect(['', '1 2 3 4 5', '1px x', '-1px'].map(boxOf)).toEqual([null, null, null, null])
  })

  it('of a width never exceeds the available space', () => {
    expect([widthOf('50%', 600), widthOf('800px', 600), widthOf('150%', 600), widthOf('wide', 600)]).toEqual([
      300,
      600,
      600,
      null,
    ])
  })

  it('of a line height is a factor, a percentage or a length', () => {
    expect(['1.5', '150%', '20px', '0.1', 'x'].map((typed) => lineHeightOf(typed, 16))).toEqual([24, 24, 20, 13, null])
  })
})

describe('a font in the email builder', () => {
  it.each([
    ['Arial, sans-serif', 'Arial,sans-serif'],
    ['"Open Sans", Arial', "'Open Sans',Arial,sans-serif"],
    ["Georgia, 'Times New Roman', serif", "Georgia,'Times New Roman',serif"],
  ])('with the list %s is stored as %s', (typed, css) => {
    expect(fontOf(typed)).toBe(css)
  })

  it.each(['', 'a;b', 'x"y', 'url(x)', 'a,,b', '-x', "a'b", 'a\\27 b'])('with the list %s is refused', (typed) => {
    expect(fontOf(typed)).toBeNull()
  })

  it('is bold or normal', () => {
    expect(['bold', '700', '400', 'normal', '1000', 'heavy'].map(weightOf)).toEqual([
      'bold',
      'bold',
      'normal',
      'normal',
      null,
      null,
    ])
  })
})

describe('an address of a link in the email builder', () => {
  it.each([
    ['https://x.example/a?b=c#d', 'https://x.example/a?b=c#d'],
    ['HTTP://x.example', 'HTTP://x.example'],
    ['mailto:a@x.example?subject=Hi there', 'mailto:a@x.example?subject=Hi%20there'],
    ['tel:+49 30 1', 'tel:+49%2030%201'],
    ['x.example/a', 'https://x.example/a'],
    ['me@x.example', 'mailto:me@x.example'],
    ['{website}', '{website}'],
    ['{website|x.example}{page}/a:b', '{website|x.example}{page}/a:b'],
    ['{shop}&from=mail', '{shop}&from=mail'],
    ['https://x.example/{firstName|a b}?q={x}', 'https://x.example/{firstName|a b}?q={x}'],
    ['https://x.example/"><script>', 'https://x.example/%22%3E%3Cscript%3E'],
    ['https://x.example/\u202Egnp.exe', 'https://x.example/%E2%80%AEgnp.exe'],
    ['ht\ntps://x.example', 'https://x.example'],
  ])('%j leads to %s', (typed, address) => {
    expect(linkOf(typed)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/images/a.png',
    '\\\\evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'http://',
    '#top',
    '',
    'about:blank',
    'blob:https://x.example/1',
    '{broken',
    'x{website}',
    '{website}javascript:alert(1)',
    '{website}{page}javascript:alert(1)',
    '{website}&#106;avascript:alert(1)',
  ])('as %j is refused', (typed) => {
    expect(linkOf(typed)).toBeNull()
  })

  it('of a picture must be http, https or a merge tag', () => {
    const typed = ['https://x.example/a.png', '{Picture}', 'mailto:a@x.example', 'data:image/png;base64,x', 'tel:1']
    expect(typed.map(imageAddressOf)).toEqual(['https://x.example/a.png', '{Picture}', null, null, null])
  })
})
