import { convert } from 'html-to-text'
import { describe, expect, it } from 'vitest'
import { contrast } from '#domain/builder/colors.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { documentOf, element } from '#domain/builder/testing/documents.ts'
import { compileMessage, composeMessage, linksOfMail } from './message.ts'
import type { OwnAddresses } from './recipient-links.ts'

const ada = {
  logId: 'log7',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada+x@example.com',
  fields: { Website: 'https://ada.test/me', Plan: 'mailto:plan@ada.test', 'Unsubscribe URL': 'https://evil.test/' },
}
const own = (links: readonly string[], opens = true): OwnAddresses => ({
  unsubscribe: ({ logId, email }) => `https://us.test/u/${logId}-${email.length}`,
  open: opens ? ({ logId }) => `https://us.test/t/o/${logId}.gif` : null,
  links: new Map(links.map((url, at) => [url, at + 1])),
  click: ({ logId }, link) => `https://us.test/t/c/${logId}-${link}`,
  headers: [],
})
const source = (content: string, useHtmlBuilder = false) => ({
  subject: 'Hello',
  content,
  useHtmlBuilder,
  from: { name: 'R', address: 'r@example.com' },
  attachments: [],
})
const mailOf = (content: string, useHtmlBuilder = false, opens = true, links?: string[]) => {
  const written = source(content, useHtmlBuilder)
  const mail = composeMessage(compileMessage({ ...written, own: own(links ?? linksOfMail(written), opens) }), ada)
  return { ...mail, html: String(mail.html), text: String(mail.text) }
}
const count = (text: string, part: string) => text.split(part).length - 1

