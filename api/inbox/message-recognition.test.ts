import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { bounceText, isHard, type Bounce } from '#domain/inbox/bounce-report.ts'
import { EMPTY_REPORT } from '#domain/inbox/delivery-report.ts'
import { looksLikeReport } from '#domain/inbox/report-signs.ts'
import { INBOX_HEADERS } from '#domain/inbox/returned-mail.ts'
import { isReaction } from '#domain/inbox/emoji-reaction.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import type { ReturnedMail } from '#domain/inbox/returned-mail.ts'
import { readReport } from '#api/providers/delivery-report-reader.ts'

const FOLDER = join(import.meta.dirname, 'fixtures/messages')
const OWN = '<mw.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1@contoso.test>'

/** Applies the rules to an email file, as shown by the providers. */
async function read(name: string) {
  const raw = await readFile(join(FOLDER, `${name}.eml`))
  const { headers, from, subject = '', text = '' } = await PostalMime.parse(raw)
  const wanted: ReadonlySet<string> = new Set(INBOX_HEADERS)
  const mail: ReturnedMail = {
    from: from?.address?.toLowerCase() ?? '',
    subject,
    text,
    receivedAt: new Date('2026-11-23T10:00:00Z'),
    headers: Object.fromEntries(headers.filter(({ key }) => wanted.has(key)).map(({ key, value }) => [key, value])),
  }
  return recognize(mail, looksLikeReport(mail) ? await readReport(raw) : null, 'ada@contoso.test')
}

async function bouncesIn(name: string): Promise<readonly Bounce[]> {
  const returned = await read(name)
  return returned.what === 'bounce' ? returned.bounces : []
}

const BOUNCES = {
  'exchange-unknown-recipient': ['address', '5.1.10', ['grace.hopper@fabrikam.test'], 'RecipientNotFound'],
  'exchange-blocked-sender': ['refused', '5.7.708', ['partner@fabrikam.test'], 'traffic not accepted from this IP'],
  'gmail-unknown-recipient': ['address', '5.1.1', ['nobody.here@gmail.test'], 'does not exist'],
  'gmail-unknown-domain': ['address', '4.0.0', ['someone@gone-domain.test'], 'Domain name not found'],
  'postfix-unknown-recipient': ['address', '5.1.1', ['info@elsewhere.test'], 'User unknown in virtual mailbox table'],
  'postfix-gave-up': ['passing', '4.4.1', ['slow@elsewhere.test'], 'Connection timed out'],
  'postfix-mailbox-full': ['passing', '5.2.2', ['full@elsewhere.test'], 'over quota'],
  'exim-spf': ['refused', '5.7.1', ['picky@elsewhere.test'], 'Spf check: fail'],
  'qmail-plain': ['address', '5.1.1', ['nobody@elsewhere.test'], 'no mailbox here by that name'],
  forwarded: ['address', '5.1.1', ['office@elsewhere.test', 'private@further.test'], 'No such user'],
} as const

const COMPLAINTS = {
  'complaint-abuse': ['somebody@elsewhere.test'],
  'complaint-redacted': [],
} as const

const NEITHER = [
  'complaint-not-spam',
  'complaint-authentication',
  'gmail-delay',
  'postfix-delayed',
  'delivered-receipt',
  'read-receipt',
  'newsletter',
  'about-a-failure',
]

/** Expected return dates of sample out-of-office replies, all sent on Monday, 23 November 2026. */
const AWAY = {
  'exchange-out-of-office': ['2026-11-30', true],
  'gmail-vacation': ['2026-11-30', false],
} as const

