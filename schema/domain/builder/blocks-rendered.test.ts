import { describe, expect, it } from 'vitest'
import { mailFor } from '../content/email-parts.ts'
import { compileTemplate, fillTemplate, tagValues } from '../content/merge-tags.ts'
import type { BuilderElement } from './builder-document.ts'
import { renderDocument } from './render-document.ts'
import { knownThumbnail } from './render-video.ts'
import { attribute, elementsOf, styleOf, textOf } from './testing/dom.ts'
import { documentOf, element } from './testing/documents.ts'
import { outlookView } from './mail-client-views.ts'

const ORIGIN = 'https://mail.example.org'
const render = (...elements: BuilderElement[]) => renderDocument(documentOf(elements), { origin: ORIGIN })
const all = (html: string, name: string) => elementsOf(html).filter(({ tagName }) => tagName === name)

describe('a rendered row of social icons', () => {
  const row = (icons: string, width = '32px') =>
    render(
      element('social', {
        styles: { icons, width },
        items: [
          { network: 'linkedin', url: 'linkedin.com/company/x' },
          { network: 'x', url: '', label: 'Our news' },
        ],
      }),
    )

  it('shows the built-in pictures, with the names as alternative texts', () => {
    const pictures = all(row('dark'), 'img').map((one) => [attribute(one, 'src'), attribute(one, 'alt')])
    expect(pictures).toEqual([
      [`${ORIGIN}/images/icon-linkedin-dark.png`, 'LinkedIn'],
      [`${ORIGIN}/images/icon-x-dark.png`, 'Our news'],
    ])
    expect(all(row('dark'), 'a').map((one) => attribute(one, 'href'))).toEqual(['https://linkedin.com/company/x'])
  })

  it.each([
    ['24px', '24'],
    ['9999px', '96'],
    ['much', '32'],
  ])('of size %s is %s px high', (width, size) => {
    expect(all(row('color', width), 'img').map((one) => attribute(one, 'width'))).toEqual([size, size])
  })

  it('shows words instead of icons if so configured', () => {
    expect(all(row('words'), 'img')).toEqual([])
  })
})

describe('a rendered menu', () => {
  it('is a row of links', () => {
    const html = render(
      element('menu', {
        links: [
          { text: 'Our news', url: 'x.example/news' },
          { text: 'Bad', url: 'javascript:x' },
        ],
      }),
    )
    expect(all(html, 'a').map((one) => [attribute(one, 'href'), textOf(one)])).toEqual([
      ['https://x.example/news', 'Our\u00A0news'],
    ])
    expect(html).toContain('<span>Bad</span>')
  })
})

describe('a rendered table', () => {
  const rows = [['Item', 'Price'], ['Lamp'], ['Ink & pen', '{Amount|9}', 'extra']]

  it('has cells in even rows, and column headers for screen readers', () => {
    const html = render(element('table', { rows, hasHeader: true }))
    expect(all(html, 'th').map((one) => [attribute(one, 'scope'), textOf(one)])).toEqual([
      ['col', 'Item'],
      ['col', 'Price'],
      ['col', '\u00A0'],
    ])
    expect(html).toContain('Ink &amp; pen')
    expect(html).toContain('{Amount|9}')
  })

  it('has bold words, links and lines in its cells', () => {
    const cells = [['<b>Lamp</b>\nbrass', '<a href="https://x.example/a">{Amount}</a>', '<script>x</script>', '1 < 2']]
    const html = render(element('table', { rows: cells }))
    expect(html).toContain('<b>Lamp</b><br>brass')
    expect(all(html, 'a').map((one) => attribute(one, 'href'))).toEqual(['https://x.example/a'])
    expect(all(html, 'script')).toEqual([])
    expect(html).toContain('1 &lt; 2')
  })

  it('has no headers if so configured', () => {
    expect(all(render(element('table', { rows, hasHeader: false })), 'th')).toEqual([])
  })

  it('repeats its first row below its header for each sheet row of the person', () => {
    const table = [
      ['Order', 'Amount'],
      ['{Order}', '{Amount}'],
      ['Total', '{sum of Amount}'],
    ]
    const content = render(element('table', { rows: table, hasHeader: true, repeatsRow: true }))
    const orders = [
      { Order: 'A-1', Amount: '10' },
      { Order: 'A-2', Amount: '5' },
    ]
    const ada = { firstName: 'Ada', lastName: '', email: 'ada@example.com', fields: {}, rows: orders }
    const written = fillTemplate(
      compileTemplate(mailFor({ subject: '', content }, ada).content),
      tagValues(ada),
      'html',
    )
    expect(all(written, 'td').map(textOf).slice(-6)).toEqual(['A-1', '10', 'A-2', '5', 'Total', '15'])
  })
})

