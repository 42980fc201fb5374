import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { compileTemplate, fillTemplate, tagValues } from '../content/merge-tags.ts'
import { BUILT_IN_PICTURE } from './built-in-pictures.ts'
import { ELEMENT_TYPES, readDocument, type BuilderDocument, type BuilderElement } from './builder-document.ts'
import { STYLE_KEYS } from './element-properties.ts'
import { renderDocument } from './render-document.ts'
import { attribute, elementsOf, skeleton, strangeComments, styleOf, textOf, titleOf } from './testing/dom.ts'
import { documentOf, element } from './testing/documents.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

/** Hostile values for texts, styles, addresses and merge values. */
const CORPUS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<img src=x onerror=alert(1)//',
  '" onmouseover="alert(1)" x="',
  '" style="position:fixed;inset:0" x="',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<form action=https://evil.example><input name=p>',
  '<style>*{display:none}</style>',
  '<base href=https://evil.example>',
  '<meta http-equiv=refresh content=0;url=https://evil.example>',
  '<link rel=stylesheet href=https://evil.example>',
  '</td></tr></table></body></html><h1>mine</h1>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '-->',
  '--!>',
  '<!--',
  '<!-->',
  '<![endif]-->',
  '<![endif]--><script>alert(1)</script><!--[if mso]>',
  ']]>',
  '<![CDATA[<script>]]>',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#x09;script:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'https://evil.example/" onclick="alert(1)',
  'https://x.example/\u202Egpj.exe',
  'expression(alert(1))',
  'url(https://evil.example/a.png)',
  'url("javascript:alert(1)")',
  'red;background:url(https://evil.example)',
  '10px;position:fixed',
  '1px}*{color:red',
  'e\\78pression(alert(1))',
  '/**/expression/**/(alert(1))',
  '-moz-binding:url(x)',
  '@import "https://evil.example"',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '{firstName|<script>alert(1)</script>}',
  '{firstName|"><script>}',
  '{firstName|javascript:alert(1)}',
  '{firstName|" onmouseover="alert(1)}',
  'https://x.example/{x|" onclick="alert(1)}',
  '{nobody}javascript:alert(1)',
  '{nobody}&#106;avascript:alert(1)',
  '{x|',
  '}{',
  '{{{firstName}}}',
  '\u202Eevil\u202C\u200B\uFEFF',
  'a\0b',
  '\uD800',
  '\uE0000\uE001',
  '"><script>alert(1)</script>%',
  '" onload="alert(1)" x="50%',
  '50%"><script>alert(1)</script>',
  '"><script>alert(1)</script>px',
  '10px"><script>alert(1)</script>',
  '10px 1px"onload=alert(1)',
  '1.5"><script>alert(1)</script>',
  'url(javascript:alert(1))%',
  '#fff"><script>alert(1)</script>',
  'rgb(1,2,3"><script>alert(1)</script>)',
  'center"><script>alert(1)</script>',
  'Arial,"><script>alert(1)</script>,serif',
  'x'.repeat(300),
  '__proto__',
  'constructor',
]
const HEADERS = ['a\r\nBcc: all@evil.example', 'a\nContent-Type: text/html', 'a\u2028b']

