import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileAddress, destinationOf, leadsTo, linksIn, slotLinks } from './mail-links.ts'
import { compileTemplate, fillTemplate, tagValues, UNSUBSCRIBE_TAG } from './merge-tags.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const links = (html: string) => linksIn(compileTemplate(html))
const person = (fields: Record<string, string> = {}) =>
  tagValues({ firstName: 'Ada & Co', lastName: '', email: 'ada+news@example.com', fields })

describe("the links in an email's HTML", () => {
  it.each([
    ['<a href="{unsubscribeUrl}">x</a>', true],
    ["<p>x</p><A class=x href=' {Unsubscribe URL|y} '>x</A>", true],
    ['{unsubscribeUrl}', false],
    ['&lt;a href="{unsubscribeUrl}"&gt;x', false],
    ['<!-- <a href="{unsubscribeUrl}">x</a> -->', false],
    ['<!--[if mso]><a href="{unsubscribeUrl}">x</a><![endif]-->', false],
    ['<a href="https://a.test/?{unsubscribeUrl}">x</a><a href="{unsubscribeUrl}x">y</a><a href="{email}">z</a>', false],
  ])('of %s include a working unsubscribe link: %s', (html, leads) => {
    expect(leadsTo(compileTemplate(html), UNSUBSCRIBE_TAG)).toBe(leads)
  })

  it.each<[string, string, string[]]>([
    [
      'quoted either way, or not at all',
      `<a href="https://a.test/1">x</a><A HREF='http://a.test/2'>y</A><a href=https://a.test/3>z</a>`,
      ['https://a.test/1', 'http://a.test/2', 'https://a.test/3'],
    ],
    ['each once', '<a href="https://a.test/">x</a> <a href="https://a.test/">y</a>', ['https://a.test/']],
    [
      'with entities decoded',
      '<a href="https://a.test/?a=1&amp;b=2&#38;c=&#x41;&eacute;">x</a>',
      ['https://a.test/?a=1&b=2&c=Aé'],
    ],
    ['with a bare ampersand', '<a href="https://a.test/?a=1&copy=2">x</a>', ['https://a.test/?a=1&copy=2']],
    ['with spaces around', '<a href=" https://a.test/ ">x</a>', ['https://a.test/']],
    [
      'among other attributes',
      '<a class="b > c" data-href="https://no.test/" \n href = "https://a.test/" href="https://second.test/">x</a>',
      ['https://a.test/'],
    ],
    ['in an area of a map', '<map><area shape="rect" href="https://a.test/"></map>', ['https://a.test/']],
    [
      'with merge tags kept',
      '<a href="https://a.test/?e={Email }&n={First Name|a"b}">x</a>',
      ['https://a.test/?e={Email}&n={First Name|a"b}'],
    ],
    ['that consist only of merge tags', '<a href="{Website|https://a.test/}">x</a>', ['{Website|https://a.test/}']],
    [
      'not mailto, tel, anchors, relative, scripts or data',
      '<a href="mailto:a@b.test">1</a><a href="tel:1">2</a><a href="#top">3</a><a href="/x">4</a><a href="//b.test">5</a><a href="javascript:alert(1)">6</a><a href="java&#10;script:alert(1)">7</a><a href="data:text/html,x">8</a><a href="JAVASCRIPT&colon;alert(1)">9</a><a href="">0</a><a>n</a>',
      [],
    ],
    ['not the unsubscribe link', '<a href="{unsubscribeUrl}">x</a><a href="{Unsubscribe URL|y}">z</a>', []],
    [
      'not in comments, styles, titles or scripts',
      '<!-- x > <a href="https://a.test/1">y</a> --><style>a{b:"<a href=https://a.test/2>"}</style><title><a href="https://a.test/3"></title><script>"<a href=https://a.test/4>"</script>',
      [],
    ],
    [
      'in conditional comments, on links and on drawn shapes',
      '<!--[if gte mso 9]><v:roundrect xmlns:v="urn:x" arcsize="9%" href="https://a.test/?a&amp;b"><a href="https://b.test/">x</a></v:roundrect><![endif]-->',
      ['https://a.test/?a&b', 'https://b.test/'],
    ],
    ['not in a conditional comment without an end', '<!--[if mso]><a href="https://a.test/">x</a>', []],
    ['after all those', '<!--[if !mso]><!--><a href="https://a.test/">x</a><!--<![endif]-->', ['https://a.test/']],
    [
      'not of other elements',
      '<abbr href="https://a.test/"><link href="https://a.test/"><img src="https://a.test/">',
      [],
    ],
    ['not in text that looks like a tag', 'a < b and href="https://a.test/" <3 <ahref="https://a.test/">', []],
    ['not broken ones', '<a href="https://">x</a><a href="https://a b">y</a><a href="https://[::1">z</a>', []],
    ['not in an unclosed tag', '<p>x</p><a href="https://a.test/', []],
    ['not in an attribute of something else', '<p title="<a href=\'https://a.test/\'>">x</p>', []],
  ])('are found %s', (_what, html, expected) => {
    expect(links(html)).toEqual(expected)
  })

  it('are not tracked where they show their own address, since a redirect would look like fraud', () => {
    const html =
      '<a href="https://a.test/x">https://a.test/x</a> <a href="https://a.test/x">Read</a> <a href="https://b.test/">www.b.test</a> <a href="https://c.test/">c.test is <b>new</b></a>'
    expect(links(html)).toEqual(['https://a.test/x', 'https://c.test/'])
    const { html: placed } = slotLinks(compileTemplate(html), new Set(links(html)))
    const written = placed.parts.map((part) => (typeof part === 'string' ? part : `{${part.key}}`)).join('')
    expect(written).toBe(
      '<a href="https://a.test/x">https://a.test/x</a> <a href="{link:0}">Read</a> <a href="https://b.test/">www.b.test</a> <a href="{link:1}">c.test is <b>new</b></a>',
    )
  })

  it('are replaced by placeholders, and everything else stays the same', () => {
    const html = compileTemplate(
      `<p>{firstName}</p><a class=b href='https://a.test/?e={email}'>1</a><a href=https://b.test>2</a><a href="https://b.test">3</a><a href="mailto:{email}">4</a>{email}`,
    )
    const { html: slotted, slots } = slotLinks(html, new Set(['https://a.test/?e={email}', 'https://b.test']))
    expect(slots).toMatchObject([
      { key: 'link:0', url: 'https://a.test/?e={email}' },
      { key: 'link:1', url: 'https://b.test' },
    ])
    const values = person().set('link:0', 'https://us.test/0').set('link:1', 'https://us.test/1')
    expect(fillTemplate(slotted, values, 'html')).toBe(
      `<p>Ada &amp; Co</p><a class=b href="https://us.test/0">1</a><a href="https://us.test/1">2</a><a href="https://us.test/1">3</a><a href="mailto:ada%2Bnews@example.com">4</a>ada+news@example.com`,
    )
    const none = slotLinks(html, new Set())
    expect(fillTemplate(none.html, values, 'html')).toBe(fillTemplate(html, values, 'html'))
  })

  it('are found quickly in any text, and never change the text around them', () => {
    const piece = fc.constantFrom(
      '<a ',
      '<a href="',
      "<a href='https://a.test/'>",
      '"',
      "'",
      '>',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      '{email}',
      'https://b.test/',
      ' href=',
      '&amp;',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = compileTemplate(pieces.join(''))
        const values = person()
        const found = linksIn(html)
        const { html: slotted, slots } = slotLinks(html, new Set(found))
        expect(slots.map(({ url }) => url).toSorted()).toEqual(found.toSorted())
        for (const { key } of slots) values.set(key, '')
        const rest = fillTemplate(slotted, values, 'html').replaceAll('""', '')
        expect(rest.length).toBeLessThanOrEqual(fillTemplate(html, values, 'html').length)
        expect(slots.length === 0 ? slotted : html).toEqual(html)
      }),
    )
    const hostile = ['<a ', "<a '", '<a href="', '<!--', '<style>', '<a href=https://a.test/{email}'].map((part) =>
      part.repeat(20_000),
    )
    for (const html of hostile) expect(links(html).length).toBeLessThan(3)
  })
})

