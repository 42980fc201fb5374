import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allElements, emptyDocument, readDocument, type BuilderElement } from '../builder-document.ts'
import { renderDocument } from '../render-document.ts'
import { plainText } from '../rich-text.ts'
import { withOwnTags } from './foreign-tags.ts'
import { importEmail, wordsLeftOut, wordsShown, type LeftOut } from './import-email.ts'
import { keptByReplacing, leftOutByAdding, leftOutByReplacing } from './import-into-document.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const elementsOf = (html: string) => allElements(importEmail(html).document.elements)
const shapeOf = (html: string) => importEmail(html).document.elements.map(shape)
const shape = ({ type, columns }: BuilderElement): string =>
  columns ? `${type}(${columns.map(({ elements }) => elements.map(shape).join('+')).join('|')})` : type
const mail = (inside: string, style = '') =>
  `<html><head><title>News</title><style>${style}</style></head><body style="background-color:#eeeeee">
  <table role="presentation" width="100%" bgcolor="#eeeeee"><tr><td align="center">
  <table role="presentation" width="640" style="width:640px" bgcolor="#ffffff">${inside}</table></td></tr></table></body></html>`
const row = (inside: string, attributes = '') => `<tr><td ${attributes}>${inside}</td></tr>`

describe('an email design that is imported into the builder', () => {
  it('keeps its width, its color, its subject and its preheader', () => {
    const html = mail(`<div style="display:none">Look ahead</div>${row('<p>Hello</p>')}`)
    const { document } = importEmail(html)
    expect(document).toMatchObject({
      subject: 'News',
      preheader: 'Look ahead',
      globalStyles: { maxWidth: '640px', backgroundColor: '#eeeeee' },
    })
  })

  it('has the styles that its style sheet, attributes and inline styles compute to', () => {
    const [text] = elementsOf(
      mail(
        row(
          '<p class="big">One and more <b>two</b> <span id="x">three</span></p>',
          'align="right" style="padding:10px 20px"',
        ),
        '.big{font-size:20px;color:#112233}td .big{font-size:22px !important} #x{color:red} a:hover{color:blue} @media (max-width:1px){p{color:red}}',
      ),
    )
    expect(text).toMatchObject({
      type: 'text',
      content: 'One and more <b>two</b> <span style="color:#ff0000">three</span>',
      styles: { fontSize: '22px', color: '#112233', textAlign: 'right', padding: '10px 20px' },
    })
  })

  it('has a list that stands beside its item, as in Google Docs, nested into it', () => {
    const [list] = elementsOf(
      mail(row('<ul><li><p>one</p></li><ul><li><p>nested</p></li></ul><li><p>two</p></li></ul>')),
    )
    expect(list?.content).toBe('<ul><li>one<ul><li>nested</li></ul></li><li>two</li></ul>')
  })

  it('gets the unsubscribe address, whatever another program put around its merge tag', () => {
    const html = mail(row('<p><a href="http://*|UNSUB|*">out</a> <a href="https://shop.de/*|UNSUB|*">out</a></p>'))
    expect(elementsOf(html)[0]?.content).toBe('<a href="{unsubscribeUrl}">out</a> <a href="{unsubscribeUrl}">out</a>')
  })

  it('has the hidden pictures of a carousel, which are left out, named', () => {
    const slide = (name: string, style = '') =>
      `<div style="${style}"><img src="https://x.de/${name}.jpg?v=1" alt="" width="600"></div>`
    const html = mail(row(slide('one') + slide('two', 'display:none;mso-hide:all') + slide('three', 'display:none')))
    const named = importEmail(html).leftOut.filter(({ what }) => what === 'A hidden picture')
    expect(named.map(({ text }) => text)).toEqual(['two.jpg', 'three.jpg'])
  })

  it('has headings, pictures with links, lines, space and lists recognized', () => {
    const html = mail(
      row('<h1>Title</h1><p>Text</p>') +
        row('<a href="https://x.de/a"><img src="https://x.de/a.png" alt="A" width="300"></a>') +
        row('<hr>') +
        row('&nbsp;', 'height="30"') +
        row('<ul><li>One</li><li>Two <b>b</b><ol><li>In</li></ol></li></ul>'),
    )
    expect(shapeOf(html)).toEqual(['text', 'text', 'image', 'divider', 'spacer', 'text'])
    const [title, , image, , space, list] = elementsOf(html)
    expect(title).toMatchObject({ heading: 1, content: 'Title' })
    expect(image).toMatchObject({ link: 'https://x.de/a', alt: 'A', styles: { width: '300px' } })
    expect(space?.styles.height).toBe('30px')
    expect(list?.content).toBe('<ul><li>One</li><li>Two <b>b</b><ol><li>In</li></ol></li></ul>')
  })

  it.each([
    [
      'a padded link',
      row('<a href="https://x.de" style="background-color:#ff0000;padding:10px 20px;color:#fff">Go</a>'),
    ],
    [
      'a colored cell',
      row(
        '<table role="presentation"><tr><td bgcolor="#ff0000" style="border-radius:4px;padding:10px 20px"><a href="https://x.de" style="color:#fff">Go</a></td></tr></table>',
      ),
    ],
  ])('has %s recognized as a button', (_, inside) => {
    const [button] = elementsOf(mail(inside))
    expect(button).toMatchObject({
      type: 'button',
      content: 'Go',
      link: 'https://x.de',
      styles: { backgroundColor: '#ff0000', color: '#ffffff', padding: '10px 20px' },
    })
  })

  it.each([
    ['cells', '<tr><td width="200">A</td><td width="400"><p>B</p><img src="https://x.de/a.png"></td></tr>'],
    [
      'boxes',
      row(
        '<div style="display:inline-block;width:33%">A</div><div style="display:inline-block;width:66%"><p>B</p><img src="https://x.de/a.png"></div>',
      ),
    ],
  ])('has columns recognized from %s, with their widths', (_, inside) => {
    const { document } = importEmail(mail(inside))
    expect(document.elements.map(shape)).toEqual(['columns(text|text+image)'])
    expect(document.elements[0]?.columns?.map(({ weight }) => weight)).toEqual([0.5, 1])
  })

  it('has backgrounds turned into bands, with their pictures', () => {
    const html = mail(
      row(
        '<p style="color:#fff">A</p><p style="color:#fff">B</p>',
        'bgcolor="#102030" background="https://x.de/sea.jpg"',
      ) + row('<p>C</p>'),
    )
    const { document } = importEmail(html)
    expect(document.elements.map(shape)).toEqual(['columns(text)', 'text'])
    expect(document.elements[0]).toMatchObject({
      background: 'https://x.de/sea.jpg',
      styles: { backgroundColor: '#102030' },
    })
  })

  it('has data tables, social links and hidden blocks recognized', () => {
    const data = '<table border="1"><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>3</td></tr></table>'
    const icon = (host: string) => `<a href="https://${host}/me"><img src="https://x.de/i.png" alt=""></a>`
    const elements = elementsOf(mail(row(data) + row(icon('www.facebook.com') + icon('instagram.com'))))
    expect(elements.map(({ type }) => type)).toEqual(['table', 'social'])
    expect(elements[0]).toMatchObject({
      hasHeader: true,
      rows: [
        ['Item', 'Price'],
        ['Lamp', '3'],
      ],
    })
    expect(elements[1]?.items?.map(({ network }) => network)).toEqual(['facebook', 'instagram'])
  })

  it.each([
    ['tables', '<table role="presentation"><tr><td>One</td><td>Two</td></tr></table>Three'],
    [
      'tables in tables',
      '<table role="presentation"><tr><td><table role="presentation"><tr><td>One</td><td>Two</td></tr></table></td><td>Three</td></tr></table>',
    ],
    ['boxes', '<div style="display:inline-block">One</div><div style="display:inline-block">Two<p>Three</p></div>'],
  ])('has columns inside columns put below each other in reading order, which is reported: %s', (_, inside) => {
    const html = mail(`<tr><td width="50%">${inside}</td><td width="50%">Four</td></tr>`)
    expect(shapeOf(html)).toEqual(['columns(text|text)'])
    expect(elementsOf(html).map(({ content }) => content.match(/[A-Z][a-z]+/g))).toEqual([
      null,
      ['One', 'Two', 'Three'],
      ['Four'],
    ])
    expect(importEmail(html).leftOut).toEqual([{ what: 'Columns inside columns, now below each other', text: '' }])
  })

  it('has what is left out listed', () => {
    const { leftOut } = importEmail(
      mail(
        row(
          '<form>Name <input></form><a href="javascript:x">bad</a><img src="https://x.de/p.gif" width="1" height="1">',
        ) + row('*|ARCHIVE|*<script>x</script>'),
        '@media screen{p{color:red}}',
      ),
    )
    expect(leftOut.map(({ what, text }) => `${what}: ${text}`)).toEqual(
      expect.arrayContaining([
        '<form>: Name',
        '<script>: ',
        'A link that emails cannot have: javascript:x',
        'A picture that counts openings: ',
        'Merge tag without an equivalent: *|ARCHIVE|*',
        'Styles of @media: ',
      ]),
    )
  })

  it.each([
    ['a border', '<div style="border:1px solid #ccc">A</div>', 'The style border: 1px solid #ccc'],
    ['capitals', '<p style="text-transform:uppercase">A</p>', 'The style text-transform: uppercase'],
    ['letter spacing', '<p style="letter-spacing:2px">A</p>', 'The style letter-spacing: 2px'],
    ['a shadow', '<div style="box-shadow:0 1px 2px #000">A</div>', 'The style box-shadow: 0 1px 2px #000'],
    ['opacity', '<p style="opacity:.5">A</p>', 'The style opacity: .5'],
    ['rounded corners of a box', '<div style="border-radius:9px">A</div>', 'The style border-radius: 9px'],
    [
      'a gradient',
      '<p style="background-image:linear-gradient(red,blue)">A</p>',
      'The style background-image: linear-gradient(red,blue)',
    ],
    ['justified text', '<p style="text-align:justify">A</p>', 'The style text-align: justify'],
    ['a raised word', '<p>A<sup>2</sup></p>', 'The look of <sup>: '],
    [
      'a second font',
      '<p style="font-family:Arial">Long text <b style="font-family:Georgia">B</b></p>',
      'The font of some words: Georgia,sans-serif',
    ],
    [
      'a marked word',
      '<p>Long text <b style="background-color:#ffff00">B</b></p>',
      'The color behind some words: #ffff00',
    ],
    ['text from right to left', '<p dir="rtl">A</p>', 'Text from right to left: '],
    [
      'cells of data with a look',
      '<table border="1"><tr><th>A</th><th>B</th></tr><tr><td align="right">C</td><td>D</td></tr></table>',
      'Fonts, colors, alignment and space in the cells of a table: ',
    ],
  ])('has a style that no block supports listed: %s', (_, inside, line) => {
    const { leftOut } = importEmail(mail(row(inside)))
    expect(leftOut.map(({ what, text }) => `${what}: ${text}`)).toEqual([line])
  })

  it.each([
    ['a line', '<p style="border-top:solid 4px #F45E43;font-size:1px;margin:0 auto;width:100%"></p>'],
    ['a rounded button', '<a href="https://x.de" style="background:#f00;border-radius:4px;display:block">Go</a>'],
    ['a rounded picture', '<img src="https://x.de/a.png" style="border:0;border-radius:50%">'],
    [
      'resets',
      '<p style="letter-spacing:normal;border:none;opacity:1;border-collapse:collapse;mso-line-height-rule:exactly;text-shadow:none">A</p>',
    ],
  ])('does not have a style listed that is kept or without effect: %s', (_, inside) => {
    expect(importEmail(mail(row(inside))).leftOut).toEqual([])
  })

  it('has an empty paragraph with a border turned into a divider', () => {
    const [line] = elementsOf(mail(row('<p style="border-top:solid 4px #F45E43;font-size:1px"></p>')))
    expect(line).toMatchObject({ type: 'divider', styles: { backgroundColor: '#f45e43', height: '4px' } })
  })

  it('has listed what adding and replacing leave out', () => {
    const imported = importEmail(mail(`<div style="display:none">Look ahead</div>${row('<p>Hello</p>')}`)).document
    const written = { ...emptyDocument(), subject: 'Ours', preheader: 'Our preheader' }
    const lines = (all: readonly LeftOut[]) => all.map(({ what, text }) => `${what}: ${text}`)
    const texts = ['Subject: News', 'Preheader: Look ahead']
    expect(lines(leftOutByAdding(written, imported))).toEqual([...texts, 'Page color: #eeeeee', 'Width: 640px'])
    expect(lines(leftOutByReplacing(written, imported))).toEqual(texts)
    expect(leftOutByReplacing(emptyDocument(), imported)).toEqual([])
    expect(leftOutByAdding(imported, imported)).toEqual([])
    expect(keptByReplacing(emptyDocument(), imported)).toEqual({ subject: 'News', preheader: 'Look ahead' })
  })

  it('with more blocks than allowed becomes one HTML block, which is reported', () => {
    const many = Array.from({ length: 600 }, (_, index) => row(`<h2>${index}</h2>`)).join('')
    const { document, leftOut } = importEmail(mail(many))
    expect(document.elements.map(({ type }) => type)).toEqual(['html'])
    expect(leftOut.map(({ what }) => what).join()).toContain('more than 500')
  })
})