describe('recognizing a message that comes back to a mailbox', () => {
  it.each(Object.entries(BOUNCES))('takes the file %s for a bounce', async (name, [kind, code, recipients, words]) => {
    const [bounce, ...others] = await bouncesIn(name)
    expect(bounce).toMatchObject({ kind, code, text: expect.stringContaining(words) })
    expect([bounce?.recipients.toSorted(), others]).toEqual([[...recipients], []])
  })

  it.each(Object.entries(COMPLAINTS))(
    'takes the file %s for a complaint about the email that it encloses',
    async (name, recipients) => {
      expect(await read(name)).toEqual({ what: 'complaint', recipients: [...recipients], references: [OWN] })
    },
  )

  it.each(NEITHER)('takes the file %s for neither a bounce nor a reply', async (name) => {
    expect(await read(name)).toEqual({ what: 'other' })
  })

  it.each(Object.entries(AWAY))('takes the file %s for an out-of-office note', async (name, [until, dated]) => {
    const expected = { what: 'away', references: ['<orig.1@contoso.test>'], until: new Date(until), dated }
    expect(await read(name)).toMatchObject(expected)
  })

  it("takes a person's reply for a reply to the emails that it refers to", async () => {
    expect(await read('reply')).toEqual({
      what: 'reply',
      from: 'grace@fabrikam.test',
      references: [OWN, '<older.1@contoso.test>'],
    })
  })

  it("does not take the product's own follow-up for a reply, whichever address it was sent from", () => {
    const headers = { 'in-reply-to': OWN, 'x-mergewell-email': 'mw1.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1' }
    const mail = { from: 'sales@contoso.test', subject: 'Re: Hello', headers }
    expect(recognize(mail, null, 'ada@contoso.test')).toEqual({ what: 'other' })
  })

  it.each<[string, Partial<Parameters<typeof isReaction>[0]>]>([
    ['RFC 9078', { headers: { 'content-disposition': 'reaction' } }],
    ['a Gmail reaction without other parts', { headers: { 'content-type': 'text/vnd.google.email-reaction+json' } }],
    ['Gmail', { partTypes: ['text/plain', 'text/vnd.google.email-reaction+json', 'text/html'] }],
    ['Gmail, read through Microsoft', { preview: '👍 Ann Lee reacted via Gmail On Mon, Nov 23, Ada wrote:' }],
    ['Outlook', { preview: 'Ann Lee reacted to your message: Hello Ada' }],
    ['Outlook in German', { preview: 'Ann Lee hat auf Ihre Nachricht reagiert:' }],
  ])('does not take an emoji reaction for a reply: %s', (_, { headers = {}, ...shown }) => {
    const all = { 'in-reply-to': OWN, ...headers }
    const mail = { from: 'ann@fabrikam.test', subject: 'Re: Hello', headers: all }
    expect(recognize({ ...mail, reaction: isReaction({ headers: all, ...shown }) }, null, 'ada@contoso.test')).toEqual({
      what: 'other',
    })
  })

  it.each([
    '👍 thanks! My Gmail address is below.',
    'Our board reacted to your message and wants to talk.',
    'I have read it and will come back to you.',
  ])('takes a reply that only resembles a reaction for a reply: %s', (preview) => {
    const headers = { 'in-reply-to': OWN, 'content-type': 'multipart/alternative' }
    const mail = {
      from: 'ann@fabrikam.test',
      subject: 'Re: Hello',
      headers,
      reaction: isReaction({ headers, preview }),
    }
    expect(recognize(mail, null, 'ada@contoso.test')).toMatchObject({ what: 'reply' })
  })

  it.each([
    [
      'exchange-unknown-recipient',
      '<AM9PR01MB0001B6A1F0D2C3E4F5A6B7C8D9E0F1@AM9PR01MB0001.eurprd01.prod.exchangelabs.com>',
    ],
    ['exchange-blocked-sender', '<DB7PR05MB0001AA@DB7PR05MB0001.eurprd05.prod.outlook.com>'],
    ['gmail-unknown-recipient', '<mw.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1@studio-sol.test>'],
    ['gmail-unknown-recipient', '<CAJx0q+Zb1N2m3L4k5J6h7G8f9D0s1A2@mail.gmail.com>'],
    ['postfix-unknown-recipient', OWN],
    ['postfix-gave-up', '<x.1@contoso.test>'],
    ['forwarded', '<forwarded.1@contoso.test>'],
  ])('finds in the file %s the email that bounced', async (name, reference) => {
    expect(await read(name)).toMatchObject({ references: expect.arrayContaining([reference]) })
  })

  it('stores only the other server’s reason, shortened', async () => {
    for (const name of Object.keys(BOUNCES)) {
      for (const text of (await bouncesIn(name)).map(bounceText)) {
        expect(text).toMatch(/^NON_DELIVERY_(ADDRESS|PASSING|REFUSED): \S/)
        expect(text).not.toContain('Private words')
        expect(text).not.toMatch(/[\r\n]/)
      }
    }
    const long = bounceText({ kind: 'address', code: '5.1.1', text: 'x'.repeat(100_000) })
    expect(long.length).toBeLessThanOrEqual(1_000)
  })

  it('suppresses an address only if the reason says that nobody can be reached there', async () => {
    const given = await Promise.all(
      Object.keys(BOUNCES).map(async (name) => [name, (await bouncesIn(name)).every(isHard)] as const),
    )
    expect(given.filter(([, hard]) => hard).map(([name]) => name)).toEqual([
      'exchange-unknown-recipient',
      'gmail-unknown-recipient',
      'gmail-unknown-domain',
      'postfix-unknown-recipient',
      'qmail-plain',
      'forwarded',
    ])
  })

  it.each([
    ['refused', "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"],
    ['refused', '550 5.1.8 Access denied, bad outbound sender'],
    ['refused', '550 5.7.705 Access denied, tenant has exceeded threshold'],
    ['address', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['address', '550 5.4.310 DNS domain fabrikam.test does not exist [Message=InfoDomainNonexistent]'],
    ['passing', '550 5.4.300 Message expired'],
    ['passing', '554 5.4.14 Hop count exceeded - possible mail loop'],
    [
      'passing',
      '550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour',
    ],
    ['passing', '552 5.2.2 The email account that you tried to reach is over quota and inactive'],
  ])('finds the kind %s for: %s', (kind, diagnostic) => {
    const mail = {
      from: 'microsoftexchange329e71ec88ae4615bbc36ab6ce41109e@contoso.test',
      subject: 'Undeliverable: Hello',
      headers: { 'content-type': 'multipart/report; report-type=delivery-status' },
    }
    const code = diagnostic.split(' ')[1]
    const status = `Final-Recipient: rfc822;ida@fabrikam.test\nAction: failed\nStatus: ${code}\nDiagnostic-Code: smtp;${diagnostic}\n`
    expect(recognize(mail, { ...EMPTY_REPORT, status }, 'ada@contoso.test')).toMatchObject({ bounces: [{ kind }] })
  })

  it("explains each kind of bounce in the product's words, whatever words the other server used", () => {
    const said = '403 permission 401 unauthorized quota rate limit invalid email UNCERTAIN suppressed EXPIRED_TOKEN'
    const messages = (['address', 'passing', 'refused'] as const).map(
      (kind) => explainFailure(bounceText({ kind, code: '5.0.0', text: said })).message,
    )
    expect(messages).toEqual([
      'The email bounced: this address does not exist',
      'The email bounced: the mailbox could not accept it',
      'The email bounced: the recipient’s mail server refused it',
    ])
    expect(explainFailure('SUPPRESSED: bounced').message).toBe('This address is on the suppression list')
  })

  it('is tested with every file of the fixtures', async () => {
    const names = (await readdir(FOLDER)).map((file) => file.replace('.eml', ''))
    expect(names.toSorted()).toEqual(
      [...Object.keys(BOUNCES), ...Object.keys(COMPLAINTS), ...Object.keys(AWAY), ...NEITHER, 'reply'].toSorted(),
    )
  })
})
