import { isAbout, sortReturns, TOO_EARLY } from './classify-inbox-events.ts'
import { recordComplaints, recordReplies } from '#api/emails/record-replies.ts'
import { isHard } from '#domain/inbox/bounce-report.ts'
import { isFromOwnProvider, vouchedDomain } from '#domain/inbox/report-authenticity.ts'
import { ownMailIn } from '#domain/inbox/own-message-id.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import { suppress } from '#api/audiences/suppressions.ts'
import { copiesOfSent } from '#api/emails/cc-bcc-copies.ts'
import { isErased, wasHandedOver } from '#api/emails/email-sql-conditions.ts'
import { pauseForDeadAddresses } from '#api/emails/dead-addresses.ts'
import { announce } from '#api/emails/sending-state.ts'
import { lockContactsAt } from '#api/audiences/lock-contacts.ts'
import type { App } from '#api/platform/app-context.ts'
import { colleaguesAmong } from '#api/mailboxes/workspace-own-addresses.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { InboxMail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { keepReplies } from './replies/store-replies.ts'
import { replyToOf } from './replies/reply-to-address.ts'
import { noteAutomaticAnswers, recordAbsences } from '#api/emails/automatic-answers.ts'
import { noteUnproven, recordBounces } from '#api/emails/record-bounces.ts'
import { unsubscribeByMail } from '#api/tracking/unsubscribe.ts'
import { addressesOf, type Candidate, type Return } from './match-inbox-events.ts'
import { takeBackUnsent } from './returned-unsent-emails.ts'
import { storable } from './database-safe-text.ts'

/** Days of sent email that are searched for an address. */
const LOOK_BACK = 30
/** Maximum emails examined per address or conversation. */
const CANDIDATES = 50

type RecordApp = Pick<App, 'database' | 'events' | 'clock' | 'links' | 'publicUrl'>

/** Result of processing a part of an inbox. */
export interface Taken {
  bounces: number
  replies: number
  /** a message is about an email in flight: read this part again shortly */
  early: boolean
  /** ids of the inbox messages that unsubscribed somebody, to be filed away */
  actedOn: string[]
}

/**
 * Picks the bounces, complaints, replies and other returned messages from these emails of an inbox; `own` as for {@link
 * takeReturns}.
 */
export function returnsIn(own: string | readonly string[], mails: readonly InboxMail[]): Return[] {
  return mails.map(storable).flatMap((mail): Return[] => {
    const recognized = recognize(mail, mail.report, own)
    if (recognized.what === 'other') return []
    const { id, threadId, receivedAt } = mail
    if (recognized.what !== 'bounce') {
      const replyTo = recognized.what === 'reply' ? replyToOf(mail, [own].flat()) : null
      const internetMessageId = mail.headers['message-id'] ?? null
      return [{ ...recognized, id, threadId, receivedAt, internetMessageId, replyTo }]
    }
    const { bounces, references } = recognized
    const vouched = vouchedDomain(mail)
    const isOwnProvider = isFromOwnProvider(mail, [own].flat())
    return bounces.map(({ notice, ...bounce }) => ({
      ...{ what: 'bounce', ...bounce, notice: isOwnProvider ? notice : null, vouched },
      ...{ references, id, threadId, receivedAt },
    }))
  })
}

/**
 * Records the messages that came back to a mailbox: bounces, complaints, replies, automatic answers and unsubscribes,
 * and nothing else. Idempotent. It stores only the other server's reason from a bounce report, and from an automatic
 * answer until when its writer is away.
 *
 * @param own the address or addresses of the mailbox
 * @param unnamed emails of other mailboxes whose provider ids stay unknown, and whose replies come to this one
 */
export async function takeReturns(
  app: RecordApp,
  key: MailboxKey,
  own: string | readonly string[],
  mails: readonly InboxMail[],
  unnamed: ReadonlySet<string> = new Set(),
): Promise<Taken> {
  return recordReturns(app, key, own, returnsIn(own, mails), unnamed)
}

