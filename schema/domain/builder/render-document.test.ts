import { describe, expect, it } from 'vitest'
import { BLOCKS } from './blocks.ts'
import { createElement } from './new-element.ts'
import { emptyDocument, readDocument, type BuilderElement } from './builder-document.ts'
import { mailFor } from '../content/email-parts.ts'
import { renderDocument, sizeInBytes } from './render-document.ts'
import { attribute, bodyText, elementsOf, styleOf, textOf, titleOf, within, type Element } from './testing/dom.ts'
import { documentOf, element, everything } from './testing/documents.ts'

const render = (...elements: BuilderElement[]) => renderDocument(documentOf(elements))
const all = (html: string, tag: string) => elementsOf(html).filter(({ tagName }) => tagName === tag)
const one = (html: string, tag: string): Element => {
  const [first] = all(html, tag)
  if (!first) throw new Error(`There is no ${tag}`)
  return first
}
/** The style of the cell of the first block. */
function cell(html: string): Record<string, string> {
  const container = elementsOf(html).find((div) => styleOf(div)['border-radius'] === '8px')
  const first = container && within(container).find(({ tagName }) => tagName === 'td')
  return first ? styleOf(first) : {}
}

describe('the HTML page of a rendered email', () => {
  it('is HTML with a language, a title and a head that mail clients understand', () => {
    const html = renderDocument(documentOf([], { subject: 'A & <b>', lang: 'de' }))
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="de">/)
    expect(titleOf(html)).toBe('A & <b>')
    expect(all(html, 'meta').map((meta) => attribute(meta, 'name') ?? attribute(meta, 'charset'))).toContain('viewport')
    expect(titleOf(renderDocument(emptyDocument()))).toBe('Email')
    expect(titleOf(renderDocument(documentOf([]), { title: 'Mine' }))).toBe('Mine')
    expect(attribute(one(renderDocument(documentOf([], { lang: 'ar' })), 'html'), 'dir')).toBe('rtl')
  })

  it('is aligned right for right-to-left languages, unless a block says otherwise', () => {
    const words = element('text', { styles: {} })
    const document = documentOf([
      words,
      element('html', { content: '<p>x</p>' }),
      element('columns', { columns: [{ elements: [words] }, { elements: [] }] }),
    ])
    const sides = (html: string) =>
      new Set(elementsOf(html).flatMap((part) => styleOf(part)['text-align'] ?? [])).difference(new Set(['center']))
    expect(sides(renderDocument({ ...document, lang: 'he-IL' }))).toEqual(new Set(['right']))
    expect(sides(renderDocument({ ...document, lang: 'de' }))).toEqual(new Set(['left']))
    const own = element('text', { styles: { textAlign: 'left' } })
    expect(cell(renderDocument(documentOf([own], { lang: 'ar' })))['text-align']).toBe('left')
  })

  it('contains a conditional block between the markers of its condition, which leave no trace', () => {
    const [first, second] = [element('text', { content: 'Hello' }), element('text', { content: 'Offer' })]
    const shown = (document: unknown, fields: Record<string, string>) => {
      const read = readDocument(document)
      if (!('document' in read)) throw new Error(read.problem)
      const mail = { subject: '', content: renderDocument(read.document) }
      return mailFor(mail, { firstName: '', lastName: '', email: '', fields }).content
    }
    const conditional = documentOf([first, { ...second, condition: 'Country is "Germany"' }])
    expect(shown(conditional, { Country: 'Germany' })).toBe(renderDocument(documentOf([first, second])))
    expect(shown(conditional, {})).toBe(renderDocument(documentOf([first])))
    expect(readDocument(documentOf([{ ...first, condition: 'Country' }]))).toEqual({
      problem: expect.stringContaining('The condition of a block cannot be read'),
    })
  })

  it('has a white container with 8 px radius, centered, of the global width, with 20 px of page around it', () => {
    const html = renderDocument(
      documentOf([], { globalStyles: { backgroundColor: '#ABCDEF', fontFamily: 'Georgia', maxWidth: '480px' } }),
    )
    const container = elementsOf(html).find((div) => styleOf(div)['border-radius'] === '8px')
    expect(container && styleOf(container)).toMatchObject({
      'max-width': '480px',
      margin: '0 auto',
      'background-color': '#ffffff',
    })
    expect(styleOf(one(html, 'body'))).toMatchObject({ 'background-color': '#abcdef' })
    expect(all(html, 'td').map((td) => styleOf(td)['padding'])).toContain('20px')
  })

  it('uses defaults for missing or invalid values', () => {
    for (const globalStyles of [{}, { backgroundColor: 'url(x)', fontFamily: '"><', maxWidth: '100vw' }]) {
      const read = readDocument({ subject: '', elements: [element('text')], globalStyles })
      const html = 'document' in read ? renderDocument(read.document) : ''
      expect(html).toContain('max-width:600px')
      expect(html).toContain('background-color:#f8f9fa')
      expect(html).toContain('font-family:Arial,sans-serif')
    }
  })

  it('marks all tables except data tables as layout tables', () => {
    const tables = all(renderDocument(everything), 'table')
    const isData = (table: Element) => within(table).some(({ tagName }) => tagName === 'th')
    expect(tables.length).toBeGreaterThan(10)
    expect(tables.filter((table) => attribute(table, 'role') !== 'presentation' && !isData(table))).toEqual([])
  })

  it('breaks words longer than a line, and lets none of them widen the layout', () => {
    const html = render(element('text', { content: 'x'.repeat(200) }), element('html', { content: '<p>x</p>' }))
    const container = elementsOf(html).find((div) => styleOf(div)['border-radius'] === '8px')
    expect(container && styleOf(container)).toMatchObject({ 'word-break': 'break-word' })
    expect(html.match(/word-break/g)).toHaveLength(1)
    const tables = all(renderDocument(everything), 'table').filter((table) => !attribute(table, 'align'))
    expect(new Set(tables.map((table) => styleOf(table)['table-layout']))).toEqual(new Set(['fixed']))
  })

  it("keeps an imported table's columns as wide as their words", () => {
    const html = render(element('html', { content: '<table><tr><td>Tea</td><td>A cup of it.</td></tr></table>' }))
    expect(cell(html)).toMatchObject({ 'word-break': 'normal' })
  })

  it("sets every cell's padding, so that no attributes are needed", () => {
    const cells = all(renderDocument(everything), 'td').filter((td) => attribute(td, 'width') === undefined)
    expect(cells.filter((td) => styleOf(td)['padding'] === undefined && td.attrs.length > 0)).toEqual([])
  })

  it('keeps buttons, videos and rows for phones in webmail that deletes conditional comments', () => {
    // HTMLPurifier before 4.18 deletes everything from a condition to the next end of one.
    const html = renderDocument(
      documentOf([
        element('button', { link: 'https://shop.test/button' }),
        element('video', { link: 'https://shop.test/video' }),
        { ...element('button', { link: 'https://shop.test/phone' }), styles: { hideOn: 'desktop' } },
        element('text', { content: '<p>The end</p>' }),
      ]),
    )
    const purified = html.replace(/<!--\[if [^>]+\]>.*?<!\[endif\]-->/gis, '')
    const links = all(purified, 'a').map((link) => attribute(link, 'href'))
    expect(links).toEqual(['button', 'video', 'phone'].map((name) => `https://shop.test/${name}`))
    expect(bodyText(purified)).toContain('The end')
  })

  it('hides its preheader, padded so that previews do not show the first lines', () => {
    const html = renderDocument(documentOf([element('text')], { preheader: 'Look, {firstName}' }))
    const hidden = elementsOf(html).find((div) => attribute(div, 'data-preheader') !== undefined)
    expect(hidden && styleOf(hidden)).toMatchObject({ display: 'none', 'mso-hide': 'all', 'max-height': '0' })
    expect(textOf(hidden ?? one(html, 'body'))).toMatch(/^Look, \{firstName\}[\u034F\u200C\u00A0]{100,}$/)
    expect(renderDocument(documentOf([], { preheader: ' ' }))).not.toContain('preheader')
  })

  it('contains no scripts or third-party addresses', () => {
    const html = renderDocument(everything)
    expect(elementsOf(html).filter(({ tagName }) => /^(script|link|iframe|form)$/.test(tagName))).toEqual([])
    const known = /https?:\/\/(?!x\.example|linkedin\.com|(?:www|img)\.youtube\.com)[^"]*/g
    expect(html.match(known)).toBeNull()
  })

  it('is rendered the same each time, and keeps merge tags as typed', () => {
    const html = renderDocument(everything)
    expect(renderDocument(structuredClone(everything))).toBe(html)
    for (const tag of ['{firstName|there}', '{firstName}', '{id}', '{email}']) expect(html).toContain(tag)
    expect(sizeInBytes('é€')).toBe(5)
  })
})

