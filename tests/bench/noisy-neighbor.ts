import type { Bench } from './bench.ts'
import { loadsOf } from './neighbor/neighbor-loads.ts'
import { SIZES } from './neighbor/neighbor-sizes.ts'
import { EVERY, measure, settle, type Measured } from './neighbor/neighbor-measurement.ts'
import { startProduct } from './bench-product.ts'
import { makeNeighbors } from './neighbor/workspaces.ts'

/**
 * Measures how much one workspace notices of another: a trivial query, repeated, alone and while the other workspace
 * does its worst, one thing at a time, in one real process that serves and sends.
 */
export const neighborBench: Bench = {
  name: 'neighbor',
  inTable: false,
  async run({ small, say, undo, only, open, databaseUrl, provider, secretKey }) {
    const sizes = small ? SIZES.small : SIZES.whole
    const ms = small ? 1_000 : 20_000
    const { app, close } = await open()
    const neighbors = await makeNeighbors(app, sizes).finally(close)
    const loads = (await loadsOf(neighbors, sizes)).filter(({ name }) =>
      only.split(',').some((part) => name.includes(part)),
    )
    let product = await startProduct({ databaseUrl, provider, secretKey })
    undo.push(() => product.stop())

    say(`One trivial query every ${EVERY} ms`)
    say(`\n${'while the neighbor does'.padEnd(58)}p50 ms    p99 ms    max ms   failed   its answers`)
    for (const load of [null, ...loads]) {
      await settle(product.url, neighbors.quiet)
      const measured = await measure(product.url, neighbors, load, ms)
      say(row(load?.name ?? 'nothing', measured))
      const last = product.ended()
      if (last === null) continue
      say(`  The product ended: ${last.trim().split('\n').at(-1)}`)
      product = await startProduct({ databaseUrl, provider, secretKey })
    }
    return []
  },
}

function row(name: string, { latencies, failed, answers }: Measured): string {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1).padStart(10)
  const given = [...answers].map(([answer, number]) => `${number} ${answer}`).join(', ')
  return `${name.padEnd(54)}${at(0.5)}${at(0.99)}${at(1)}${String(failed).padStart(9)}   ${given}`.trimEnd()
}
