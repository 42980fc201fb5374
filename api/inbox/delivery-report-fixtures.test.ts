import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reasonOf, type BounceKind } from '#domain/inbox/bounce-reasons.ts'
import { sectionsOf } from '#domain/inbox/delivery-report.ts'
import { failureWords } from '#domain/inbox/failure-text-normalization.ts'
import { senderNoticeOf, type SenderNotice } from '#domain/inbox/sender-notices.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import { inboxMailOf } from '#tests/support/inbox-file.ts'
import { GRACE, NO_REPORTS, REPORTS } from '#tests/support/provider-report-fixtures.ts'

const FOLDER = join(import.meta.dirname, 'fixtures/reports')
describe('parsing a delivery report', () => {
  it.each(Object.entries(REPORTS))('finds in the fixture %s the outcome for each recipient', async (name, expected) => {
    const mail = await inboxMailOf(await readFile(join(FOLDER, `${name}.eml`)))
    const returned = recognize(mail, mail.report, 'ada@contoso.test')
    const bounces = returned.what === 'bounce' ? returned.bounces : []
    expect(bounces.map(({ kind, code, recipients }) => [kind, code, ...recipients])).toEqual(
      expected.map(([kind, code, recipient = GRACE]) => [kind, code, recipient]),
    )
  })

  it.each(Object.entries(NO_REPORTS))(
    'finds none in a message that only resembles one (fixture %s)',
    async (name, what) => {
      const mail = await inboxMailOf(await readFile(join(FOLDER, `${name}.eml`)))
      expect(recognize(mail, mail.report, 'ada@contoso.test')).toMatchObject({ what })
    },
  )

  it('is tested with every file of the folder', async () => {
    const names = (await readdir(FOLDER)).map((file) => file.replace('.eml', ''))
    expect(names.toSorted()).toEqual([...Object.keys(REPORTS), ...Object.keys(NO_REPORTS)].toSorted())
  })
})

describe('senderNoticeOf, which recognizes refusals because of the sender,', () => {
  it.each<[SenderNotice | null, string, string?]>([
    ['MAILBOX_LIMIT', 'You have reached a limit for sending mail. Your message was not sent.'],
    ['MAILBOX_LIMIT', '550-5.4.5 Daily user sending limit exceeded', '5.4.5'],
    ['MAILBOX_LIMIT', 'Sie haben ein Limit für das Senden von E-Mails erreicht.'],
    ['MAILBOX_LIMIT', 'Vous avez atteint une limite d’envoi.'],
    ['MAILBOX_LIMIT', '550 5.2.2 Submission quota exceeded', '5.2.2'],
    ['ORGANISATION_LIMIT', '450 4.7.705 tenant was throttled', '4.7.705'],
    ['MAILBOX_BLOCKED', 'Message rejected. See https://support.google.com/mail/answer/69585'],
    ['FROM_ADDRESS', 'You are sending this from a different address with “Send mail as”.'],
    [null, '552 5.2.2 The mailbox of the recipient is full', '5.2.2'],
    [null, '550 5.7.703 blocked by the Tenant Allow Block List', '5.7.703'],
    [null, '450 4.7.1 Greylisted', '4.7.1'],
  ])('finds %s in: %s', (notice, said, code) => {
    expect(senderNoticeOf(failureWords(said), code ? [code] : [])).toBe(notice)
  })
})

