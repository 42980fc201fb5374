import { LockMode } from '@mikro-orm/core'
import {
  choose,
  decide,
  decidesAt,
  decisionText,
  type AbDecision,
  type TestState,
} from '#domain/campaigns/ab-decision.ts'
import type { VariantName } from '#domain/campaigns/ab-test.ts'
import { winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn, recordProduct } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { NO_RESULTS, variantResults } from './ab-results.ts'
import { noteEvents, type NewEvent } from '#api/webhooks/webhook-outbox.ts'
import { Campaign, CampaignMailbox } from '../campaign.ts'
import { isNotStopped } from '#api/emails/follow-up-conditions.ts'
import { awaitsWinner, isUndecided } from '#api/emails/email-sql-conditions.ts'
import { announce } from '#api/emails/sending-state.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

/**
 * Decides the due A/B tests of a mailbox's campaigns, so that the other recipients get the winning subject. Stores the
 * time of decision for tests whose emails have all been sent. Paused and cancelled campaigns are left alone. A row lock
 * makes one of several simultaneous deciders win.
 */
export async function decideTests(
  app: Pick<App, 'events' | 'clock' | 'log'>,
  em: Em,
  key: MailboxKey,
  now: Date,
): Promise<void> {
  const { tenantId } = key
  const settled = await em.execute<{ id: string }[]>(
    `select c.id from campaigns c
     where c.tenant_id = :tenantId and c.status = 'sending' and ${isUndecided('c')}
       and (c.ab_decides_at is null or c.ab_decides_at <= :now) and ${isNotStopped()}
       and exists (select from campaign_mailboxes m
         where m.tenant_id = :tenantId and m.campaign_id = c.id and m.mailbox_id = :mailboxId)
       and exists (select from email_logs l
         where l.tenant_id = :tenantId and l.campaign_id = c.id and l.status = 'pending' and l.variant is null)
       and not exists (select from email_logs l
         where l.tenant_id = :tenantId and l.campaign_id = c.id and l.status in ('pending', 'sending') and l.variant is not null)
     order by c.id for update of c`,
    { ...key, now },
  )
  for (const { id } of settled) {
    const campaign = await em.findOneOrFail(Campaign, { tenantId, id }, { refresh: true })
    const rule = winnerRuleOf(campaign)
    if (!rule || campaign.abDecision) continue
    const state = await stateOf(em, campaign, now)
    campaign.abDecidesAt = decidesAt(state, rule)
    const decision = decide(state, rule, now)
    if (decision) {
      campaign.abDecision = decision
      await recordProduct(app, em, { ...actOf(campaign, decision), tenantId })
      await noteEvents(em, tenantId, [winnerEvent(campaign, decision)])
    }
    await em.flush()
  }
  await announce(app, em, tenantId, settled)
}

/**
 * Decides the A/B test of a started campaign by hand: the remaining recipients get this subject, at once if the
 * campaign is sending. Throws NOT_FOUND, CONFLICT (no recipients wait for the winner).
 */
export async function chooseAbWinner(call: Call, id: string, winner: VariantName): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  const { app } = call
  return app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    const rule = winnerRuleOf(campaign)
    const problem = await whyNotToChoose(em, campaign)
    if (!rule || problem) throw new AppError('CONFLICT', problem ?? NO_REST)
    const { variants } = await stateOf(em, campaign, app.clock())
    campaign.abDecision = choose(winner, variants, rule.metric, app.clock())
    await em.flush()
    await recordOwn(call, em, actOf(campaign, campaign.abDecision))
    await noteEvents(em, tenantId, [winnerEvent(campaign, campaign.abDecision)])
    const mailboxes = await em.find(CampaignMailbox, { tenantId, campaignId: id })
    for (const { mailboxId } of mailboxes) await wakeMailbox(app.jobs, em, { tenantId, mailboxId })
    await app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

const NO_REST = 'No recipients of this campaign wait for the result of an A/B test.'

async function whyNotToChoose(em: Em, campaign: Campaign): Promise<string | null> {
  const { tenantId, id, status, abDecision } = campaign
  if (abDecision) return `The test is decided already: the rest gets subject ${abDecision.winner}.`
  if (status !== 'sending' && status !== 'paused') return NO_REST
  const [waiting] = await em.execute<object[]>(
    `select l.id from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
     where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'pending' and ${awaitsWinner('l', 'c')} limit 1`,
    { tenantId, id },
  )
  return waiting ? null : NO_REST
}

async function stateOf(em: Em, { tenantId, id, startedAt }: Campaign, now: Date): Promise<TestState> {
  const [row] = await em.execute<[{ open: number; lastSentAt: Date | null }]>(
    `select count(*) filter (where status in ('pending', 'sending'))::int as open, max(sent_at) as "lastSentAt"
     from email_logs where tenant_id = :tenantId and campaign_id = :id and variant is not null`,
    { tenantId, id },
  )
  const { A, B } = (await variantResults(em, tenantId, [id])).get(id) ?? NO_RESULTS
  const lastSentAt = row.lastSentAt && new Date(row.lastSentAt)
  return { open: row.open, lastSentAt, startedAt: startedAt ?? now, variants: { A, B } }
}

const winnerEvent = ({ id }: Campaign, { winner, reason }: AbDecision): NewEvent => ({
  event: 'winner_chosen',
  data: { campaignId: id, winner, reason },
})

const actOf = ({ id, name }: Campaign, decision: AbDecision) => ({
  action: 'ab_winner_chosen' as const,
  target: { id, label: name },
  changes: [{ field: 'winner', from: null, to: decisionText(decision) }],
})
