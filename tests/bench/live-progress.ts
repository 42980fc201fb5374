import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from 'graphql-ws'
import pg from 'pg'
import { WebSocket } from 'ws'
import { encodeId } from '#schema/object-ids.ts'
import { viewerOf } from '#api/platform/call-context.ts'
import { msFigure, percentile, type Bench } from './bench.ts'
import { startProduct } from './bench-product.ts'
import { makeDraft, makeWorkspace, tokenOf } from './workload.ts'

const WATCH = 'subscription ($id: ID!) { campaignProgress(id: $id) { id status statusText sentCount failedCount } }'

/** ms between two commits: about the pace of a busy mailbox */
const EVERY = 400

/**
 * Measures how long a change takes from its commit to people who watch the campaign, in another process than the one
 * that commits. The bound is the notification of PostgreSQL alone, to a bare connection.
 */
export const progressBench: Bench = {
  name: 'progress',
  inTable: true,
  async run({ app, databaseUrl, provider, secretKey, small, undo }) {
    const [watchers, commits] = small ? [3, 5] : [50, 60]
    const call = await makeWorkspace(app, 1)
    const { tenantId } = viewerOf(call)
    const id = await makeDraft(call)
    const token = await tokenOf(call)
    const product = await startProduct({ databaseUrl, provider, secretKey })
    undo.push(() => product.stop())
    const committed: number[] = []
    const late: number[] = []
    const clients: Client[] = []
    // Clients connect one after another: an IP address may hold few sockets that are not signed in yet.
    for (let n = 0; n < watchers; n += 1) {
      const client = createClient({
        url: `${product.url.replace(/^http/, 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: token },
      })
      clients.push(client)
      let seen = 0
      await new Promise<void>((resolve, reject) => {
        client.subscribe<{ campaignProgress: { sentCount: number } }>(
          { query: WATCH, variables: { id: encodeId('Campaign', id) } },
          {
            next: ({ data, errors }) => {
              if (errors) return reject(new Error(JSON.stringify(errors)))
              const now = performance.now()
              const sent = data?.campaignProgress.sentCount ?? 0
              // Changes in quick succession arrive as one message.
              for (; seen < sent; seen += 1) late.push(now - (committed[seen] ?? now))
              resolve()
            },
            error: reject,
            complete: () => undefined,
          },
        )
      })
    }
    const bare = new pg.Client(databaseUrl)
    await bare.connect()
    await bare.query('listen mergewell')
    const notified: number[] = []
    let last = 0
    bare.on('notification', ({ payload }) => {
      if (payload?.includes(id)) notified.push(performance.now() - last)
    })
    for (let n = 1; n <= commits; n += 1) {
      await app.database.inTenant(tenantId, async (em) => {
        await em.execute('update campaigns set sent_count = :n where tenant_id = :tenantId and id = :id', {
          n,
          tenantId,
          id,
        })
        await app.events.publish(em, { kind: 'campaign', tenantId, id })
        // The commit follows; nothing later can be measured from here.
        last = performance.now()
        committed.push(last)
      })
      await sleep(EVERY)
    }
    for (const client of clients) await client.dispose()
    await bare.end()
    await product.stop()
    if (late.length < watchers * commits) throw new Error(`${late.length} messages of ${watchers * commits} arrived.`)
    const times = { ours: percentile(late, 0.95), bound: percentile(notified, 0.95) }
    return [{ ...msFigure(`progress, commit to ${watchers} watching clients, p95`, times, '≤ 100 ms'), ratio: null }]
  },
}
