import { expect, it } from 'vitest'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { report } from '#tests/support/returned-mail.ts'

const clocked = followedWorld()

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })

/** A campaign with two emails to each person: [of the first email, of the follow-up] in the order of the first. */
async function twoEmails(count: number) {
  const campaign = await followedCampaign(clocked.world, count, { followUps: [step()] })
  await campaign.launch()
  await campaign.live(50)
  const firsts = campaign.left.slice(0, count)
  const pairs = firsts.map((first) => {
    const later = campaign.left.slice(count).find(({ to }) => to === first.to)
    if (!later) throw new Error('No follow-up left')
    return [first, later] as const
  })
  /** Sets a moment of the follow-up to a person. */
  const later = (to: string, column: string, at = campaign.at(60)) =>
    campaign.sql(
      `update email_logs l set ${column} = :at from campaigns c where l.tenant_id = :tenantId and l.contact_email = :to
         and c.tenant_id = :tenantId and c.id = l.campaign_id and c.step = 2 returning 1`,
      { to, at },
    )
  return { ...campaign, pairs, later }
}

const cells = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))

it('the live spreadsheet link shows the outcome of the first email and its follow-ups together', async () => {
  const campaign = await twoEmails(5)
  const [replied, opened, bounced, firstBounced, silent] = campaign.pairs.map(([, second]) => second)
  if (!replied || !opened || !bounced || !firstBounced || !silent) throw new Error('Nobody')
  await campaign.answer(replied)
  await campaign.later(opened.to, 'opened_at', campaign.at(70))
  await campaign.later(opened.to, 'clicked_at', campaign.at(71))
  const returned = (to: string, hours: number, original: string | undefined) =>
    takeReturns(clocked.world.app, campaign.key, 'box@sandbox.test', [
      report(to, { at: new Date(campaign.at(hours)), original: original ?? '' }),
    ])
  await returned(bounced.to, 80, bounced.message.messageId)
  await returned(firstBounced.to, 81, campaign.pairs[3]?.[0].message.messageId)
  await campaign.stay()
  const response = await fetch(`${clocked.world.url}/api/campaigns/${campaign.id}/sheet?format=csv`, {
    headers: { authorization: campaign.person.token },
  })
  const [titles, ...rows] = cells((await response.text()).replace('\ufeff', ''))
  const shown = (to: string) => {
    const row = rows.find((each) => each.includes(to))
    return Object.fromEntries((titles ?? []).map((title, index) => [title, row?.[index]]))
  }
  expect(rows).toHaveLength(5)
  expect(shown(replied.to)).toMatchObject({ Status: 'Replied', Sent: campaign.at(0), Replied: campaign.at(50) })
  expect(shown(opened.to)).toMatchObject({ Status: 'Clicked', Opened: campaign.at(70), Date: campaign.at(71) })
  expect(shown(bounced.to)).toMatchObject({ Status: 'Bounced', Sent: campaign.at(0), Bounced: campaign.at(80) })
  expect(shown(bounced.to)).toMatchObject({ Date: campaign.at(80), Problem: expect.stringContaining('5.1.1') })
  expect(shown(firstBounced.to)).toMatchObject({ Status: 'Bounced', Date: campaign.at(81) })
  expect(shown(silent.to)).toMatchObject({ Status: 'Sent', Sent: campaign.at(0), Date: campaign.at(0), Problem: '' })
})

it('the list of replies to a campaign includes replies to its follow-ups', async () => {
  const campaign = await twoEmails(2)
  const [first, second] = campaign.pairs
  if (!first || !second) throw new Error('Nobody')
  await campaign.answer(first[0])
  await campaign.answer(second[1])
  await campaign.stay()
  const { data } = await campaign.person.graphql(
    `query ($id: ID!) { replies(first: 9, filter: { state: ALL, campaignId: $id }) { totalCount edges { node { campaign { id } } } } }`,
    { id: campaign.id },
  )
  const node = { campaign: { id: campaign.id } }
  expect(data.replies).toEqual({ totalCount: 2, edges: [{ node }, { node }] })
})

