import { describe, expect, inject, it } from 'vitest'
import { contentProblems } from '#api/rendering/content-problems.ts'
import { readRows, readStrings } from '#api/contacts/spreadsheet/sheet-xml.ts'
import { compileMessage, linksOfMail } from '#api/sending/message/message.ts'
import { importEmail } from '#domain/builder/import/import-email.ts'
import { importHtml } from '#domain/builder/import-html.ts'
import { sentBytes } from '#domain/builder/sent-size.ts'
import { renderRichText } from '#domain/builder/render-rich-text.ts'
import { plainText } from '#domain/builder/rich-text.ts'
import { fontOf, linkOf } from '#domain/builder/style-values.ts'
import { outlookView } from '#domain/builder/mail-client-views.ts'
import { cleanEmail, splitFullName } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { cleanHtml } from '#domain/html/html-sanitizer.ts'
import { compileAddress } from '#domain/content/mail-links.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'

/**
 * Feeds slow-to-parse text to every function that reads user text. Four times the text may take about four times as
 * long, never sixteen times: one such request would block everyone.
 */
const mail = (content: string, useHtmlBuilder: boolean) => ({
  subject: 'Hello',
  content,
  useHtmlBuilder,
  attachments: [],
  pictures: new Map(),
  from: { name: 'A', address: 'a@example.com' },
})
const own = (content: string) => ({
  ...mail(content, true),
  own: {
    unsubscribe: () => 'u',
    open: () => 'o',
    links: new Map([['https://a.example/', 1]]),
    click: () => 'c',
    headers: [],
  },
})
const REPORT = { from: 'mailer-daemon@example.com', subject: 'Undelivered', headers: {} }
const app = { publicUrl: 'https://mail.example' }

async function* inPieces(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 4_096) yield bytes.subarray(at, at + 4_096)
}

const READERS: Record<string, (text: string) => unknown> = {
  'Simple Text': (text) => renderSimpleText(text, { linksAddresses: true }),
  'sanitized HTML': cleanHtml,
  'an address with merge tags': compileAddress,
  'an email from HTML': (text) => {
    const written = own(cleanHtml(text))
    return [linksOfMail(written), compileMessage(written)]
  },
  'an email from text': (text) => compileMessage(mail(text, false)),
  'problems in HTML': (text) => contentProblems(app, mail(text, true)),
  'HTML imported into a block': importHtml,
  'HTML imported as blocks': importEmail,
  'the size of an email as sent': sentBytes,
  'rich text': (text) => renderRichText(text, { linkColor: '#000000', gap: 8 }),
  'plain rich text': (text) => plainText(text),
  'an address': linkOf,
  'a font list': fontOf,
  'an email as Outlook shows it': outlookView,
  'a contact address': cleanEmail,
  'a full name': splitFullName,
  'a bounce report': (text) => recognize(REPORT, { text, status: text, feedback: '', original: text }, 'a@example.com'),
  'cells of a sheet': (text) => Array.fromAsync(readRows(inPieces(text))),
  'strings of a sheet': (text) => readStrings(inPieces(text)),
}

