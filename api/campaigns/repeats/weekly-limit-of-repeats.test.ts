import { describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { repeatingDraft, repeatingWorld, RULE } from '#tests/support/repeating-world.ts'

const clocked = repeatingWorld()

describe('a birthday email that the limit of emails per person and week held back', () => {
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

  it('is sent once as soon as the limit allows it, but not to contacts who were added later', async () => {
    const shop = await kept('2027-02-27T12:00:00Z')
    await shop.live(5 * 24 - 6, 6)
    await shop.add('late@example.com', { fields: { Birthday: '1990-03-05' } })
    await shop.live(6 * 24, 6)
    expect(await shop.runs()).toMatchObject([{ name: 'Welcome, 7 March 2027', to: ['ann@example.com'] }])
  })

  it('is sent at most three days late', async () => {
    const shop = await kept('2027-03-02T12:00:00Z')
    await shop.live(14 * 24, 6)
    expect(await shop.runs()).toEqual([])
  })
})

describe('the preview of the next run of a repeating campaign', () => {
  /** A workspace with one email per person and week, where two contacts got an email on 28 February. */
  async function full() {
    const shop = await repeatingDraft(clocked)
    await shop.act('updateEmailSettings', { weeklyCeiling: 1 }, '{ dailyLimit }')
    const other = uuidOf('Campaign', await draftCampaign(clocked.world, shop.person, 0))
    const received = async (email: string) => {
      const contactId = await shop.add(email)
      await shop.sql(
        `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at)
         values (:tenantId, gen_random_uuid(), :other, :contactId, 'A', :email, '{}', 'sent', :at, :at)`,
        { other, contactId, email, at: new Date('2027-02-28T12:00:00Z') },
      )
    }
    await received('ann@example.com')
    await received('bob@example.com')
    const preview = async (rule: object) => {
      await shop.stay()
      const { data } = await shop.person.graphql(
        `query ($id: ID!, $rule: RepeatRuleInput!) { campaign(id: $id) { repeatPreview(rule: $rule) {
           recipients suppressed overCeiling } } }`,
        { id: shop.id, rule: { ...RULE, kind: 'monthly', ...rule } },
      )
      return data.campaign.repeatPreview
    }
    return { ...shop, other, preview }
  }

  it('counts recipients who are suppressed and recipients beyond the weekly limit at that time', async () => {
    const shop = await full()
    expect(await shop.preview({ dayOfMonth: 3 })).toEqual({ recipients: 0, suppressed: 0, overCeiling: 2 })
    await shop.act('addSuppressions', { emails: ['bob@example.com'] }, '')
    expect(await shop.preview({ dayOfMonth: 28 })).toEqual({ recipients: 1, suppressed: 1, overCeiling: 0 })
  })

  it('leaves out a recipient who paused emails until after that time', async () => {
    const shop = await full()
    await shop.sql(
      `insert into preferences (tenant_id, email_key, paused_until, changed_at)
       values (:tenantId, 'ann@example.com', :soon, :soon), (:tenantId, 'bob@example.com', :late, :soon)`,
      { soon: new Date('2027-03-20T00:00:00Z'), late: new Date('2027-05-20T00:00:00Z') },
    )
    expect(await shop.preview({ dayOfMonth: 28 })).toEqual({ recipients: 1, suppressed: 0, overCeiling: 0 })
  })

  it('counts emails that are scheduled near that time, but not those that leave now', async () => {
    const shop = await full()
    await shop.sql(
      `update email_logs set status = 'pending', sent_at = null
       where tenant_id = :tenantId and contact_email = 'ann@example.com' returning 1`,
    )
    const sending = (scheduledAt: string | null) =>
      shop.sql(
        `update campaigns set status = 'sending', scheduled_at = :scheduledAt
         where tenant_id = :tenantId and id = :other returning 1`,
        { other: shop.other, scheduledAt },
      )
    await sending(null)
    expect(await shop.preview({ dayOfMonth: 3 })).toMatchObject({ recipients: 0, overCeiling: 2 })
    expect(await shop.preview({ dayOfMonth: 28 })).toMatchObject({ recipients: 2, overCeiling: 0 })
    await sending('2027-03-25T09:00:00Z')
    expect(await shop.preview({ dayOfMonth: 28 })).toMatchObject({ recipients: 1, overCeiling: 1 })
  })
})