it('a filter of recipients by outcome counts opens, clicks and replies of follow-ups', async () => {
  const campaign = await twoEmails(6)
  const [replied, opened, clicked, away, left, silent] = campaign.pairs.map(([, second]) => second.to)
  if (!replied || !opened || !clicked || !away || !left || !silent) throw new Error('Nobody')
  await campaign.later(replied, 'replied_at')
  await campaign.later(opened, 'opened_at')
  await campaign.later(clicked, 'clicked_at')
  await campaign.later(away, 'away_until')
  await campaign.later(left, 'unsubscribed_at')
  const all = [replied, opened, clicked, away, left, silent]
  const without = (...some: string[]) => all.filter((each) => !some.includes(each))
  for (const [outcome, people] of [
    ['sent', all],
    ['failed', []],
    ['leftOut', []],
    ['replied', [replied]],
    ['notReplied', without(replied)],
    ['opened', [opened]],
    ['notOpened', without(opened, replied)],
    ['clicked', [clicked]],
    ['notClicked', without(clicked)],
    ['away', [away]],
    ['unsubscribed', [left]],
    ['bounced', []],
  ] as const) {
    await campaign.stay()
    const { data, errors } = await campaign.person.graphql(
      `query ($id: ID!, $outcome: RecipientOutcome!) {
         campaign(id: $id) { emailLogs(first: 50, filter: { outcome: $outcome }) { totalCount edges { node { contactEmail } } } }
         contacts(first: 50, filter: { campaignOutcome: { campaignId: $id, outcome: $outcome } }) { totalCount edges { node { email } } } }`,
      { id: campaign.id, outcome },
    )
    expect(errors).toBeUndefined()
    const { emailLogs } = data.campaign
    const listed = emailLogs.edges.map(({ node }: any) => node.contactEmail).toSorted()
    const chosen = data.contacts.edges.map(({ node }: any) => node.email).toSorted()
    const wanted = people.toSorted()
    expect([outcome, listed, emailLogs.totalCount]).toEqual([outcome, wanted, wanted.length])
    expect([outcome, chosen, data.contacts.totalCount]).toEqual([outcome, wanted, wanted.length])
  }
})

it('the REST API lists the follow-ups to each person and stops them, which the activity log records', async () => {
  const campaign = await followedCampaign(clocked.world, 2, { followUps: [step(), step()] })
  await campaign.launch()
  await campaign.live(50)
  await campaign.stay()
  const { rest } = campaign.person
  const { body: analytics } = await rest('GET', `/api/campaigns/${campaign.id}/analytics`)
  const follow = { status: 'sent', sentAt: campaign.at(49), repliedAt: null, error: null }
  const nextFollowUp = { state: 'waiting', step: 3, isAtCeiling: false }
  expect(analytics.emailLogs).toMatchObject([
    { nextFollowUp, followUpEmails: [follow] },
    { nextFollowUp, followUpEmails: [follow] },
  ])
  const other = await draftCampaign(clocked.world, campaign.person, 1)
  const stop = (id: string, emailLogIds: string[]) =>
    rest('POST', `/api/campaigns/${id}/stop-follow-ups`, { emailLogIds })
  // The email is a follow-up: it names its recipient.
  const named = [analytics.emailLogs[0].followUpEmails[0].id]
  expect((await stop(other, named)).body).toEqual({ stopped: 0 })
  expect((await stop(campaign.id, named)).body).toEqual({ stopped: 1 })
  expect((await stop(campaign.id, named)).body).toEqual({ stopped: 0 })
  await campaign.live(7 * 24)
  const last = campaign.left.slice(4).map(({ to }) => to)
  expect(last).toEqual([analytics.emailLogs[1].contactEmail])
  await campaign.stay()
  const { data } = await campaign.person.graphql(
    '{ auditEvents(first: 9, filter: { action: FOLLOW_UPS_STOPPED }) { edges { node { targetLabel changes { field to } } } } }',
  )
  expect(data.auditEvents.edges).toEqual([
    { node: { targetLabel: 'News', changes: [{ field: 'recipients', to: '1' }] } },
  ])
})

it('the emails of a contact are listed newest first, each with the number of its follow-up', async () => {
  const campaign = await twoEmails(1)
  const [first] = campaign.pairs[0] ?? []
  await campaign.stay()
  const { data } = await campaign.person.graphql(
    `query ($search: String!) { contacts(filter: { search: $search }) { nodes {
       emailLogs(first: 10) { nodes { step contactEmail campaign { id } } } } } }`,
    { search: first?.to },
  )
  const email = { contactEmail: first?.to, campaign: { id: campaign.id } }
  expect(data.contacts.nodes).toEqual([
    {
      emailLogs: {
        nodes: [
          { ...email, step: 2 },
          { ...email, step: 1 },
        ],
      },
    },
  ])
})