describe('merge tags of other programs in an imported email', () => {
  it.each([
    ['*|FNAME|*', '{firstName}'],
    ['*|LNAME|*', '{lastName}'],
    ['*|EMAIL|*', '{email}'],
    ['*|COMPANY|*', '{COMPANY}'],
    ['*|UNSUB|*', '{unsubscribeUrl}'],
    ['{{ contact.firstname }}', '{firstName}'],
    ['{{contact.lastname}}', '{lastName}'],
    ["{{ personalization_token('contact.firstname', 'there') }}", '{firstName|there}'],
    ['{{ unsubscribe_link }}', '{unsubscribeUrl}'],
    ['{{first_name}}', '{firstName}'],
    ["{{ first_name|default:'friend' }}", '{firstName|friend}'],
    ['{{ contact.company_size }}', '{company_size}'],
    ['{{ date_of_birth }}', '{date_of_birth}'],
    ['{{ end_date }}', '{end_date}'],
    ['*|DATEJOINED|*', '{DATEJOINED}'],
    ['*|LISTED|*', '{LISTED}'],
    ['{{ account_manager }}', '{account_manager}'],
    ['{{ contact.archive }}', '{archive}'],
    ['*|CURRENT_YEAR|*', ''],
    ['*|DATE:Y|*', ''],
    ['*|UPDATE_PROFILE|*', ''],
    ['{{ account.company_name }}', ''],
    ['{{ site_settings.company_name }}', ''],
    ['{{ view_as_page_url }}', ''],
    ['{{ organization.name }}', ''],
    ['{{ contact.city }}', '{city}'],
    ['*|IF:FNAME|*', ''],
    ['{% if x %}', ''],
    ['{firstName}', '{firstName}'],
  ])('are converted: %s becomes %j', (theirs, ours) => {
    expect(withOwnTags(`a ${theirs} b`).html).toBe(`a ${ours} b`)
  })
})

