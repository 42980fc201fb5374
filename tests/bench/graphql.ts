import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { viewerOf } from '#api/platform/call-context.ts'
import { inTurn, median, msFigure, timed, type Bench } from './bench.ts'
import { startProduct } from './bench-product.ts'
import { makeWorkspace, tokenOf } from './workload.ts'

const QUERY = `{ contacts(first: 100) { edges { node {
  id firstName lastName email serialNumber externalId createdAt updatedAt fields { name value } __typename
} } } }`

/** requests of a round */
const REQUESTS = 60

/** A hundred contacts with ten fields over HTTP from the product, divided by Express that sends the same rows as JSON. */
export const graphqlBench: Bench = {
  name: 'graphql',
  inTable: true,
  async run({ app, databaseUrl, provider, secretKey, rounds, small, undo }) {
    const call = await makeWorkspace(app, 1_000)
    const token = await tokenOf(call)
    const product = await startProduct({ databaseUrl, provider, secretKey })
    undo.push(() => product.stop())
    const bare = spawn(
      process.execPath,
      [join(import.meta.dirname, 'bare-rows.ts'), databaseUrl, viewerOf(call).tenantId],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    undo.push(async () => bare.kill())
    const [port] = (await once(bare.stdout ?? bare, 'data')) as [Buffer]
    const requests = small ? 5 : REQUESTS
    const ask = async (url: string, init?: RequestInit) => {
      const times: number[] = []
      for (let n = 0; n < requests; n += 1) {
        times.push(
          await timed(async () => {
            const answer = await fetch(url, init)
            const text = await answer.text()
            if (!answer.ok || text.includes('"errors"')) throw new Error(text.slice(0, 300))
          }),
        )
      }
      return median(times)
    }
    const body = JSON.stringify({ query: QUERY })
    const headers = { 'content-type': 'application/json', authorization: token }
    const ours = () => ask(`${product.url}/graphql`, { method: 'POST', headers, body })
    const bound = () => ask(`http://127.0.0.1:${String(port).trim()}/rows`)
    await ours()
    await bound()
    const times = await inTurn(rounds, ours, bound)
    await product.stop()
    return [msFigure('GraphQL, 100 × 10 over HTTP, bound: Express', times, '≤ 2')]
  },
}
