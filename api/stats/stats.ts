import { sql } from 'kysely'
import { rate } from '#domain/campaigns.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf } from '../database.ts'

export interface StatsView {
  totalContacts: number
  totalCampaigns: number
  campaignsSent: number
  activeCampaigns: number
  openRate: number
  clickRate: number
  successRate: number
  hasSent: boolean
}

/** The figures of the dashboard, all computed (spec §3 Stats, design decision 2). */
export async function stats(call: Call): Promise<StatsView> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const db = sqlOf(em)
    const contacts = await db
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const campaigns = await db
      .selectFrom('campaigns')
      .select((eb) => [
        eb.fn.countAll<string>().as('total'),
        eb.fn.countAll<string>().filterWhere('status', '=', 'sent').as('finished'),
        eb.fn.countAll<string>().filterWhere('status', '=', 'sending').as('active'),
        sql<string>`coalesce(sum(sent_count), 0)`.as('sent'),
        sql<string>`coalesce(sum(failed_count), 0)`.as('failed'),
        sql<string>`coalesce(sum(opened_count), 0)`.as('opened'),
        sql<string>`coalesce(sum(clicked_count), 0)`.as('clicked'),
      ])
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const sent = Number(campaigns.sent)
    return {
      totalContacts: Number(contacts.count),
      totalCampaigns: Number(campaigns.total),
      campaignsSent: Number(campaigns.finished),
      activeCampaigns: Number(campaigns.active),
      openRate: rate(Number(campaigns.opened), sent),
      clickRate: rate(Number(campaigns.clicked), sent),
      successRate: rate(sent, sent + Number(campaigns.failed)),
      hasSent: sent > 0,
    }
  })
}
