import { expect, it } from 'vitest'
import { signedInNow } from '#tests/support/approval-off.ts'
import { configureSending } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { applyRetention } from './retention-periods.ts'

const clocked = followedWorld()

const DAY = 24

it.each([
  ['the values filled in', { contentsKeptDays: 30 }, `merge_values -> 'deleted' is not null`],
  ['names and addresses', { recipientsKeptDays: 30 }, `contact_email not like 'c_-%'`],
])(
  'the retention of personal data deletes %s of a campaign with follow-ups once its last follow-up is sent',
  async (_, settings, isDeleted) => {
    const subject = 'Dear {firstName}'
    const step = (waitDays: number) => ({ waitDays, timeOfDay: '10:00', timeZone: 'UTC', subject, content: 'Text' })
    const campaign = await followedCampaign(clocked.world, 2, { subject, followUps: [step(2), step(28)] })
    await signedInNow(clocked.world, campaign.person)
    await configureSending(campaign.person, settings)
    const deleted = async () => {
      const [row] = await campaign.sql<{ deleted: number }>(
        `select count(*) filter (where ${isDeleted})::int as deleted from email_logs where tenant_id = :tenantId`,
      )
      return row?.deleted
    }
    await campaign.launch()
    await campaign.live(35 * DAY)
    expect(campaign.left).toHaveLength(4)
    await applyRetention(clocked.world.app)
    expect(await deleted()).toBe(0)
    await campaign.live(10 * DAY)
    expect(campaign.left).toHaveLength(6)
    expect(new Set(campaign.left.map((email) => email.subject))).toEqual(new Set(['Dear First0', 'Dear First1']))
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
    await campaign.live(31 * DAY)
    await applyRetention(clocked.world.app)
    expect(await deleted()).toBe(6)
  },
)