/** The repeated part, and its prefix. */
const PUMPS = [
  ...[
    '<',
    '</',
    '<!',
    '<!--',
    '<!-->',
    '<!--<',
    '<?',
    '<![CDATA[',
    '<!--[if mso]>',
    '-->',
    '<a',
    '<a ',
    '<a href',
    '<a href="',
    "<a href='",
    '<a href=x ',
  ],
  ...[
    '<a href="https://a.example/">',
    '<a href=x>',
    '<img src=',
    '<img src="',
    '<img ',
    '<img alt="',
    '<p>',
    '<b>',
    '<i>',
    '<b><i>',
    '</b>',
    '</p>',
    '<ul>',
    '<ul><li>',
  ],
  ...[
    '<b><p>',
    '<b>x<p>',
    '<b>\n\nx',
    '<a href="http://a">\n\nx',
    '<b></b>',
    '<b>x</b>',
    '<div>',
    '<form>',
    '<font>',
    '<font>x',
    '<table>',
    '<table><tr><td>',
    '<span style="color:red">x',
    '<h1>',
    '<li>',
    '<br>',
    '<blockquote>',
  ],
  ...[
    '<style>',
    '<style',
    '</style',
    '<script>',
    '<noscript>',
    '<title>',
    '<textarea>',
    '<plaintext>',
    '<svg>',
    '<select>',
    '<template>',
    '<button>',
  ],
  ...[
    '{',
    '}',
    '{a',
    '{a|',
    '{{a|b}',
    '{firstName}',
    '{a|"}',
    '<a href="{a}">',
    '&',
    '&#',
    '&amp',
    '&amp;',
    '&a',
    '&#x',
    '&#0;',
  ],
  ...[
    'http://',
    'http://a',
    'www.',
    'www.a(',
    'http://a)',
    'a)',
    ').',
    '!',
    '?',
    '.',
    'a.',
    'a@',
    '@',
    'mailto:',
    'mailto:a@a.',
    'cid:',
    'data:image/png;base64,',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\n \n',
    ' \n',
    'x \n',
    '\u00A0',
    '\u2028',
    '\0',
    '\uE000',
    '\uE0001\uE001',
    'é',
    '\uD800',
    '😀',
  ],
  ...[
    '"',
    "'",
    '=',
    '= ',
    'a=',
    'a= ',
    'a="',
    '/',
    '\\',
    '/*',
    '*/',
    '\\0',
    'url(',
    'url( ',
    'src=',
    'src= ',
    'background="',
    'style="',
    'expression(',
    'alt=',
    '(',
    '[',
    ',',
    ';',
    ':',
    '-',
    '_x',
    '<row ',
    '<c r="A1">',
    '<si><t>',
  ],
]
const BEFORE = [
  '<!--<',
  '<a href="',
  '<a ',
  '<p style="',
  '<style>',
  'url(',
  'http://a.example/',
  '<img alt="',
  '<!-- on',
  '{a',
  'mailto:a@',
  'a@b <',
]
/** Fillers repeated after one of those. */
const FILLERS = [
  ' ',
  '\n',
  '<',
  '>',
  '"',
  '=',
  'a',
  'a=',
  'a ',
  '/',
  '/*',
  '\\',
  '!',
  '.',
  ')',
  '{',
  '&',
  '-',
  ',',
  ':',
]
/** Unclosed tags and constructs, also tested at full length. */
const OPEN = [
  '<b>',
  '<font>',
  '<div>',
  '<ul><li>',
  '<table><tr><td>',
  '<blockquote>',
  '<a href="http://a">\n\nx',
  '<b><p>',
  '<form>',
  '<span>x',
  '<a href="',
  '<style>',
  '{',
  '<!--',
  'www.a)',
]
const FULL = inject('everything') ? 200_000 : 30_000

/** Length of the smaller text; the larger one is four times as long. */
const SIZE = 4_000
/** CPU ms below which we do not compare: at 16,000 characters, quadratic code takes longer */
const QUICK = 15
/** between 4 (linear) and 16 (quadratic) */
const RATIO = 9

const pumped = (before: string, pump: string, size: number) => before + pump.repeat(Math.ceil(size / pump.length))

/** `npm test` tries every twelfth of them. */
const ALL_TEXTS: [string, string][] = [
  ...PUMPS.map((pump): [string, string] => ['', pump]),
  ...BEFORE.flatMap((before) => FILLERS.map((filler): [string, string] => [before, filler])),
]

const TEXTS = ALL_TEXTS.filter((_, index) => inject('everything') || index % 12 === 0)

/** Returns the CPU ms that this thread spent reading; the text may be refused. */
async function effort(read: (text: string) => unknown, text: string): Promise<number> {
  const start = process.threadCpuUsage()
  try {
    await read(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

/** Longer texts each time: what a run costs besides, such as collected garbage, then counts for less. */
async function isLinear(read: (text: string) => unknown, text: (size: number) => string): Promise<boolean> {
  for (const size of [SIZE, SIZE, 2 * SIZE, 4 * SIZE]) {
    const large = await effort(read, text(4 * size))
    if (large < QUICK || large < RATIO * Math.max(await effort(read, text(size)), 1)) return true
  }
  return false
}

describe('hostile text for a parser', () => {
  it.each(Object.entries(READERS))('takes time proportional to its length: %s', async (_, read) => {
    // Warm up the JIT compiler first.
    for (const [before, pump] of TEXTS.slice(0, 40)) await effort(read, pumped(before, pump, 500))
    const slow: [string, string][] = []
    for (const [before, pump] of TEXTS) {
      if (!(await isLinear(read, (size) => pumped(before, pump, size)))) slow.push([before, pump])
    }
    expect(slow).toEqual([])
  })

  it.each(Object.entries(READERS))(
    'is read to the end or refused, however deeply it is nested: %s',
    async (_, read) => {
      for (const pump of OPEN) expect(await effort(read, pumped('', pump, FULL)), pump).toBeGreaterThanOrEqual(0)
    },
  )
})
