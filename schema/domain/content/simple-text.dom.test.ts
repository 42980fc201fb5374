import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTemplate, fillTemplate, tagValues } from './merge-tags.ts'
import { renderSimpleText } from './simple-text.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

describe('Simple Text, converted to HTML, keeps the words and line breaks that were typed', () => {
  test.each([
    ['a line', 'Hello', '<p>Hello</p>'],
    ['line breaks stay', 'Hello,\nhow are you?', '<p>Hello,<br>how are you?</p>'],
    ['a blank line parts paragraphs', 'One\n\nTwo\r\n \r\nThree', '<p>One</p><p>Two</p><p>Three</p>'],
    ['line breaks at the ends go', '\n\nOne\n', '<p>One</p>'],
    ['runs of spaces stay', 'a   b', '<p>a&nbsp;&nbsp; b</p>'],
    ['comparisons are no tags', 'a < b and c > d, <b and c>', '<p>a &lt; b and c &gt; d, &lt;b and c&gt;</p>'],
    ['an ampersand is one', 'R&D & &amp; &copy; &unknown;', '<p>R&amp;D &amp; &amp; &copy; &amp;unknown;</p>'],
    ['an empty text stays empty', ' \n\t', ''],
  ])('(%s)', (_, typed, html) => {
    expect(renderSimpleText(typed)).toBe(html)
  })
})

const QUOTE = 'style="margin:0 0 1em;padding:0 0 0 1em;border-left:3px solid #c8ccd1"'

