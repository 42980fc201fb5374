import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createApp } from '#api/app.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { startDeleteTask } from '#tests/support/delete-task.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { startTasks } from './task-runner.ts'
import type { TaskWork } from './start-task.ts'
import { taskKinds } from '#api/background-task-kinds.ts'
import { wakeTaskNow } from './task-queue.ts'

let world: World
/** A world without workers until a test starts one. */
let idle: World
beforeAll(async () => {
  world = await createWorld()
  idle = await createWorld({ send: false })
})
afterAll(() => Promise.all([world.close(), idle.close()]))

const TASK = `id kind status done total message error startedBy createdAt finishedAt`
const DELETE = `mutation ($input: DeleteContactsInput!) { deleteContacts(input: $input) {
  contactCount task { ${TASK} } errors { code field message } } }`

async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
const taskOf = async (person: TestPerson, id: string) =>
  (await run(person, `query ($id: ID!) { task(id: $id) { ${TASK} } }`, { id })).task
const ended = (person: TestPerson, id: string) =>
  eventually('the end of the task', async () => {
    const task = await taskOf(person, id)
    return task.status !== 'running' && task
  })
const cancel = (person: TestPerson, id: string) => mutate(person, 'cancelTask', { id }, `{ ${TASK} }`)
const countOf = async (person: TestPerson) => (await run(person, '{ contacts { totalCount } }')).contacts.totalCount

async function addContacts(where: World, person: TestPerson, count: number) {
  await where.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email)
       select ?, gen_random_uuid(), 'First' || n, 'Last', 'c' || n || '@example.com' from generate_series(1, ?) as n returning 1`,
      [person.tenantId, count],
    ),
  )
}

/** Follows a task over WebSocket. */
function follow(where: World, person: TestPerson, id: string) {
  const client = createClient({
    url: `${where.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: person.token },
    retryAttempts: 0,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of the server under test
  const messages: any[] = []
  client.subscribe(
    { query: `subscription ($id: ID!) { taskProgress(id: $id) { ${TASK} } }`, variables: { id } },
    { next: (message) => messages.push(message), error: () => {}, complete: () => {} },
  )
  return { messages, close: () => client.dispose() }
}

describe('a background task', () => {
  it('reports its kind, who started it and when, and finally its result', async () => {
    const person = await world.signUp({ unlimited: true })
    await addContacts(world, person, 2_000)
    const input = { filter: { search: 'c1' } }
    const { contactCount, task: started } = (await run(person, DELETE, { input })).deleteContacts
    expect(contactCount).toBe(1_111)
    expect(started).toMatchObject({ kind: 'deleteContacts', status: 'running', done: 0, total: 1_111, message: null })
    expect(started.startedBy).toMatch(/^Person /)
    const task = await ended(person, started.id)
    expect(task).toMatchObject({
      ...{ status: 'done', done: 1_111, total: 1_111, message: '1,111 contacts deleted.', error: null },
    })
    expect(task.finishedAt >= task.createdAt).toBe(true)
    expect(await countOf(person)).toBe(889)
  })

  it('is listed newest first, and visible only in its own workspace', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const ids = [await startDeleteTask(world, person), await startDeleteTask(world, person)] as const
    const list = `{ tasks(first: 1) { totalCount pageInfo { hasNextPage } edges { node { id } } } }`
    expect((await run(person, list)).tasks).toEqual({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { id: ids[1] } }],
    })
    expect((await run(stranger, list)).tasks.totalCount).toBe(0)
    expect(await taskOf(stranger, ids[0])).toBeNull()
    expect((await cancel(stranger, ids[0])).errors?.[0].extensions.code).toBe('NOT_FOUND')
    const foreign = follow(world, stranger, ids[0])
    await eventually('a refusal', async () => foreign.messages.length > 0)
    expect(foreign.messages[0].errors[0].extensions.code).toBe('NOT_FOUND')
    await foreign.close()
  })

  it('first sends a subscriber its current state, then each step, in order', async () => {
    const person = await world.signUp({ unlimited: true })
    await addContacts(world, person, 12_000)
    const { id } = (await run(person, DELETE, { input: { all: true } })).deleteContacts.task
    const watched = follow(world, person, id)
    await eventually('the end', async () => watched.messages.at(-1)?.data.taskProgress.status === 'DONE')
    const steps = watched.messages.map(({ data }) => data.taskProgress.done as number)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(watched.messages.at(-1).data.taskProgress).toMatchObject({ done: 12_000, total: 12_000 })
    await watched.close()
  })
})