describe('an email of a campaign', () => {
  const content =
    '<a href="https://shop.test/?a=1&b=2">Shop</a> <a href="mailto:me@x.test">Write</a> <a href="https://shop.test/?a=1&b=2">again</a>'

  it('tracks its links, each with one number, and leaves others alone', () => {
    const { html } = mailOf(content)
    expect(count(html, 'href="https://us.test/t/c/log7-1"')).toBe(2)
    expect(html).toContain('href="mailto:me@x.test"')
    expect(html).not.toContain('shop.test')
  })

  it('shows the unsubscribe address once in HTML and once in plain text, even if the author typed http:// before it', () => {
    const { html, text } = mailOf(
      '<!doctype html><html><body><p>Hi <a href="http://{unsubscribeUrl}">Leave</a></p></body></html>',
      true,
    )
    expect(html).toContain('<a href="https://us.test/u/log7-17">Leave</a>')
    expect([html, text].map((part) => count(part, 'us.test/u/'))).toEqual([1, 1])
    expect(text).toContain('Leave [https://us.test/u/log7-17]')
  })

  it('tracks clicks in classic Outlook, whose button is inside a conditional comment', () => {
    const button = element('button', { content: 'Shop', link: 'https://shop.test/?a=1&b={email}' })
    const { html } = mailOf(renderDocument(documentOf([button])), true)
    expect(html).toMatch(/<v:roundrect[^>]* href="https:\/\/us\.test\/t\/c\/log7-1"/)
    expect(count(html, 'href="https://us.test/t/c/log7-1"')).toBe(2)
    expect(html).not.toContain('shop.test')
  })

  it('gets the unsubscribe link at its end when the author placed one only for Outlook', () => {
    const { html } = mailOf('<!--[if mso]><a href="{unsubscribeUrl}">No more</a><![endif]--><p>x</p>', true)
    expect(html).toMatch(/>Unsubscribe<\/a>/)
  })

  it('has untracked links in the plain text, and no tracking pixel', () => {
    const { text } = mailOf(content)
    expect(text).toContain('https://shop.test/?a=1&b=2')
    expect(text).not.toContain('us.test/t/')
  })

  it('tracks only links that are recorded for the campaign', () => {
    const { html } = mailOf(content, false, true, [])
    expect(count(html, 'https://shop.test/?a=1&amp;b=2')).toBe(2)
    expect(html).not.toContain('us.test/t/c/')
  })

  it('ends with the postal address of the sender, line by line and escaped, also when the author placed the unsubscribe link', () => {
    const postalAddress = 'Larkspur & Sons\n1 Mill Lane {firstName} <Galway>'
    for (const body of ['<p>x</p>', '<p>x</p><a href="{unsubscribeUrl}">No more</a>']) {
      const written = source(body, true)
      const mail = composeMessage(compileMessage({ ...written, own: { ...own([]), postalAddress } }), ada)
      expect(String(mail.html)).toContain('>Larkspur &amp; Sons<br>1 Mill Lane {firstName} &lt;Galway&gt;</div>')
      expect(String(mail.text)).toContain('Larkspur & Sons\n1 Mill Lane {firstName} <Galway>')
    }
  })

  it.each([
    ['en', 'If you no longer want emails like this: ', 'Unsubscribe', 'Unsubscribe: '],
    ['de', 'Wenn Sie keine E-Mails dieser Art mehr erhalten möchten: ', 'Abmelden', 'Abmelden: '],
    ['fr', 'Si vous ne souhaitez plus recevoir ce type d’e-mails\u00A0: ', 'Se désabonner', 'Se désabonner\u00A0: '],
  ] as const)('ends with the unsubscribe link in its language, %s', (language, before, link, inText) => {
    const compiled = compileMessage({ ...source('Hello'), language, own: own([]) })
    const mail = composeMessage(compiled, ada)
    expect(String(mail.html)).toContain(`<html lang="${language}">`)
    expect(String(mail.html)).toMatch(
      new RegExp(`>${before}<a href="https://us\\.test/u/log7-17"[^>]*>${link}</a></div>`),
    )
    expect(String(mail.text)).toContain(`\n\n${inText}https://us.test/u/log7-17\n`)
  })

  it('ends with the unsubscribe link and the pixel, inside the body', () => {
    const { html, text } = mailOf('<html><body><p>x</p></BODY ></html>', true)
    expect(html).toMatch(
      /<p>x<\/p><div[^>]*>[^<]*<a href="https:\/\/us\.test\/u\/log7-17"[^>]*>Unsubscribe<\/a><\/div>/,
    )
    expect(html).toMatch(
      /<img src="https:\/\/us\.test\/t\/o\/log7\.gif" width="1" height="1" alt=""[^>]*>\s*<\/BODY ><\/html>$/,
    )
    expect(text.trimEnd()).toMatch(/Unsubscribe: https:\/\/us\.test\/u\/log7-17$/)
    expect(convert(html)).toContain('https://us.test/u/log7-17')
  })

  it('has its footer inside the white container of an email from the builder', () => {
    const { html } = mailOf(renderDocument(documentOf([])), true)
    expect(html.indexOf('Unsubscribe</a></div>')).toBeLessThan(html.indexOf('<!-- ending -->'))
    expect(html.slice(html.indexOf('<!-- ending -->'))).not.toContain('<img')
  })

  it("does not mistake an attribute's text for the place of its footer", () => {
    const { html } = mailOf('<html><body><p title="<!-- ending -->">x</p></body></html>', true)
    expect(html).toContain('<p title="<!-- ending -->">x</p><div')
  })

  it('gives its unsubscribe link a background color, so that it is readable on any page', () => {
    const { html } = mailOf('<body style="background-color:#101828"><p>x</p></body>', true)
    const footer = /<div style="([^"]*)">[^<]*<a [^>]*>Unsubscribe/.exec(html)?.[1]
    const [background = '', color = ''] = [/background-color:(#\w+)/, /;color:(#\w+)/].map(
      (property) => property.exec(footer ?? '')?.[1] ?? '',
    )
    expect(contrast(color, background)).toBeGreaterThan(4.5)
  })

  it('contains its unsubscribe link even if the HTML has no body', () => {
    expect(mailOf('just words', true).html).toMatch(/^just words<div.*us\.test\/u\/log7-17/s)
  })

  it('gets no second unsubscribe link when the author placed one', () => {
    const { html, text } = mailOf('<p>x <a href="{unsubscribeUrl}">No more</a> y</p>', true)
    expect(count(html, 'us.test/u/')).toBe(1)
    expect(html).toContain('<a href="https://us.test/u/log7-17">No more</a>')
    expect(count(text, 'us.test/u/')).toBe(1)
    expect(mailOf('Say no: {Unsubscribe URL|here}').text).toContain('Say no: https://us.test/u/log7-17')
  })

  it('from Simple Text may contain an unsubscribe link placed by its author, and telephone links', () => {
    const { html, text } = mailOf('<a href="tel:+4930">Call</a>\n\n<a href="{unsubscribeUrl}">No more</a>')
    expect(html).toContain('<p><a href="tel:+4930">Call</a></p><p><a href="https://us.test/u/log7-17">No more</a></p>')
    expect([count(html, 'us.test/u/'), count(text, 'us.test/u/')]).toEqual([1, 1])
  })

  it.each(['Say no: {unsubscribeUrl}', '<a href="{unsubscribeUrl}>No more</a>', '<div>{unsubscribeUrl}</div>'])(
    'gets the footer if the author’s unsubscribe link does not work: %s',
    (typed) => {
      expect(mailOf(typed).html).toMatch(/<a href="https:\/\/us\.test\/u\/log7-17"[^>]*>Unsubscribe<\/a>/)
    },
  )

  it('gets the footer if the author’s unsubscribe link is invisible', () => {
    const { html } = mailOf('<!-- {unsubscribeUrl} --><p>x</p>', true)
    expect(html).toMatch(/>Unsubscribe<\/a>/)
  })

  it('has the one-click unsubscribe headers of RFC 8058', () => {
    expect(mailOf(content).headers).toEqual([
      { name: 'List-Unsubscribe', value: '<https://us.test/u/log7-17>' },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ])
  })

  it('names an email address beside the https address for unsubscribing, if the mailbox is read', () => {
    const unsubscribeByMail = () => 'mailto:r@example.com?subject=unsubscribe%20x'
    const compiled = compileMessage({ ...source(content), own: { ...own([]), unsubscribeByMail } })
    expect(composeMessage(compiled, ada).headers[0]).toEqual({
      name: 'List-Unsubscribe',
      value: '<https://us.test/u/log7-17>, <mailto:r@example.com?subject=unsubscribe%20x>',
    })
  })

  it('has no tracking pixel if opens are not tracked', () => {
    expect(mailOf(content, false, false).html).not.toContain('/t/o/')
  })

  it('tracks a link with merge tags if its values make a valid address, and leaves it untracked otherwise', () => {
    const { html, text } = mailOf(
      '<a href="{Website}">1</a><a href="{Plan}">2</a><a href="{Nothing|javascript:alert(1)}">3</a><a href="https://x.test/?e={email}">4</a>',
      true,
    )
    expect(html).toContain('<a href="https://us.test/t/c/log7-1">1</a><a href="mailto:plan@ada.test">2</a>')
    expect(html).toContain('<a data-withheld="">3</a><a href="https://us.test/t/c/log7-4">4</a>')
    expect(text).toContain('https://x.test/?e=ada%2Bx@example.com')
  })

  it('stays as written without tracking and unsubscribe links', () => {
    const mail = composeMessage(compileMessage(source('<p>{unsubscribeUrl}x</p>', true)), ada)
    expect([String(mail.html), mail.headers]).toEqual(['<p>x</p>', []])
  })
})
