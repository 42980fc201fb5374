import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { UNSENT_BEFORE_NEXT_CLAIM, CLAIM_BATCH } from '#api/sending/sending-engine.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

let count = 0
async function workspace() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  return { person, key: await mailboxOf(world, person) }
}
const ask = async (query: string) => {
  const { data, errors } = await graphqlAs(world.url, superAdmin, query)
  expect(errors).toBeUndefined()
  return data
}
const OUTCOMES = 'outcomes { days sent bounced complained unsubscribed }'
const tenantOf = async (person: TestPerson) => {
  const id = encodeId('Tenant', person.tenantId)
  const data = await ask(`{ tenants(first: 1, filter: { ids: ["${id}"] }) { edges { node { ${OUTCOMES} } } } }`)
  return data.tenants.edges[0].node
}
/** A campaign that was started so many days ago, with what became of its emails. */
async function send(
  { person, key }: Awaited<ReturnType<typeof workspace>>,
  {
    of,
    bounced,
    unsubscribed = 0,
    daysAgo = 1,
  }: { of: number; bounced: number; unsubscribed?: number; daysAgo?: number },
) {
  const mails = Array.from({ length: of }, () => ({ email: `p${(count += 1)}@there.test` }))
  const { campaignId } = await campaignWith(world, person, key, mails)
  await rowsOf(
    world,
    person,
    `update campaigns set sent_count = ?, bounced_count = ?, unsubscribed_count = ?, started_at = now() - make_interval(days => ?)
     where id = ?`,
    [of - bounced, bounced, unsubscribed, daysAgo, campaignId],
  )
}

describe('the super admin', () => {
  it('sees the outcome of the emails of each workspace, for campaigns of the last 7 and 30 days', async () => {
    const { person, key } = await workspace()
    await send({ person, key }, { of: 12, bounced: 3, unsubscribed: 2, daysAgo: 3 })
    await send({ person, key }, { of: 10, bounced: 0, unsubscribed: 1, daysAgo: 20 })
    await send({ person, key }, { of: 50, bounced: 9, unsubscribed: 9, daysAgo: 31 })
    await rowsOf(
      world,
      person,
      `insert into suppressions (tenant_id, id, email, reason, created_at)
       select ?, gen_random_uuid(), days || '@there.test', 'complained', now() - make_interval(days => days)
       from unnest(array[1, 8, 9, 40]) as days returning 1`,
      [person.tenantId],
    )
    const week = { days: 7, sent: 12, bounced: 3, complained: 1, unsubscribed: 2 }
    const month = { days: 30, sent: 22, bounced: 3, complained: 3, unsubscribed: 3 }
    expect(await tenantOf(person)).toEqual({ outcomes: [week, month] })
  })

  it('sees zeros for a workspace that sent nothing, and nobody else sees the figures', async () => {
    const { person } = await workspace()
    expect((await tenantOf(person)).outcomes).toMatchObject([
      { days: 7, sent: 0 },
      { days: 30, sent: 0 },
    ])
    expect((await person.graphql(`{ tenant { ${OUTCOMES} } }`)).data.tenant).toEqual({ outcomes: null })
  })

  it('finds the workspaces whose emails bounce or lead to unsubscribes too often', async () => {
    const [fine, small, bouncing, old] = await Promise.all([workspace(), workspace(), workspace(), workspace()])
    await send(fine, { of: 40, bounced: 2 })
    await send(small, { of: 19, bounced: 19 })
    await send(bouncing, { of: 40, bounced: 3 })
    await send(old, { of: 40, bounced: 30, daysAgo: 31 })
    const ids = [fine, small, bouncing, old].map(({ person }) => encodeId('Tenant', person.tenantId))
    const filter = `filter: { troubled: true, ids: ${JSON.stringify(ids)} }`
    const { tenants } = await ask(`{ tenants(first: 10, ${filter}) { totalCount edges { node { id } } } }`)
    expect(tenants).toEqual({ totalCount: 1, edges: [{ node: { id: ids[2] } }] })
    await rowsOf(world, fine.person, `update campaigns set unsubscribed_count = 1 where tenant_id = ?`, [
      fine.person.tenantId,
    ])
    expect((await ask(`{ tenants(first: 10, ${filter}) { totalCount } }`)).tenants.totalCount).toBe(2)
    await rowsOf(world, fine.person, `update campaigns set unsubscribed_count = 0 where tenant_id = ?`, [
      fine.person.tenantId,
    ])
    await fine.person.graphql(
      'mutation { addSuppressions(input: { emails: ["p1@there.test"], reason: COMPLAINED }) { added errors { code field message } } }',
    )
    expect((await ask(`{ tenants(first: 10, ${filter}) { totalCount } }`)).tenants.totalCount).toBe(2)
  })
})

