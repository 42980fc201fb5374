import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './neighbor-loads.ts'

/** interval in ms at which the quiet workspace sends a query */
export const EVERY = 200
const QUERY = JSON.stringify({ query: '{ stats { totalContacts } }' })

/** Latencies of the quiet workspace's queries in ms, and how the noisy one's requests were answered. */
export interface Measured {
  latencies: number[]
  failed: number
  /** HTTP status or error code → number of answers */
  answers: Map<string, number>
}

/**
 * Repeats the quiet workspace's query on a fixed schedule while a load runs for some ms. A query that starts late,
 * because the one before was not answered, counts from when it was due. Otherwise a stall would count as one slow query.
 */
export async function measure(
  url: string,
  { noisy, quiet }: { noisy: string; quiet: string },
  load: Load | null,
  ms: number,
): Promise<Measured> {
  const result: Measured = { latencies: [], failed: 0, answers: new Map() }
  const over = new AbortController()
  const ends = performance.now() + ms
  const loading = load ? makeNoise(url, noisy, load, over.signal, result.answers) : null
  for (let due = performance.now(); due < ends; due += EVERY) {
    await sleep(Math.max(0, due - performance.now()))
    // A request that is overdue when the time is up has waited at least until now.
    if (performance.now() < ends && !(await ask(url, quiet).catch(() => null))) result.failed += 1
    result.latencies.push(performance.now() - due)
  }
  over.abort()
  await loading
  return result
}

/** Waits until the effects of a load are over: until a query is answered quickly, or a maximum time has passed. */
export async function settle(url: string, token: string): Promise<void> {
  const patience = performance.now() + 60_000
  for (let quick = 0; quick < 5 && performance.now() < patience;) {
    const asked = performance.now()
    const answer = await ask(url, token).catch(() => null)
    quick = answer && performance.now() - asked < EVERY ? quick + 1 : 0
    await sleep(EVERY)
  }
}

async function ask(url: string, token: string): Promise<unknown> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: QUERY })
  const { data } = (await response.json()) as { data?: { stats?: { totalContacts: number } } }
  return data?.stats ?? null
}

async function makeNoise(
  url: string,
  token: string,
  load: Load,
  signal: AbortSignal,
  answers: Map<string, number>,
): Promise<void> {
  let n = 0
  const lane = async () => {
    for (let asked = load.next(n++); asked && !signal.aborted; asked = load.next(n++)) {
      const headers = { authorization: token, ...(asked.json && { 'content-type': 'application/json' }) }
      const request = { method: 'POST', headers, body: asked.body, signal }
      const answer = await fetch(url + asked.path, request)
        .then(answerOf)
        .catch(() => 'no answer')
      if (signal.aborted) return
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      // A refused request is repeated, but not as a flood of refusals: that is another attack.
      if (answer !== 'ok') await sleep(250, null, { signal }).catch(() => null)
    }
  }
  await Promise.all(Array.from({ length: load.lanes }, lane))
}

/** `ok`, an error code, or the status. Reads the answer to its end without keeping it. */
async function answerOf(response: Response): Promise<string> {
  let head = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    if (head.length < 100_000) head += decoder.decode(bytes)
  }
  const code = /"code":"([A-Z_]+)"/.exec(head)?.[1]
  return code ?? (response.ok ? 'ok' : String(response.status))
}
