import { describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/ids.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { repeatingDraft, repeatingWorld } from '#tests/support/repeating.ts'

const clocked = repeatingWorld()

describe('a date whose email the weekly ceiling kept back', () => {
  /** A workspace with one email per person and week, and Ann, whose birthday is on 5 March and who got an email before. */
  async function kept(lastEmail: string) {
    const shop = await repeatingDraft(clocked)
    await shop.act('updateEmailSettings', { weeklyCeiling: 1 }, '{ dailyLimit }')
    const contactId = await shop.add('ann@example.com', { fields: { Birthday: '1990-03-05' } })
    await shop.sql(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at)
       values (:tenantId, gen_random_uuid(), :other, :contactId, 'A', 'ann@example.com', '{}', 'sent', :at, :at)`,
      {
        other: uuidOf('Campaign', await draftCampaign(clocked.world, shop.person, 0)),
        contactId,
        at: new Date(lastEmail),
      },
    )
    await shop.add('today@example.com', { fields: { Birthday: '1990-03-01' } })
    await shop.repeat({ kind: 'date_field', field: 'Birthday', isYearly: true })
    return shop
  }

  it('is sent once as soon as there is room, but not to contacts who were added later', async () => {
    const shop = await kept('2027-02-27T12:00:00Z')
    await shop.live(5 * 24 - 6, 6)
    await shop.add('late@example.com', { fields: { Birthday: '1990-03-05' } })
    await shop.live(6 * 24, 6)
    expect(await shop.runs()).toMatchObject([{ name: 'Welcome, 7 March 2027', to: ['ann@example.com'] }])
  })

  it('is not sent later than three days', async () => {
    const shop = await kept('2027-03-02T12:00:00Z')
    await shop.live(14 * 24, 6)
    expect(await shop.runs()).toEqual([])
  })

  it('is told of in the preview of the next run', async () => {
    const shop = await kept('2027-02-27T12:00:00Z')
    await shop.sql(
      `insert into suppressions (tenant_id, id, email, reason)
       values (:tenantId, gen_random_uuid(), 'today@example.com', 'manual') on conflict do nothing`,
      {},
    )
    await shop.stay()
    const { data } = await shop.person.graphql(
      `query ($id: ID!, $rule: RepeatRuleInput!) { campaign(id: $id) { repeatPreview(rule: $rule) {
         recipients suppressed overCeiling } } }`,
      { id: shop.id, rule: { kind: 'monthly', dayOfMonth: 1, timeOfDay: '09:00', timeZone: 'UTC' } },
    )
    expect(data.campaign.repeatPreview).toEqual({ recipients: 0, suppressed: 1, overCeiling: 1 })
  })
})