describe('a rendered video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://youtube.com/watch?list=1&v=dQw4w9WgXcQ&t=3', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', null],
    ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
    ['https://youtu.be/short', null],
    ['https://youtu.be/dQw4w9WgXcQxxxx', null],
    ['', null],
  ])('with the address %s has a known preview picture: %s', (link, id) => {
    expect(knownThumbnail(link)).toBe(id && `https://img.youtube.com/vi/${id}/hqdefault.jpg`)
  })

  it('links a picture with a play button that carries the alternative text', () => {
    const html = render(
      element('video', { link: 'https://x.example/v', content: "https://x.example/a'(1).jpg", alt: 'See us' }),
    )
    const [link] = all(html, 'a')
    expect(link && attribute(link, 'href')).toBe('https://x.example/v')
    expect(html).toContain(`background-image:url('https://x.example/a%27%281%29.jpg')`)
    expect(all(html, 'img').map((one) => attribute(one, 'alt'))).toContain('See us')
  })

  it('is drawn for Outlook on Windows, as a link of the same size', () => {
    const html = outlookView(
      render(element('video', { link: 'https://x.example/v', content: 'https://x.example/a.jpg' })),
    )
    expect(html).toContain('data-href="https://x.example/v"')
    expect(html).toMatch(/height:\d+px/)
    expect(html).toContain('https://x.example/a.jpg')
  })

  it('has no picture whose address has merge tags, since a value could break out of it', () => {
    expect(render(element('video', { content: 'https://x.example/{id}.jpg' }))).not.toContain('background-image')
  })
})

describe('a rendered border', () => {
  it.each(['text', 'columns', 'table', 'video', 'button', 'image'] as const)('of a %s is drawn', (type) => {
    const content = type === 'image' ? 'https://x.example/a.png' : 'x'
    const filled = type === 'columns' ? { columns: [{ elements: [element('text')] }] } : {}
    const html = render(element(type, { content, ...filled, styles: { borderWidth: '3px', borderColor: 'red' } }))
    expect(elementsOf(html).some((one) => styleOf(one)['border'] === '3px solid #ff0000')).toBe(true)
  })

  it('of a button is included in the size that Outlook draws', () => {
    const width = (styles: BuilderElement['styles']) =>
      Number(/v-text-anchor:middle;width:(\d+)px/.exec(render(element('button', { styles })))?.[1])
    expect(width({ borderWidth: '4px' }) - width({})).toBe(8)
  })
})

describe('a rendered band with a background picture', () => {
  const html = render(
    element('columns', {
      background: 'https://x.example/sea.jpg',
      styles: { backgroundColor: '#102030', padding: '40px 20px' },
      columns: [{ elements: [element('text')] }],
    }),
  )

  it('shows the picture over a color, for when the picture is missing', () => {
    const cell = all(html, 'td').find((one) => styleOf(one)['background-image'] !== undefined)
    expect(cell && styleOf(cell)).toMatchObject({ 'background-color': '#102030', 'background-size': 'cover' })
  })

  it('is drawn for Outlook on Windows with its padding', () => {
    const [rect] = all(html, 'v:rect')
    expect(rect && styleOf(rect)['width']).toBe('600px')
    const [fill] = all(html, 'v:fill')
    expect(fill && attribute(fill, 'src')).toBe('https://x.example/sea.jpg')
    expect(html).toContain('inset="20px,40px,20px,40px"')
    expect(outlookView(html)).toContain('sea.jpg')
  })
})
