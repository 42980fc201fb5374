import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignWith, run, sqlOf, uuidOf, type Fate } from '#tests/support/campaign-outcomes.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const FATES: Record<string, Fate> = {
  opened: { opened: 1 },
  clicked: { opened: 1, clicked: 2, delivered: 1 },
  machine: { machine: 1 },
  silent: {},
  bounced: { failed: '550', bounced: 3 },
  answered: { replied: 5 },
  replied: { opened: 1, replied: 5 },
  left: { opened: 1, unsubscribed: 6 },
  waiting: { pending: true },
  suppressed: { failed: 'SUPPRESSED: unsubscribed' },
  ceiling: { failed: 'WEEKLY_CEILING: 2' },
}
const OUTCOMES: [string, string[]][] = [
  ['sent', ['answered', 'clicked', 'left', 'machine', 'opened', 'replied', 'silent']],
  ['failed', ['bounced', 'ceiling', 'suppressed']],
  ['leftOut', ['ceiling', 'suppressed']],
  ['opened', ['clicked', 'left', 'opened', 'replied']],
  ['notOpened', ['machine', 'silent']],
  ['clicked', ['clicked']],
  ['notClicked', ['answered', 'left', 'machine', 'opened', 'replied', 'silent']],
  ['bounced', ['bounced']],
  ['replied', ['answered', 'replied']],
  ['notReplied', ['clicked', 'left', 'machine', 'opened', 'silent']],
  ['unsubscribed', ['left']],
]