describe('a rendered block of text', () => {
  it('has its default styles', () => {
    const html = render(element('text'))
    expect(cell(html)).toMatchObject({ padding: '10px', 'font-size': '16px', color: '#333333', 'text-align': 'left' })
    expect(bodyText(html)).toContain('Hello {firstName}!')
  })

  it('supports every style', () => {
    const styles = { fontSize: '24px', color: '#123', textAlign: 'center', fontWeight: 'bold', fontStyle: 'italic' }
    const more = {
      fontFamily: 'Georgia, serif',
      lineHeight: '2',
      padding: '1px 2px',
      margin: '3px',
      backgroundColor: 'gold',
    }
    expect(cell(render(element('text', { styles: { ...styles, ...more } })))).toEqual({
      padding: '4px 5px',
      'background-color': '#ffd700',
      'font-family': 'Georgia,serif',
      'font-size': '24px',
      'font-weight': 'bold',
      'font-style': 'italic',
      'line-height': '48px',
      color: '#112233',
      'text-align': 'center',
      'mso-line-height-rule': 'exactly',
    })
  })
})

describe('a rendered heading', () => {
  const styles = { fontSize: '32px', fontWeight: 'bold', textAlign: 'center', color: '#112233' }

  it('is a heading for screen readers, with explicit styles for email programs that have their own', () => {
    const heading = element('text', { heading: 2, content: 'Dear <i>{firstName}</i>', styles })
    const html = render(heading)
    const { padding: _, ...font } = cell(html)
    expect(styleOf(one(html, 'h2'))).toEqual({ margin: '0', ...font })
    expect(html).toContain('>Dear <i>{firstName}</i></h2>')
  })

  it('that is not bold says so, and a heading without words is omitted', () => {
    expect(render(element('text', { heading: 1, content: 'Hello', styles: {} }))).toContain(
      'font-weight:normal">Hello</h1>',
    )
    expect(render(element('text', { heading: 1, content: ' ', styles }))).not.toContain('<h1')
  })
})

