import { setTimeout as sleep } from 'node:timers/promises'
import { cancelCampaign } from '#api/campaigns/launch/pause-resume-cancel.ts'
import { sendCampaign } from '#api/campaigns/launch/launch-campaign.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { count, inTurn, msText, timed, type Bench } from './bench.ts'
import { startProduct, type BenchProduct, type ProductOptions } from './bench-product.ts'
import { makeDraft, makeMailbox, makeWorkspace } from './workload.ts'

/** Two worker processes on four mailboxes, divided by one. Both arms send the same emails of one workspace. */
export const workersBench: Bench = {
  name: 'workers',
  inTable: true,
  async run({ app, databaseUrl, provider, secretKey, rounds, small, undo }) {
    const [mailboxes, recipients] = [4, small ? 20 : 1_000]
    const call = await makeWorkspace(app, recipients)
    const rateOf = async (workers: number) => {
      const running = await startWorkers(workers, { databaseUrl, provider, secretKey }, undo)
      const launches: { id: string; account: string }[] = []
      for (let n = 0; n < mailboxes; n += 1) {
        launches.push({ id: await makeDraft(call), account: (await makeMailbox(call, 'google', false)).id })
      }
      const ms = await timed(async () => {
        for (const { id, account } of launches) await launch(call, id, account)
        for (const { id } of launches) await finished(call, id)
      })
      for (const worker of running) await worker.stop()
      return ((mailboxes * recipients) / ms) * 1_000
    }
    const { ours, bound } = await inTurn(
      rounds,
      () => rateOf(2),
      () => rateOf(1),
    )
    return [
      {
        name: `two workers, ${mailboxes} mailboxes, bound: one worker`,
        ours: `${count(ours)}/s`,
        bound: `${count(bound)}/s`,
        ratio: ours / bound,
        goal: '',
      },
    ]
  },
}

/** Measures ten emails of one workspace while a worker sends very many of another, divided by the same ten alone. */
export const fairnessBench: Bench = {
  name: 'fairness',
  inTable: true,
  async run({ app, databaseUrl, provider, secretKey, rounds, small, undo }) {
    const many = small ? 2_000 : 200_000
    const [crowd, next] = [await makeWorkspace(app, many), await makeWorkspace(app, 10)]
    const [worker] = await startWorkers(1, { databaseUrl, provider, secretKey }, undo)
    const ten = async () => {
      const [id, account] = [await makeDraft(next), await makeMailbox(next, 'google', false)]
      return timed(async () => {
        await launch(next, id, account.id)
        await finished(next, id)
      })
    }
    const beside = async () => {
      const [id, account] = [await makeDraft(crowd), await makeMailbox(crowd, 'google', false)]
      await launch(crowd, id, account.id)
      await sleep(small ? 0 : 2_000)
      const ms = await ten()
      await cancelCampaign(crowd, id).catch((error: unknown) => {
        if (!small) throw error
      })
      return ms
    }
    const { ours, bound } = await inTurn(rounds, beside, ten)
    await worker?.stop()
    const name = `ten emails beside ${count(many)} of another, bound: alone`
    return [{ name, ours: msText(ours), bound: msText(bound), ratio: ours / bound, goal: 'seconds at most' }]
  },
}

async function startWorkers(
  number: number,
  options: ProductOptions,
  undo: (() => Promise<unknown>)[],
): Promise<BenchProduct[]> {
  const workers = await Promise.all(Array.from({ length: number }, () => startProduct({ ...options, role: 'worker' })))
  for (const worker of workers) undo.push(() => worker.stop())
  return workers
}

async function launch(call: Call, id: string, mailboxId: string): Promise<void> {
  await sendCampaign(call, id, { mailboxIds: [mailboxId], scheduledAt: null })
}

/** Waits until the campaign has sent everything. */
async function finished(call: Call, id: string): Promise<void> {
  const { tenantId } = viewerOf(call)
  for (;;) {
    const [{ status }] = await call.app.database.inTenant(tenantId, (em) =>
      em.execute<[{ status: string }]>('select status from campaigns where tenant_id = :tenantId and id = :id', {
        tenantId,
        id,
      }),
    )
    if (status === 'sent') return
    if (status !== 'sending') throw new Error(`The campaign is ${status}.`)
    await sleep(20)
  }
}
