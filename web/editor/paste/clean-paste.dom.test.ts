import { describe, expect, it } from 'vitest'
import { cleanPaste } from './clean-paste.ts'
import { GMAIL, GOOGLE_DOCS, OUTLOOK_DESKTOP, OUTLOOK_WEB, WORD } from './paste-fixtures.ts'

describe('cleanPaste, for text copied from another program,', () => {
  it.each([
    [
      'Word: headings, color, lists and a table',
      WORD,
      '<h1>Quarterly report</h1>' +
        '<p>Sales in Paris were <b>up</b> by <span style="color:#ff0000">12%</span>.</p>' +
        '<ul><li>First point<ol><li>A step</li></ol></li><li>Second <i>point</i></li></ul>' +
        '<p>Region&nbsp;&nbsp; Total</p><p>North&nbsp;&nbsp; 1,200</p>',
    ],
    [
      'Outlook for Windows: paragraphs, a link, and a picture of the email',
      OUTLOOK_DESKTOP,
      '<p>Dear <span data-merge-tag="{firstName}">firstName</span>,</p>' +
        '<p>see <a href="https://example.com/a?b=1&amp;c=2">our page</a>.</p><p>Kind regards</p>',
    ],
    [
      'Outlook on the web: lines, and blank lines between paragraphs',
      OUTLOOK_WEB,
      '<p>Hello,<br>this is <b>important</b>.</p><p>Regards,<br>Ann</p>',
    ],
    [
      'Google Docs: its bold wrapper, alignment, nested lists and links',
      GOOGLE_DOCS,
      '<h2>Agenda</h2><p style="text-align:center">Plain and <i><b>both</b></i></p>' +
        '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul>' +
        '<p><a href="https://example.com/">site</a></p>',
    ],
    [
      'Gmail: lines, a quote and a picture from the web',
      GMAIL,
      '<p>Hi <b>there</b>,</p><p>first line<br>second line</p>' +
        '<p><img src="https://mail.example.com/logo.png" alt="Logo" width="120"></p>' +
        '<blockquote><p>what you wrote</p></blockquote>',
    ],
  ])('keeps the text and its emphasis and drops other styles from %s', (_, pasted, html) => {
    expect(cleanPaste(pasted, 'simple').html.replaceAll('\u00A0', '&nbsp;')).toBe(html)
  })

  it.each([
    ['scripts and styles', '<style>p{}</style><script>1</script>kept', 'kept'],
    ['handlers and layout', '<p onclick="x()" style="position:fixed">a\n  b</p>', '<p>a b</p>'],
    ['harmful links', '<a href="javascript:alert(1)">here</a>', 'here'],
    [
      'text that looks like a tag',
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    ],
    ['the colors every program writes', '<span style="color:rgb(0,0,0)">a</span>', 'a'],
    ['tracking pixels', '<p>a<img src="https://x.test/p.gif" width="1" height="1"></p>', '<p>a</p>'],
  ])('drops or disarms %s', (_, pasted, html) => {
    expect(cleanPaste(pasted, 'simple').html).toBe(html)
  })

  it('takes embedded pictures out for upload, and counts local pictures, which cannot be sent', () => {
    const data = 'data:image/png;base64,iVBORw0KGgo='
    const { html, pictures, lostPictures } = cleanPaste(
      `<p>a<img src="${data}" alt="x"><img src="file:///C:/a.png"><img src="cid:b"></p>`,
      'simple',
    )
    expect(html).not.toContain('data:')
    expect([pictures, lostPictures]).toEqual([[data], 2])
  })

  it('writes headings as bold text and pictures as their alternative text in a builder block, and counts the pictures', () => {
    const pasted = '<h2>a</h2><p><img src="https://x.test/y.png" alt="b"><img src="https://x.test/p.gif" width="1"></p>'
    expect(cleanPaste(pasted, 'block')).toEqual({ html: '<p><b>a</b></p><p>b</p>', pictures: [], lostPictures: 1 })
  })
})
