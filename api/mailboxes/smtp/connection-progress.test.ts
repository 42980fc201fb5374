import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { CONNECTION_STEPS } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { smtpInput, standInMailServers } from '#tests/support/mail-servers.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
  world.app.mailServers = standInMailServers()
})
afterAll(() => world.close())

interface EndedStep {
  step: string
  state: string
}

/** Follows a test; returns the messages so far. */
function follow(who: TestPerson, attempt: string) {
  const client = createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: who.token },
    retryAttempts: 0,
  })
  onTestFinished(async () => client.dispose())
  const messages: EndedStep[][] = []
  const query = 'subscription ($attempt: String!) { connectionProgress(attempt: $attempt) { steps { step state } } }'
  client.subscribe<{ connectionProgress: { steps: EndedStep[] } }>(
    { query, variables: { attempt } },
    { next: ({ data }) => messages.push(data?.connectionProgress.steps ?? []), error: () => {}, complete: () => {} },
  )
  return messages
}

const connect = (who: TestPerson, email: string, attempt: string) =>
  who.graphql(
    'mutation ($input: ConnectSmtpMailboxInput!) { connectSmtpMailbox(input: $input) { mailbox { id } errors { code field message } } }',
    { input: { ...smtpInput(email), attempt } },
  )

describe('the connectionProgress subscription', () => {
  it('reports the steps of a connection test in order to the user who started it, and to nobody else', async () => {
    const ada = await world.signUp()
    const bea = await addColleague(world, ada)
    const [mine, theirs] = [follow(ada, 'one'), follow(bea, 'one')]
    await eventually('both to listen', async () => mine.length > 0 && theirs.length > 0)
    await connect(ada, 'ada@smtp.test', 'one')
    await eventually('all steps', async () => mine.flat().length === CONNECTION_STEPS.length)
    expect(mine.flat()).toEqual(CONNECTION_STEPS.map((step) => ({ step: step.toUpperCase(), state: 'PASSED' })))
    await connect(bea, 'bea@smtp.test', 'other')
    expect(theirs).toEqual([[]])
  })

  it('refuses an id of a test that is not a plain name', async () => {
    const ada = await world.signUp()
    const { errors } = await connect(ada, 'ada@smtp.test', 'a b')
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', fields: { attempt: expect.any(String) } })
  })
})