describe('recipients by outcome', () => {
  it('are listed, counted, and usable as an audience for another campaign', async () => {
    const { person, id } = await campaignWith(world, FATES)
    for (const [outcome, names] of OUTCOMES) {
      const { campaign } = await run(
        person,
        `query ($id: ID!, $outcome: RecipientOutcome) { campaign(id: $id) { emailLogs(first: 50, filter: { outcome: $outcome }) {
           totalCount edges { node { contactName } } } } }`,
        { id, outcome },
      )
      const listed = campaign.emailLogs.edges.map(({ node }: { node: { contactName: string } }) => node.contactName)
      expect([outcome, listed.toSorted(), campaign.emailLogs.totalCount]).toEqual([outcome, names, names.length])

      const filter = { campaignOutcome: { campaignId: id, outcome } }
      const { contacts } = await run(
        person,
        'query ($filter: ContactFilter) { contacts(first: 50, filter: $filter) { edges { node { firstName } } } }',
        { filter },
      )
      const found = contacts.edges.map(({ node }: { node: { firstName: string } }) => node.firstName)
      expect([outcome, found.toSorted()]).toEqual([outcome, names])
      const { createCampaign } = await run(
        person,
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { totalContacts } errors { code field message } } }',
        { input: { name: 'Again', audience: { filter } } },
      )
      expect(createCampaign.totalContacts).toBe(names.length)
    }
    const both = await run(
      person,
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 50, filter: { status: DELIVERED, outcome: OPENED }) { totalCount } } }`,
      { id },
    )
    expect(both.campaign.emailLogs.totalCount).toBe(1)
  })

  it('match nobody if the outcome is unknown: without tracking, "not opened" cannot be known', async () => {
    const { person, id } = await campaignWith(world, { silent: {} })
    for (const [column, outcome] of [
      ['opens_tracked', 'notOpened'],
      ['clicks_tracked', 'notClicked'],
    ]) {
      const query = `query ($id: ID!, $outcome: RecipientOutcome!) {
        contacts(filter: { campaignOutcome: { campaignId: $id, outcome: $outcome } }) { totalCount }
        campaign(id: $id) { emailLogs(filter: { outcome: $outcome }) { totalCount } } }`
      const counts = async () => {
        const { contacts, campaign } = await run(person, query, { id, outcome })
        return [contacts.totalCount, campaign.emailLogs.totalCount]
      }
      expect(await counts()).toEqual([1, 1])
      await sqlOf(world)(`update campaigns set ${column} = false where tenant_id = ?`, [person.tenantId])
      expect(await counts()).toEqual([0, 0])
    }
  })

  it("can be saved as a segment, which is empty after the campaign is deleted; other workspaces' campaigns are not accessible", async () => {
    const { person, id } = await campaignWith(world, { opened: { opened: 1 }, silent: {} })
    const filter = { campaignOutcome: { campaignId: id, outcome: 'notOpened' } }
    const { createSegment } = await run(
      person,
      'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id contactCount } errors { code field message } } }',
      { input: { name: 'Did not open', filter } },
    )
    expect(createSegment.contactCount).toBe(1)
    const { person: stranger } = await campaignWith(world, { silent: {} })
    const COUNT = 'query ($filter: ContactFilter) { contacts(filter: $filter) { totalCount } }'
    for (const theirs of [filter, { campaignOutcome: { campaignId: 'con_x', outcome: 'sent' } }]) {
      const { errors } = await stranger.graphql(COUNT, { filter: theirs })
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    }
    expect((await person.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(200)
    const { segments } = await run(person, '{ segments { contactCount } }')
    expect(segments).toEqual([{ contactCount: 0 }])
  })
})

describe('an A/B subject test', () => {
  const RESULTS = `query ($id: ID!) { campaign(id: $id) { abTestStatus abResults { winner text variants {
    name subject sent opened clicked openRate clickRate } } } }`
  const test = { isAbTest: true, abVariantB: 'Two' }

  it('shows the results of both subjects, and no winner for a small sample', async () => {
    const { person, id } = await campaignWith(
      world,
      {
        a1: { variant: 'A', opened: 1, clicked: 2 },
        a2: { variant: 'A', machine: 1 },
        b1: { variant: 'B' },
        b2: { variant: 'B', failed: 'x' },
        b3: { variant: 'B', pending: true },
      },
      test,
    )
    expect((await run(person, RESULTS, { id })).campaign).toEqual({
      abTestStatus: 'pending',
      abResults: {
        winner: null,
        text: 'Too few emails to tell. The test needs 100 for each subject.',
        variants: [
          { name: 'A', subject: 'One', sent: 2, opened: 1, clicked: 1, openRate: 50, clickRate: 50 },
          { name: 'B', subject: 'Two', sent: 1, opened: 0, clicked: 0, openRate: 0, clickRate: 0 },
        ],
      },
    })
  })

  it('shows no difference while emails are being sent', async () => {
    const { person, id } = await campaignWith(world, { ada: { variant: 'A' }, bob: { variant: 'B' } }, test)
    await sqlOf(world)(`update campaigns set status = 'sending' where id = ?`, [uuidOf(id)])
    expect((await run(person, RESULTS, { id })).campaign.abResults.text).toBe(
      'No difference yet: the test needs at least 100 emails for each subject.',
    )
  })

  it('shows no difference if opens were not tracked', async () => {
    const { person, id } = await campaignWith(world, { ada: { variant: 'A' } }, { ...test, trackOpens: false })
    const { abResults } = (await run(person, RESULTS, { id })).campaign
    expect([abResults.winner, abResults.text]).toEqual([null, 'No result: opens are not tracked for these emails.'])
  })

  it('is complete once there is a winner, also in REST', async () => {
    const { person, id, logs } = await campaignWith(world, { ada: {} }, test)
    await sqlOf(world)(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, variant, opened_at)
       select tenant_id, gen_random_uuid(), campaign_id, gen_random_uuid(), '', 'x', merge_values, 'sent', sent_at,
         case when n % 2 = 0 then 'A' else 'B' end, case when n % 2 = 0 and n < 160 or n % 10 = 1 then sent_at end
       from email_logs cross join generate_series(1, 400) n where id = ? returning 1`,
      [logs['ada']],
    )
    const { campaign } = await run(person, RESULTS, { id })
    expect(campaign).toMatchObject({
      abTestStatus: 'completed',
      abResults: { winner: 'A', text: 'Subject A was opened more often: 39.5% compared with 20.0%.' },
    })
  })

  it('has no results without an A/B test, or before anything was sent', async () => {
    const { person, id } = await campaignWith(world, { ada: {} })
    expect((await run(person, RESULTS, { id })).campaign).toEqual({ abTestStatus: null, abResults: null })
    const { body } = await person.rest('POST', '/api/campaigns', { name: 'T', ...test })
    expect((await run(person, RESULTS, { id: body.id })).campaign).toEqual({ abTestStatus: 'pending', abResults: null })
  })
})
