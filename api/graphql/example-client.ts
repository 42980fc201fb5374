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

/** Why a mutation was refused; it has changed nothing then. */
interface UserError {
  code: string
  field: string | null
  message: string
}

/** The payload of a mutation: its nouns, which are null if it was refused, and why. */
type Payload<Nouns> = { [Noun in keyof Nouns]: Nouns[Noun] | null } & { errors: UserError[] }

/** Runs a query or mutation; throws if the request failed, for example because the key has expired. */
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

/** Runs a document with one mutation and returns the nouns of its payload; throws what it was refused for. */
async function mutate<Nouns>(query: string, input: object): Promise<Nouns> {
  const [payload] = Object.values(await run<Record<string, Payload<Nouns>>>(query, { input }))
  if (!payload) throw new Error('The document has no mutation.')
  const { errors, ...nouns } = payload
  if (errors.length > 0) {
    throw new Error(
      errors.map(({ code, field, message }) => `${code}${field ? ` in ${field}` : ''}: ${message}`).join(' '),
    )
  }
  return nouns as Nouns
}

const contactIds = []
for (const [firstName, lastName] of [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
]) {
  const email = `${firstName}.${Date.now()}@example.com`.toLowerCase()
  const { contact } = await mutate<{ contact: { id: string } }>(
    `mutation ($input: CreateContactInput!) {
      createContact(input: $input) { contact { id } errors { code field message } }
    }`,
    { firstName, lastName, email },
  )
  contactIds.push(contact.id)
}

const { campaign } = await mutate<{ campaign: { id: string } }>(
  `mutation ($input: CreateCampaignInput!) {
    createCampaign(input: $input) { campaign { id } errors { code field message } }
  }`,
  {
    name: 'First campaign',
    subject: 'Hello {firstName}',
    content: 'Dear {fullName}, this was sent with GraphQL.',
    selectedContacts: contactIds,
  },
)
await mutate(
  `mutation ($input: SendCampaignInput!) {
    sendCampaign(input: $input) { campaign { status } errors { code field message } }
  }`,
  { id: campaign.id },
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
  variables: { id: campaign.id },
})
for await (const { data } of messages) {
  if (!data) continue
  const { status, sentCount, failedCount, totalContacts, statusText } = data.campaignProgress
  process.stdout.write(`${status}: ${sentCount} sent, ${failedCount} failed of ${totalContacts} ${statusText ?? ''}\n`)
  if (status !== 'SENDING') break
}
await socket.dispose()
