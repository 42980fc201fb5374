import { describe, expect, it } from 'vitest'
import { encodeId, uuidOf } from '#schema/object-ids.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import type { TestPerson } from '#tests/support/world.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

const clocked = clockedWorld()

const RESUME = `mutation ($id: ID!) { resumeStoppedCampaigns(input: { mailboxId: $id }) {
  mailbox { stoppedCampaigns } resumed { id status statusReason } refused { campaignId name message } errors { code field message } } }`

/** Campaigns of one mailbox, stopped by its expired sign-in. */
async function stopped(inputs: readonly object[]) {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  const email = `stopped-${person.tenantId}@sandbox.test`
  const connect = () => world.connect(person, 'microsoft', email)
  await connect()
  const key = await mailboxOf(world, person)
  const ids: string[] = []
  for (const input of inputs) {
    const id = await draftCampaign(world, person, 1, input)
    expect(
      (
        await person.graphql(
          'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
          { id },
        )
      ).errors,
    ).toBeUndefined()
    ids.push(id)
  }
  await createSendStore(world.app, () => []).expire(key, 'EXPIRED_TOKEN: 401')
  const id = encodeId('Mailbox', key.mailboxId)
  const offered = async (viewer: TestPerson = person) =>
    (await viewer.graphql('{ mailboxes { stoppedCampaigns } }')).data.mailboxes[0]?.stoppedCampaigns
  const resume = (viewer: TestPerson = person) => viewer.graphql(RESUME, { id })
  const sql = (statement: string, ...values: unknown[]) => rowsOf(world, person, statement, values)
  return { person, email, ids, connect, offered, resume, sql }
}

it('a mailbox that is connected again offers to resume the campaigns that stopped because of it, and resumes them at once', async () => {
  const { ids, connect, offered, resume } = await stopped([{}, {}, {}])
  expect(await offered()).toBe(0)
  expect((await resume()).errors?.[0]).toMatchObject({
    extensions: { code: 'BAD_INPUT' },
    message: expect.stringContaining('needs to be reconnected first'),
  })
  await connect()
  expect(await offered()).toBe(3)
  expect((await resume()).data.resumeStoppedCampaigns).toEqual({
    mailbox: { stoppedCampaigns: 0 },
    resumed: ids.map((id) => ({ id, status: 'sending', statusReason: null })),
    refused: [],
  })
})

describe('signing in again at the provider', () => {
  it('resumes the campaigns that stopped when the sign-in expired, and no others', async () => {
    const { world } = clocked
    const { person, ids, email, sql } = await stopped([{}, {}, {}])
    const pause = (reason: string, id = '') =>
      sql('update campaigns set paused_because = ? where id = ? returning 1', reason, uuidOf('Campaign', id))
    await pause('PAUSED', ids[0])
    await pause('NO_MAILBOX', ids[1])
    const { location } = await browserOf(world, person).walk('microsoft', email)
    expect(location).toMatch(/auth=microsoft_connected/)
    const { data } = await person.graphql('{ campaigns { edges { node { id status } } } }')
    const statuses = Object.fromEntries(data.campaigns.edges.map(({ node }: any) => [node.id, node.status]))
    expect(ids.map((id) => statuses[id])).toEqual(['paused', 'paused', 'sending'])
  })

  it('connects the mailbox even if a stopped campaign may not be resumed, which is offered again later', async () => {
    const { world } = clocked
    const attachments = [{ name: 'a.txt', contentBytes: 'YQ==', contentType: 'text/plain' }]
    const { person, email, offered } = await stopped([{ attachments }, {}])
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = features || '{"attachments": false}' where id = ?`, [person.tenantId]),
    )
    const { location } = await browserOf(world, person).walk('microsoft', email)
    expect(location).toMatch(/auth=microsoft_connected/)
    expect(await offered()).toBe(1)
  })
})

it('campaigns that a person paused are not resumed when their mailbox is connected again', async () => {
  const { connect, offered, resume, sql, ids } = await stopped([{}, {}])
  await sql(`update campaigns set paused_because = 'PAUSED' where id = (select id from campaigns order by id limit 1)`)
  await connect()
  expect(await offered()).toBe(1)
  expect((await resume()).data.resumeStoppedCampaigns.resumed).toMatchObject([{ id: ids[1] }])
})

it('a stopped campaign that may not be resumed is named with the reason and does not hold up the others', async () => {
  const attachments = [{ name: 'a.txt', contentBytes: 'YQ==', contentType: 'text/plain' }]
  const { person, ids, connect, offered, resume } = await stopped([{ attachments }, {}])
  await connect()
  await clocked.world.app.database.asSystem((em) =>
    em.execute(`update tenants set features = features || '{"attachments": false}' where id = ?`, [person.tenantId]),
  )
  const { resumed, refused } = (await resume()).data.resumeStoppedCampaigns
  expect(resumed).toMatchObject([{ id: ids[1], status: 'sending' }])
  expect(refused).toEqual([{ campaignId: ids[0], name: 'News', message: expect.stringMatching(/attachments/i) }])
  expect(await offered()).toBe(1)
})

it('a colleague with whom the mailbox is not shared is offered no stopped campaigns and cannot resume them', async () => {
  const { person, connect, offered, resume } = await stopped([{}])
  await connect()
  const admin = await addColleague(clocked.world, person, { role: 'admin' })
  expect(await offered(admin)).toBe(0)
  expect((await resume(admin)).errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
})
