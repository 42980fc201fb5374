import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { buildServer } from '#api/build/build-server.ts'
import { findServerBundle } from '#api/build/server-bundle.ts'
import { inTurn, msText, timed, type Bench } from './bench.ts'
import { startProduct } from './bench-product.ts'

/**
 * Measures the time from the start command until the product is ready, if it ran before, beside the start of its
 * PostgreSQL alone.
 */
export const startBench: Bench = {
  name: 'start',
  inTable: true,
  async run({ rounds, undo }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'mergewell-start-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    await (await startProduct({ dataDir })).stop()
    const root = join(import.meta.dirname, '../..')
    // Made by the first start that runs for some seconds.
    if (findServerBundle(root) === null) await buildServer(root)
    const ours = async () => {
      let stop = async () => {}
      const ms = await timed(async () => {
        const product = await startProduct({ dataDir })
        stop = product.stop
      })
      await stop()
      return ms
    }
    const bound = async () => {
      let stop = async () => {}
      const ms = await timed(async () => {
        const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
        stop = server.stop
      })
      await stop()
      return ms
    }
    const times = await inTurn(rounds, ours, bound)
    const over = times.ours - times.bound
    return [
      {
        name: `start to ready, bound: its PostgreSQL; ${msText(over)} over it`,
        ours: msText(times.ours),
        bound: msText(times.bound),
        ratio: times.ours / times.bound,
        goal: '≤ 3 s over it',
      },
    ]
  },
}
