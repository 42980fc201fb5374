import { fetch } from 'undici'
import type { TestPerson } from '../support/person.ts'
import { onceOnly } from './subscribers.ts'

/** Requests that are sent without a break, one after another in each of several loops. */
export interface Load {
  /** requests that were not answered as they should be */
  failures: string[]
  /** requests answered, by kind */
  answered: Record<string, number>
  /** addresses of the contacts whose creation was confirmed */
  created: string[]
  stop(): Promise<void>
}

/** bytes of the description of a template; larger than what a proxy passes on at once */
const LARGE = 200_000

/** Reads, changes and large bodies through the proxy, each expected to succeed. */
export function startLoad(url: string, { token }: TestPerson): Load {
  const failures: string[] = []
  const answered: Record<string, number> = {}
  const created: string[] = []
  let stopped = false

  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: onceOnly,
    })
    return { status: response.status, text: await response.text() }
  }
  const kinds: Record<string, (number: number) => Promise<{ status: number; text: string }>> = {
    page: () => send('GET', '/login'),
    rest: () => send('GET', '/api/user'),
    query: () => send('POST', '/graphql', { query: '{ campaigns(first: 5) { edges { node { id } } } }' }),
    change: async (number) => {
      const email = `load${number}@example.com`
      const answer = await send('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
      if (answer.status === 201) created.push(email)
      return answer
    },
    large: (number) => send('POST', '/api/templates', { name: `T${number}`, subject: 'S', content: 'x'.repeat(LARGE) }),
  }
  const loop = async (kind: string, ask: (number: number) => Promise<{ status: number; text: string }>) => {
    for (let number = 0; !stopped; number += 1) {
      const { status, text } = await ask(number).catch((error: Error) => ({
        status: 0,
        text: String(error.cause ?? error),
      }))
      if (status === 200 || status === 201) answered[kind] = (answered[kind] ?? 0) + 1
      else failures.push(`${kind} ${number}: ${status} ${text.slice(0, 200)}`)
    }
  }
  const loops = Object.entries(kinds).map(([kind, ask]) => loop(kind, ask))
  return {
    failures,
    answered,
    created,
    stop: async () => {
      stopped = true
      await Promise.all(loops)
    },
  }
}