describe('a rendered image', () => {
  it('has an alternative text, a width in px for Outlook and never exceeds its place', () => {
    const html = render(element('image', { content: 'https://x.example/a.png', alt: 'A "house"' }))
    const image = one(html, 'img')
    expect(['src', 'alt', 'width'].map((name) => attribute(image, name))).toEqual([
      'https://x.example/a.png',
      'A "house"',
      '580',
    ])
    expect(styleOf(image)).toMatchObject({ width: '100%', 'max-width': '580px', border: '0' })
    expect(cell(html)).toMatchObject({ 'text-align': 'center', padding: '10px' })
  })

  it.each([
    ['50%', '290', '50%'],
    [' 33.5%', '194', '33.5%'],
    ['150%', '580', '100%'],
    ['50 %', '580', '100%'],
    ['50%%', '580', '100%'],
    ['200px', '200', '100%'],
    ['2000px', '580', '100%'],
    ['wide', '580', '100%'],
  ])('with the width %s is at most %s px wide', (width, px, css) => {
    const styles = { ...BLOCKS.image.styles, width, borderRadius: '9px' }
    const image = one(render(element('image', { content: 'https://x.example/a.png', styles })), 'img')
    expect([attribute(image, 'width'), styleOf(image)['width'], styleOf(image)['border-radius']]).toEqual([
      px,
      css,
      '9px',
    ])
  })

  it('is a link if it has one, and only its alternative text if its address is invalid', () => {
    const linked = render(element('image', { content: 'https://x.example/a.png', link: 'x.example' }))
    expect(attribute(one(linked, 'a'), 'href')).toBe('https://x.example')
    const broken = render(element('image', { content: 'javascript:x', alt: 'A house' }))
    expect([all(broken, 'img').length, bodyText(broken).includes('A house')]).toEqual([0, true])
  })
})

