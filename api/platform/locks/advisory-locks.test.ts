import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'
import { shareLock, takeLock, tryLock } from './advisory-locks.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

describe('the named locks of a transaction', () => {
  it('are refused if taken out of the order of the list', async () => {
    await expect(
      world.app.database.asSystem(async (em) => {
        await takeLock(em, 'suppressions', 'a')
        await takeLock(em, 'tenant', 'a')
      }),
    ).rejects.toThrow('The lock tenant/a must be taken before suppressions/a')
  })

  it('can be taken again by the transaction that holds them', async () => {
    await world.app.database.asSystem(async (em) => {
      await takeLock(em, 'tenant', 'a')
      await shareLock(em, 'suppressions', 'a')
      await takeLock(em, 'tenant', 'a')
    })
  })

  it('are not given to a second transaction, and are free once the first has ended', async () => {
    const tryIt = () => world.app.database.asSystem((em) => tryLock(em, 'task', 'a'))
    await world.app.database.asSystem(async (em) => {
      await takeLock(em, 'task', 'a')
      expect(await tryIt()).toBe(false)
    })
    expect(await tryIt()).toBe(true)
  })
})
