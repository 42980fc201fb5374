import { AppError, isRefusal } from '#domain/errors.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { mailboxesToUse, usableIds } from '#api/mailboxes/mailboxes-of-sender.ts'
import { uuidArray } from '#api/platform/database/database.ts'
import { resumeAnswersFrom } from '../answers/reply-answer-campaigns.ts'
import { Campaign } from '../campaign.ts'
import { resumeCampaign } from './pause-resume-cancel.ts'
import { canSend, vendorsOf } from '#api/emails/email-sql-conditions.ts'

/** Campaigns resumed by one call; each is a transaction. */
const CAMPAIGNS_PER_CALL = 100

/** Pause reasons that a mailbox causes: its sign-in ended, or it was disconnected. */
const STOPPED_BECAUSE = ['RECONNECT', 'NO_MAILBOX'] as const
type StoppedBecause = (typeof STOPPED_BECAUSE)[number]

/** SQL condition: campaign `c` was paused because its mailbox `m`, which works again, could not send. */
const stoppedBy = (m: string, c: string, because: readonly StoppedBecause[] = STOPPED_BECAUSE) =>
  `${c}.tenant_id = ${m}.tenant_id and ${c}.id = ${m}.campaign_id and ${c}.status = 'paused' and ${c}.answers_reply_id is null
  and ${c}.paused_because in (${because.map((reason) => `'${reason}'`).join(', ')}) and ${canSend(m)}`

/** Outcome for the campaigns that a mailbox had stopped. */
export interface ResumedCampaigns {
  mailboxId: string
  resumed: Campaign[]
  refused: { campaign: Campaign; message: string }[]
}

/**
 * Returns how many campaigns stopped because of mailboxes that work again, if the caller may send from them: mailbox id
 * → count.
 */
export async function stoppedCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const usable = await usableIds(em, viewer, ids)
    const rows = await em.execute<{ id: string; count: number }[]>(
      `select m.mailbox_id as id, count(*)::int as count from campaign_mailboxes m join campaigns c on ${stoppedBy('m', 'c')}
       where m.tenant_id = :tenantId and m.mailbox_id = any (:usable::uuid[]) group by m.mailbox_id`,
      { tenantId, usable: uuidArray(usable), vendors: vendorsOf(call.app) },
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}

/**
 * Resumes the campaigns that a mailbox had stopped and that works again, oldest first, at most 100 per call. Each is
 * resumed under its own rules, as by {@link resumeCampaign}; one that is refused does not keep the others. Throws
 * NOT_FOUND, FORBIDDEN (the mailbox is neither yours nor shared), BAD_INPUT (it still needs reconnecting).
 */
export async function resumeStoppedCampaigns(
  call: Call,
  mailboxId: string,
  because: readonly StoppedBecause[] = STOPPED_BECAUSE,
): Promise<ResumedCampaigns> {
  const stopped = await stoppedCampaigns(call, mailboxId, because)
  const outcome: ResumedCampaigns = { mailboxId, resumed: [], refused: [] }
  for (const campaign of stopped) {
    try {
      outcome.resumed.push(await resumeCampaign(call, campaign.id))
    } catch (error) {
      // An error that is no refusal, such as an unreachable database, would meet the other campaigns too.
      if (!(error instanceof AppError) || !isRefusal(error.code)) throw error
      outcome.refused.push({ campaign, message: error.message })
    }
  }
  return outcome
}

/**
 * Resumes the campaigns, and the answers to replies, that stopped when the sign-in of a mailbox ended, after its owner signed in again. A campaign that may not
 * be resumed stays stopped, and the mailbox still offers it. Never throws: the mailbox is connected, whatever comes of its campaigns.
 */
export async function resumeAfterReconnecting(call: Call, mailboxId: string): Promise<void> {
  try {
    const { tenantId } = viewerOf(call)
    await call.app.database.inTenant(tenantId, (em) => resumeAnswersFrom(call.app, em, { tenantId, mailboxId }))
    await resumeStoppedCampaigns(call, mailboxId, ['RECONNECT'])
  } catch (error) {
    call.app.log.warn(
      { err: error, mailboxId },
      'Campaigns could not be resumed after their mailbox was connected again',
    )
  }
}

async function stoppedCampaigns(
  call: Call,
  mailboxId: string,
  because: readonly StoppedBecause[],
): Promise<Campaign[]> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const [mailbox] = await mailboxesToUse(em, viewer, [mailboxId])
    if (mailbox?.status === 'error') {
      throw new AppError('BAD_INPUT', `${mailbox.email} needs to be reconnected first.`)
    }
    const rows = await em.execute<{ id: string }[]>(
      `select c.id from campaign_mailboxes m join campaigns c on ${stoppedBy('m', 'c', because)}
       where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId order by c.id limit :CAMPAIGNS_PER_CALL`,
      { tenantId, mailboxId, CAMPAIGNS_PER_CALL, vendors: vendorsOf(call.app) },
    )
    return em.find(Campaign, { tenantId, id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' } })
  })
}
