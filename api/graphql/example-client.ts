import { createClient } from '#schema/client/index.ts'

/**
 * An integrator's first hour: adds two contacts, creates a campaign, sends it and follows it to completion, with an API
 * key with the scopes contacts:write, campaigns:write and campaigns:send. It uses the client in schema/client.
 *
 * node api/graphql/example-client.ts http://127.0.0.1:4000 mwk_…
 */
const [url = 'http://127.0.0.1:4000', apiKey = ''] = process.argv.slice(2)
const client = createClient({ url, apiKey })

const { upsertContacts } = await client.graphql<{ upsertContacts: { results: { contact: { id: string } }[] } }>(
  `mutation ($input: UpsertContactsInput!) {
    upsertContacts(input: $input) { results { contact { id } } errors { code field message } }
  }`,
  {
    input: {
      contacts: [
        { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
        { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
      ],
    },
  },
)

const { createCampaign } = await client.graphql<{ createCampaign: { campaign: { id: string } } }>(
  `mutation ($input: CreateCampaignInput!) {
    createCampaign(input: $input) { campaign { id } errors { code field message } }
  }`,
  {
    input: {
      name: 'First campaign',
      subject: 'Hello {firstName}',
      content: 'Dear {fullName}, this was sent with GraphQL.',
      selectedContacts: upsertContacts.results.map(({ contact }) => contact.id),
    },
  },
)
const { id } = createCampaign.campaign

// With a key, a request that is sent again after a lost connection does not send the campaign twice.
await client.graphql(
  `mutation ($input: SendCampaignInput!) {
    sendCampaign(input: $input) { campaign { status } errors { code field message } }
  }`,
  { input: { id } },
  { idempotencyKey: `send-${id}` },
)

interface Progress {
  status: string
  sentCount: number
  failedCount: number
  totalContacts: number
  statusText: string | null
}

const messages = client.subscribe<{ campaignProgress: Progress }>(
  `subscription ($id: ID!) {
    campaignProgress(id: $id) { status sentCount failedCount totalContacts statusText }
  }`,
  { id },
)
for await (const { campaignProgress } of messages) {
  const { status, sentCount, failedCount, totalContacts, statusText } = campaignProgress
  process.stdout.write(`${status}: ${sentCount} sent, ${failedCount} failed of ${totalContacts} ${statusText ?? ''}\n`)
  if (status !== 'SENDING') break
}
