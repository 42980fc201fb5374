import type { PaceRules } from '#domain/pacing/pace.ts'
import { isDeepStrictEqual } from 'node:util'
import { workspaceRefusal, type ProviderCeiling } from '#domain/tenants/plans.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { noteBreakdown, noteOutage, outageOf, providerOutages } from '#api/mailboxes/provider-outages.ts'
import type { MailboxKey, SendStore } from '#api/sending/store.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Breaker } from '#api/sending/circuit-breaker.ts'
import { markSignInLost } from '#api/mailboxes/lost-sign-in.ts'
import { noteLostMailbox } from '#api/webhooks/webhook-outbox.ts'
import { addressesOf } from '../content/email-urls.ts'
import { endProbation } from '#api/emails/new-workspace-probation.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { approvalOf } from '../approval/approval-seals.ts'
import { Campaign } from '../campaign.ts'
import { pauseForDeadAddresses } from '#api/emails/dead-addresses.ts'
import { decideTests } from '../launch/ab-winner.ts'
import { createDraftStore } from '#api/emails/provider-draft-store.ts'
import { attemptColumns, attemptsOf, type AttemptRow } from '#api/emails/send-attempts.ts'
import { claimEmails } from '#api/emails/claim-emails.ts'
import { nextDue } from '#api/emails/due-mailboxes.ts'
import { finishCampaigns, noteLastUse } from '#api/emails/finish-campaigns.ts'
import { countSent } from '#api/emails/ledgers/sent-email-ledger.ts'
import { noteOutside, outsideDue } from '#api/mailboxes/externally-sent-emails.ts'
import { recordOutcomes } from '#api/emails/record-outcomes.ts'
import { releaseEmails } from '#api/emails/release-claims.ts'
import { noteSentIds } from '#api/emails/sent-message-ids.ts'
import { withAnswers } from '#api/emails/answers-to-replies.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { WITH_FOLLOW_UPS } from '../follow-ups/campaign-with-follow-ups.ts'
import { documentFor, loadTemplates } from '../content/recipient-documents.ts'
import { frozenSender, mailContent, signatureFor, signed } from '../content/email-content.ts'
import { readFile } from '../drafts/recipient-file-rows.ts'
import { compileInThread } from '#api/rendering/compile-in-thread.ts'
import { linkOrigin, movePictures } from '#api/tracking/link-domains/link-origin.ts'
import { sendingRules } from '#api/mailboxes/mailbox-rules.ts'
import {
  announce,
  blockMailbox,
  noteWrongClock,
  pauseByCanary,
  pauseCampaigns,
  pauseToProtect,
  planMailbox,
  wakeLater,
} from '#api/emails/sending-state.ts'

type StoreApp = Pick<
  App,
  'database' | 'events' | 'secrets' | 'links' | 'vendors' | 'clock' | 'publicUrl' | 'log' | 'sendingThreads' | 'office'
>
type RulesOf = (em: Em, tenant: Tenant, account: Mailbox, now: Date) => Promise<PaceRules>

/**
 * Finds the emails of a mailbox that were handed to the provider with an unknown result, and that may be looked for
 * again now.
 */
async function unsettledEmails(em: Em, key: MailboxKey, now: Date) {
  const rows = await em.execute<AttemptRow[]>(
    `select ${attemptColumns('l')} from email_logs l
     where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.status = 'sending'
       and (l.look_at is null or l.look_at <= :now)`,
    { ...key, now },
  )
  return withAnswers(em, key.tenantId, attemptsOf(rows))
}

async function throttleMailbox(
  em: Em,
  key: MailboxKey,
  pause: Parameters<SendStore['throttle']>[1],
  until: Date,
): Promise<void> {
  const column = pause === 'quotaUntil' ? 'quota_until' : 'throttled_until'
  const own = pause === 'quotaUntil' ? ', quota_reason = null' : ''
  await em.execute(
    `update mailboxes set ${column} = greatest(${column}, :until)${own} where tenant_id = :tenantId and id = :mailboxId`,
    { until, ...key },
  )
}

/**
 * The engine's store on PostgreSQL: each operation is one workspace transaction. Rows and counters change in one
 * statement.
 */
