import { encodeId } from '#schema/object-ids.ts'
import type { TestPerson, World } from '../support/world.ts'

/** ms that a mailbox may wait between two slices without a reason */
const BETWEEN_SLICES_MS = 5_000
/** ms for which a wait must last before it counts: a reason may be stored while both are read */
const LASTS_MS = 3_000

/** A campaign with due emails whose mailboxes all wait, and the job for which they wait. */
interface WaitingCampaign {
  id: string
  job: string
}

/** Waits of campaigns that their page does not explain. */
export interface UnsaidWaits {
  /** Looks at the campaigns of a workspace. @returns the waits that lasted since the last look, as text */
  look(world: World, person: TestPerson): Promise<string[]>
}

/**
 * Finds campaigns that say "sending" although the next job of each of their mailboxes is in the future. Each such wait
 * must be explained by `statusReason`.
 */
export function watchForUnsaidWaits(): UnsaidWaits {
  /** campaign and job → when its wait was first seen without a reason, in ms since 1970 */
  const seen = new Map<string, number>()
  return {
    look: async (world, person) => {
      const now = Date.now()
      const unsaid = new Set<string>()
      for (const { id, job } of await waitingCampaigns(world, person.tenantId, now)) {
        const { data } = await person.graphql(
          'query ($id: ID!) { campaign(id: $id) { status statusReason resumesAt } }',
          {
            id: encodeId('Campaign', id),
          },
        )
        const campaign = data?.campaign
        if (campaign?.status === 'SENDING' && campaign.statusReason === null) unsaid.add(`${id} waits for ${job}`)
      }
      for (const wait of seen.keys()) if (!unsaid.has(wait)) seen.delete(wait)
      for (const wait of unsaid) if (!seen.has(wait)) seen.set(wait, now)
      return [...unsaid].filter((wait) => now - (seen.get(wait) ?? now) >= LASTS_MS)
    },
  }
}

function waitingCampaigns(world: World, tenantId: string, now: number): Promise<WaitingCampaign[]> {
  return world.app.database.asSystem((em) =>
    em.execute<WaitingCampaign[]>(
      `select c.id, min(next.job) as job from campaigns c
       join campaign_mailboxes m on m.tenant_id = c.tenant_id and m.campaign_id = c.id
       cross join lateral (
         select min(j.start_after) as at, (array_agg(j.id::text order by j.start_after))[1] as job,
           bool_or(j.state = 'active') as works
         from pgboss.job j where j.name = 'mailbox' and j.state in ('created', 'retry', 'active')
           and j.data->>'mailboxId' = m.mailbox_id::text) as next
       where c.tenant_id = :tenantId and c.status = 'sending' and c.following_since is null
         and exists (select from email_logs l where l.tenant_id = c.tenant_id and l.campaign_id = c.id
           and l.status = 'pending' and (l.retry_at is null or l.retry_at <= :now))
         and not exists (select from email_logs l where l.tenant_id = c.tenant_id and l.campaign_id = c.id and l.status = 'sending')
       group by c.id having bool_and(next.at > :late and not next.works)`,
      { tenantId, now: new Date(now), late: new Date(now + BETWEEN_SLICES_MS) },
    ),
  )
}
