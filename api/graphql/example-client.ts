import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/**
 * An integrator's first hour: adds two contacts, creates a campaign, sends it and follows it to completion, with an API
 * key with scopes read, write and send.
 *
 * node api/graphql/example-client.ts http://127.0.0.1:4000 mwk_…
 */
const [url = 'http://127.0.0.1:4000', key = ''] = process.argv.slice(2)

interface Progress {
  status: string
  sentCount: number
  failedCount: number
  totalContacts: number
  statusText: string | null
}

/** Runs a query or mutation; throws the server's error. */
async function run<Data>(query: string, variables: object): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] }
  if (errors) throw new Error(errors.map((error) => error.message).join(' '))
  return data
}

const contactIds = []
for (const [firstName, lastName] of [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
]) {
  const email = `${firstName}.${Date.now()}@example.com`.toLowerCase()
  const { createContact } = await run<{ createContact: { id: string } }>(
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }',
    { input: { firstName, lastName, email } },
  )
  contactIds.push(createContact.id)
}

const { createCampaign } = await run<{ createCampaign: { id: string } }>(
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
  {
    input: {
      name: 'First campaign',
      subject: 'Hello {firstName}',
      content: 'Dear {fullName}, this was sent with GraphQL.',
      selectedContacts: contactIds,
    },
  },
)
await run(
  'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { status } errors { code field message } } }',
  createCampaign,
)

const socket = createClient({
  url: `${url.replace(/^http/, 'ws')}/graphql`,
  webSocketImpl: WebSocket,
  connectionParams: { Authorization: `Bearer ${key}` },
})
const messages = socket.iterate<{ campaignProgress: Progress }>({
  query: `subscription ($id: ID!) {
    campaignProgress(id: $id) { status sentCount failedCount totalContacts statusText }
  }`,
  variables: createCampaign,
})
for await (const { data } of messages) {
  if (!data) continue
  const { status, sentCount, failedCount, totalContacts, statusText } = data.campaignProgress
  process.stdout.write(`${status}: ${sentCount} sent, ${failedCount} failed of ${totalContacts} ${statusText ?? ''}\n`)
  if (status !== 'sending') break
}
await socket.dispose()
