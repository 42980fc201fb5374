import { describe, expect, it } from 'vitest'
import { renderDocument } from '#domain/builder/render-document.ts'
import { documentOf, element } from '#domain/builder/testing/documents.ts'
import { compileMessage, composeMessage } from './message.ts'

const source = {
  subject: 'Hello {firstName|you}',
  content:
    'Dear {fullName|friend},\n\nsee <b>{Company}</b> & <a href="https://example.com/x?a=1&b=2">this</a>.\n<script>alert(1)</script>',
  useHtmlBuilder: false,
  from: { name: 'Robin', address: 'robin@example.com' },
  attachments: [],
}
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', fields: { Company: 'Engines <& Co>' } }

describe('the email for one recipient', () => {
  const mail = composeMessage(compileMessage(source), ada)

  it('has the values in subject, HTML and text, escaped for each context', () => {
    expect(mail.subject).toBe('Hello Ada')
    expect(mail.to).toEqual({ name: 'Ada Lovelace', address: 'ada@example.com' })
    expect(String(mail.html)).toContain('Dear Ada Lovelace,')
    expect(String(mail.html)).toContain('<b>Engines &lt;&amp; Co&gt;</b>')
    expect(String(mail.text)).toContain('see Engines <& Co> & this')
  })

  it('has the sender name, Reply-To, CC and BCC with the values of the recipient, and copies only to the addresses in `copies` if that is given', () => {
    const texts = {
      fromName: 'For {Company}',
      replyTo: 'desk@example.com',
      cc: '{Boss}, b@example.com',
      bcc: 'c@example.com',
    }
    const compiled = compileMessage({ ...source, ...texts })
    const recipient = { ...ada, fields: { ...ada.fields, Boss: 'Boss@Example.com' } }
    expect(composeMessage(compiled, recipient)).toMatchObject({
      from: { name: 'For Engines <& Co>', address: 'robin@example.com' },
      replyTo: [{ name: '', address: 'desk@example.com' }],
      cc: [{ address: 'Boss@Example.com' }, { address: 'b@example.com' }],
      bcc: [{ address: 'c@example.com' }],
    })
    const allowed = composeMessage(compiled, { ...recipient, copies: ['boss@example.com'] })
    expect([allowed.cc, allowed.bcc]).toEqual([[{ name: '', address: 'Boss@Example.com' }], undefined])
    expect([mail.from, mail.replyTo, mail.cc, mail.bcc]).toEqual([source.from, undefined, undefined, undefined])
  })

  it('has plain text with link addresses and without HTML tags', () => {
    expect(String(mail.text)).toContain('https://example.com/x?a=1&b=2')
    expect(String(mail.text)).not.toMatch(/<b>|<a /)
  })

  it('turns typed web addresses into links, and prints each once in the plain text', () => {
    const typed = composeMessage(compileMessage({ ...source, content: 'See https://x.test/?a=1&b=2, please' }), ada)
    expect(String(typed.html)).toContain(
      'See <a href="https://x.test/?a=1&amp;b=2">https://x.test/?a=1&amp;b=2</a>, please',
    )
    expect(String(typed.text)).toBe('See https://x.test/?a=1&b=2, please')
  })

  it.each([
    ['typed', false, 'See https://x.test/?a=1&y={email}, please'],
    ['linked', true, 'See <a href="https://x.test/?a=1&amp;y={email}">https://x.test/?a=1&amp;y={email}</a>, please'],
    [
      'spelled in two ways',
      true,
      'See <a href="https://x.test/?a=1&y={Email}">https://x.test/?a=1&y={e-mail}</a>, please',
    ],
  ])('shows an address with a merge tag once in the plain text, %s', (_, useHtmlBuilder, content) => {
    const { text } = composeMessage(compileMessage({ ...source, useHtmlBuilder, content }), ada)
    expect(String(text)).toBe('See https://x.test/?a=1&y=ada@example.com, please')
  })

  it('shows a working address in the plain text, whatever the values are', () => {
    const content = '<a href="https://x.test/{City}"><b>https://x.test/{City}</b></a>'
    const compiled = compileMessage({ ...source, useHtmlBuilder: true, content })
    const { html, text } = composeMessage(compiled, { ...ada, fields: { City: 'New York' } })
    expect(String(text)).toBe('https://x.test/New%20York')
    expect(String(html)).toBe('<a href="https://x.test/New%20York"><b>https://x.test/New York</b></a>')
  })

  it('keeps the text of mailto links and of links to a merge tag, once in the plain text', () => {
    const content =
      '<a href="mailto:{email}">{email}</a>, <a href="{Link}">{Link}</a>, <a href="#top">Top</a>, <a href="mailto:a@x.test"><img src="cid:a" alt="Us"></a>, <a href="https://x.test"></a>'
    const compiled = compileMessage({ ...source, useHtmlBuilder: true, content })
    const { text } = composeMessage(compiled, { ...ada, email: 'ada+x@x.test', fields: { Link: 'ask us' } })
    expect(String(text)).toBe('ada+x@x.test, ask us, Top, Us [a@x.test], https://x.test')
  })

  it('prints the link address in the plain text if its text holds another merge tag or fallback', () => {
    const content = '<a href="https://x.test/{City|a}">https://x.test/{City|b}</a> <a href="{Link}">{Company}</a>'
    const { text } = composeMessage(compileMessage({ ...source, useHtmlBuilder: true, content }), {
      ...ada,
      fields: { Company: 'Engines', Link: 'https://y.test' },
    })
    expect(String(text)).toBe('https://x.test/b [https://x.test/a] Engines [https://y.test]')
  })

  it('keeps headings in the plain text as typed', () => {
    const compiled = compileMessage({ ...source, content: '<h1>For {firstName|you} alone</h1>\nHello' })
    expect(String(composeMessage(compiled, ada).text)).toMatch(/^For Ada alone\n+Hello$/)
  })

  it('separates table cells in the plain text and puts each row on its own line', () => {
    const pasted =
      '<table>\n<tr>\n<th>What</th>\n<th>Price</th>\n</tr>\n<tr><td>Tea</td><td>20 €</td></tr><tr><td><b>Sum</b></td><td>{Sum}</td></tr></table>'
    const html = renderDocument(
      documentOf([element('text', { content: 'Dear {firstName}' }), element('html', { content: pasted })]),
    )
    const compiled = compileMessage({ ...source, content: html, useHtmlBuilder: true })
    const { text } = composeMessage(compiled, { ...ada, fields: { Sum: '21 €' } })
    expect(String(text).trim()).toBe('Dear Ada\n\nWhat Price\nTea 20 €\nSum 21 €')
  })

  it('shows in its plain text what desktops show, also tables, menus and videos', () => {
    const html = renderDocument(
      documentOf([
        element('text', { id: 'a', content: 'Both', styles: {} }),
        element('text', { id: 'b', content: 'Only phones', styles: { hideOn: 'desktop' } }),
        element('text', { id: 'c', content: 'Only desktops', styles: { hideOn: 'phone' } }),
        element('menu', { links: [{ text: 'Home', url: 'https://x.test' }] }),
        element('table', {
          rows: [
            ['Item', 'Price'],
            ['Lamp', '{Sum}'],
          ],
        }),
        element('video', { link: 'https://x.test/v', content: 'https://x.test/v.png', alt: 'See us' }),
        element('social', { items: [{ network: 'linkedin', url: 'https://linkedin.com/me' }] }),
      ]),
      { origin: 'https://mail.test' },
    )
    const compiled = compileMessage({ ...source, content: html, useHtmlBuilder: true })
    const { text } = composeMessage(compiled, { ...ada, fields: { Sum: '21 €' } })
    expect(String(text).trim()).toBe(
      'Both\n\nOnly desktops\n\nHome [https://x.test]\n\nItem Price\nLamp 21 €\n\nSee us [https://x.test/v]\n\nLinkedIn [https://linkedin.com/me]',
    )
  })

  it('puts each image on its own line in the plain text', () => {
    const images = ['Logo', 'Hero'].map((alt) => element('image', { id: alt, content: 'https://x.example/a.png', alt }))
    const row = element('columns', {
      columns: [{ elements: images.map((image) => ({ ...image, alt: `${image.alt} 2` })) }, { elements: [] }],
    })
    const html = renderDocument(documentOf([...images, row]))
    const { text } = composeMessage(compileMessage({ ...source, content: html, useHtmlBuilder: true }), ada)
    expect(String(text).trim()).toBe('Logo\nHero\nLogo 2\nHero 2')
  })

  it('uses the subject as the page title, like emails from the builder', () => {
    expect(String(mail.html)).toContain('<title>Hello Ada</title>')
    const hostile = compileMessage({ ...source, subject: '</title><b>{Company}' })
    expect(String(composeMessage(hostile, ada).html)).toContain(
      '<title>&lt;/title&gt;&lt;b&gt;Engines &lt;&amp; Co&gt;</title>',
    )
    expect(String(mail.text)).not.toContain('Hello Ada')
  })

  it('breaks words and addresses longer than a line, like emails from the builder', () => {
    expect(/<body style="([^"]*)"/.exec(String(mail.html))?.[1]).toMatch(/(?:^|;)word-break:break-word(?:;|$)/)
  })

  it('contains no script that its author typed', () => {
    expect(String(mail.html)).not.toContain('<script')
  })

  it('uses fallbacks where a value is empty', () => {
    const nobody = composeMessage(compileMessage(source), {
      firstName: '',
      lastName: '',
      email: 'x@example.com',
      fields: {},
    })
    expect(nobody.subject).toBe('Hello you')
    expect(String(nobody.text)).toContain('Dear friend,')
  })

  it('keeps a fallback with quotes as it was typed', () => {
    const compiled = compileMessage({ ...source, content: '{firstName|O\'Neil & "sons"}' })
    const nobody = { firstName: '', lastName: '', email: 'x@example.com', fields: {} }
    expect(String(composeMessage(compiled, nobody).html)).toContain('O&#39;Neil &amp; &quot;sons&quot;')
    expect(String(composeMessage(compiled, nobody).text).trim()).toBe('O\'Neil & "sons"')
  })
})