describe('Simple Text, converted to HTML, supports the tags of the toolbar and a few more', () => {
  test.each([
    ['bold, italic, underline', '<b>a</b> <i>b</i> <u>c</u>', '<p><b>a</b> <i>b</i> <u>c</u></p>'],
    ['strong and em', '<strong>a</strong><EM>b</EM>', '<p><strong>a</strong><em>b</em></p>'],
    ['links', '<a href="https://x.test/?a=1&b=2">x</a>', '<p><a href="https://x.test/?a=1&amp;b=2">x</a></p>'],
    ['email links', "<a href='mailto:a@x.test'>x</a>", '<p><a href="mailto:a@x.test">x</a></p>'],
    ['telephone links', '<a href="tel:+4930123">x</a>', '<p><a href="tel:+4930123">x</a></p>'],
    ['links whose address is a merge tag', '<a href="{Website}">x</a>', '<p><a href="{Website}">x</a></p>'],
    [
      'links whose address begins with a merge tag',
      '<a href={Website}/a?b>x</a>',
      '<p><a href="{Website}/a?b">x</a></p>',
    ],
    [
      'lists, with the line breaks between items',
      '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    ['headings beside text', '<h1>Title</h1>\nHello', '<h1>Title</h1><p>Hello</p>'],
    ['typed paragraphs and breaks', '<p>One<br>\nTwo</p>\n<p>Three</p>', '<p>One<br>Two</p><p>Three</p>'],
    [
      'images',
      '<img src="https://x.test/y.png" alt="Y" width="200" style="x">',
      '<p><img src="https://x.test/y.png" alt="Y" width="200"></p>',
    ],
    ['attached images', '<img src="cid:a b.png" alt="A">', '<p><img src="cid:a b.png" alt="A"></p>'],
    [
      'images in the text itself',
      '<img src="data:image/png;base64,iVBORw0KGgo=">',
      '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt=""></p>',
    ],
    ['bold across paragraphs', '<b>one\n\ntwo</b> three', '<p><b>one</b></p><p><b>two</b> three</p>'],
    ['crossed tags', '<b><i>x</b> y</i> z', '<p><b><i>x</i></b><i> y</i> z</p>'],
    ['tags left open', '<b>one', '<p><b>one</b></p>'],
    ['items without a list', '<li>a\n<li>b', '<ul><li>a</li><li>b</li></ul>'],
    [
      'color and size',
      '<span style="color:red;font-size:20px;position:fixed">a</span>',
      '<p><span style="color:#ff0000;font-size:20px">a</span></p>',
    ],
    [
      'tags inside each other',
      '<span style="color:#111"><span style="font-size:2em">a</span>b</span>c',
      '<p><span style="color:#111111"><span style="font-size:32px">a</span>b</span>c</p>',
    ],
    ['strikethrough', '<s>a</s>', '<p><s>a</s></p>'],
    [
      'alignment and direction',
      '<p style="text-align:center">a\nb</p>\n\n<h2 style="text-align:right" dir="rtl">c</h2>\n\nd',
      '<p style="text-align:center">a<br>b</p><h2 style="text-align:right" dir="rtl">c</h2><p>d</p>',
    ],
    [
      'quotes, with paragraphs and lists inside',
      'a\n\n<blockquote>\nb\n\nc\n\n<ul>\n<li>d</li>\n</ul>\n</blockquote>\n\ne',
      `<p>a</p><blockquote ${QUOTE}><p>b</p><p>c</p><ul><li>d</li></ul></blockquote><p>e</p>`,
    ],
    [
      'quotes in quotes as one',
      '<blockquote>a<blockquote>b</blockquote>c</blockquote>d',
      `<blockquote ${QUOTE}><p>a</p><p>b</p><p>c</p></blockquote><p>d</p>`,
    ],
    ['lists in lists', '<ul><li>a<ol><li>b</li></ol></li></ul>c', '<ul><li>a<ol><li>b</li></ol></li></ul><p>c</p>'],
    ['end tags without a start', 'a</b></p></li>', '<p>a</p>'],
  ])('such as %s', (_, typed, html) => {
    expect(renderSimpleText(typed)).toBe(html)
  })
})

describe('Simple Text makes links of typed URLs if that option is on', () => {
  const linked = (typed: string) => renderSimpleText(typed, { linksAddresses: true })
  test.each([
    ['by its scheme', 'See https://x.test/a?b=1&c=2 now', 'https://x.test/a?b=1&amp;c=2', ' now'],
    ['by its www', 'See www.x.test/a.', 'www.x.test/a', '.'],
    ['without the marks of the sentence', 'See (http://x.test/a), then', 'http://x.test/a', '), then'],
    ['with brackets of its own', 'See https://x.test/a_(b)!', 'https://x.test/a_(b)', '!'],
    ['with merge tags', 'See https://x.test/{Code}.', 'https://x.test/{Code}', '.'],
    ['without the quotation mark of a German', 'See https://x.test/a“ in', 'https://x.test/a', '“ in'],
    ['without the quotation mark of a Dane', 'See https://x.test/a«, in', 'https://x.test/a', '«, in'],
    ['without the words that follow a Chinese full stop', 'See https://x.test/a。谢谢', 'https://x.test/a', '。谢谢'],
    ['without an Arabic question mark', 'See https://x.test/a؟', 'https://x.test/a', '؟'],
    ['with letters of any script', 'See https://x.test/東京/Köln-é.', 'https://x.test/東京/Köln-é', '.'],
  ])('recognizing the URL %s', (_, typed, address, after) => {
    const html = linked(typed)
    expect(html).toMatch(/^<p>See \(?<a href="https?:\/\//)
    expect(html.replace(/<a href="[^"]*">/, '[').replace('</a>', ']')).toContain(`[${address}]${after}`)
  })

  test.each([
    ['links that are already there', '<a href="https://x.test">https://x.test</a>'],
    ['mailboxes', 'me@www.x.test'],
    ['what is no address', 'http:// and www. and https://?'],
    ['script addresses', 'javascript:alert(1)'],
  ])('but not of %s', (_, typed) => {
    expect(linked(typed)).toBe(renderSimpleText(typed))
  })

  test('and loses nothing that was typed, nor turns it into markup', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('https://', 'www.', 'a.b', '<', '>', '"', '&', '(', ')', ' ', '{x}', '.') }),
        (typed) => {
          const shown = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
          const body = shown(linked(typed))
          expect(body.textContent).toBe(shown(renderSimpleText(typed)).textContent)
          for (const link of body.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:\/\//i)
          expect(body.querySelectorAll(':not(p, a, br)')).toHaveLength(0)
        },
      ),
    )
  })
})

