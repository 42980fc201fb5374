import { describe, expect, it } from 'vitest'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { documentOf, element } from '#domain/builder/testing/documents.ts'
import { contentProblems } from './content-problems.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const app = { publicUrl: 'http://127.0.0.1:4000' }
const TOKEN = 'a'.repeat(43)

/** The problems of an email, as `severity CODE`. */
const problemsOf = (html: string, more: Partial<Parameters<typeof contentProblems>[1]> = {}) =>
  contentProblems(app, {
    subject: 'News',
    content: html,
    useHtmlBuilder: true,
    attachments: [],
    pictures: new Map(),
    ...more,
  })
const codesOf = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args).map(({ severity, code }) => `${severity} ${code}`)

describe('the problems found in the content of an email', () => {
  it('are an empty list if nothing is wrong', () => {
    const html = `<p>Dear {firstName},</p><a href="https://example.com/a?b=1&amp;c={City}">x</a> <a href="mailto:ana@example.com">y</a>
      <a href="tel:+49 30 1234">z</a> <a href="{Link}">l</a> <a href="https://{Shop}.example.com">s</a> <a href="#top">t</a>
      <a href="https://[2606:4700::1111]/">v6</a> <a href="https://bücher.de">ü</a> <img src="https://example.com/a.png" alt="A">
      <img src="https://example.com/pixel.gif" width="1" height="1"> <img src="https://example.com/line.png" alt=""> <img src="cid:logo.png" alt='L'>`
    expect(
      problemsOf(html, {
        attachments: [{ name: 'Logo.png', contentType: 'image/png', size: 1, content: Buffer.of(1) }],
      }),
    ).toEqual([])
  })

  it('tell how to write a merge tag that was typed with double braces', () => {
    expect(problemsOf('<p>Dear {{ Company Name | friend }},</p>')).toMatchObject([
      {
        code: 'DOUBLE_BRACES',
        message:
          '{{ Company Name | friend }} has double braces, which would stay in the email. Write {Company Name | friend}.',
      },
    ])
  })

  it.each([
    ['an empty subject', '<p>x</p>', { subject: ' \u200b' }, ['error NO_SUBJECT']],
    ['a short subject with a long merge tag', '<p>x</p>', { subject: `{${'x'.repeat(100)}} for you` }, []],
    ['a subject too long to be shown in full', '<p>x</p>', { subject: 'x'.repeat(79) }, ['warning LONG_SUBJECT']],
    ['no content', '<style>p{color:red}</style><p>&nbsp;</p><!-- x -->', {}, ['error NO_CONTENT']],
    ['images alone', '<img src="https://example.com/a.png" alt="A">', {}, ['warning NO_TEXT']],
    ['more than Gmail shows', `<p>${'x'.repeat(104_449)}</p>`, {}, ['warning CLIPPED']],
    ['an image without words', '<p>x</p><img src="https://example.com/a.png" data-alt="A">', {}, ['warning NO_ALT']],
    [
      'an image in Simple Text, which gets an empty alternative text',
      'x <img src="https://example.com/a.png">',
      { useHtmlBuilder: false },
      ['warning NO_ALT'],
    ],
    ['an image that is not attached', '<p>x</p><img src="cid:logo.png" alt="L">', {}, ['error MISSING_IMAGE']],
    ['an image with an unreachable address', '<p>x</p><img src="/a.png" alt="L">', {}, ['error BROKEN_IMAGE']],
    ['an image from a disk', '<p>x</p><img src="file:///c:/a.png" alt="L">', {}, ['error BROKEN_IMAGE']],
    [
      'an uploaded image too large to attach',
      `<p>x</p><img src="http://127.0.0.1:4000/images/${TOKEN}.png" alt="L">`,
      {},
      ['warning UNREACHABLE_IMAGE'],
    ],
    ['a merge tag in double braces', '<p>Dear {{firstName|friend}},</p>', {}, ['error DOUBLE_BRACES']],
    ['double braces in the subject', '<p>x</p>', { subject: 'News for {{ Company }}' }, ['error DOUBLE_BRACES']],
    ['double braces in a link', '<a href="https://mergewell.org/?n={{City}}">x</a>', {}, ['error DOUBLE_BRACES']],
    ['another program’s condition in double braces', '<p>{{#if member}} {{ * }}</p>', {}, ['warning FOREIGN_TAG']],
    ['a merge tag of Mailchimp', '<p>Hi *|FNAME|*</p>', {}, ['warning FOREIGN_TAG']],
    ['a merge tag of GetResponse in the subject', '<p>x</p>', { subject: 'Hi [[firstname]]' }, ['warning FOREIGN_TAG']],
    ['a merge tag of ActiveCampaign', '<p>Hi %FIRSTNAME%</p>', {}, ['warning FOREIGN_TAG']],
    ['a merge tag in triple braces', '<p>Hi {{{pm:first_name}}}</p>', {}, ['warning FOREIGN_TAG']],
    ['a merge field as Word shows it', '<p>Hi «First_Name»</p>', {}, ['warning FOREIGN_TAG']],
    ['per cent signs in a sentence', '<p>50% off, 20%more, 100%ig und 5 %</p>', {}, []],
    ['formatting within a merge tag, which is mended', '<p>Hello {<b>first</b>Name},</p>', {}, []],
    ['an encoded merge tag in a link, which is mended', '<a href="https://shop.com/?e=%7Bemail%7D">x</a>', {}, []],
    ['double braces of a style sheet', '<style>@media print{p{color:red}}</style><p>x</p>', {}, []],
    [
      'a bare link that ends inside a merge tag',
      'See https://example.com/?n={First Name} today',
      { useHtmlBuilder: false },
      ['error CUT_TAG'],
    ],
    [
      'a bare link with a whole merge tag',
      'See https://example.com/?n={FirstName} today',
      { useHtmlBuilder: false },
      [],
    ],
    ['a link without an address', '<a href="">x</a>', {}, ['error EMPTY_LINK']],
    ['a link to itself', '<a href="#">x</a>', {}, ['error EMPTY_LINK']],
  ])('include %s', (_, html, more, codes) => {
    expect(codesOf(html, more)).toEqual(codes)
  })

  it.each([
    'www.example.com',
    'https://',
    'https:/example.com/x y',
    'https://exa mple.com',
    'javascript:alert(1)',
    'file:///c:/x',
    'mailto:nobody',
    'tel:',
    '/path',
  ])('include a warning about the broken link %s', (address) => {
    expect(codesOf(`<a href="${address}">x</a>`)).toEqual(['error BROKEN_LINK'])
  })

  it.each(['https://nohost', 'http://a..b.com', 'https://shop.test'])(
    'include a warning about the link %s, whose host may exist only in a private network',
    (address) => {
      expect(codesOf(`<a href="${address}">x</a>`)).toEqual(['warning BROKEN_LINK'])
    },
  )

  it.each([
    ['after a > in another attribute', '<a title="a > b" href="www.example.com">x</a>'],
    ['in a conditional comment', '<!--[if mso]><v:rect href="www.example.com">x</v:rect><![endif]--><p>x</p>'],
    ['with a character reference', '<a href="www&period;example.com">x</a>'],
  ])('include the same broken links that click tracking finds: %s', (_, html) => {
    expect(problemsOf(html)[0]?.message).toContain('“www.example.com”')
  })

  it.each([
    ['a comment', '<!-- <a href="www.example.com">x</a> <img src="a.png"> --><p>x</p>'],
    ['a style sheet', '<style>a{content:"<a href=x>"}</style><p>x</p>'],
  ])('exclude links and images in %s', (_, html) => {
    expect(problemsOf(html)).toEqual([])
  })

  it.each(['http://localhost:3000/x', 'http://192.168.1.2', 'http://10.0.0.1/?u={email}', 'http://router.local'])(
    'include a warning about the link %s, which works only on this machine',
    (address) => {
      expect(codesOf(`<a href="${address}">x</a>`)).toEqual(['warning LOCAL_LINK'])
    },
  )

  it.each([
    [
      'its beginning',
      ['www.example.com', '/path'],
      '2 links are not valid in an email: “www.example.com”, “/path”. A link must begin with https://, mailto: or tel:.',
    ],
    [
      'the name of a host',
      ['https://firma.test/angebot?a=1', 'https://shop.example', 'https://nohost', 'http://a..b.com'],
      '4 links point to hosts that do not exist on the internet: “https://firma.test/angebot?a=1”, “https://shop.example”, “https://nohost” and 1 more. Check the spelling.',
      'warning',
    ],
    [
      'the name of one host',
      ['https://firma.test'],
      'A link points to a host that does not exist on the internet: “https://firma.test”. Check the spelling.',
      'warning',
    ],
    [
      'invalid text after a valid start',
      ['mailto:nobody'],
      'A link is incomplete: “mailto:nobody”. Look for a space or a missing part.',
    ],
  ])('explain what is wrong with a broken link: %s', (_, addresses, message, severity = 'error') => {
    const links = addresses.map((address) => `<a href="${address}">x</a>`).join('')
    expect(problemsOf(links)).toEqual([{ code: 'BROKEN_LINK', severity, message }])
  })

  it('name the first bad links and their number', () => {
    const links = ['one', 'two', 'three', 'four', 'one'].map((name) => `<a href="${name}">x</a>`).join('')
    expect(problemsOf(links)[0]?.message).toBe(
      '4 links are not valid in an email: “one”, “two”, “three” and 1 more. A link must begin with https://, mailto: or tel:.',
    )
  })

  it('warn of a link that shows another address than it leads to', () => {
    expect(problemsOf('<a href="https://other.com/login"><b>https://bank</b>.com</a>')).toEqual([
      {
        code: 'MISLEADING_LINK',
        severity: 'warning',
        message:
          'A link shows “bank.com” but leads to “https://other.com/login”. Spam filters treat that as fraud. Show the real address, or words instead.',
      },
    ])
    expect(codesOf('<a href="https://www.bank.com/pay">bank.com</a>')).toEqual([])
  })

  it('are found in Simple Text as it is converted to HTML', () => {
    expect(
      codesOf('see <a href="mailto:nobody">x</a> & <a href="https://example.com">y</a>', { useHtmlBuilder: false }),
    ).toEqual(['error BROKEN_LINK'])
  })

  it("include the builder's own warnings, each once", () => {
    const image = { id: 'a', type: 'image', content: '', styles: {} }
    const htmlTemplate = {
      subject: 'News',
      elements: [image, { ...image, id: 'b' }],
      globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
    }
    const problems = problemsOf('<p>x</p>', { htmlTemplate })
    expect(problems).toEqual([{ code: 'NO_IMAGE', severity: 'warning', message: 'This image has no address yet.' }])
  })

  it("do not include the builder's decorations, but include images without alternative text, also in imported HTML", () => {
    const content = 'https://example.org/a.png'
    const decoration = element('image', { content, alt: '' })
    const problems = (...elements: BuilderElement[]) => {
      const htmlTemplate = documentOf(elements)
      return codesOf(renderDocument(htmlTemplate), { htmlTemplate })
    }
    const imported = element('html', { content: `<p>x</p><img src="${content}">` })
    expect(problems(element('text'), decoration)).toEqual([])
    expect(problems(element('text'), decoration, element('image', { content }))).toEqual(['warning NO_ALT'])
    expect(problems(element('text'), decoration, imported)).toEqual(['warning NO_ALT'])
  })

  itInFull('are found in linear time even in unclosed markup', () => {
    const costOnce = (count: number) => {
      const began = process.cpuUsage().user
      for (const piece of ['<a ', '<a href="', '<img ', '<style>', '<!--', 'src="', 'url(', '<a href=x ', "<p '"]) {
        problemsOf(piece.repeat(count))
      }
      return process.cpuUsage().user - began
    }
    // The cheapest of several is the least disturbed by other threads and by the collection of garbage.
    const cost = (count: number) => Math.min(...[1, 2, 3].map(() => costOnce(count)))
    const once = cost(10_000)
    // Quadratic time would cost sixteen times as much.
    expect(cost(40_000)).toBeLessThan(9 * once)
  })
})
