import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import { recipientLimits, type RecipientLimit } from '#domain/pacing/recipient-limits.ts'
import { bulkSenderWarning, domainOf, RECEIVERS } from '#domain/campaigns/bulk-sender-rules.ts'
import {
  accountStatus,
  levelOf,
  mayDraft,
  mayManage,
  mayRead,
  REPUTATION_DAYS,
  reputationOf,
  type MailboxLevel,
  type Reputation,
} from '#domain/mailboxes/mailboxes.ts'
import { receiverLedger } from '#domain/pacing/shared-ledgers.ts'
import { warmupDaysRemaining } from '#domain/settings/settings.ts'
import { notFound } from '#schema/object-ids.ts'
import { outcomeCounts, wasTaken } from '#api/emails/email-sql-conditions.ts'
import { dayOf } from '#api/emails/ledgers/shared-ledgers.ts'
import { continueWithoutMailbox, lockCampaignsUnderWay } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { AppError } from '#domain/errors.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Breaker } from '#api/sending/circuit-breaker.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox } from './mailbox.ts'
import type { Caution } from '#domain/pacing/complaint-slowdown.ts'
import { rememberMailbox } from './former-mailboxes.ts'
import { longer, providerOutages, troubleOf, type MailboxTrouble } from './provider-outages.ts'
import { countUnreadable, type UnreadMail } from '#domain/inbox/unreadable-emails.ts'
import { isDefault, usableIds, type Sender } from './mailboxes-of-sender.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** A mailbox for display, without tokens. */
export type MailboxView = Pick<
  Mailbox,
  | 'id'
  | 'userId'
  | 'provider'
  | 'email'
  | 'name'
  | 'signature'
  | 'sendAs'
  | 'status'
  | 'statusReason'
  | 'inboxError'
  | 'inboxReadAt'
  | 'sharedWithAll'
> & {
  /** emails sent in the last 24 hours, including bounces */
  dailySent: number
  /** recipients in the last 24 hours that count towards {@link recipientLimit}, copies included */
  recipientsInDay: number
  /**
   * the provider's limit of recipients a day of which the largest share is used; null while the kind of the provider's
   * account is unknown
   */
  recipientLimit: number | null
  /** time of the last send */
  lastUsedAt: Date | null
  /** reason why a connected mailbox does not send; null if nothing is wrong */
  trouble: MailboxTrouble | null
  /** True if bounces and replies are detected: read permission was granted, and reading works */
  readsReplies: boolean
  /** time since which the inbox could not be read; null if it can be read */
  inboxUnreadSince: Date | null
  /** messages of the inbox that the provider did not let be read */
  unreadMessages: number
  /** granted level: sending only, or safe sending, bounces and replies */
  level: MailboxLevel
  /** scopes of the mailbox, which decide from which of its addresses it can send */
  scopes: readonly string[]
  /** judgment that slows the mailbox down; null: none, or the workspace does not want any */
  caution: Caution | null
  /** True if the mailbox can tell if an email left */
  safeSending: boolean
  /** True if its organization refused the full level, which is retried */
  awaitsConsent: boolean
  /** warnings that its domain sends so much to Gmail or Outlook.com that it is, or soon will be, a bulk sender */
  bulkSenderWarnings: string[]
  /** True if the caller may send from the mailbox. */
  canSend: boolean
  /** True if the caller's campaigns leave from this mailbox when they name none. */
  isDefault: boolean
}

/** The mailboxes visible to a person, oldest first: their own and those shared with them; admins see all. */
export async function listMailboxes(call: Call): Promise<MailboxView[]> {
  const viewer = viewerOf(call)
  const all = await call.app.database.inTenant(viewer.tenantId, (em) => views(em, viewer, call.app.clock()))
  return all.filter((mailbox) => maySee(viewer, mailbox))
}

/** Finds a mailbox by its id; null if the caller cannot see it. */
export async function findMailbox(call: Call, id: string): Promise<MailboxView | null> {
  const mailbox = (await mailboxesOf(call, [id])).get(id)
  return mailbox && maySee(viewerOf(call), mailbox) ? mailbox : null
}

/** Mailboxes visible to the caller, by id. */
export async function visibleMailboxesOf(call: Call, ids: readonly string[]): Promise<Map<string, MailboxView>> {
  const found = await mailboxesOf(call, ids)
  return new Map([...found].filter(([, mailbox]) => maySee(viewerOf(call), mailbox)))
}

const maySee = (viewer: Viewer, mailbox: MailboxView) => mailbox.canSend || mayManage(viewer, mailbox)

/** Mailboxes by id, including those the caller may not send from: a campaign shows its mailbox. */
export async function mailboxesOf(call: Call, ids: readonly string[]): Promise<Map<string, MailboxView>> {
  const viewer = viewerOf(call)
  const found = await call.app.database.inTenant(viewer.tenantId, (em) => views(em, viewer, call.app.clock(), ids))
  return new Map(found.map((account) => [account.id, account]))
}