describe('the destination of a tracked link', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['https://a.test/x?y#z', {}, 'https://a.test/x?y#z'],
    ['https://a.test/?e={email}&n={firstName}', {}, 'https://a.test/?e=ada%2Bnews@example.com&n=Ada%20%26%20Co'],
    ['https://a.test/{City|nowhere}', {}, 'https://a.test/nowhere'],
    ['https://a.test/{Path}', { Path: '../../etc?x#y' }, 'https://a.test/..%2F..%2Fetc%3Fx%23y'],
    ['https://a.test/?x={Field}', { Field: 'a\r\nSet-Cookie: b=c' }, 'https://a.test/?x=a%0D%0ASet-Cookie%3A%20b%3Dc'],
    ['{Website}', { Website: 'https://ada.test/x?y=z' }, 'https://ada.test/x?y=z'],
    ['{Website}?from=mail', { Website: 'http://ada.test' }, 'http://ada.test/?from=mail'],
    ['{Website}', { Website: 'ada.example/shop' }, 'https://ada.example/shop'],
    ['{Website}', {}, null],
    ['{Website}', { Website: 'javascript:alert(1)' }, null],
    ['{Website}', { Website: 'data:text/html,<script>' }, null],
    ['{Website}', { Website: 'mailto:a@b.test' }, null],
    ['{Website}', { Website: 'https://good.test@evil.test/' }, null],
    ['{Website}', { Website: '//evil.test' }, null],
    ['https://{Host}/x', { Host: 'ada.test' }, 'https://ada.test/x'],
    ['https://{Host}/x', { Host: 'good.test@evil.test' }, null],
    ['https://{Sub}.a.test/x', { Sub: 'ada' }, 'https://ada.a.test/x'],
    ['https://{Sub}.a.test/x', { Sub: 'evil.test/' }, null],
    ['https://{Sub}.a.test/x', { Sub: 'evil.test?' }, null],
    ['https://{Sub}.a.test/x', { Sub: 'u:p@ada' }, null],
    ['https://a.test{Path}', { Path: '/welcome' }, 'https://a.test/welcome'],
    ['https://a.test{Path}', { Path: '.evil.test' }, null],
    ['https://a.test{Path}', { Path: '@evil.test' }, null],
    ['https://a.test{Path}', { Path: ':80@evil.test' }, null],
    ['https://a.test:{Port}/', { Port: '8080' }, 'https://a.test:8080/'],
    ['https://a.test\\{Path}', { Path: '@evil.test' }, null],
    ['ftp://a.test/', {}, null],
    ['nonsense', {}, null],
    [`https://a.test/${'x'.repeat(8_000)}`, {}, null],
  ])('%s with %j leads to %s', (url, fields, expected) => {
    expect(destinationOf(compileAddress(url), person(fields))).toBe(expected)
  })

  it("stays on the host in the email's text, whatever the values, and is safe in a header", () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('@evil.test', '.evil.test', '/..//evil.test', '\\evil.test', '#@evil.test', '\r\nX: y'),
    )
    const template = fc.constantFrom(
      'https://a.test/{x}',
      'https://a.test/?{x}',
      'https://a.test/#{x}',
      'https://a.test{x}',
      'https://{x}.a.test/',
      'https://a.test/{x}/{x}?{x}',
    )
    fc.assert(
      fc.property(template, value, (url, x) => {
        const destination = destinationOf(compileAddress(url), person({ x }))
        if (destination === null) return
        expect(destination).toMatch(/^https:\/\/[!-~]*$/)
        const { hostname, username, password } = new URL(destination)
        expect([hostname === 'a.test' || hostname.endsWith('.a.test'), username, password]).toEqual([true, '', ''])
      }),
      { numRuns: runsOf(1_000) },
    )
  })
})