describe('reasonOf, which finds the reason of a bounce,', () => {
  it.each<[BounceKind | null, string, string?]>([
    // RFC 5321, RFC 3463: these say nothing of the reason.
    [null, '550 Requested action not taken'],
    [null, '554 Transaction failed', '5.0.0'],
    [null, '550 5.0.0 Error', '5.0.0'],
    // Nobody is there.
    ['address', '550 5.1.1 <bo@there.test>: Recipient address rejected: User unknown in virtual alias table', '5.1.1'],
    [
      'address',
      '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
      '5.1.1',
    ],
    [
      'address',
      '550 5.7.1 <bo@there.test>: Recipient address rejected: User unknown in relay recipient table',
      '5.7.1',
    ],
    ['address', '550 5.7.1 No such user', '5.7.1'],
    ['address', '554 5.7.1 <bo@there.test>: user unknown', '5.7.1'],
    ['address', '550 5.7.1 The mailbox bo does not exist', '5.7.1'],
    ['refused', '550 5.7.1 this address only receives mail from members; unknown user policy', '5.7.1'],
    ['refused', '554 5.7.1 Hide My Email address not found for sender', '5.7.1'],
    ['refused', '550 5.7.1 invalid recipient rule', '5.7.1'],
    ['address', "L'adresse de messagerie que vous avez entrée est introuvable."],
    ['address', "L'indirizzo di posta elettronica immesso non è stato trovato."],
    ['passing', 'Skrzynka pocztowa adresata jest pełna i nie może teraz przyjmować wiadomości.'],
    ['passing', 'CNAME lookup failed temporarily. (#4.4.3) this message has been in the queue too long.', '4.4.3'],
    ['passing', '450 4.7.1 Greylisted. this message has been in the queue too long.', '4.7.1'],
    ['address', '550 No such user here'],
    ['address', '553 sorry, no mailbox here by that name'],
    ['address', '550 Unrouteable address'],
    ['address', '550 5.4.310 DNS domain there.test does not exist [Message=InfoDomainNonexistent]', '5.4.310'],
    ['address', '556 5.1.10 Recipient address has null MX', '5.1.10'],
    ['address', 'Domain there.test does not accept mail (nullMX)'],
    [
      'address',
      'Host or domain name not found. Name service error for name=there.test type=A: Host not found',
      '5.4.4',
    ],
    ['address', '554 delivery error: dd This user doesn’t have a there.test account', '5.0.0'],
    ['address', '550 5.1.6 Mr. Bo no longer works here', '5.1.6'],
    ['address', 'No SMTP service here'],
    ['address', 'Empfänger unbekannt'],
    ['address', '554 5.4.4 Domain lookup failed: NXDOMAIN', '5.4.4'],
    ['address', "550 5.1.1 Adresse d'au moins un destinataire invalide"],
    // Later emails may arrive.
    ['passing', '550 5.1.1 <bo@there.test>: this server has sent too many messages this hour', '5.1.1'],
    ['passing', '552 5.2.2 Mailbox full', '5.2.2'],
    ['passing', '554 5.2.2 The mailbox of the user exceeded its storage quota', '5.2.2'],
    ['passing', '550 User account temporarily disabled, unknown when it returns'],
    [
      'passing',
      'Host or domain name not found. Name service error for name=there.test: Host not found, try again',
      '4.4.3',
    ],
    ['passing', '550 4.4.7 Message expired, connection timed out', '4.4.7'],
    ['passing', 'retry timeout exceeded'],
    ['passing', 'all hosts have been failing for a long time'],
    ['passing', '554 5.4.14 Hop count exceeded - possible mail loop', '5.4.14'],
    ['passing', '451 4.7.1 Greylisting in action, please come back later', '4.7.1'],
    ['passing', '450 4.7.1 Message rejected as spam: retry timeout exceeded', '4.7.1'],
    // The email or its sender is not wanted.
    ['refused', '554 5.7.1 Message rejected as spam by content filter: retry timeout exceeded', '5.7.1'],
    ['refused', '550 5.1.1 Message rejected as spam by Content Filtering', '5.1.1'],
    ['refused', '504 <mail.here.test>: Helo command rejected: Host not found'],
    ['refused', '450 5.7.25 Client host rejected: cannot find your reverse hostname, [192.0.2.1]', '5.7.25'],
    ['refused', '553 5.1.8 <me@here.test>: Sender address rejected: Domain of sender address does not exist', '5.1.8'],
    ['refused', '550 Verification failed for <me@here.test>: No such user; Sender verify failed'],
    ['refused', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.there.test', '5.7.1'],
    ['refused', '554 5.7.1 <bo@there.test>: Relay access denied', '5.7.1'],
    ['refused', '501 5.1.7 Invalid address', '5.1.7'],
    ['refused', '550 The account may not exist, or the server may be on a blacklist'],
    ['refused', '552 5.3.4 Message size exceeds fixed limit', '5.3.4'],
    ['refused', '550 5.2.1 The email account that you tried to reach is disabled', '5.2.1'],
    ['refused', '550 5.7.1 Requested action not taken: mailbox unavailable, blocked by policy', '5.7.1'],
  ])('returns %s for: %s', (kind, said, code) => {
    expect(reasonOf(failureWords(said), code ? [code] : [])).toBe(kind)
  })

  it('ignores words in an address, in the returned email and within longer words', () => {
    expect(reasonOf(failureWords('<user-unknown@spam.test> was not delivered'), [])).toBeNull()
    expect(reasonOf(failureWords('the user unknowns'), [])).toBeNull()
  })
})

describe('sectionsOf, which divides a report by recipient,', () => {
  it("keeps a server's answer with its recipient, whatever other address the answer contains", () => {
    const text =
      '  x@there.test\n    host mx.there.test\n    550 5.1.1 <x@there.test>: user unknown\n  y@here.test\n    host mx.here.test\n    550 5.1.0 <ada@contoso.test> sender rejected\n'
    const sections = sectionsOf(text)
    expect([...sections.keys()]).toEqual(['x@there.test', 'y@here.test'])
    expect(sections.get('x@there.test')).toContain('550 5.1.1')
    expect(sections.get('y@here.test')).toContain('550 5.1.0')
  })
})