describe('a rendered button', () => {
  const button = (change: Partial<BuilderElement> = {}) =>
    render(element('button', { link: 'https://x.example', ...change }))

  it('has its default styles and the right link', () => {
    const [, link] = all(button(), 'a').length === 1 ? [null, one(button(), 'a')] : []
    expect(link && attribute(link, 'href')).toBe('https://x.example')
    expect(link && styleOf(link)).toMatchObject({
      'background-color': '#007bff',
      color: '#ffffff',
      padding: '12px 24px',
      'border-radius': '5px',
      'font-size': '16px',
      'font-weight': 'bold',
      'text-decoration': 'none',
    })
    expect(cell(button())['text-align']).toBe('center')
  })

  it('is drawn for Outlook on Windows with the same address, colors, label and round corners', () => {
    const drawn = one(button({ content: 'Go {firstName}' }), 'v:roundrect')
    expect(['href', 'fillcolor', 'stroke'].map((name) => attribute(drawn, name))).toEqual([
      'https://x.example',
      '#007bff',
      'f',
    ])
    expect(textOf(drawn)).toBe('Go {firstName}')
    expect(styleOf(drawn)['height']).toBe('44px')
    expect(attribute(drawn, 'arcsize')).toMatch(/^1\d%$/)
  })

  it('is drawn wide enough for its label, wrapped if necessary', () => {
    const sizes = (content: string, styles = {}) => {
      const { width = '', height = '' } = styleOf(
        one(button({ content, styles: { ...BLOCKS.button.styles, ...styles } }), 'v:roundrect'),
      )
      return [Number.parseInt(width, 10), Number.parseInt(height, 10)] as const
    }
    const [short] = sizes('Go')
    const [long, low] = sizes('Go to where it all began')
    const [wide, high] = sizes('Go to where it all began '.repeat(8))
    expect([short < long, long < wide, wide <= 580, low < high]).toEqual([true, true, true, true])
    expect(sizes('WWWWWWWW')[0]).toBeGreaterThan(sizes('iiiiiiii')[0])
    expect(sizes('Go', { fontSize: '32px' })[0]).toBeGreaterThan(short)
  })

  it('without an address is not a link', () => {
    const html = button({ link: '' })
    expect([all(html, 'a').length, attribute(one(html, 'v:roundrect'), 'href')]).toEqual([0, undefined])
    expect(bodyText(html)).toContain('Click Here')
  })
})

describe('a rendered divider or spacer', () => {
  it('has its default styles', () => {
    const html = render(element('divider'))
    const line = all(html, 'td').find((td) => styleOf(td)['line-height'] === '1px')
    expect(line && styleOf(line)).toMatchObject({ 'background-color': '#cccccc', 'font-size': '1px' })
    expect(cell(html)['padding']).toBe('20px 0')
    const gap = all(render(element('spacer')), 'td').find((td) => styleOf(td)['line-height'] === '20px')
    expect(gap && styleOf(gap)).toMatchObject({ 'mso-line-height-rule': 'exactly' })
    const none = render(element('text'), element('spacer', { styles: { height: '0' } }))
    expect(none.replace(/\n/g, '')).toBe(render(element('text')).replace(/\n/g, ''))
  })

  it('is drawn in the text color if set, else in the background color', () => {
    const html = render(element('divider', { styles: { ...BLOCKS.divider.styles, color: 'navy' } }))
    expect(all(html, 'td').map((td) => styleOf(td)['background-color'])).toContain('#000080')
  })

  it('can be narrower and aligned', () => {
    const styles = { ...BLOCKS.divider.styles, width: '50%', textAlign: 'right', height: '3px' }
    const held = all(render(element('divider', { styles })), 'div').find((div) => styleOf(div)['max-width'] === '300px')
    expect(held && styleOf(held)).toMatchObject({ width: '50%', margin: '0 0 0 auto' })
  })
})

