import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { addContacts } from '#tests/support/campaigns.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { openDatabase } from '../database/database.ts'
import { createDiskSpace, DISK_FULL } from './disk-space.ts'

const full = Object.assign(new Error('could not extend file'), { code: '53100' })

describe('the disk of the database', () => {
  it('is reported as full after a write failed for lack of space, until a test write succeeds', async () => {
    let time = 0
    let tries = 0
    let works = false
    let changes = 0
    const disk = createDiskSpace(
      async () => {
        tries += 1
        if (!works) throw full
      },
      () => time,
      () => void (changes += 1),
    )
    expect(await disk.problem()).toBeNull()
    const other = new Error('deadlock detected')
    expect(disk.failed(other)).toBe(other)
    expect(await disk.problem()).toBeNull()
    expect(disk.failed(new Error('Driver', { cause: full }))).toBeInstanceOf(AppError)
    expect([await disk.problem(), tries]).toEqual([DISK_FULL, 0])
    disk.failed(full)
    expect(changes, 'its begin').toBe(1)
    time += 5_000
    expect([await disk.problem(), tries]).toEqual([DISK_FULL, 1])
    works = true
    expect([await disk.problem(), tries]).toEqual([DISK_FULL, 1])
    time += 5_000
    expect([await disk.problem(), await disk.problem(), tries]).toEqual([null, null, 2])
    expect(changes, 'its end').toBe(2)
  })

  it('is reported as full if the product could not write a file', () => {
    const disk = createDiskSpace(
      async () => {},
      () => 0,
    )
    expect(disk.failed(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
})

describe('a product whose disk is full', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ send: false })
  })
  afterAll(async () => {
    await world.app.database.close()
    await world.close()
  })

  it('tells every subscriber to live updates', async () => {
    const person = await world.signUp()
    const heard: unknown[] = []
    const stop = world.app.events.listen(person.tenantId, (event) => heard.push(event))
    const failing = world.app.database.inTenant(person.tenantId, () => Promise.reject(full))
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    stop()
    expect(heard).toEqual(['anything'])
  })

  it('is not ready, informs signed-in people, and becomes ready when there is space', async () => {
    let time = 0
    const before = world.app.database
    world.app.database = await openDatabase(world.databaseUrl, { now: () => time })
    await before.close()
    const person = await world.signUp()
    const admin = new Client({ connectionString: world.databaseUrl })
    await admin.connect()
    await admin.query(`create function disk_full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await admin.query('set citus.enable_unsafe_triggers = on')
    await admin.query('create trigger disk_full before insert on contacts for each row execute function disk_full()')
    const ready = async () => {
      const response = await fetch(`${world.url}/readyz`)
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    const problem = async (whose: typeof person) => (await whose.graphql('{ server { problem } }')).data.server.problem
    expect(await ready()).toEqual([200, 'ready'])

    await expect(addContacts(world, person, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: DISK_FULL })
    expect(await ready()).toEqual([503, DISK_FULL])
    expect([await problem(person), await problem(world.anybody)]).toEqual([DISK_FULL, null])

    await admin.query('drop trigger disk_full on contacts')
    await admin.end()
    time += 5_000
    expect(await ready()).toEqual([200, 'ready'])
    expect(await problem(person)).toBeNull()
  })
})