/** Pieces of email HTML that hold each other. */
const WORD = fc.integer({ min: 1, max: 9_999 }).map((number) => `word${number}`)
const html = fc.letrec<{ node: string; block: string; inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    WORD,
    fc
      .tuple(fc.constantFrom('b', 'i', 'span', 'a', 'a href="https://x.de"', 'font color=red', 'sup'), tie('inline'))
      .map(([tag, inside]) => `<${tag}>${inside}</${tag.split(' ')[0]}> `),
    fc.constant('<br>'),
    fc.constant('<img src="https://x.de/a.png" alt="">'),
  ),
  block: fc
    .tuple(
      fc.constantFrom(
        'p',
        'div',
        'h1',
        'h4',
        'center',
        'blockquote',
        'section',
        'form',
        'ul',
        'li',
        'div style="display:none"',
        'div style="display:inline-block;width:50%"',
        'div style="background:#ff0000 url(https://x.de/a.png);padding:4px"',
        'a style="background:#00ff00;padding:9px" href="https://x.de"',
      ),
      fc.array(tie('node'), { maxLength: 3 }),
    )
    .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0]}>`),
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('inline'),
    tie('block'),
    fc
      .array(fc.array(fc.tuple(fc.constantFrom('td', 'th', 'td bgcolor=#123456'), tie('node')), { maxLength: 5 }), {
        maxLength: 3,
      })
      .map(
        (rows) =>
          `<table>${rows.map((cells) => `<tr>${cells.map(([tag, inside]) => `<${tag}>${inside}</${tag.slice(0, 2)}>`).join('')}</tr>`).join('')}</table>`,
      ),
  ),
}))

/** The words of a document, wherever they are. */
function wordsIn(source: string): Set<string> {
  const { document, leftOut } = importEmail(source)
  const texts = allElements(document.elements).flatMap(({ type, content, rows = [], alt = '' }) => [
    type === 'text' || type === 'button' ? plainText(content) : content,
    alt,
    ...rows.flat(),
  ])
  const all = [...texts, document.preheader ?? '', wordsLeftOut(leftOut)].join(' ')
  return new Set(all.match(/word\d+/g))
}

describe('any HTML that is imported', () => {
  it('loses no word without listing it, and becomes a valid document', () => {
    fc.assert(
      fc.property(fc.array(html.node, { maxLength: 4 }), (parts) => {
        const source = parts.join('')
        const found = wordsIn(source)
        const shown = new Set(wordsShown(source).match(/word\d+/g))
        expect([...shown].filter((word) => !found.has(word))).toEqual([])
        const { document } = importEmail(source)
        const read = readDocument(structuredClone(document))
        expect(read).toHaveProperty('document')
        expect(() => renderDocument(document)).not.toThrow()
      }),
      { numRuns: runsOf(300) },
    )
  })

  it.each(['', '   ', '<', '<table>', '</td>', '<!--', '<style>', '*|', '{{', '<svg><style></table>', '\0\uD800'])(
    'is harmless: %j',
    (source) => {
      expect(readDocument(importEmail(source).document)).toHaveProperty('document')
    },
  )

  it('is read as text if nested thousands of levels deep', () => {
    const deep = `${'<div>'.repeat(5_000)}word1${'</div>'.repeat(5_000)}`
    expect([...wordsIn(deep)]).toEqual(['word1'])
  })
})
