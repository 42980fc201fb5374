import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { mutationDocument } from '#tests/support/mutate.ts'
import { configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { askAs, signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

const DAY = 86_400_000

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const sinceOf = async (tenantId: string) => {
  const [row] = await world.app.database.asSystem((em) =>
    em.execute<{ since: Date | null }[]>('select probation_since as since from tenants where id = ?', [tenantId]),
  )
  return row?.since ?? null
}
const putOnProbation = (person: TestPerson, days: number) =>
  world.app.database.asSystem((em) =>
    em.execute('update tenants set probation_since = ? where id = ?', [
      new Date(Date.now() - days * DAY - 60_000),
      person.tenantId,
    ]),
  )
/** A workspace that has been new for so many days, with a mailbox that nothing else slows down. */
async function newWorkspace(days: number) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await configureSending(person, { enableThrottling: false })
  await putOnProbation(person, days)
  return { person, key: await mailboxOf(world, person) }
}
const sent = (count: number, days: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `p${index}-${days}@there.test`,
    status: 'delivered' as const,
    ago: days * 24 * 60,
  }))
const change = async (person: TestPerson, input: object) => {
  const { body } = await askAs(superAdmin, 'POST', `${world.url}/graphql`, {
    query: mutationDocument('updateTenant', '{ newWorkspaceLimits }'),
    variables: { input: { id: encodeId('Tenant', person.tenantId), ...input } },
  })
  expect(body.errors).toBeUndefined()
  return body.data.updateTenant.newWorkspaceLimits
}

describe('the limits of new workspaces', () => {
  it('apply to everyone who signs up in production', async () => {
    const app = world.app as { production: boolean }
    app.production = true
    try {
      const person = await world.signUp()
      expect(await sinceOf(person.tenantId)).not.toBeNull()
    } finally {
      app.production = false
    }
  })

  it('do not apply in local mode, nor to a workspace that a super admin creates', async () => {
    expect(await sinceOf((await world.signUp()).tenantId)).toBeNull()
    const input = { slug: 'known', name: 'Known', domain: 'known.example' }
    const { status } = await askAs(superAdmin, 'POST', `${world.url}/api/supadmin/tenants`, input)
    expect(status).toBe(201)
    const since = await world.app.database.asSystem((em) =>
      em.execute<object[]>(`select probation_since as since from tenants where slug = 'known'`),
    )
    expect(since).toEqual([{ since: null }])
  })

  it('end when a super admin gives the workspace a plan or turns the limits off, and start again when they are turned on', async () => {
    const person = await world.signUp()
    await putOnProbation(person, 3)
    expect(await change(person, { subscriptionTier: 'PRO' })).toBe(false)
    expect(await change(person, { newWorkspaceLimits: true })).toBe(true)
    expect(Date.now() - new Date((await sinceOf(person.tenantId)) ?? 0).getTime()).toBeLessThan(DAY)
    expect(await change(person, { newWorkspaceLimits: false })).toBe(false)
  })

  it('do not improve when the campaign whose emails bounced is deleted', async () => {
    const { person, key } = await newWorkspace(4)
    const limit = async () =>
      (await person.graphql('{ emailSettings { newWorkspaceLimit { perDay heldBack } } }')).data.emailSettings
        .newWorkspaceLimit
    await campaignWith(world, person, key, sent(60, 2))
    expect(await limit()).toMatchObject({ heldBack: false })
    const { campaignId } = await campaignWith(world, person, key, sent(30, 3))
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'failed', sent_at = attempted_at, bounced_at = attempted_at, delivered_at = null where campaign_id = ?`,
      [campaignId],
    )
    await rowsOf(world, person, `update campaigns set status = 'sent' where id = ?`, [campaignId])
    const before = await limit()
    expect(before).toEqual({ perDay: 50, heldBack: true })
    const reputation = '{ mailboxes { reputation reputationReason } }'
    const rated = await person.graphql(reputation)
    await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      {
        id: encodeId('Campaign', campaignId),
      },
    )
    expect(await limit()).toEqual(before)
    expect(await person.graphql(reputation)).toEqual(rated)
  })

  it('are shown with the settings', async () => {
    const { person, key } = await newWorkspace(2)
    await campaignWith(world, person, key, sent(80, 1))
    const { data } = await person.graphql('{ emailSettings { newWorkspaceLimit { perDay heldBack growsTo growsAt } } }')
    expect(data.emailSettings.newWorkspaceLimit).toEqual({
      ...{ perDay: 100, heldBack: false, growsTo: 200, growsAt: expect.any(String) },
    })
    const known = await world.signUp()
    expect((await known.graphql('{ emailSettings { newWorkspaceLimit { perDay } } }')).data.emailSettings).toEqual({
      newWorkspaceLimit: null,
    })
  })
})

describe('a new workspace', () => {
  it('sends 50 emails, then reports why it waits and until when', async () => {
    const { person, key } = await newWorkspace(0)
    const id = await draftCampaign(world, person, 55)
    const send =
      'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }'
    expect((await person.graphql(send, { id })).errors).toBeUndefined()
    const store = scriptedStore(
      createSendStore(world.app, () => []),
      { send: () => Promise.resolve({ messageId: null, internetMessageId: null, threadId: null }) },
    )
    const again = await createSlices(store, key).next()
    expect(again && again.getTime() - Date.now()).toBeGreaterThan(DAY - 600_000)
    expect(await fetchCampaign(person, id)).toMatchObject({
      ...{ sentCount: 50, statusReason: 'NEW_WORKSPACE', resumesAt: again?.toISOString() },
    })
    await change(person, { newWorkspaceLimits: false })
    expect((await fetchCampaign(person, id)).statusReason).toBeNull()
  })

  it('has one limit for all its mailboxes together', async () => {
    const { person, key } = await newWorkspace(0)
    await campaignWith(world, person, key, sent(50, 0.01))
    await world.connect(person)
    const second = await mailboxOf(world, person)
    await campaignWith(world, person, second, [{ email: 'last@there.test', status: 'pending' }])
    const { data } = await person.graphql('{ campaigns(first: 1) { edges { node { statusReason } } } }')
    expect(data.campaigns.edges[0].node.statusReason).toBe('NEW_WORKSPACE')
  })

  it('is trusted after 30 days of few bounces, from its next email on', async () => {
    const { person, key } = await newWorkspace(30)
    const store = createSendStore(world.app, () => [])
    await store.open(key)
    expect(await sinceOf(person.tenantId)).not.toBeNull()
    await campaignWith(world, person, key, sent(200, 5))
    await store.open(key)
    expect(await sinceOf(person.tenantId)).toBeNull()
  })

  it('is not trusted while many of its emails bounce', async () => {
    const { person, key } = await newWorkspace(30)
    await campaignWith(world, person, key, sent(300, 5))
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'failed', error = 'NON_DELIVERY_ADDRESS: 550', bounced_at = now(), delivered_at = null
       where id in (select id from email_logs limit 30)`,
    )
    const work = await createSendStore(world.app, () => []).open(key)
    expect(work?.rules.windows.find(({ reason }) => reason === 'NEW_WORKSPACE')?.count).toBe(50)
    expect(await sinceOf(person.tenantId)).not.toBeNull()
  })
})
