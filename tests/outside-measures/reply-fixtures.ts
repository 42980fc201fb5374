import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMailText } from '#api/providers/mail-text.ts'
import { wordsOfHtml } from '#domain/html/visible-words.ts'

/** A reply of a public collection, and the part of it that is new text. */
export interface ReplyCase {
  name: string
  text: string
  html: string
  expected: string
}

/** Tests of talon about its own limits and its own output, which say nothing of a reply. */
const NOT_ABOUT_REPLIES = new Set([
  'test_too_many_lines',
  'test_CRLF',
  'test_bad_html',
  'test_empty_body',
  'test_preprocess',
])

/** Talon's expectation for each file of `html_replies`, from a function of its tests. */
const HTML_REPLY = 'Hi. I am fine. Thanks, Alex'

/** The replies of mailgun/talon: those within its tests, its HTML files and its email files. */
export async function talonCases(folder: string): Promise<ReplyCase[]> {
  const tests = join(folder, 'tests')
  const fixtures = join(tests, 'fixtures')
  const files = {
    OLK_SRC_BODY_SECTION: await readFile(join(fixtures, 'OLK_SRC_BODY_SECTION.html'), 'utf8'),
    REPLY_SEPARATED_BY_HR: await readFile(join(fixtures, 'reply-separated-by-hr.html'), 'utf8'),
  }
  const inTests = [
    ...casesInPython(await readFile(join(tests, 'text_quotations_test.py'), 'utf8'), 'plain', {}),
    ...casesInPython(await readFile(join(tests, 'html_quotations_test.py'), 'utf8'), 'html', files),
  ]
  const pages = await Promise.all(
    (await readdir(join(fixtures, 'html_replies'))).map(async (file) => ({
      ...{ name: file, text: '', expected: HTML_REPLY },
      html: await readFile(join(fixtures, 'html_replies', file), 'utf8'),
    })),
  )
  const emails = (await readdir(join(fixtures, 'standard_replies'))).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(
    emails.map(async (file) => {
      const path = join(fixtures, 'standard_replies', file)
      const { text, html } = await readMailText(await readFile(path))
      const expected = await readFile(path.replace(/\.eml$/, '_reply_text'), 'utf8').catch(() => 'Hello')
      return { name: file, text, html, expected }
    }),
  )
  return [...inTests, ...pages, ...mails]
}