/** Places for text: only text may change. */
const TEXTS: Record<string, (value: string) => BuilderDocument> = {
  subject: (value) => documentOf([], { subject: value }),
  preheader: (value) => documentOf([], { preheader: `x${value}` }),
  text: (content) => documentOf([element('text', { content: `x${content}` })]),
  'text in bold': (content) => documentOf([element('text', { content: `<b>x${content}</b>` })]),
  'text of a link': (content) =>
    documentOf([element('text', { content: `<a href="https://x.example">x${content}</a>` })]),
  button: (content) => documentOf([element('button', { content: `x${content}`, link: 'https://x.example' })]),
  'alternative text': (alt) => documentOf([element('image', { alt })]),
  'name of a network': (label) =>
    documentOf([element('social', { items: [{ network: 'x', url: 'https://x.example', label: `x${label}` }] })]),
  'icon of a network': (label) =>
    documentOf([
      element('social', { styles: { icons: 'color' }, items: [{ network: 'x', url: 'https://x.example', label }] }),
    ]),
  'cell of a table': (cell) => documentOf([element('table', { rows: [[`x${cell}`], [`x${cell}`]] })]),
  'link of a menu': (text) =>
    documentOf([element('menu', { links: [{ text: `x${text}`, url: 'https://x.example' }] })]),
  'alternative text of a video': (alt) => documentOf([element('video', { alt, link: 'https://x.example' })]),
  id: (id) => documentOf([element('text', { id })]),
}
/** Places for styles: invalid ones are omitted. */
const STYLES: Record<string, (value: string) => BuilderDocument> = {
  'background of the page': (backgroundColor) => withGlobal({ backgroundColor }),
  'font of the page': (fontFamily) => withGlobal({ fontFamily }),
  'width of the page': (maxWidth) => withGlobal({ maxWidth }),
  'color of links': (linkColor) => withGlobal({ linkColor }),
  'color of a part': (color) => documentOf([element('text', { content: `<span style="color:${color}">x</span>` })]),
  ...Object.fromEntries(
    ELEMENT_TYPES.map((type) => [
      `every style of ${type}`,
      (value: string) => {
        const styles = Object.fromEntries(STYLE_KEYS.map((key) => [key, value]))
        return documentOf([element(type, { ...filled(type), styles })])
      },
    ]),
  ),
  ...Object.fromEntries(
    STYLE_KEYS.map((key) => [
      `${key} of a button among sound ones`,
      (value: string) => documentOf([element('button', { styles: { ...element('button').styles, [key]: value } })]),
    ]),
  ),
}
/** Places for addresses: harmful ones are removed. */
const ADDRESSES: Record<string, (value: string) => BuilderDocument> = {
  'link of a button': (link) => documentOf([element('button', { link })]),
  'link of an image': (link) => documentOf([element('image', { link })]),
  image: (content) => documentOf([element('image', { content, alt: 'A' })]),
  'link in a text': (href) => documentOf([element('text', { content: `<a href="${href}">x</a>` })]),
  'link of a network': (url) => documentOf([element('social', { items: [{ network: 'x', url }] })]),
  'link of a menu': (url) => documentOf([element('menu', { links: [{ text: 'x', url }] })]),
  'link of a video': (link) => documentOf([element('video', { link })]),
  'picture of a video': (content) => documentOf([element('video', { content })]),
  'background of a band': (background) =>
    documentOf([element('columns', { background, columns: [{ elements: [element('text')] }] })]),
}

function withGlobal(change: Partial<BuilderDocument['globalStyles']>): BuilderDocument {
  const document = documentOf([element('text', { content: '<a href="https://x.example">x</a>' })])
  return { ...document, globalStyles: { ...document.globalStyles, ...change } }
}

function filled(type: BuilderElement['type']): Partial<BuilderElement> {
  if (type === 'html') return { content: '<p>x</p>' }
  if (type === 'video') return { content: 'https://x.example/a.png', link: 'https://x.example' }
  return type === 'columns' ? { columns: [{ elements: [element('text')] }, { elements: [element('spacer')] }] } : {}
}

const PROPERTIES =
  /^(?:color|background-color|background-image|background-size|background-position|font-(?:family|size|style|weight)|line-height|text-align|text-decoration|vertical-align|word-break|table-layout|padding|margin|border|border-radius|border-collapse|border-spacing|box-sizing|width|min-width|max-width|max-height|height|display|overflow|mso-hide|mso-padding-alt|mso-fit-shape-to-text|mso-line-height-rule|v-text-anchor)$/
