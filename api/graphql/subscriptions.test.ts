import { createClient, type Client } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

function socket(token: string): Client {
  return createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: token },
    retryAttempts: 0,
  })
}

/** Collects a subscription's messages. */
function follow(client: Client, query: string, variables: Record<string, unknown> = {}) {
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of the server under test
  const messages: any[] = []
  const errors: unknown[] = []
  const stop = client.subscribe(
    { query, variables },
    { next: (message) => messages.push(message), error: (error) => errors.push(error), complete: () => {} },
  )
  return { messages, errors, stop }
}

async function draft(person: TestPerson, recipients: number): Promise<string> {
  const selectedContacts = []
  for (let index = 0; index < recipients; index += 1) {
    const email = `w${index}-${Math.random().toString(36).slice(2)}@example.com`
    const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
    selectedContacts.push(body.id)
  }
  const { body } = await person.rest('POST', '/api/campaigns', {
    name: 'Watched',
    subject: 'S',
    content: 'C',
    selectedContacts,
  })
  return body.id
}

const PROGRESS = 'subscription ($id: ID!) { campaignProgress(id: $id) { id status sentCount totalContacts } }'

describe('the campaigns subscription', () => {
  itInFull('sends the current state first, then all changes in order', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draft(person, 20)
    const client = socket(person.token)
    const progress = follow(client, PROGRESS, { id })
    await eventually('the first message', async () => progress.messages.length > 0)
    expect(progress.messages[0].data.campaignProgress).toEqual({ id, status: 'DRAFT', sentCount: 0, totalContacts: 20 })
    await person.rest('POST', `/api/campaigns/${id}/send`)
    await eventually('the end', async () => progress.messages.at(-1)?.data.campaignProgress.status === 'SENT')
    const counts = progress.messages.map((message) => message.data.campaignProgress.sentCount)
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => a - b))
    expect(counts.at(-1)).toBe(20)
    progress.stop()
    await client.dispose()
  })

  it('reports added, changed and deleted campaigns', async () => {
    const person = await world.signUp({ unlimited: true })
    const client = socket(person.token)
    const list = follow(client, 'subscription { campaignsChanged { campaigns { id name status } removed } }')
    await eventually('the first message', async () => list.messages.length === 1)
    expect(list.messages[0].data.campaignsChanged).toEqual({ campaigns: [], removed: [] })
    const id = await draft(person, 1)
    await eventually(
      'the new campaign',
      async () => list.messages.at(-1)?.data.campaignsChanged.campaigns[0]?.id === id,
    )
    await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    await eventually('its end', async () => list.messages.at(-1)?.data.campaignsChanged.removed[0] === id)
    await client.dispose()
  })

  it('sends the newest campaigns first, and older ones that are sending', async () => {
    const person = await world.signUp({ unlimited: true })
    const names = await world.app.database.asSystem((em) =>
      em.execute<{ name: string }[]>(
        `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, scheduled_at)
         select ?, lpad(n::text, 32, '0')::uuid, ?, n::text, '', '', '', case n % 3 when 0 then 'sending' else 'paused' end, '2999-01-01'
         from generate_series(1, 54) n returning name`,
        [person.tenantId, person.userId],
      ),
    )
    const client = socket(person.token)
    const list = follow(client, 'subscription { campaignsChanged { campaigns { name } } }')
    await eventually('the first message', async () => list.messages.length > 0)
    const told = list.messages[0].data.campaignsChanged.campaigns.map(({ name }: { name: string }) => Number(name))
    const all = names.map(({ name }) => Number(name)).toReversed()
    expect(told).toEqual(all.filter((name) => name > 4 || name % 3 === 0))
    await client.dispose()
  })

  it('releases its listener immediately when the last subscriber leaves', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draft(person, 1)
    const { events } = world.app
    const { listen } = events
    const open = new Set<string>()
    events.listen = (tenantId, listener) => {
      const [stop, mark] = [listen(tenantId, listener), `${tenantId} ${open.size}`]
      open.add(mark)
      return () => {
        open.delete(mark)
        stop()
      }
    }
    try {
      const { messages, stop } = follow(socket(person.token), PROGRESS, { id })
      await eventually('the first message', async () => messages.length > 0)
      expect(open.size).toBe(2)
      stop()
      await eventually('nothing is listened to', async () => open.size === 0)
    } finally {
      events.listen = listen
    }
  })

  it('works over server-sent events too', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draft(person, 1)
    const abort = new AbortController()
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: PROGRESS, variables: { id } }),
      signal: abort.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('"status":"DRAFT"')) break
    }
    expect(text).toContain('"sentCount":0')
    abort.abort()
  })

  it('reports "not found" for another workspace\'s campaign', async () => {
    const [one, other] = [await world.signUp({ unlimited: true }), await world.signUp()]
    const id = await draft(one, 1)
    const client = socket(other.token)
    const progress = follow(client, PROGRESS, { id })
    const answer = await eventually('an answer', async () => progress.errors[0] ?? progress.messages[0] ?? null)
    expect(JSON.stringify(answer)).toContain('Campaign not found')
    await client.dispose()
  })

  it('receives no changes of other workspaces', async () => {
    const [one, other] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    const client = socket(other.token)
    const list = follow(client, 'subscription { campaignsChanged { campaigns { id } removed } }')
    await eventually('the first message', async () => list.messages.length === 1)
    await one.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id: await draft(one, 1) },
    )
    const mine = await draft(other, 1)
    const said = (what: 'campaigns' | 'removed') =>
      list.messages.flatMap((message) => message.data.campaignsChanged[what])
    await eventually('my own', async () => said('campaigns').length > 0)
    expect(said('campaigns')).toEqual([{ id: mine }])
    expect(said('removed')).toEqual([])
    await client.dispose()
  })
})

describe('a WebSocket', () => {
  it('is rejected for a foreign Origin', async () => {
    const foreign = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      origin: 'https://evil.example',
    })
    const outcome = await new Promise((resolve) => {
      foreign.on('open', () => resolve('open'))
      foreign.on('error', (error) => resolve(error.message))
    })
    expect(outcome).toContain('403')
  })

  it('may not subscribe without signing in', async () => {
    const client = socket('')
    const list = follow(client, 'subscription { campaignsChanged { removed } }')
    const answer = await eventually('an answer', async () => list.errors[0] ?? list.messages[0] ?? null)
    expect(JSON.stringify(answer)).toContain('UNAUTHENTICATED')
    await client.dispose()
  })
})