export function createSendStore(
  app: StoreApp,
  providerCeilings: (provider: Provider) => readonly ProviderCeiling[],
): SendStore {
  const inTenant = <T>(key: MailboxKey, work: (em: Em) => Promise<T>) => app.database.inTenant(key.tenantId, work)
  const rulesOf: RulesOf = (em, tenant, account, now) =>
    sendingRules(em, tenant, account, { providerCeilings: providerCeilings(account.provider), now })

  return {
    ...createDraftStore(app),

    open: (key) => inTenant(key, (em) => openForSending(app, em, key, rulesOf)),

    outside: {
      due: (key, now) => inTenant(key, (em) => outsideDue(em, key, now)),
      note: (key, sent, now) => inTenant(key, (em) => noteOutside(em, key, sent, now)),
    },

    unsettled: (key, now) => inTenant(key, (em) => unsettledEmails(em, key, now)),

    claim: (key, claim, now) => inTenant(key, (em) => claimEmails(app, em, key, claim, now)),

    content: (key, campaignId) => contentToSend(app, key, campaignId),

    fileContent: (key, fileId) => inTenant(key, (em) => readFile(app, em, key.tenantId, fileId)),

    fillDocument: async (key, document, recipient, language) => {
      const [template] = await inTenant(key, (em) => loadTemplates(em, key.tenantId, [document]))
      if (!template) throw new Error('A template has content')
      return documentFor({ threads: app.sendingThreads, office: app.office }, key.tenantId, template, {
        recipient,
        language,
      })
    },

    compile: ({ tenantId }, source) => compileInThread(app.sendingThreads, tenantId, source),

    noteSentIds: (key, logId, ids) => inTenant(key, (em) => noteSentIds(em, key.tenantId, logId, ids)),

    record: (key, outcomes) =>
      inTenant(key, async (em) => announce(app, em, key.tenantId, await recordOutcomes(em, key, outcomes))),

    release: (key, released, again) => inTenant(key, (em) => releaseEmails(app, em, key, released, again)),

    throttle: (key, pause, until) => inTenant(key, (em) => throttleMailbox(em, key, pause, until)),

    noteOutage: (key, event, everywhere, now) =>
      inTenant(key, (em) => noteOutage(em, key, event, everywhere, now.getTime())),

    noteBreakdown: (key, broken, now) =>
      inTenant(key, async (em) => {
        const breakdown = await noteBreakdown(em, key, broken, now.getTime())
        if (!breakdown) return null
        const until = new Date(breakdown.until)
        await wakeLater(app, em, key, until)
        return until
      }),

    noteWrongClock: (key) => inTenant(key, (em) => noteWrongClock(app, em, key, app.clock())),

    expire: (key, reason) =>
      inTenant(key, async (em) => {
        await markSignInLost(em, key, { reason, now: app.clock() })
        await blockMailbox(app, em, key, 'RECONNECT')
      }),

    stopCampaign: (key, campaignId, reason) =>
      inTenant(key, (em) => pauseToProtect(app, em, key.tenantId, reason, { campaignIds: [campaignId] })),

    plan: (key, opensAt, outlook, now) =>
      inTenant(key, (em) => planIfCurrent(app, em, key, { opensAt, outlook, now }, rulesOf)),

    watchCanary: (key) =>
      inTenant(key, async (em) => {
        await pauseForDeadAddresses(app, em, key, app.clock())
        return pauseByCanary(app, em, key, (await settingsOf(em, key.tenantId)).canaryPercent)
      }),

    finish: (key, now) =>
      inTenant(key, async (em) => {
        await decideTests(app, em, key, now)
        await announce(app, em, key.tenantId, await finishCampaigns(em, key, now))
        await noteLastUse(em, key)
      }),

    nextDue: (key) => inTenant(key, (em) => nextDue(app, em, key, app.clock())),
  }
}