/** Records the returned emails that {@link returnsIn} found, as {@link takeReturns} does. */
export async function recordReturns(
  app: RecordApp,
  key: MailboxKey,
  own: string | readonly string[],
  returns: readonly Return[],
  unnamed: ReadonlySet<string>,
): Promise<Taken> {
  const asked = returns.flatMap((each) => (each.what === 'unsubscribe' ? { token: each.token, id: each.id } : []))
  const actedOn: string[] = []
  for (const [token, mails] of Map.groupBy(asked, (each) => each.token)) {
    if (await unsubscribeByMail(app, key.tenantId, token)) actedOn.push(...mails.map(({ id }) => id))
  }
  const others = returns.filter(({ what }) => what !== 'unsubscribe')
  return { ...(await recordAboutEmails(app, key, own, others, unnamed)), actedOn }
}

async function recordAboutEmails(
  app: Pick<App, 'database' | 'events' | 'clock'>,
  key: MailboxKey,
  own: string | readonly string[],
  returns: readonly Return[],
  unnamed: ReadonlySet<string>,
): Promise<Omit<Taken, 'actedOn'>> {
  if (returns.length === 0) return { bounces: 0, replies: 0, early: false }
  return app.database.inTenant(key.tenantId, async (em) => {
    const now = app.clock()
    const candidates = await candidatesFor(em, key, returns, now, unnamed)
    const colleagues = await colleaguesAmong(
      em,
      key.tenantId,
      returns.flatMap((returned) => (returned.what === 'reply' ? returned.from : [])),
    )
    const sorted = sortReturns(returns, { candidates, colleagues, own: [own].flat(), now })
    const { bounces, complaints, deadCopies, complainingCopies } = sorted
    // Locked before a lock of suppressions is taken, whatever becomes of each below.
    const mayBeSuppressed = [
      ...[...bounces.values(), ...sorted.unsent.values()].flatMap(({ mail, returned }) =>
        isHard(returned) ? mail.email : [],
      ),
      ...[...complaints.values()].map(({ mail }) => mail.email),
      ...deadCopies,
      ...complainingCopies,
    ]
    if (mayBeSuppressed.length > 0) await lockContactsAt(em, key.tenantId, mayBeSuppressed)
    const failed = await takeBackUnsent(app, em, key, [...sorted.unsent.values()], now)
    for (const { mail, returned } of failed) bounces.set(mail.id, bounces.get(mail.id) ?? { mail, returned })
    const dead = [...bounces.values()].filter(({ mail, returned }) => isHard(returned) && isAbout(returned, mail))
    const bouncedAddresses = new Set([...dead.map(({ mail }) => mail.email), ...deadCopies])
    const complainingAddresses = new Set([
      ...[...complaints.values()].map(({ mail }) => mail.email),
      ...complainingCopies,
    ])
    if (bouncedAddresses.size > 0) {
      await suppress(app, em, key.tenantId, { emails: [...bouncedAddresses], reason: 'bounced', note: '' })
    }
    if (complainingAddresses.size > 0) {
      await suppress(app, em, key.tenantId, { emails: [...complainingAddresses], reason: 'complained', note: '' })
    }
    await noteUnproven(em, key.tenantId, [...sorted.unproven.values()])
    const bounced = await recordBounces(em, key.tenantId, [...bounces.values()], now)
    const replied = await recordReplies(em, key.tenantId, [...sorted.replies.values()], now)
    const complained = await recordComplaints(em, key.tenantId, [...complaints.values()])
    await keepReplies(app, em, key, sorted.written)
    const away = await recordAbsences(em, key.tenantId, [...sorted.absences.values()])
    await noteAutomaticAnswers(em, key.tenantId, sorted.automatic)
    await announce(app, em, key.tenantId, [
      ...new Map([...bounced, ...replied, ...complained, ...away].map((each) => [each.id, each])).values(),
    ])
    if (bounced.length > 0) await pauseForDeadAddresses(app, em, key, now)
    const sum = (changed: readonly { mails: number }[]) => changed.reduce((total, each) => total + each.mails, 0)
    return { bounces: sum(bounced), replies: sum(replied), early: sorted.early }
  })
}