/** Providers at which people have a working mailbox: user id → providers. */
export async function connectedProvidersOf(call: Call, userIds: readonly string[]): Promise<Map<string, Provider[]>> {
  if (!call.viewer) return new Map()
  const { tenantId } = call.viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const accounts = await em.find(Mailbox, { userId: { $in: [...userIds] }, status: { $ne: 'error' } })
    const byUser = Map.groupBy(accounts, (account) => account.userId)
    return new Map([...byUser].map(([id, list]) => [id, list.map((account) => account.provider)]))
  })
}

/** Disconnects a mailbox and deletes its tokens; for its owner or an admin. Throws NOT_FOUND, FORBIDDEN. */
export async function disconnectMailbox(call: Call, id: string): Promise<MailboxView> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const [account] = await views(em, viewer, call.app.clock(), [id])
    if (!account) throw notFound('Mailbox')
    if (!mayManage(viewer, account)) {
      throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can disconnect it.')
    }
    await removeMailbox(call.app, em, { tenantId, mailboxId: id })
    await recordOwn(call, em, { action: 'mailbox_disconnected', target: { id, label: account.email } })
    return account
  })
}

/**
 * Removes a mailbox. Running campaigns continue with another mailbox or pause. The emails that it sent count again in
 * its limits if it is connected again.
 */
export async function removeMailbox(
  app: Pick<App, 'events' | 'clock' | 'vendors'>,
  em: Em,
  key: MailboxKey,
): Promise<void> {
  const { tenantId, mailboxId } = key
  await shareLock(em, 'suppressions', tenantId)
  const underWay = await lockCampaignsUnderWay(em, tenantId)
  await rememberMailbox(em, key, app.clock())
  await em.nativeDelete(Mailbox, { tenantId, id: mailboxId })
  await continueWithoutMailbox(app, em, key, underWay)
}

/**
 * Rates mailboxes by the outcome of their emails of the last 30 days (product: mailboxes.reputation): mailbox id →
 * rating and reason.
 */
export async function reputationsOf(
  call: Call,
  ids: readonly string[],
): Promise<Map<string, { reputation: Reputation; reason: string }>> {
  const { tenantId } = viewerOf(call)
  const since = new Date(call.app.clock().getTime() - REPUTATION_DAYS * DAY)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<({ id: string } & Parameters<typeof reputationOf>[0])[]>(
      `select asked.id, counted.sent + past.sent as sent, counted.bounced + past.bounced as bounced,
         counted.refused + past.refused as refused, counted.unsubscribed + past.unsubscribed as unsubscribed,
         counted.complained + past.complained as complained
       from unnest(:ids::uuid[]) as asked (id)
       cross join lateral (
         select ${outcomeCounts('l', 's')} from email_logs l
         left join suppressions s on s.tenant_id = l.tenant_id and s.email_key = l.email_key
         where l.tenant_id = :tenantId and l.mailbox_id = asked.id and l.attempted_at > :since) as counted
       cross join lateral (
         select coalesce(sum(sent), 0)::int as sent, coalesce(sum(bounced), 0)::int as bounced,
           coalesce(sum(refused), 0)::int as refused, coalesce(sum(unsubscribed), 0)::int as unsubscribed,
           coalesce(sum(complained), 0)::int as complained
         from past_outcomes p where p.tenant_id = :tenantId and p.mailbox_id = asked.id and p.day > :since::date) as past`,
      { ids: uuidArray(ids), tenantId, since },
    )
    return new Map(rows.map(({ id, ...outcomes }) => [id, reputationOf(outcomes)]))
  })
}

const DAY = 86_400_000

/** SQL: number of rows of a source that left mailbox `m` after `:since`, bounced ones included. */
const leftSince = (m: string, table: string, condition: (l: string) => string) =>
  `(select count(*)::int from ${table} l
    where l.tenant_id = :tenantId and l.mailbox_id = ${m}.id and l.attempted_at > :since and ${condition('l')})`

type StoredView = Omit<
  MailboxView,
  | 'readsReplies'
  | 'inboxUnreadSince'
  | 'unreadMessages'
  | 'level'
  | 'safeSending'
  | 'bulkSenderWarnings'
  | 'canSend'
  | 'trouble'
  | 'recipientsInDay'
  | 'recipientLimit'
> & {
  outage: Breaker | null
  breakdown: Breaker | null
  inboxFailingSince: Date | null
  unreadMails: UnreadMail[]
  signInDoubt: Breaker | null
  subject: string | null
  directory: string | null
}

