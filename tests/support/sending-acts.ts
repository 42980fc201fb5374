import type { AuditAction } from '#domain/audit.ts'
import { actsIn, type ActCase } from './acts.ts'
import { draftCampaign } from './campaigns.ts'
import type { TestPerson, World } from './world.ts'

const STOP = 'mutation { stopAllSending { sendingStop { stoppedAt } errors { code field message } } }'
const RESUME = 'mutation { resumeAllSending(input: {}) { tenant { id } errors { code field message } } }'

/**
 * Returns one API call for every audited action on stopping all sending, A/B tests, repeating campaigns, and live links
 * of spreadsheets.
 */
export function sendingActs(world: () => World) {
  const { onId, run, sql, launched } = actsIn(world)
  const link = async (who: TestPerson) => {
    const id = await draftCampaign(world(), who, 1)
    await onId(who, 'createSheetLink', id)
    return id
  }
  const repeated = async (who: TestPerson) => {
    const id = await draftCampaign(world(), who, 1)
    await world().connect(who)
    await repeat(who, id, { kind: 'MONTHLY', timeOfDay: '09:00', timeZone: 'UTC' })
    return id
  }
  const repeat = (who: TestPerson, id: string, rule: object | null) =>
    run(
      who,
      'mutation ($input: RepeatCampaignInput!) { repeatCampaign(input: $input) { campaign { id } errors { code field message } } }',
      { input: { id, rule } },
    )
  return {
    ab_winner_chosen: {
      act: async (who) => {
        const id = await launched(who)
        await sql(who, `update campaigns set is_ab_test = true, ab_test_share = 20 where tenant_id = :tenantId`)
        await run(
          who,
          'mutation ($id: ID!) { chooseAbWinner(input: { id: $id, winner: B }) { campaign { id } errors { code field message } } }',
          { id },
        )
      },
      says: {
        targetLabel: 'News',
        changes: [{ field: 'winner', from: null, to: 'Subject B was chosen before the test was over.' }],
      },
    },
    follow_ups_stopped: {
      act: async (who) => {
        const id = await launched(who)
        await sql(who, `update campaigns set last_step = 2 where tenant_id = :tenantId`)
        const campaign = await run(
          who,
          'query ($id: ID!) { campaign(id: $id) { emailLogs { edges { node { id } } } } }',
          {
            id,
          },
        )
        await run(
          who,
          'mutation ($ids: [ID!]!) { stopFollowUps(input: { emailLogIds: $ids }) { stopped errors { code field message } } }',
          { ids: campaign.emailLogs.edges.map(({ node }: { node: { id: string } }) => node.id) },
        )
      },
      says: { targetLabel: 'News', changes: [{ field: 'recipients', from: null, to: '2' }] },
    },
    campaign_repeat_started: { act: repeated, says: { targetLabel: 'News' } },
    campaign_repeat_stopped: {
      act: async (who) => repeat(who, await repeated(who), null),
      says: { targetLabel: 'News' },
    },
    sending_stopped: { act: (who) => run(who, STOP) },
    sending_resumed: { act: (who) => run(who, STOP).then(() => run(who, RESUME)) },
    sheet_link_created: { act: link, says: { targetLabel: 'News', changes: [] } },
    sheet_link_revoked: {
      act: async (who) => onId(who, 'revokeSheetLink', await link(who)),
      says: { targetLabel: 'News' },
    },
  } satisfies Partial<Record<AuditAction, ActCase>>
}