/** Opens a mailbox for the engine, with its rules and pauses. Returns null, and pauses its campaigns, if it cannot send. */
async function openForSending(app: StoreApp, em: Em, key: MailboxKey, rulesOf: RulesOf): ReturnType<SendStore['open']> {
  const tenant = await em.findOneOrFail(Tenant, { id: key.tenantId })
  const account = await em.findOne(Mailbox, { id: key.mailboxId })
  const refusal = workspaceRefusal(tenant, app.clock())
  if (refusal) await pauseCampaigns(app, em, key.tenantId, refusal, key)
  const worked = account?.status !== 'error'
  const registration = account && ((await providerOutages(em)).get(account.provider)?.registration ?? null)
  // A valid token would not tell whether the provider accepts the application again.
  const mailbox = account && worked ? openMailbox(app, account, { renewFirst: registration !== null }) : null
  if (account?.status === 'error' && worked) await noteLostMailbox(em, key.tenantId, key.mailboxId)
  if (!account || !mailbox) {
    await blockMailbox(app, em, key, account?.status === 'error' ? 'RECONNECT' : 'NO_MAILBOX')
    return null
  }
  account.clockWrongAt = null
  await endProbation(em, tenant, app.clock())
  return {
    mailbox,
    provider: account.provider,
    from: { name: account.name, address: account.email },
    sendAs: { email: account.email, name: account.name, sendAs: account.sendAs, scopes: account.scopes },
    rules: await rulesOf(em, tenant, account, app.clock()),
    pauses: { throttledUntil: account.throttledUntil ?? null, quotaUntil: account.quotaUntil ?? null },
    access: { signInUntil: untilOf(account.signInDoubt), registrationUntil: untilOf(registration) },
    sends: refusal === null && !tenant.sendingStoppedAt,
    sendAgainInDoubt: (await settingsOf(em, key.tenantId)).sendAgainInDoubt,
    outage: await outageOf(em, key),
    brokeOffUntil: untilOf(account.breakdown),
  }
}

/** Reads the content of a campaign as it is sent from one mailbox, and compares it with what was approved. */
async function contentToSend(app: StoreApp, key: MailboxKey, campaignId: string): ReturnType<SendStore['content']> {
  const threads = app.sendingThreads
  const { stored, mailbox, signature } = await app.database.inTenant(key.tenantId, async (em) => {
    const found = await em.findOneOrFail(Campaign, { id: campaignId }, WITH_FOLLOW_UPS)
    const account = await em.findOne(Mailbox, { id: key.mailboxId })
    return { stored: await withAnswerSubject(em, found), mailbox: account, signature: signatureFor(found, account) }
  })
  const campaign = await signed({ threads }, key.tenantId, stored, signature)
  const { subject, content, useHtmlBuilder } = campaign
  // Outside of a transaction: a thread may take seconds.
  const links = await threads.run(key.tenantId, 'links', { subject, content, useHtmlBuilder }, content.length)
  return app.database.inTenant(key.tenantId, async (em) => {
    const mail = await mailContent({ ...app, threads }, em, campaign)
    const to = await linkOrigin(app, em, key.tenantId)
    return {
      ...mail,
      content: movePictures(mail.content, { from: app.publicUrl, to, embedded: mail.pictures }),
      // An answer to a person's reply carries no unsubscribe links and no tracking.
      own: stored.answersReplyId ? undefined : await addressesOf(app, em, stored, links, mailbox),
      sender: frozenSender(stored, key.mailboxId),
      approval: await approvalOf(stored, key.mailboxId, mail),
    }
  })
}

/**
 * Plans when a mailbox sends next. Returns false and does nothing if the mailbox's rules changed after the engine read
 * them.
 */
async function planIfCurrent(
  app: StoreApp,
  em: Em,
  key: MailboxKey,
  {
    opensAt,
    outlook: { rules, perSecond },
    now,
  }: {
    opensAt: Date | null
    outlook: { rules: PaceRules; perSecond: number }
    now: Date
  },
  rulesOf: RulesOf,
): Promise<boolean> {
  // A settings change updates these rows afterwards. Locking them means that we read the latest rules, or the
  // change comes later.
  await em.execute(
    `select from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' order by c.id for update of c, m`,
    { ...key },
  )
  const tenant = await em.findOneOrFail(Tenant, { id: key.tenantId })
  const account = await em.findOne(Mailbox, { id: key.mailboxId })
  if (!account || !isDeepStrictEqual(await rulesOf(em, tenant, account, now), rules)) return false
  const outlook = { rules, perSecond, departures: await countSent(em, key, rules.windows, now) }
  await planMailbox(app, em, key, opensAt, outlook, now)
  return true
}

const untilOf = (breaker: Breaker | null | undefined) => (breaker ? new Date(breaker.until) : null)