describe('a rendered row of columns', () => {
  const columns = (count: number, styles = {}) =>
    render({
      ...createElement('columns', 'r', count),
      styles,
      columns: Array.from({ length: count }, (_, index) => ({ elements: [element('text', { id: `t${index}` })] })),
    })
  const parts = (html: string) => all(html, 'div').filter((div) => styleOf(div)['display'] === 'inline-block')

  it.each([
    [2, '300px', '50%'],
    [3, '200px', '33.33%'],
  ])(
    'with %i places each %s wide shows them side by side and stacks them on narrow screens, without a media query',
    (count, width, share) => {
      const html = columns(count)
      expect(parts(html).map(styleOf)).toEqual(
        Array.from({ length: count }, () => expect.objectContaining({ width: '100%', 'min-width': share })),
      )
      expect(
        parts(html).every((part) => attribute(part, 'style')?.includes(`max-width:${width};max-width:calc(`)),
      ).toBe(true)
      expect(elementsOf(html).filter((td) => attribute(td, 'width') === width.replace('px', ''))).toHaveLength(count)
    },
  )

  it('has widths by weight, a gap and a background', () => {
    const html = render({
      ...createElement('columns', 'r'),
      styles: { gap: '20px', padding: '30px', backgroundColor: 'navy', borderRadius: '6px', verticalAlign: 'middle' },
      columns: [
        {
          elements: [element('image', { id: 'i', content: 'https://x.example/a.png', styles: { width: '100%' } })],
          weight: 2,
        },
        { elements: [], weight: 1 },
      ],
    })
    expect(parts(html).map((part) => styleOf(part)['min-width'])).toEqual(['66.66%', '33.33%'])
    expect(attribute(one(html, 'img'), 'width')).toBe('353')
    expect(cell(html)).toMatchObject({ padding: '30px 20px', 'background-color': '#000080', 'border-radius': '6px' })
    expect(parts(html).every((part) => styleOf(part)['vertical-align'] === 'middle')).toBe(true)
  })

  it.each([
    ['0', '21px', '0', '0 10px 0 11px'],
    ['4px 8px', '21px', '4px 0', '0 10px 0 11px'],
    ['4px 30px', '21px', '4px 20px 4px 19px', '0 10px 0 11px'],
    ['0', '200px', '0', '0 37px 0 38px'],
  ])('with padding %s and gap %s aligns its edges when stacked', (padding, gap, around, sides) => {
    for (const onPhones of ['stack', 'keep']) {
      const html = columns(3, { padding, gap, onPhones })
      expect(cell(html)['padding']).toBe(around)
      expect(all(html, 'td').filter((td) => styleOf(td)['padding'] === sides)).toHaveLength(3)
    }
  })

  it('can stay side by side on phones, and a single column is a band', () => {
    const kept = columns(2, { onPhones: 'keep' })
    expect(parts(kept)).toEqual([])
    expect(all(kept, 'td').filter((td) => styleOf(td)['width'] === '50%')).toHaveLength(2)
    expect(parts(columns(1, { backgroundColor: 'navy' }))).toEqual([])
  })
})

describe('a rendered row of social links', () => {
  it('names the networks, completes addresses and shows items without an address as text', () => {
    const html = render(
      element('social', {
        styles: {},
        items: [
          { network: 'linkedin', url: 'linkedin.com/company/x' },
          { network: 'email', url: 'me@x.example', label: 'Write to us' },
          { network: 'x', url: 'javascript:alert(1)' },
        ],
      }),
    )
    expect(all(html, 'a').map((link) => [attribute(link, 'href'), textOf(link)])).toEqual([
      ['https://linkedin.com/company/x', 'LinkedIn'],
      ['mailto:me@x.example', 'Write\u00A0to\u00A0us'],
    ])
    expect(bodyText(html)).toMatch(/·\s*X/)
  })
})

describe('rendered HTML that was imported', () => {
  it('has its own cell and is sanitized again', () => {
    const html = render(element('html', { content: '<p onclick="x">a</p><script>b</script></td></table>c' }))
    expect(bodyText(html)).toContain('ac')
    expect(html).toContain('<p>a</p>c</td></tr>')
  })
})