const VALUE = /^(?:[\w\s#%.,'-]|calc\(\(\d+px - 100%\) \* \d+\))*$/u
const PICTURE = /^url\('https?:\/\/[^'"()<>\s\\{}]+'\)$/
/** The whole style sheet: rules for phones. */
const SHEET = /^\s*@media only screen and \(max-width:480px\)\{\s*(?:\.m-[a-z\d]+[\w ,.-]*\{[a-z\d\s:;!-]+\}\s*)+\}\s*$/
const TAGS =
  /^(?:html|head|meta|title|style|body|div|table|tbody|tr|td|th|p|br|a|b|i|u|s|span|img|center|noscript|xml|o:officedocumentsettings|o:pixelsperinch|v:roundrect|v:rect|v:fill|v:textbox|w:anchorlock)$/
const ATTRIBUTES =
  /^(?:lang|dir|charset|name|content|style|role|href|src|alt|width|align|valign|border|cellpadding|cellspacing|data-preheader|data-phones-only|class|scope|type|aspect|inset|strokecolor|strokeweight|color|xmlns:[vwo]|arcsize|stroke|fillcolor)$/

/** Asserts that the page runs nothing, loads nothing and contains only our markup. */
function expectHarmless(html: string): void {
  const complaints = strangeComments(html)
  for (const one of elementsOf(html)) {
    if (!TAGS.test(one.tagName)) complaints.push(`<${one.tagName}>`)
    if (one.tagName === 'style' && !SHEET.test(textOf(one))) complaints.push(textOf(one))
    for (const { name, value } of one.attrs) {
      if (!ATTRIBUTES.test(name)) complaints.push(`${one.tagName} ${name}`)
      const isAddress = name === 'href' || name === 'src'
      const isOwn = name === 'src' && BUILT_IN_PICTURE.test(value)
      if (isAddress && !isOwn && !/^(?:https?:\/\/|mailto:|tel:|\{|$)/i.test(value)) complaints.push(value)
      if (name === 'class' && !/^(?:m-[a-z\d-]+ ?)+$/.test(value)) complaints.push(value)
      if ((name === 'strokecolor' || name === 'color') && !/^#[\da-f]{6}$/.test(value)) complaints.push(value)
      if (name === 'fillcolor' && !/^#[\da-f]{6}$/.test(value)) complaints.push(value)
    }
    for (const [property, value] of Object.entries(styleOf(one))) {
      const isOurs = PROPERTIES.test(property) && VALUE.test(value) && !/url|expression|script|import/i.test(value)
      const isPicture = property === 'background-image' && PICTURE.test(value)
      if (!isOurs && !isPicture) complaints.push(`${property}:${value}`)
    }
  }
  expect(complaints).toEqual([])
}

const read = (document: BuilderDocument): BuilderDocument => {
  const result = readDocument(structuredClone(document))
  return 'document' in result ? result.document : document
}
const merged = (html: string, value: string) =>
  fillTemplate(
    compileTemplate(html),
    tagValues({ firstName: value, lastName: value, email: value, fields: { x: value, Address: value } }),
    'html',
  )

describe.each(Object.entries(TEXTS))('hostile text as %s', (_, make) => {
  it('changes only text', () => {
    const harmless = skeleton(renderDocument(make('harmless')))
    for (const value of CORPUS) {
      const html = renderDocument(make(value))
      expectHarmless(html)
      expect(skeleton(html), value).toBe(harmless)
      expect(skeleton(merged(html, value)), value).toBe(harmless)
    }
  })
})

describe.each(Object.entries(STYLES))('a hostile style as %s', (_, make) => {
  it('is rejected or becomes a valid style', () => {
    for (const value of CORPUS) expectHarmless(renderDocument(read(make(value))))
  })
})

describe.each(Object.entries(ADDRESSES))('a hostile address as %s', (_, make) => {
  it('is removed or becomes harmless', () => {
    for (const value of CORPUS) {
      const html = renderDocument(make(value))
      expectHarmless(html)
      expectHarmless(merged(html, 'javascript:alert(1)'))
    }
  })
})

describe('a hostile value of a contact', () => {
  const document = documentOf(
    [
      element('text', {
        content: 'Hi {firstName} <a href="https://x.example/{x}?a={firstName}">x</a> <a href="{Address}">y</a>',
      }),
      element('button', { content: 'For {firstName}', link: '{Address}' }),
      element('image', { content: 'https://x.example/{x}.png', alt: '{firstName}', link: 'mailto:{email}' }),
    ],
    { subject: '{firstName}', preheader: '{firstName}' },
  )
  const html = renderDocument(document)

  it.each([...CORPUS, ...HEADERS])('changes only text, and links keep their host: %j', (value) => {
    const mail = merged(html, value)
    expectHarmless(mail)
    expect(skeleton(mail)).toBe(skeleton(html))
    const hosts = elementsOf(mail)
      .map((one) => attribute(one, 'href') ?? attribute(one, 'src') ?? '')
      .filter((address) => /^https?:\/\/x\.example/.test(address))
    expect(hosts.length).toBeGreaterThanOrEqual(2)
    for (const address of hosts) expect(address).toMatch(/^https:\/\/x\.example\//)
  })
})

describe('hostile text in an email', () => {
  it.each(HEADERS)('starts no new line in a subject: %j', (value) => {
    const { subject } = read(documentOf([], { subject: value }))
    expect(subject).not.toMatch(/[\r\n\u2028\u2029]/)
    expect(titleOf(renderDocument(documentOf([], { subject: value })))).not.toBe('')
  })

  it('is rejected as a language, so it is never output unescaped', () => {
    for (const lang of CORPUS) expect(readDocument(documentOf([], { lang }))).toHaveProperty('problem')
  })

  it('changes only text, whatever it is', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .array(
          fc.constantFrom(
            '<',
            '>',
            '"',
            "'",
            '&',
            '-',
            '!',
            '[',
            ']',
            '{',
            '}',
            '|',
            '/',
            'a',
            'x',
            '=',
            ' ',
            ':',
            ';',
            '(',
            '\\',
          ),
          { maxLength: 25 },
        )
        .map((parts) => parts.join('')),
    )
    const names = Object.keys(TEXTS)
    fc.assert(
      fc.property(anything, fc.constantFrom(...names), (value, name) => {
        const make = TEXTS[name]
        fc.pre(make !== undefined && !/[\n\r\u2028\u2029]|<\/?(?:a|b|i|u|s|p)\b/i.test(value))
        const html = renderDocument(make?.(value) ?? documentOf([]))
        expectHarmless(html)
        expect(skeleton(html)).toBe(skeleton(renderDocument(make?.('harmless') ?? documentOf([]))))
        expect(skeleton(merged(html, value))).toBe(skeleton(html))
      }),
      { numRuns: runsOf(100) },
    )
  })

  it('is harmless in every field at once, whatever it is', () => {
    const hostile = fc.oneof(fc.constantFrom(...CORPUS), fc.string({ maxLength: 20 }))
    const styles = fc.dictionary(fc.constantFrom(...STYLE_KEYS), hostile)
    const any = fc
      .record({
        type: fc.constantFrom(...ELEMENT_TYPES),
        content: hostile,
        link: hostile,
        alt: hostile,
        styles,
        url: hostile,
      })
      .map(({ url, ...change }) =>
        element(change.type, {
          ...change,
          ...filled(change.type),
          content: change.content,
          items: [{ network: 'x', url, label: url }],
          links: [{ text: url, url }],
          rows: [[url]],
          background: url,
        }),
      )
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), hostile, hostile, (elements, subject, value) => {
        const document = read(
          documentOf(
            elements.filter(({ type }) => type !== 'html'),
            { subject, preheader: subject },
          ),
        )
        const html = renderDocument(document)
        expectHarmless(html)
        expectHarmless(merged(html, value))
      }),
      { numRuns: inject('everything') ? 60 : 20 },
    )
  })
})