describe('Simple Text shows everything else as text', () => {
  test.each([
    ['scripts', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['event handlers', '<b onclick="alert(1)">x</b>', '<p><b>x</b></p>'],
    [
      'javascript: links',
      '<a href="javascript:alert(1)">x</a>',
      '<p>&lt;a href=&quot;javascript:alert(1)&quot;&gt;x</p>',
    ],
    [
      'links whose scheme appears only when a merge tag is empty',
      '<a href="{Website}javascript:alert(1)">x</a>',
      '<p>&lt;a href=&quot;{Website}javascript:alert(1)&quot;&gt;x</p>',
    ],
    [
      'links whose scheme is hidden in a character reference',
      '<a href="{Website}&#106;avascript:alert(1)">x</a>',
      '<p>&lt;a href=&quot;{Website}&#106;avascript:alert(1)&quot;&gt;x</p>',
    ],
    [
      'documents that call themselves images',
      '<img src="data:text/html;base64,PGI+">',
      '<p>&lt;img src=&quot;data:text/html;base64,PGI+&quot;&gt;</p>',
    ],
    ['images from elsewhere', '<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['tags of layout', '<div style="x">a</div>', '<p>&lt;div style=&quot;x&quot;&gt;a&lt;/div&gt;</p>'],
    ['comments', '<!-- a -->', '<p>&lt;!-- a --&gt;</p>'],
    [
      'spans without a look, with their end',
      '<span class="x">a</span>b</span>',
      '<p>&lt;span class=&quot;x&quot;&gt;a&lt;/span&gt;b&lt;/span&gt;</p>',
    ],
    ['tags of the composer that never began', 'a</s></blockquote>', '<p>a&lt;/s&gt;&lt;/blockquote&gt;</p>'],
    [
      'styles that run or load something',
      '<p style="text-align:center;background:url(//x.test)" dir="auto">a</p>',
      '<p style="text-align:center">a</p>',
    ],
  ])('such as %s', (_, typed, html) => {
    expect(renderSimpleText(typed)).toBe(html)
  })

  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '<b>',
        '</b>',
        '<i>',
        '</i>',
        '<p>',
        '</p>',
        '<ul>',
        '</ul>',
        '<ol>',
        '</ol>',
        '<li>',
        '</li>',
        '<h2>',
        '</h2>',
        '<blockquote>',
        '</blockquote>',
        '<s>',
        '</span>',
        '<span style="color:red',
        '<span style="font-size:12pt">',
        '<p style="text-align:center" dir="rtl">',
      ],
      ...[
        '<br>',
        '\n',
        '\n\n',
        ' ',
        '<a href="https://x.test/',
        '">',
        "'>",
        '</a>',
        '<a href=',
        '<a href="{firstName}',
        '<a href="{email}',
        '<a href="{nobody}',
        '<img src="https://x.test/',
      ],
      ...[
        'javascript:alert(1)',
        '&#106;avascript:',
        ' onerror=alert(1)',
        '<script>',
        '</script>',
        '<svg/onload=x>',
        '<!--',
      ],
      ...[
        '<a href="javascript:alert(1)">',
        "<a href='&#106;avascript:x'>",
        '<img src="x" onerror="y">',
        '<b onclick="x">',
      ],
      ...['{firstName}', '{firstName|', '{x|">', "{x|'onclick='y}", '"', "'", '<', '>', '&', '{', '}', '=', '`', '/'],
    ),
    fc.string({ maxLength: 4 }),
  )
  const typing = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const ALLOWED: Record<string, readonly string[]> = Object.fromEntries([
    ...['B', 'STRONG', 'I', 'EM', 'U', 'S', 'BR', 'UL', 'OL'].map((name) => [name, []]),
    ...['P', 'LI', 'H1', 'H2', 'H3'].map((name) => [name, ['style', 'dir']]),
    ...['SPAN', 'BLOCKQUOTE'].map((name) => [name, ['style']]),
    ['A', ['href']],
    ['IMG', ['src', 'alt', 'width', 'height']],
  ])

  test('and yields only harmless and well-formed HTML, whatever is typed, before and after values are filled in', () => {
    const values = tagValues({
      firstName: '<img src=x onerror=alert(1)>',
      lastName: '"onclick="x',
      email: 'javascript:alert(1)',
      fields: {},
    })
    fc.assert(
      fc.property(typing, (typed) => {
        const fragment = renderSimpleText(typed)
        for (const html of [fragment, fillTemplate(compileTemplate(fragment), values, 'html')]) {
          const body = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body
          const elements = [...body.querySelectorAll('*')]
          for (const element of elements) {
            const attributes = ALLOWED[element.tagName]
            if (!attributes) throw new Error(`<${element.tagName}> from ${typed}`)
            for (const { name } of element.attributes)
              if (!attributes.includes(name)) throw new Error(`${name} from ${typed}`)
            const address = element.getAttribute('href') ?? element.getAttribute('src')
            const kind =
              address === null ? null : /^[\s\p{C}]*([^/?#]*?):/u.exec(address.replace(/^\{[^{}]*\}/, ''))?.[1]
            const isSound =
              kind === undefined ? element.tagName === 'A' : /^(?:https?|mailto|tel)$/i.test(kind ?? 'tel')
            if (!isSound) throw new Error(`${address} from ${typed}`)
          }
          if (elements.length !== (html.match(/<[a-z]/gi) ?? []).length) throw new Error(`Not well-formed: ${html}`)
          for (const node of body.childNodes) if (node.nodeType === 3) throw new Error(`Outside a block: ${html}`)
        }
      }),
      { numRuns: runsOf(250) },
    )
  })

  test.each([
    ['<a href="https://x.test/{x|">}', '<p><a href="https://x.test/&#123;x|">}</a></p>'],
    ['<b>{x|</b>}', '<p><b>&#123;x|</b>}</p>'],
    ['{x|\n\ny}', '<p>&#123;x|</p><p>y}</p>'],
  ])('and joins no text around an HTML tag into a merge tag: %s', (typed, html) => {
    expect(renderSimpleText(typed)).toBe(html)
  })

  test('and yields short HTML for many nested tags', () => {
    const typed = '<span style="color:red">'.repeat(5_000) + 'a\n\n'.repeat(2_000)
    expect(renderSimpleText(typed).length).toBeLessThan(1_000_000)
  })

  test('and takes reasonable time for a long text without an end', () => {
    const typed = `<a ${'x="'.repeat(100_000)}${'{'.repeat(50_000)}${'<a '.repeat(50_000)}`
    expect(renderSimpleText(typed)).toContain('&lt;a')
  })
})

describe('Simple Text keeps merge tags unchanged', () => {
  test.each(['{firstName}', '{firstName|there & co}', '{First Name}', '{R&D}', "{l'adresse|l'ami}"])(
    'such as %s',
    (tag) => {
      expect(renderSimpleText(`Dear <b>${tag}</b>`)).toBe(`<p>Dear <b>${tag}</b></p>`)
    },
  )

  test('also in an address', () => {
    expect(renderSimpleText('<a href="https://x.test/?n={firstName|a & b}&m=1">x</a>')).toBe(
      '<p><a href="https://x.test/?n={firstName|a & b}&amp;m=1">x</a></p>',
    )
  })

  test('but treats braces that are not a merge tag as text', () => {
    expect(renderSimpleText('{<b>x</b>} {1 & 2} { & }')).toBe('<p>&#123;<b>x</b>} {1 & 2} &#123; &amp; }</p>')
  })
})
