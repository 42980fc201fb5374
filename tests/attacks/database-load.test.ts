import { afterAll, beforeAll, expect, it } from 'vitest'
import { inRequest, newScope } from '#api/platform/current-request.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Transactions of a workspace that keep their connections until released. */
function occupy(tenantId: string, count: number): { letGo(): Promise<void> } {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const work = Array.from({ length: count }, () =>
    world.app.database.inTenant(tenantId, async (em) => {
      await em.execute('select 1')
      await gate
    }),
  )
  return {
    letGo: async () => {
      letGo()
      await Promise.all(work)
    },
  }
}

it('the server answers another workspace while 200 transactions of one workspace want all database connections', async () => {
  const [busy, bystander] = [await world.signUp(), await world.signUp()]
  const { letGo } = occupy(busy.tenantId, 200)
  try {
    const { data } = await bystander.graphql('{ stats { totalContacts } }')
    expect(data.stats.totalContacts).toBe(0)
    expect((await bystander.rest('GET', '/api/contacts')).status).toBe(200)
  } finally {
    await letGo()
  }
})

it('the server runs at most four requests of a workspace at a time, leaving processors to the others', async () => {
  const { tenantId } = await world.signUp()
  let inside = 0
  let most = 0
  const request = () =>
    inRequest(newScope('one'), () =>
      world.app.database.inTenant(tenantId, async (em) => {
        inside += 1
        most = Math.max(most, inside)
        await em.execute('select 1')
        inside -= 1
      }),
    )
  await Promise.all(Array.from({ length: 40 }, request))
  expect(most).toBeLessThanOrEqual(4)
})

it('the server answers other requests while many wait to look up one email address across workspaces', async () => {
  const bystander = await world.signUp()
  const served: string[] = []
  const lookUp = (origin: string) =>
    inRequest(newScope(origin), () =>
      world.app.database.asSystem(async (em) => {
        await em.execute('select 1')
        served.push(origin)
      }),
    )
  const crowd = Array.from({ length: 300 }, () => lookUp('crowd'))
  const one = lookUp('one')
  await one
  // Ahead of it: the requests already running, and perhaps one more round.
  expect(served.filter((origin) => origin === 'crowd').length).toBeLessThan(20)
  expect((await bystander.rest('GET', '/api/user')).status).toBe(200)
  await Promise.all(crowd)
})

it('the server lets a nested transaction run at once, so that it cannot deadlock with itself', async () => {
  const { tenantId } = await world.signUp()
  const { database } = world.app
  const nested = Array.from({ length: 30 }, () =>
    database.inTenant(tenantId, () => database.inTenant(tenantId, (em) => em.execute('select 1'))),
  )
  expect(await Promise.all(nested)).toHaveLength(30)
})

it('the server cancels a slow database statement of a request with a clear error, but not one of a worker', async () => {
  const { tenantId } = await world.signUp()
  const { database } = world.app
  const limit = () =>
    database.inTenant(tenantId, async (em) => {
      const [row] = await em.execute<[{ limit: string }]>(`select current_setting('statement_timeout') as limit`)
      return row.limit
    })
  expect([await limit(), await inRequest(newScope('somewhere'), limit)]).toEqual(['0', '30s'])
  const slow = database.inTenant(tenantId, async (em) => {
    await em.execute(`select set_config('statement_timeout', '20', true)`)
    await em.execute('select pg_sleep(60)')
  })
  await expect(slow).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The database took too long. Request less at a time, or try again.',
  })
})
