import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { encodeId } from '#schema/ids.ts'
import { createSendStore } from '../campaigns/delivery/send-store.ts'
import { AHEAD, CLAIMS } from '../sending/engine.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { askAs, signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

let count = 0
const mails = (of: number, days: number, mail: Partial<SentMail> = {}): SentMail[] =>
  Array.from({ length: of }, () => ({ email: `p${(count += 1)}@there.test`, ago: days * 24 * 60 + 1, ...mail }))
async function workspace() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  return { person, key: await mailboxOf(world, person) }
}
const ask = async (query: string) => {
  const { body } = await askAs(superAdmin, 'POST', `${world.url}/graphql`, { query })
  expect(body.errors).toBeUndefined()
  return body.data
}
const OUTCOMES = 'outcomes { days isSample sent refused bounced complained unsubscribed }'
const tenantOf = async (person: TestPerson) => {
  const id = encodeId('Tenant', person.tenantId)
  const data = await ask(`{ tenants(first: 1, filter: { ids: ["${id}"] }) { edges { node { ${OUTCOMES} } } } }`)
  return data.tenants.edges[0].node
}
const bounce = (person: TestPerson, campaignId: string, of: number) =>
  rowsOf(
    world,
    person,
    `with gone as (update email_logs set status = 'failed', error = 'NON_DELIVERY_ADDRESS: 550', bounced_at = now() where id in
       (select id from email_logs where campaign_id = ? and status = 'sent' order by id limit ?) returning id)
     update campaigns set sent_count = sent_count - (select count(*) from gone), bounced_count = (select count(*) from gone),
       started_at = now() where id = ?`,
    [campaignId, of, campaignId],
  )

describe('the super admin', () => {
  it('sees what became of the emails of each workspace in the last 7 and 30 days', async () => {
    const { person, key } = await workspace()
    const complainer = mails(1, 3)
    const recent = await campaignWith(world, person, key, [
      ...complainer,
      ...mails(9, 3),
      ...mails(2, 3, { unsubscribed: true }),
      ...mails(1, 3, { status: 'failed', error: '550 refused' }),
    ])
    await bounce(person, recent.campaignId, 3)
    await campaignWith(world, person, key, [...mails(10, 20), ...mails(50, 31)])
    await rowsOf(
      world,
      person,
      `insert into suppressions (tenant_id, id, email, reason) values (?, gen_random_uuid(), ?, 'complained')`,
      [person.tenantId, complainer[0]?.email],
    )
    const short = { days: 7, isSample: false, sent: 12, refused: 1, bounced: 3, complained: 1, unsubscribed: 2 }
    expect(await tenantOf(person)).toEqual({ outcomes: [short, { ...short, days: 30, sent: 22 }] })
  })

  it('sees the newest 2,000 emails of a large workspace, and that there are more', async () => {
    const { person, key } = await workspace()
    await campaignWith(world, person, key, [...mails(2_000, 1), ...mails(10, 10)])
    expect((await tenantOf(person)).outcomes).toMatchObject([
      { days: 7, sent: 2_000, isSample: true },
      { days: 30, sent: 2_000, isSample: true },
    ])
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
    const send = async ({ person, key }: Awaited<ReturnType<typeof workspace>>, of: number, bounced: number) => {
      const { campaignId } = await campaignWith(world, person, key, mails(of, 1))
      await bounce(person, campaignId, bounced)
    }
    await send(fine, 40, 2)
    await send(small, 19, 19)
    await send(bouncing, 40, 3)
    await send(old, 40, 30)
    await rowsOf(
      world,
      old.person,
      `update campaigns set started_at = now() - interval $$31 days$$ where tenant_id = ?`,
      [old.person.tenantId],
    )
    const ids = [fine, small, bouncing, old].map(({ person }) => encodeId('Tenant', person.tenantId))
    const filter = `filter: { troubled: true, ids: ${JSON.stringify(ids)} }`
    const { tenants } = await ask(`{ tenants(first: 10, ${filter}) { totalCount edges { node { id } } } }`)
    expect(tenants).toEqual({ totalCount: 1, edges: [{ node: { id: ids[2] } }] })
    await rowsOf(world, fine.person, `update campaigns set unsubscribed_count = 1 where tenant_id = ?`, [
      fine.person.tenantId,
    ])
    expect((await ask(`{ tenants(first: 10, ${filter}) { totalCount } }`)).tenants.totalCount).toBe(2)
  })
})

describe('suspending a workspace', () => {
  it('stops its sending at once: of a running campaign only emails that were already claimed leave', async () => {
    const { person, key } = await workspace()
    const id = await draftCampaign(world, person, 300)
    await person.graphql('mutation ($id: ID!) { sendCampaign(id: $id) { id } }', { id })
    let sent = 0
    const suspend = () =>
      ask(
        `mutation { updateTenant(id: "${encodeId('Tenant', person.tenantId)}", input: { isActive: false }) { isActive } }`,
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
    expect(sent).toBeLessThanOrEqual(CLAIMS.direct.most + AHEAD.direct.most)
    const [campaign] = await world.app.database.asSystem((em) =>
      em.execute('select status, paused_because as reason from campaigns where tenant_id = ?', [person.tenantId]),
    )
    expect(campaign).toEqual({ status: 'paused', reason: 'TENANT_INACTIVE' })
    const before = sent
    await createSlices(store, key).next()
    expect(sent).toBe(before)
  })
})
