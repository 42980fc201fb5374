import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { answer, complaint, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('the reception of a campaign counts positive answers, complaints, and what recipients chose on the preferences page after it', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const names = ['glad', 'polite', 'less', 'paused', 'before', 'spam']
  const mails = names.map((name) => ({ email: `${name}@there.test`, threadId: name, internetMessageId: `<${name}@x>` }))
  const { campaignId } = await campaignWith(world, person, key, mails)
  const [glad, polite] = ['glad', 'polite'].map((name) => answer(`${name}@there.test`, { threadId: name }))
  await takeReturns(world.app, key, 'me@here.test', [glad!, polite!, complaint('<spam@x>')])
  const choose = (name: string, monthly: boolean, paused: string, at: string) =>
    rowsOf(
      world,
      person,
      `insert into preferences (tenant_id, email_key, is_monthly, paused_until, changed_at)
       values (?, ?, ?, ${paused}, ${at}) returning 1`,
      [person.tenantId, `${name}@there.test`, monthly],
    )
  await choose('less', true, 'null', 'now()')
  await choose('paused', false, "now() + interval '90 days'", 'now()')
  await choose('before', true, 'null', "now() - interval '1 day'")
  const list = await person.graphql('{ replies(first: 9) { edges { node { id fromEmail } } } }')
  const [first] = list.data.replies.edges
    .map(({ node }: { node: { id: string; fromEmail: string } }) => node)
    .filter(({ fromEmail }: { fromEmail: string }) => fromEmail.startsWith('glad'))
  await person.graphql(
    'mutation ($ids: [ID!]!) { updateReplies(input: { ids: $ids, isPositive: true }) { replies { id } errors { code } } }',
    { ids: [first.id] },
  )
  const { data } = await person.graphql(
    'query ($id: ID!) { campaign(id: $id) { welcome { positive choseLess paused complained } } }',
    { id: encodeId('Campaign', campaignId) },
  )
  expect(data.campaign.welcome).toEqual({ positive: 1, choseLess: 1, paused: 1, complained: 1 })
})