describe('tags of more than 1,000 contacts', () => {
  const change = async (person: TestPerson, verb: 'addTags' | 'removeTags', input: object) => {
    const document = `mutation ($tags: [String!]!, $filter: ContactFilter!) {
      ${verb}(input: { tags: $tags, filter: $filter }) { contactCount task { ${TASK} } errors { code field message } } }`
    return (await run(person, document, input))[verb]
  }
  const tagsOf = async (person: TestPerson) =>
    (await run(person, '{ contactTags { name contactCount } }')).contactTags.map(
      (tag: { name: string; contactCount: number }) => [tag.name, tag.contactCount],
    )

  it('are added and removed by a background task, to the contacts that match when it begins', async () => {
    const person = await world.signUp({ unlimited: true })
    await addContacts(world, person, 6_000)
    const untagged = { tags: ['VIP', 'Press'], filter: { withoutTags: ['press'] } }
    const added = await change(person, 'addTags', untagged)
    expect(added).toMatchObject({ contactCount: 6_000, task: { kind: 'addTags', status: 'running', total: 6_000 } })
    const result = await ended(person, added.task.id)
    expect(result).toMatchObject({ status: 'done', done: 6_000, message: 'Tags added to 6,000 contacts.' })
    expect(await tagsOf(person)).toEqual([
      ['Press', 6_000],
      ['VIP', 6_000],
    ])
    const removed = await change(person, 'removeTags', { tags: ['vip'], filter: { search: 'c1', tags: ['VIP'] } })
    expect(removed).toMatchObject({ contactCount: 1_111, task: { kind: 'removeTags' } })
    expect((await ended(person, removed.task.id)).message).toBe('Tags removed from 1,111 contacts.')
    expect(await tagsOf(person)).toEqual([
      ['Press', 6_000],
      ['VIP', 4_889],
    ])
  })

  itInFull('stay as they were if the background task is cancelled', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 6_000)
    const { task } = await change(person, 'addTags', { tags: ['VIP'], filter: { search: 'c' } })
    const addTags: TaskWork = async (taskRun) => {
      const report: typeof taskRun.report = async (done, total) => {
        if (done > 0) await cancel(person, task.id)
        await taskRun.report(done, total)
      }
      return taskKinds.addTags({ ...taskRun, report })
    }
    const worker = await startTasks(idle.app, { ...taskKinds, addTags })
    expect(await ended(person, task.id)).toMatchObject({ status: 'cancelled', done: 5_000 })
    expect(await tagsOf(person)).toEqual([])
    await worker.stop()
  })
})

/** A kind of task that deletes and then waits for the test. */
function heldBack() {
  let begun = () => {}
  let go = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const mayGo = new Promise<void>((resolve) => (go = resolve))
  const work: TaskWork = async (taskRun) => {
    const outcome = await taskKinds.deleteContacts(taskRun)
    begun()
    await mayGo
    await taskRun.report(1)
    return outcome
  }
  return { hasBegun, go, kinds: { ...taskKinds, deleteContacts: work } }
}