/** Returns all ids by which a returned message may name an email. */
const named = (
  l: string,
) => `${l}.id, ${l}.campaign_id as "campaignId", ${l}.email_key as email, ${l}.thread_id as "threadId",
  ${l}.status, ${l}.attempts, ${l}.internet_message_id as "internetMessageId", ${l}.attempted_at as "attemptedAt",
  ${l}.mailbox_id is distinct from :mailboxId as elsewhere`
/** SQL condition on email_logs: the email was handed to its provider, so a reply or bounce may exist. */
const handedOver = (l: string) => `${l}.attempted_at is not null and ${wasHandedOver(l)} and not ${isErased(l)}`

/**
 * Finds the emails of this mailbox that the returned messages may be about, and those of other mailboxes that they
 * name. Passes ids as uuids, not as text to be cast: under row-level security no index serves a comparison with a cast,
 * because casts can fail and so leak data.
 */
async function candidatesFor(
  em: Em,
  key: MailboxKey,
  returns: readonly Return[],
  now: Date,
  unnamed: ReadonlySet<string>,
): Promise<Candidate[]> {
  const own = returns.flatMap(({ references }) => references.flatMap((reference) => ownMailIn(reference)?.logId ?? []))
  const ids = [...own, ...unnamed]
  const vendorIds = returns.flatMap(({ references }) => references.filter((reference) => !ownMailIn(reference)))
  const threads = returns.flatMap(({ threadId }) => threadId ?? [])
  const addresses = returns.flatMap((returned) => addressesOf(returned))
  const rows = await em.execute<
    (Omit<Candidate, 'attemptedAt' | 'underWay'> & { attemptedAt: Date; status: string })[]
  >(
    `select ${named('l')} from email_logs l
     where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and ${handedOver('l')}
     union
     select ${named('l')} from email_logs l
     where l.tenant_id = :tenantId
       and l.internet_message_id = any (array(select jsonb_array_elements_text(:vendorIds::jsonb))) and ${handedOver('l')}
     union
     select found.* from jsonb_array_elements_text(:threads::jsonb) as asked (thread) cross join lateral (
       select ${named('l')} from email_logs l
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.thread_id = asked.thread and ${handedOver('l')}
       limit :CANDIDATES) as found
     union
     select found.* from jsonb_array_elements_text(:addresses::jsonb) as asked (email) cross join lateral (
       select ${named('l')} from email_logs l
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.email_key = asked.email
         and l.sent_at is not null and l.sent_at > :sentAfter and ${handedOver('l')}
       order by l.sent_at desc limit :CANDIDATES) as found
     union
     select ${named('l')} from email_logs l
     where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.attempted_at > :attemptedAfter and l.status = 'sending'
       and l.email_key in (select value from jsonb_array_elements_text(:addresses::jsonb))`,
    {
      ...key,
      ids: uuidArray(new Set(ids)),
      vendorIds: JSON.stringify([...new Set(vendorIds)]),
      threads: JSON.stringify([...new Set(threads)]),
      addresses: JSON.stringify([...new Set(addresses)]),
      sentAfter: new Date(now.getTime() - LOOK_BACK * 86_400_000),
      attemptedAfter: new Date(now.getTime() - TOO_EARLY),
      CANDIDATES,
    },
  )
  const copies = await copiesOfSent(
    em,
    key.tenantId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ status, ...row }) => ({
    ...row,
    attemptedAt: new Date(row.attemptedAt),
    underWay: status === 'sending',
    isUnnamed: unnamed.has(row.id),
    copies: copies.get(row.id),
  }))
}
