import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { taskKinds } from '#api/background-task-kinds.ts'
import { startTasks } from '#api/tasks/task-runner.ts'
import { endApproval } from '#tests/support/approval-off.ts'
import { approvalOf, office, TOMORROW } from '#tests/support/approval-world.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rehearsalOf, start } from '#tests/support/rehearsal-requests.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => world.close())

/** Runs the tasks until the newest rehearsal has ended, and returns it. */
async function ended(who: TestPerson, id: string) {
  const worker = await startTasks(world.app, taskKinds)
  try {
    return await eventually('the end of the rehearsal', async () => {
      const latest = await rehearsalOf(who, id)
      return latest.status !== 'running' && latest
    })
  } finally {
    await worker.stop()
  }
}

const taskId = async (who: TestPerson, id: string) => (await rehearsalOf(who, id)).taskId
const retitle = ({ bea, id }: { bea: TestPerson; id: string }, subject: string) =>
  mutate(bea, 'updateCampaign', { id, subject })

describe('a request for approval', () => {
  it('starts a rehearsal of exactly that launch, whose report the deciding admin sees', async () => {
    const { ada, id, request } = await office(world)
    await request({ scheduledAt: TOMORROW() })
    expect(await rehearsalOf(ada, id)).toMatchObject({ status: 'running', total: 3 })
    const { data } = await ada.graphql('query ($id: ID!) { campaign(id: $id) { rehearsal { startedBy } } }', { id })
    expect(data.campaign.rehearsal).toEqual({ startedBy: 'Bea' })
    expect(await ended(ada, id)).toMatchObject({ status: 'done', changed: [], report: { recipients: 3, emails: 3 } })
  })

  it('keeps the rehearsal report of the same launch, and rehearses again after a change', async () => {
    const made = await office(world)
    const { bea, id, request } = made
    await start(bea, { id })
    const { taskId: first } = await ended(bea, id)
    await request()
    expect(await rehearsalOf(bea, id)).toMatchObject({ taskId: first, status: 'done' })
    await retitle(made, 'Other')
    await request()
    expect(await taskId(bea, id)).not.toBe(first)
    expect(await ended(bea, id)).toMatchObject({ status: 'done', changed: [] })
  })

  it('lets a running rehearsal of the same launch continue, and replaces that of a different launch', async () => {
    const made = await office(world)
    const { bea, id, request } = made
    await start(bea, { id })
    const first = await taskId(bea, id)
    await request()
    await request({ note: 'Again' })
    expect(await taskId(bea, id)).toBe(first)
    const scheduledAt = TOMORROW()
    await request({ scheduledAt })
    const second = await taskId(bea, id)
    expect(second).not.toBe(first)
    await retitle(made, 'Other')
    await request({ scheduledAt })
    expect(await taskId(bea, id)).not.toBe(second)
  })

  it('rehearses again if the last rehearsal failed or was cancelled', async () => {
    const { bea, id, request } = await office(world)
    await request()
    const first = await taskId(bea, id)
    await mutate(bea, 'cancelTask', { id: first }, '{ status }')
    await request()
    const second = await taskId(bea, id)
    expect(second).not.toBe(first)
    await world.app.database.inTenant(bea.tenantId, (em) =>
      em.execute(`update tasks set status = 'failed' where tenant_id = :tenantId returning 1`, {
        tenantId: bea.tenantId,
      }),
    )
    await request()
    expect(await taskId(bea, id)).not.toBe(second)
  })

  it('is stored even if its rehearsal fails to start, which can then be started by hand', async () => {
    const { ada, id, request, decide } = await office(world)
    vi.spyOn(world.app.jobs, 'add').mockRejectedValueOnce(new Error('no queue'))
    expect(await request()).toMatchObject({ approval: { status: 'waiting' } })
    expect(await rehearsalOf(ada, id)).toBeNull()
    expect(await approvalOf(ada, id)).toMatchObject({ canDecide: true })
    expect((await start(ada, { id })).errors ?? null).toBeNull()
    expect(await decide(ada, 'approve')).toMatchObject({ status: 'sending' })
  })

  it('starts no rehearsal if it is refused', async () => {
    const { boss, bea, id, request } = await office(world)
    await endApproval(world, boss)
    expect(await request()).toMatchObject({ code: 'CONFLICT' })
    expect(await rehearsalOf(bea, id)).toBeNull()
  })
})
