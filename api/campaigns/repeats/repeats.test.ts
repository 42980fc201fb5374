import { describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { repeatingDraft, repeatingWorld, RULE, sentTo } from '#tests/support/repeating-world.ts'
import { pauseEverything } from '#api/installation/pause-all-campaigns.ts'
import { runRepeats } from './repeat-run.ts'

const clocked = repeatingWorld()

describe('a campaign that repeats for new contacts', () => {
  it('sends each of them the email once, at the set time of day, with a separate campaign each day', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('old@example.com')
    expect(await shop.repeat()).toMatchObject({ id: shop.id })
    expect(await shop.state()).toMatchObject({ isOn: true, nextRunAt: '2027-03-02T08:00:00.000Z' })
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.live(22)
    await shop.add('b@example.com')
    await shop.add('c@example.com')
    await shop.live(72)
    const runs = await shop.runs()
    expect(runs).toMatchObject([
      { name: 'Welcome, 2 March 2027', status: 'sending', to: ['a@example.com'] },
      { name: 'Welcome, 3 March 2027', status: 'sending', to: ['b@example.com', 'c@example.com'] },
    ])
    expect(await shop.state()).toMatchObject({ nextRunAt: '2027-03-06T08:00:00.000Z', runCount: 2 })
    expect(await shop.ask('status totalContacts')).toMatchObject({ status: 'draft', totalContacts: 0 })
  })

  it('sends to the existing contacts too if the person chooses that', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('old@example.com')
    await shop.repeat({ includesExisting: true })
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['old@example.com']])
  })

  it('sends nothing to a contact who is deleted and added again, or is on the suppression list', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.add('no@example.com')
    await shop.act('addSuppressions', { emails: ['no@example.com'] }, '')
    await shop.live(24)
    await shop.sql(`delete from contacts where tenant_id = :tenantId returning 1`)
    await shop.add('A@example.com')
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['a@example.com']])
    expect(await shop.state()).toMatchObject({ isOn: true, offBecause: null })
  })

  it('waits while a contact has got as many emails in a week as the workspace allows', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.act('updateEmailSettings', { weeklyCeiling: 1 }, '{ dailyLimit }')
    await shop.repeat()
    clocked.now += 1
    const contactId = await shop.add('a@example.com')
    await shop.sql(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at)
       values (:tenantId, gen_random_uuid(), :other, :contactId, 'A', 'a@example.com', '{}', 'sent', :now, :now)`,
      {
        other: uuidOf('Campaign', await draftCampaign(clocked.world, shop.person, 0)),
        contactId,
        now: new Date(clocked.now),
      },
    )
    await shop.live(6 * 24, 6)
    expect(await sentTo(shop)).toEqual([])
    await shop.live(2 * 24, 6)
    expect(await sentTo(shop)).toEqual([['a@example.com']])
  })
})

describe('a campaign that repeats for contacts who get a label', () => {
  it('sends to each once, however often they get the label', async () => {
    const shop = await repeatingDraft(clocked)
    const old = await shop.add('old@example.com', { label: 'VIP' })
    const ann = await shop.add('ann@example.com')
    await shop.repeat({ kind: 'label', label: 'vip' })
    await shop.live(24)
    await shop.give(ann, 'VIP')
    await shop.live(24)
    await shop.sql('delete from contact_tags where tenant_id = :tenantId returning 1')
    await shop.give(ann, 'Vip')
    await shop.give(old, 'Vip')
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['ann@example.com']])
  })

  it('sends at once to those who already have the label, if the person chooses that', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('old@example.com', { label: 'VIP' })
    await shop.repeat({ kind: 'label', label: 'VIP' })
    await shop.live(24)
    await shop.repeat({ kind: 'label', label: 'VIP', includesExisting: true })
    await shop.live(24)
    expect(await sentTo(shop)).toEqual([['old@example.com']])
  })
})

describe('a campaign that repeats on a date of each contact', () => {
  const birthdays = { kind: 'date_field', field: 'Birthday', isYearly: true }

  it('sends every year at the same local time, across a change to summer time', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('a@example.com', { fields: { Birthday: '28.03.1990' } })
    await shop.add('b@example.com', { fields: { Birthday: 'soon' } })
    await shop.add('c@example.com', { fields: { Birthday: '1 March 1990' } })
    await shop.repeat(birthdays)
    await shop.live(40 * 24, 6)
    const [march, ...others] = await shop.runs()
    expect(others).toEqual([])
    expect(march).toMatchObject({ to: ['a@example.com'] })
    expect(new Date(march?.at ?? 0).toISOString()).toBe('2027-03-28T07:00:00.000Z')
    clocked.now = Date.parse('2028-02-28T12:00:00Z')
    await shop.live(31 * 24, 6)
    expect(await sentTo(shop)).toEqual([['a@example.com'], ['c@example.com'], ['a@example.com']])
  })

  it('sends up to three days late after downtime; later the date is skipped, which is reported', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('a@example.com', { fields: { Birthday: '1990-03-05' } })
    await shop.add('b@example.com', { fields: { Birthday: '1990-03-07' } })
    await shop.add('c@example.com', { fields: { Birthday: '1990-03-09' } })
    await shop.repeat(birthdays)
    await shop.live(24)
    shop.sleep(7 * 24 + 1)
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['b@example.com', 'c@example.com']])
    expect(await shop.state()).toMatchObject({ skippedCount: 1 })
  })
})

describe('a campaign that repeats every month', () => {
  it('sends to all who have the label at that moment, once a month, and only once after downtime of several months', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('a@example.com', { label: 'News' })
    await shop.add('x@example.com')
    await shop.repeat({ kind: 'monthly', dayOfMonth: 1, label: 'News' })
    expect(await shop.state()).toMatchObject({ nextRunAt: '2027-04-01T07:00:00.000Z' })
    await shop.live(31 * 24, 6)
    await shop.add('b@example.com', { label: 'News' })
    await shop.live(30 * 24, 6)
    shop.sleep(75 * 24)
    await shop.live(24)
    expect(await shop.runs()).toMatchObject([
      { name: 'Welcome, 1 April 2027', to: ['a@example.com'] },
      { name: 'Welcome, 1 May 2027', to: ['a@example.com', 'b@example.com'] },
      { to: ['a@example.com', 'b@example.com'] },
    ])
    expect(await shop.state()).toMatchObject({ nextRunAt: '2027-08-01T07:00:00.000Z' })
  })
})

describe('a run of a repeating campaign', () => {
  it('happens once when several processes start it at the same time', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    shop.sleep(24)
    const made = await Promise.all(Array.from({ length: 4 }, () => runRepeats(clocked.world.app)))
    expect(made.toSorted()).toEqual([0, 0, 0, 1])
    expect(await sentTo(shop)).toEqual([['a@example.com']])
  })

  it('copies the follow-ups that the draft has at that moment', async () => {
    const shop = await repeatingDraft(clocked)
    const write = (content: string) => shop.act('updateCampaign', { id: shop.id, followUps: [{ content }] })
    const followUps = () =>
      shop.sql<{ run: string; content: string }>(
        `select r.name as run, k.content from campaigns r join campaigns k on k.tenant_id = r.tenant_id and k.parent_id = r.id
         where r.tenant_id = :tenantId and r.repeat_of = :source order by r.created_at`,
        { source: uuidOf('Campaign', shop.id) },
      )
    await write('First')
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.live(24)
    await write('Second')
    await shop.add('b@example.com')
    await shop.live(24)
    expect(await followUps()).toEqual([
      { run: 'Welcome, 2 March 2027', content: expect.stringContaining('First') },
      { run: 'Welcome, 3 March 2027', content: expect.stringContaining('Second') },
    ])
    const planned = await shop.sql<{ count: number }>(
      `select count(*)::int as count from email_logs where tenant_id = :tenantId and status = 'pending'`,
    )
    expect(planned).toEqual([{ count: 2 }])
  })

  it('that cannot be launched creates no campaign, switches the rule off and says why', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.sql(`update mailboxes set status = 'error' where tenant_id = :tenantId returning 1`)
    await shop.live(24)
    expect(await shop.runs()).toEqual([])
    expect(await shop.sql('select 1 from campaign_repeat_people where tenant_id = :tenantId')).toEqual([])
    expect(await shop.sql('select 1 from campaigns where tenant_id = :tenantId')).toHaveLength(1)
    const state = await shop.state()
    expect(state).toMatchObject({ isOn: false, nextRunAt: null })
    expect(state.offBecause).toMatch(/Reconnect the mailbox/)
    await shop.sql(`update mailboxes set status = 'connected' where tenant_id = :tenantId returning 1`)
    await shop.repeat()
    await shop.live(24)
    expect(await sentTo(shop)).toEqual([['a@example.com']])
  })

  it('waits while all sending of the workspace is stopped', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.sql('update tenants set sending_stopped_at = :now where id = :tenantId returning 1', {
      now: new Date(clocked.now),
    })
    await shop.live(48)
    expect(await shop.state()).toMatchObject({ isOn: true, runCount: 0 })
    await shop.sql('update tenants set sending_stopped_at = null where id = :tenantId returning 1')
    await shop.live(1)
    expect(await sentTo(shop)).toEqual([['a@example.com']])
  })

  it('needs the user who switched the rule on', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.sql('update users set is_active = false where tenant_id = :tenantId returning 1')
    await shop.live(24)
    await shop.sql('update users set is_active = true where tenant_id = :tenantId returning 1')
    expect((await shop.state()).offBecause).toMatch(/no longer in the workspace/)
    expect(await shop.runs()).toEqual([])
  })

  it('does not happen after a backup is restored, and contacts added meanwhile are not sent to later', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await clocked.world.app.database.asSystem((em) => pauseEverything(clocked.world.app, em, new Date(clocked.now)))
    await shop.live(24)
    expect(await shop.state()).toMatchObject({
      isOn: false,
      offBecause: expect.stringMatching(/restored from a backup/),
    })
    await shop.repeat()
    await shop.live(24)
    expect(await shop.runs()).toEqual([])
  })

  it('does not happen after the rule is switched off, and contacts added meanwhile are not sent to later', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.repeat(null)
    await shop.live(48)
    await shop.repeat()
    await shop.live(48)
    expect(await shop.runs()).toEqual([])
    expect(await shop.state()).toMatchObject({ isOn: true, offBecause: null })
  })
})

describe("the plan's limit of campaigns", () => {
  it('counts a repeating campaign once, however many runs it has', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.sql('update tenants set max_campaigns = 1 where id = :tenantId returning 1')
    expect(await shop.repeat()).toMatchObject({ id: shop.id })
    for (const name of ['a', 'b', 'c']) {
      clocked.now += 1
      await shop.add(`${name}@example.com`)
      await shop.live(24)
    }
    expect(await sentTo(shop)).toHaveLength(3)
    await shop.stay()
    const { data } = await shop.person.graphql('{ tenant { planUse { noun used most } } }')
    expect(data.tenant.planUse).toContainEqual({ noun: 'campaigns', used: 1, most: 1 })
  })
})

describe('a draft with a repeat rule', () => {
  it('cannot be launched itself', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    expect(await shop.act('sendCampaign', { id: shop.id })).toMatchObject({ code: 'CONFLICT' })
  })

  it.each([
    ['without a subject', { subject: '' }, /no subject/],
    ['with files for each recipient', { filePattern: '{Number}.pdf' }, /cannot repeat/],
  ])('cannot be switched on %s', async (_, change, message) => {
    const shop = await repeatingDraft(clocked)
    await shop.act('updateCampaign', { id: shop.id, ...change })
    expect((await shop.repeat()).message).toMatch(message)
  })

  it('shows its runs, which the list of campaigns can leave out', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.live(24)
    await shop.stay()
    const { data } = await shop.person.graphql(
      `query ($id: ID!) { runs: campaigns(filter: { repeatOf: $id }) { totalCount nodes { repeatOf { id } } }
         others: campaigns(filter: { runs: false }) { nodes { id } } }`,
      { id: shop.id },
    )
    expect(data).toEqual({
      runs: { totalCount: 1, nodes: [{ repeatOf: { id: shop.id } }] },
      others: { nodes: [{ id: shop.id }] },
    })
    await shop.act('deleteCampaign', { id: shop.id })
    const after = await shop.person.graphql(`{ campaigns(filter: { runs: false }) { nodes { name repeatOf { id } } } }`)
    expect(after.data.campaigns.nodes).toEqual([{ name: 'Welcome, 2 March 2027', repeatOf: null }])
  })

  it('previews its next run', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.add('a@example.com', { fields: { Birthday: '2 March 1980' } })
    await shop.add('b@example.com', { fields: { Birthday: '03/04/1980' } })
    const preview = async (rule: object) => {
      await shop.stay()
      const { data, errors } = await shop.person.graphql(
        `query ($id: ID!, $rule: RepeatRuleInput!) { campaign(id: $id) { repeatPreview(rule: $rule) {
           runsAt recipients suppressed overCeiling unreadable examples { email } } } }`,
        { id: shop.id, rule: { ...RULE, ...rule } },
      )
      expect(errors).toBeUndefined()
      return data.campaign.repeatPreview
    }
    expect(await preview({ kind: 'date_field', field: 'Birthday' })).toEqual({
      runsAt: '2027-03-02T08:00:00.000Z',
      recipients: 1,
      suppressed: 0,
      overCeiling: 0,
      unreadable: 1,
      examples: [{ email: 'a@example.com' }],
    })
    expect(await preview({ kind: 'monthly', dayOfMonth: 15 })).toMatchObject({ recipients: 2 })
    expect(await preview({})).toMatchObject({ recipients: 0 })
    expect(await preview({ includesExisting: true })).toMatchObject({ recipients: 2 })
  })
})
