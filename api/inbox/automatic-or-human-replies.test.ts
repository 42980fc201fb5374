import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recognize } from '#domain/inbox/recognize-message.ts'
import { inboxMailOf } from '#tests/support/inbox-file.ts'

const FOLDER = join(import.meta.dirname, 'fixtures/answers')
const OWN = '<mw.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1@contoso.test>'

/** Returns what an email file is: its kind, and until when its writer is away. */
async function seen(name: string): Promise<string> {
  const raw = readFileSync(join(FOLDER, `${name}.eml`))
  const mail = await inboxMailOf(raw, new Date('2026-11-28T10:00:00Z'))
  const found = recognize(mail, mail.report, 'ada@contoso.test')
  if (found.what === 'away') return `away ${found.dated ? found.until.toISOString().slice(0, 10) : 'without a date'}`
  return found.what === 'reply' && found.mustBeNamed ? 'reply if it names an email' : found.what
}

const LANGUAGES = 'ar cs da el hu ko lt nb ro ru sl tr vi zh-tw'.split(' ')

describe('a message that a program wrote', () => {
  it.each(LANGUAGES)('is recognized by the subject that Exchange gives it (%s)', async (language) => {
    expect(await seen(`subject-${language}`)).toBe('away 2026-12-14')
  })

  it.each([
    ['auto-subject', 'automatic'],
    ['auto-subject-away', 'away 2026-12-14'],
    ['exchange-gateway-tag', 'away 2026-12-14'],
    ['fml-not-member', 'automatic'],
    ['formail', 'away 2026-12-14'],
    ['help-desk-receipt', 'automatic'],
    ['mailbot-below-quote', 'away 2026-12-14'],
    ['mailman-replybot', 'automatic'],
    ['moderated-list', 'automatic'],
    ['read-receipt', 'other'],
    ['invitation-answered', 'other'],
    ['spam-challenge', 'automatic'],
    ['ticket-created', 'automatic'],
    ['vacation', 'away without a date'],
    ['vacation-bulk', 'away 2026-12-14'],
    ['newsletter-of-contact', 'other'],
  ])("is not taken for a person's reply (fixture %s)", async (name, expected) => {
    expect(await seen(name)).toBe(expected)
  })
})

describe('a message that a person wrote', () => {
  it.each([
    ['agent-answers', 'reply'],
    ['invitation-commented', 'reply'],
    ['invites', 'reply'],
    ['reads-and-answers', 'reply'],
    ['reply-through-a-group', 'reply if it names an email'],
    ['reply-through-list', 'reply if it names an email'],
    ['suppress-all-changed-subject', 'reply if it names an email'],
    ['suppress-all-hungarian-valasz', 'reply'],
    ['suppress-all-italian-r', 'reply'],
    ['suppress-all-lotus-antwort', 'reply'],
    ['suppress-all-turkish-ynt', 'reply'],
  ])("is not taken for a program's (fixture %s)", async (name, expected) => {
    expect(await seen(name)).toBe(expected)
  })

  it.each([
    ['x-autoreply', 'no'],
    ['x-autorespond', 'No'],
    ['x-auto-reply', 'false'],
    ['x-autoresponse', '0'],
    ['x-mail-autoreply', 'none'],
  ])('is recognized although a header denies an automatic reply: %s: %s', (name, value) => {
    const headers = { 'in-reply-to': OWN, [name]: value }
    const mail = { from: 'grace@fabrikam.test', subject: 'Re: A question', headers }
    expect(recognize(mail, null, 'ada@contoso.test').what).toBe('reply')
    expect(recognize({ ...mail, headers: { ...headers, [name]: 'yes' } }, null, 'ada@contoso.test').what).not.toBe(
      'reply',
    )
  })

  it('is recognized although its subject sounds like an out-of-office note, if it answers an email', () => {
    const mail = { from: 'grace@fabrikam.test', subject: 'I am away until Friday', headers: { 'in-reply-to': OWN } }
    expect(recognize(mail, null, 'ada@contoso.test')).toMatchObject({ what: 'reply' })
    expect(recognize({ ...mail, headers: {} }, null, 'ada@contoso.test')).toMatchObject({ what: 'away' })
  })

  const PREFIXES = 'Re RE Re[2] R SV Sv VS AW Antw YNT Odp Vá ΑΠ 回覆 回复 השב رد RES Odg Ats'.split(' ')
  it.each(PREFIXES)('is recognized by a subject that begins with %s:', (prefix) => {
    const headers = { 'in-reply-to': OWN, 'x-auto-response-suppress': 'All' }
    for (const colon of [':', ' :', '：']) {
      const mail = { from: 'grace@fabrikam.test', subject: `${prefix}${colon} A short question`, headers }
      expect(recognize(mail, null, 'ada@contoso.test')).toEqual({ what: 'reply', from: mail.from, references: [OWN] })
    }
  })
})
