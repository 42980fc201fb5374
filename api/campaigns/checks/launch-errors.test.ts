import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { act, office } from '#tests/support/approval-world.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { repeatingDraft, repeatingWorld } from '#tests/support/repeating-world.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const BROKEN = '<p><a href="mailto:nobody">Read on</a></p>'
const MESSAGE = 'A link is incomplete: “mailto:nobody”. Look for a space or a missing part.'

const sql = (text: string, values: unknown[]) => world.app.database.asSystem((em) => em.execute(text, values))

/** A draft with an error, of a person with a mailbox. */
async function draft(content = BROKEN) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  return { person, id: await draftCampaign(world, person, 2, { content }) }
}

/** Sends a request of the API with a key that may launch. */
async function byKey(person: TestPerson, id: string): Promise<{ status: number; message: string }> {
  const key = await createKey(person, ['campaigns:send'])
  const answer = await fetch(`${world.url}/api/campaigns/${id}/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return { status: answer.status, message: JSON.stringify(await answer.json()) }
}

/** Calls the tool that launches, as an agent does. */
async function byAgent(person: TestPerson, id: string): Promise<string> {
  const key = await createKey(person, ['campaigns:read', 'campaigns:send'])
  const call = { name: 'launch_campaign', arguments: { campaignId: id, expectedRecipients: 2 } }
  const answer = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  return answer.text()
}

describe('a draft in which the launch check finds an error', () => {
  it('is refused by GraphQL, by REST with an API key, and by MCP, with the message of the error', async () => {
    const { person, id } = await draft()
    expect(await act(person, 'sendCampaign', { id })).toEqual({ code: 'BAD_INPUT', message: MESSAGE })
    const rest = await byKey(person, id)
    expect([rest.status, rest.message]).toEqual([400, expect.stringContaining(MESSAGE)])
    expect(await byAgent(person, id)).toContain(MESSAGE)
    const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { status } }', { id })
    expect(data.campaign.status).toBe('draft')
  })

  it('is also refused when it is to be scheduled, with every message once', async () => {
    const { person, id } = await draft(`${BROKEN}${BROKEN}<p>{frist_name}</p>`)
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    const { message } = await act(person, 'sendCampaign', { id, scheduledAt })
    expect(message).toBe(
      `${MESSAGE} No recipient has a value for {frist_name}: it would stay empty. Correct it or add a fallback.`,
    )
  })

  it('is refused when approval is requested, and when approval is given', async () => {
    const { ada, bea, id, request, decide } = await office(world)
    await sql('update attachments set size = 4194304 where tenant_id = ?', [bea.tenantId])
    expect(await request()).toMatchObject({ id })
    await sql(`update campaigns set content = ? where tenant_id = ?`, [BROKEN, bea.tenantId])
    expect(await request()).toEqual({ code: 'BAD_INPUT', message: MESSAGE })
    expect(await decide(ada, 'APPROVE')).toMatchObject({ code: 'BAD_INPUT', message: MESSAGE })
  })

  it('is refused for a 4 MB attachment in a mailbox that may only send, and launched once the mailbox may also write drafts', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'microsoft', undefined, ['Mail.Send', 'User.Read'])
    const attachments = [{ name: 'a.bin', contentBytes: 'eA==' }]
    const id = await draftCampaign(world, person, 1, { attachments })
    await sql('update attachments set size = 4194304 where tenant_id = ?', [person.tenantId])
    const refused = await act(person, 'sendCampaign', { id })
    expect(refused).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('Allow safe sending') })
    await sql(`update mailboxes set scopes = '{Mail.ReadWrite,Mail.Send}' where tenant_id = ?`, [person.tenantId])
    expect(await act(person, 'sendCampaign', { id })).toMatchObject({ status: 'sending' })
  })

  it('is launched if the problems are only warnings', async () => {
    const { person, id } = await draft('<p><a href="http://intranet/news">News</a></p>')
    expect(await act(person, 'sendCampaign', { id })).toMatchObject({ status: 'sending' })
  })
})

describe('a repeating campaign in which the launch check finds an error', () => {
  const clocked = repeatingWorld()

  it('is switched off with the message of the error, and sends nothing', async () => {
    const shop = await repeatingDraft(clocked)
    await shop.repeat()
    clocked.now += 1
    await shop.add('a@example.com')
    await shop.sql('update campaigns set content = :content where tenant_id = :tenantId returning 1', {
      content: BROKEN,
    })
    await shop.live(24)
    expect(await shop.runs()).toEqual([])
    expect(await shop.state()).toMatchObject({ isOn: false, offBecause: MESSAGE })
  })
})