async function views(em: Em, person: Sender, now: Date, ids?: readonly string[]): Promise<MailboxView[]> {
  const { tenantId } = person
  const usable = new Set(await usableIds(em, person, ids))
  const { warmupMode, warmupStartedAt, slowDownUnwelcome } = await settingsOf(em, tenantId)
  const warmup = warmupDaysRemaining(warmupMode, warmupStartedAt ?? null, now)
  const since = new Date(now.getTime() - DAY)
  const rows = await em.execute<StoredView[]>(
    `select m.id, m.user_id as "userId", m.provider, m.email, m.subject, m.directory, m.name, m.signature, m.send_as as "sendAs", m.status, m.status_reason as "statusReason", m.scopes,
       m.wanted_level is not null as "awaitsConsent", m.caution, m.outage, m.breakdown, m.sign_in_doubt as "signInDoubt",
       m.inbox_error as "inboxError", m.inbox_read_at as "inboxReadAt",
       m.inbox_failing_since as "inboxFailingSince", m.unread_mails as "unreadMails", m.shared_with_all as "sharedWithAll",
       ${isDefault('m')} as "isDefault",
       ${leftSince('m', 'email_logs', wasTaken)} + ${leftSince('m', 'test_mails', (l) => `${l}.status = 'sent'`)}
         + ${leftSince('m', 'earlier_departures', (l) => `${l}.is_certain`)} as "dailySent",
       greatest(m.last_used_at,
         (select l.attempted_at from email_logs l where l.tenant_id = :tenantId and l.mailbox_id = m.id and ${wasTaken('l')}
            and l.attempted_at is not null order by l.attempted_at desc limit 1),
         (select max(l.attempted_at) from test_mails l
          where l.tenant_id = :tenantId and l.mailbox_id = m.id and l.status = 'sent')) as "lastUsedAt"
     from mailboxes m where m.tenant_id = :tenantId and (:ids::uuid[] is null or m.id = any (:ids::uuid[]))
     order by m.id`,
    { since, tenantId, userId: person.userId, ids: ids ? uuidArray(ids) : null },
  )
  const outages = await providerOutages(em)
  const limits = rows.map(recipientLimits)
  const used = await dayOf(em, [...new Set(limits.flat().map(({ ledger }) => ledger))], now)
  const warnings = await bulkSenderWarnings(em, new Set(rows.map(({ email }) => domainOf(email))), now)
  return rows.map(({ outage, breakdown, signInDoubt, unreadMails, inboxFailingSince, ...row }, at) => ({
    ...row,
    ...closestOf(limits[at] ?? [], used),
    trouble: troubleOf(
      {
        outage: longer(outage, outages.get(row.provider)?.outage ?? null),
        breakdown,
        // A person must reconnect the mailbox: nothing tries its sign-in again.
        signInDoubt: row.status === 'error' ? null : signInDoubt,
        registration: outages.get(row.provider)?.registration ?? null,
      },
      now,
    ),
    caution: slowDownUnwelcome ? row.caution : null,
    status: accountStatus(row.status, warmup),
    inboxReadAt: row.inboxReadAt && new Date(row.inboxReadAt),
    inboxUnreadSince: row.inboxError === null || inboxFailingSince === null ? null : new Date(inboxFailingSince),
    unreadMessages: countUnreadable(unreadMails),
    lastUsedAt: row.lastUsedAt && new Date(row.lastUsedAt),
    canSend: usable.has(row.id),
    level: levelOf(row.scopes),
    safeSending: mayDraft(row.scopes),
    bulkSenderWarnings: warnings.get(domainOf(row.email)) ?? [],
    readsReplies: row.status !== 'error' && row.inboxError === null && mayRead(row.scopes),
  }))
}

/** Picks the limit of recipients of which the largest share is used; among equals, the smallest. */
function closestOf(
  limits: readonly RecipientLimit[],
  used: ReadonlyMap<string, number>,
): Pick<MailboxView, 'recipientsInDay' | 'recipientLimit'> {
  const shares = limits.map(({ ledger, perDay }) => ({
    recipientsInDay: used.get(ledger) ?? 0,
    recipientLimit: perDay,
  }))
  const [closest] = shares.toSorted(
    (a, b) =>
      b.recipientsInDay / b.recipientLimit - a.recipientsInDay / a.recipientLimit ||
      a.recipientLimit - b.recipientLimit,
  )
  return closest ?? { recipientsInDay: 0, recipientLimit: null }
}

/** Warnings about domains that are close to bulk senders: domain → warnings. */
async function bulkSenderWarnings(em: Em, domains: ReadonlySet<string>, now: Date): Promise<Map<string, string[]>> {
  const ledgers = [...domains].flatMap((domain) => RECEIVERS.map(({ name }) => receiverLedger(domain, name)))
  const used = await dayOf(em, ledgers, now)
  const warningsOf = (domain: string) =>
    RECEIVERS.flatMap(({ name }) => bulkSenderWarning(domain, name, used.get(receiverLedger(domain, name)) ?? 0) ?? [])
  return new Map([...domains].map((domain) => [domain, warningsOf(domain)]))
}