describe('the bounce and complaint rates of a workspace', () => {
  it('include campaigns that it deleted, and complaints about their emails', async () => {
    const { person, key } = await workspace()
    const { campaignId } = await campaignWith(world, person, key, [
      { email: 'a@there.test' },
      { email: 'b@there.test' },
      { email: 'c@there.test' },
    ])
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'failed', bounced_at = now(), sent_at = now() where contact_email = 'c@there.test' and campaign_id = ?`,
      [campaignId],
    )
    await rowsOf(
      world,
      person,
      `update campaigns set sent_count = 2, bounced_count = 1, started_at = now(), status = 'sent' where id = ?`,
      [campaignId],
    )
    await person.graphql(
      'mutation { addSuppressions(input: { emails: ["a@there.test", "never@there.test"], reason: COMPLAINED }) { added errors { code field message } } }',
    )
    const before = await tenantOf(person)
    expect(before.outcomes[0]).toEqual({ days: 7, sent: 3, bounced: 1, complained: 2, unsubscribed: 0 })
    const { data } = await person.graphql('{ suppressions(first: 10) { edges { node { id } } } }')
    const ids = data.suppressions.edges.map(({ node }: { node: { id: string } }) => node.id)
    await person.graphql(
      'mutation ($ids: [ID!]!) { removeSuppressions(input: { ids: $ids }) { removedCount errors { code field message } } }',
      { ids },
    )
    const removed = await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      {
        id: encodeId('Campaign', campaignId),
      },
    )
    expect(removed.errors).toBeUndefined()
    // A withdrawn complaint counts only for an address that was sent something.
    expect((await tenantOf(person)).outcomes).toEqual([
      { ...before.outcomes[0], complained: 1 },
      { ...before.outcomes[1], complained: 1 },
    ])
  })

  it('leave out deleted campaigns after a month', async () => {
    const { person, key } = await workspace()
    await rowsOf(
      world,
      person,
      `insert into past_outcomes (tenant_id, day, mailbox_id, sent) values (?, now()::date - 40, gen_random_uuid(), 9)`,
      [person.tenantId],
    )
    const { campaignId } = await campaignWith(world, person, key, [{ email: 'a@there.test' }])
    await rowsOf(world, person, `update campaigns set status = 'sent' where id = ?`, [campaignId])
    await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      {
        id: encodeId('Campaign', campaignId),
      },
    )
    expect(await rowsOf(world, person, 'select sent from past_outcomes', [])).toEqual([{ sent: 1 }])
  })
})

describe('suspending a workspace', () => {
  it('stops its sending at once: of a running campaign only emails that were already claimed by a worker leave', async () => {
    const { person, key } = await workspace()
    const id = await draftCampaign(world, person, 300)
    await person.graphql(
      'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    let sent = 0
    const suspend = () =>
      ask(
        `mutation { updateTenant(input: { id: "${encodeId('Tenant', person.tenantId)}", isActive: false }) { tenant { isActive } errors { code field message } } }`,
      )
    const store = scriptedStore(
      createSendStore(world.app, () => []),
      {
        send: async () => {
          sent += 1
          if (sent === 1) await suspend()
          return { messageId: null, internetMessageId: null, threadId: null }
        },
      },
    )
    await createSlices(store, key).toTheEnd()
    expect(sent).toBeLessThanOrEqual(CLAIM_BATCH.direct.most + UNSENT_BEFORE_NEXT_CLAIM.direct.most)
    const [campaign] = await world.app.database.asSystem((em) =>
      em.execute('select status, paused_because as reason from campaigns where tenant_id = ?', [person.tenantId]),
    )
    expect(campaign).toEqual({ status: 'paused', reason: 'TENANT_INACTIVE' })
    const before = sent
    await createSlices(store, key).next()
    expect(sent).toBe(before)
  })
})