describe('a running background task', () => {
  it('shows its progress while its changes are invisible, and is rolled back when cancelled', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 7)
    const id = await startDeleteTask(idle, person)
    const held = heldBack()
    const worker = await startTasks(idle.app, held.kinds)
    await held.hasBegun
    expect(await taskOf(person, id)).toMatchObject({ status: 'running', done: 7, total: 7 })
    expect(await countOf(person)).toBe(7)
    expect((await cancel(person, id)).data.cancelTask.status).toBe('running')
    held.go()
    expect(await ended(person, id)).toMatchObject({ status: 'cancelled', message: null, error: null })
    expect(await countOf(person)).toBe(7)
    expect((await cancel(person, id)).errors?.[0]).toMatchObject({
      message: 'This task is cancelled; only a running task can be cancelled.',
      extensions: { code: 'CONFLICT' },
    })
    await worker.stop()
  })

  it('publishes its creation, its start, each step and its end', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 3)
    let told = 0
    const listenNoMore = idle.app.events.listen(person.tenantId, () => (told += 1))
    const id = await startDeleteTask(idle, person)
    let go = () => {}
    const mayGo = new Promise<void>((resolve) => (go = resolve))
    const deleteContacts: TaskWork = async (taskRun) => {
      const outcome = await taskKinds.deleteContacts(taskRun)
      await mayGo
      return outcome
    }
    const worker = await startTasks(idle.app, { ...taskKinds, deleteContacts })
    await eventually('that it is there, begins, how many there are, how many are done', async () => told === 4)
    go()
    await ended(person, id)
    await eventually('the end', async () => told === 5)
    listenNoMore()
    await worker.stop()
  })

  it('that no worker runs yet is cancelled at once', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 2)
    const id = await startDeleteTask(idle, person)
    expect((await cancel(person, id)).data.cancelTask.status).toBe('cancelled')
    const worker = await startTasks(idle.app, taskKinds)
    const after = await startDeleteTask(idle, person, { search: 'c1' })
    expect((await ended(person, after)).status).toBe('done')
    expect(await countOf(person)).toBe(1)
    await worker.stop()
  })

  it('runs in one process only, and once, however often it is woken', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 3)
    const id = await startDeleteTask(idle, person)
    const held = heldBack()
    const [first, second] = [await startTasks(idle.app, held.kinds), await otherProcess(held.kinds)]
    await held.hasBegun
    for (let time = 0; time < 3; time += 1) await wakeTaskNow(idle.app.jobs, 'deleteContacts', await keyOf(id))
    held.go()
    expect((await ended(person, id)).message).toBe('3 contacts deleted.')
    expect((await rowOf(id)).attempts).toBe(1)
    await Promise.all([first.stop(), second.stop()])
  })

  it('is rolled back by a process that stops, and completed by the next process', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 5)
    const id = await startDeleteTask(idle, person)
    const held = heldBack()
    const worker = await startTasks(idle.app, held.kinds)
    await held.hasBegun
    const stopped = worker.stop()
    held.go()
    await stopped
    expect(await taskOf(person, id)).toMatchObject({ status: 'running' })
    expect(await countOf(person)).toBe(5)
    const next = await startTasks(idle.app, taskKinds)
    expect(await ended(person, id)).toMatchObject({ status: 'done', done: 5 })
    expect(await countOf(person)).toBe(0)
    await next.stop()
  })

  it('is attempted at most five times if it crashes each time, then fails with a message and without changes', async () => {
    const person = await idle.signUp({ unlimited: true })
    await addContacts(idle, person, 4)
    const id = await startDeleteTask(idle, person)
    const breaks: TaskWork = async (taskRun) => {
      await taskKinds.deleteContacts(taskRun)
      throw new Error('a cable was pulled')
    }
    const worker = await startTasks(idle.app, { ...taskKinds, deleteContacts: breaks })
    const key = await keyOf(id)
    const task = await eventually('the end of the task', async () => {
      await wakeTaskNow(idle.app.jobs, 'deleteContacts', key)
      const now = await taskOf(person, id)
      return now.status !== 'running' && now
    })
    expect((await rowOf(id)).attempts).toBe(5)
    expect(task).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Something went wrong.*try again\.$/),
    })
    expect(await countOf(person)).toBe(4)
    await worker.stop()
  })

  it('is deleted 30 days after its end', async () => {
    const person = await idle.signUp()
    const id = await startDeleteTask(idle, person)
    await cancel(person, id)
    const { clock } = idle.app
    idle.app.clock = () => new Date(Date.now() + 31 * 86_400_000)
    const worker = await startTasks(idle.app, taskKinds)
    idle.app.clock = clock
    await worker.stop()
    const row = await idle.app.database.inTenant(person.tenantId, (em) => em.execute('select id from tasks'))
    expect(row).toEqual([])
  })
})

interface TaskRow {
  tenantId: string
  taskId: string
  attempts: number
}
async function rowOf(id: string): Promise<TaskRow> {
  const uuid = id.replace(/^tsk_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const [row] = await idle.app.database.asSystem((em) =>
    em.execute<[TaskRow]>('select tenant_id as "tenantId", id as "taskId", attempts from tasks where id = ?', [uuid]),
  )
  return row
}
const keyOf = async (id: string) => {
  const { tenantId, taskId } = await rowOf(id)
  return { tenantId, taskId }
}

/** A worker with separate pools and queues, like another process. */
async function otherProcess(kinds: typeof taskKinds) {
  const running = await createApp(
    {
      mode: 'local',
      explorable: false,
      bounceWindowMinutes: 15,
      microsoft: null,
      google: null,
      publicUrl: idle.url,
      secretKey: 'a secret of thirty-two characters!',
      sandboxUrl: null,
    },
    idle.databaseUrl,
    idle.app.log,
  )
  const worker = await startTasks(running.app, kinds)
  return {
    stop: async () => {
      await worker.stop()
      await running.close()
    },
  }
}
