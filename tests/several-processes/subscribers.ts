import { createClient } from 'graphql-ws'
import { Agent, fetch } from 'undici'
import { WebSocket } from 'ws'
import { eventually } from '../support/eventually.ts'
import type { TestPerson } from '../support/person.ts'

/** A campaign as a subscriber sees it. */
interface Seen {
  name: string
  status: string
  sentCount: number
}

/** Follows one campaign through the proxy, and connects again when the connection ends. */
export interface Subscriber {
  /** the process behind the present connection, as host:port */
  servedBy(): string | undefined
  latest(): Seen | undefined
  /** Returns how connections ended: close codes of sockets; `end` or the error of event streams */
  ends: (number | string)[]
  stop(): Promise<void>
}

const query = 'subscription ($id: ID!) { campaignProgress(id: $id) { name status sentCount } }'
/** ms between two tries to connect again; clients of a real cluster wait longer, and at random */
const RETRY_AFTER = 100

/** Dispatcher that uses no connection twice: nginx ends idle ones when it reloads, which a client must expect. */
export const onceOnly = new Agent({ pipelining: 0 })

export async function followBySocket(url: string, { token }: TestPerson, id: string): Promise<Subscriber> {
  let servedBy: string | undefined
  let latest: Seen | undefined
  const ends: (number | string)[] = []
  class Traced extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols)
      this.once('upgrade', ({ headers }) => (servedBy = String(headers['x-served-by'])))
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Traced,
    connectionParams: { Authorization: token },
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_AFTER)),
    on: { closed: (event) => ends.push((event as { code: number }).code) },
  })
  client.subscribe<{ campaignProgress: Seen }>(
    { query, variables: { id } },
    {
      next: ({ data }) => (latest = data?.campaignProgress ?? latest),
      error: () => undefined,
      complete: () => undefined,
    },
  )
  await eventually('the first message of a socket', async () => latest !== undefined)
  return { servedBy: () => servedBy, latest: () => latest, ends, stop: async () => client.dispose() }
}

export async function followByEvents(url: string, { token }: TestPerson, id: string): Promise<Subscriber> {
  let servedBy: string | undefined
  let latest: Seen | undefined
  const ends: string[] = []
  const stopping = new AbortController()
  const connect = async () => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables: { id } }),
      signal: stopping.signal,
      dispatcher: onceOnly,
    })
    servedBy = response.headers.get('x-served-by') ?? undefined
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const blocks = `${rest}${Buffer.from(chunk as Uint8Array).toString()}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (\{.*)$/m.exec(block)?.[1]
        if (data) latest = (JSON.parse(data) as { data: { campaignProgress: Seen } }).data.campaignProgress
      }
    }
  }
  const following = (async () => {
    while (!stopping.signal.aborted) {
      ends.push(
        await connect().then(
          () => 'end',
          (error: Error) => String(error.cause ?? error),
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  })()
  await eventually('the first event', async () => latest !== undefined)
  return {
    servedBy: () => servedBy,
    latest: () => latest,
    ends,
    stop: async () => {
      stopping.abort()
      await following
    },
  }
}