const LITERAL = /[ur]?("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y
const STATEMENT = /(\w+)\s*=\s*(?=[ur]?["'])|eq_\(\s*/g

/**
 * Reads the comparisons of a Python test file: `eq_(expected, … extract_from_plain(body))`, where both are literals, or names that were
 * given one before.
 */
function casesInPython(source: string, kind: 'plain' | 'html', known: Readonly<Record<string, string>>): ReplyCase[] {
  const cases: ReplyCase[] = []
  for (const block of source.split(/^(?=def |@patch)/m)) {
    const name = /^(?:@patch.*\n)?def (\w+)/.exec(block)?.[1]
    if (!name || NOT_ABOUT_REPLIES.has(name)) continue
    const names = new Map(Object.entries(known))
    const add = (expected: string | null, body: string | null) => {
      if (expected === null || body === null) return
      if (kind === 'plain') cases.push({ name, text: body, html: '', expected })
      else cases.push({ name, text: '', html: body, expected: wordsOfHtml(expected) })
    }
    for (const statement of block.matchAll(STATEMENT)) {
      const at = statement.index + statement[0].length
      if (statement[1]) {
        names.set(statement[1], literalAt(block, at) ?? '')
        continue
      }
      const call = /quotations\.extract_from_(?:plain|html)\(\s*|, parsed\)/g
      call.lastIndex = at
      const found = call.exec(block)
      const expectedAt = at + (/^RE_WHITESPACE\.sub\(\s*''\s*,\s*/.exec(block.slice(at))?.[0].length ?? 0)
      const expected = valueAt(block, expectedAt, names)
      if (found)
        add(expected, found[0] === ', parsed)' ? expected : valueAt(block, found.index + found[0].length, names))
    }
  }
  // A function that several tests call, each with other words between the dashes.
  const separators = [...source.matchAll(/_check_pattern_original_message\(u?'([^']+)'\)/g)]
  for (const [, words] of separators) {
    cases.push({
      name: `original message: ${words}`,
      text: `Test reply\n\n-----${words}-----\n\nTest`,
      html: '',
      expected: 'Test reply',
    })
  }
  return cases.filter(({ text }) => !text.includes('-----{}-----'))
}

function valueAt(source: string, at: number, names: ReadonlyMap<string, string>): string | null {
  return literalAt(source, at) ?? names.get(/^\w+/.exec(source.slice(at, at + 80))?.[0] ?? '') ?? null
}

/** Reads a Python string of several adjacent parts; null if there is none. */
function literalAt(source: string, start: number): string | null {
  let value: string | null = null
  for (let at = start; ;) {
    LITERAL.lastIndex = at
    const [whole, quoted = ''] = LITERAL.exec(source) ?? []
    if (whole === undefined) return value
    const quotes = /^("""|''')/.test(quoted) ? 3 : 1
    value = (value ?? '') + unescaped(quoted.slice(quotes, -quotes))
    at += whole.length
    at += /^\s*\\?\s*/.exec(source.slice(at))?.[0].length ?? 0
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\([n'"])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

/**
 * New lines of crisp-oss/email-reply-parser's fixtures, read by hand, because its tests look at fragments without
 * signatures. New is what the email does not quote: signatures and footers of lists count as new, and where answers
 * stand between quoted lines, everything does. Fixtures that are not named quote nothing.
 */
const NEW_LINES: Readonly<Record<string, string>> = {
  '1-5': `email_10 email_11 email_12 email_13 email_14 email_16 email_17 email_18 email_22 email_23 email_24 email_25 email_26 email_8 email_9
    email_danish_dash_separator email_en_multiline_2 email_finnish email_fr_multiline email_french_2 email_french_dash_separator
    email_german email_german_2 email_german_outlook email_gmail_split_line_from email_italian email_msn email_norwegian_gmail
    email_original_message email_original_message_2 email_outlook_split_line_from email_portuguese email_russian email_one_is_not_on
    email_tricky_10_special_chars_in_name email_tricky_12_no_space_after_header email_tricky_14_long_quote_header
    email_tricky_15_original_message_variations email_tricky_5_mixed_languages`,
  '1': `email_20 email_2_1 email_4 email_customer_quote_header_2 email_thread email_tricky_9_nested_quotes email_unquoted_reply`,
  '1-2': 'email_zoho',
  '1-3': 'email_19 email_6 email_customer_quote_header_3 email_sent_from email_tricky_20_html_entities',
  '1-7': 'email_ios_outlook email_ios_outlook_fr',
  '1-5,52-55': 'email_3',
  '1-5,26-41': 'email_7',
  '1-9,20-22': 'email_bullets',
  '1,15-17': 'email_custom_quote_header',
  '1-11,28-29': 'email_reply_header',
}

/** The fixtures of crisp-oss/email-reply-parser. */
export async function emailReplyParserCases(folder: string): Promise<ReplyCase[]> {
  const fixtures = join(folder, 'test/fixtures')
  const wanted = new Map(
    Object.entries(NEW_LINES).flatMap(([lines, names]) => names.split(/\s+/).map((name) => [name, lines] as const)),
  )
  const files = (await readdir(fixtures)).filter((file) => file.endsWith('.txt'))
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(fixtures, file), 'utf8')
      const lines = text.split('\n')
      const expected = (wanted.get(file.slice(0, -4)) ?? `1-${lines.length}`)
        .split(',')
        .flatMap((range) => {
          const [from = 1, to = from] = range.split('-').map(Number)
          return lines.slice(from - 1, to)
        })
        .join('\n')
      return { name: file, text, html: '', expected }
    }),
  )
}
