import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endServers } from './postmaster.ts'
import { isAlive, isServerOf } from './process-table.ts'
import { ask, makeWorld, serverOf } from './testing/temporary-data-folder.ts'

// A fresh database takes a second, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const soon = { timeout: 20_000, interval: 20 }

test('the first start of the bundled PostgreSQL creates an empty UTF-8 database that only this machine can reach, with its own password', async () => {
  const world = await makeWorld()
  const server = await world.start()
  expect(server.attached).toBe(false)
  expect(server.url).toMatch(/^postgres:\/\/mergewell:[\w-]{32}@127\.0\.0\.1:\d+\/mergewell$/)
  const settings = ['server_encoding', 'listen_addresses', 'unix_socket_directories', 'fsync', 'TimeZone']
  const rows = await ask<{ name: string; setting: string }>(
    server.url,
    `select name, setting from pg_settings where name in ('${settings.join("','")}')`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    server_encoding: 'UTF8',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    TimeZone: 'UTC',
  })
  expect(await ask(server.url, `select 'ä' < 'z' as sorted, upper('ä') as upper`)).toEqual([
    { sorted: false, upper: 'Ä' },
  ])
  expect((await stat(join(world.dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
  await expect(ask(server.url.replace(/:[\w-]{32}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('a second start of the bundled PostgreSQL keeps the data and needs no new password', async () => {
  const world = await makeWorld()
  const first = await world.start()
  await ask(first.url, `create table kept as select 7 as n`)
  await first.stop()
  expect(await serverOf(world.dataDir)).toBeNull()
  const second = await world.start()
  expect(second.attached).toBe(false)
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('the bundled PostgreSQL keeps running after a kill -9 of the process that started it, and is reused', async () => {
  const world = await makeWorld()
  const killed = await world.hold()
  const pid = await serverOf(world.dataDir)
  await killed.kill()
  expect(await serverOf(world.dataDir)).toBe(pid)
  const server = await world.start()
  expect(server).toMatchObject({ attached: true, url: killed.url })
  await server.stop()
  expect(await serverOf(world.dataDir)).toBeNull()
})

test('the bundled PostgreSQL recovers all committed data at the next start after a kill -9 of everything', async () => {
  const world = await makeWorld()
  const killed = await world.hold()
  await ask(killed.url, `create table kept as select n from generate_series(1, 1000) n`)
  const pid = await serverOf(world.dataDir)
  await killed.kill()
  process.kill(pid ?? 0, 'SIGKILL')
  const server = await world.start()
  expect(server.attached).toBe(false)
  expect(await ask(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
})

test('the bundled PostgreSQL comes back at the same address when it is killed while in use', async () => {
  const world = await makeWorld()
  const server = await world.start()
  const pid = await serverOf(world.dataDir)
  process.kill(pid ?? 0, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await serverOf(world.dataDir)).not.toBe(pid)
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(world.said).toContain('It is running again.')
  }, soon)
  await server.stop()
  expect(await serverOf(world.dataDir)).toBeNull()
})

test.each(['a process other than PostgreSQL', 'the PostgreSQL of another folder'])(
  'the bundled PostgreSQL starts despite a stale postmaster.pid with the pid of %s',
  async (whose) => {
    const world = await makeWorld()
    await (await world.start()).stop()
    let pid = process.pid
    if (whose.includes('another')) {
      const other = await makeWorld()
      await other.start()
      pid = (await serverOf(other.dataDir)) ?? 0
    }
    const data = join(world.dataDir, 'postgres', 'data')
    await writeFile(join(data, 'postmaster.pid'), [pid, data, 1, 5432, '', '127.0.0.1', '', 'ready'].join('\n'))
    const server = await world.start()
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(pid)).toBe(true)
  },
)

test('two simultaneous starts of the bundled PostgreSQL create one database and share one server', async () => {
  const world = await makeWorld()
  const [one, two] = await Promise.all([world.hold(), world.hold()])
  expect(one.url).toBe(two.url)
  expect([one.attached, two.attached].toSorted()).toEqual([false, true])
  expect((await readdir(world.dataDir)).toSorted()).toEqual(['postgres', 'postgres.lock'])
})

test('the bundled PostgreSQL stops with the last process that uses it; a killed process does not count', async () => {
  const world = await makeWorld()
  const [killed, other] = [await world.hold(), await world.hold()]
  const server = await world.start()
  const pid = await serverOf(world.dataDir)
  await other.stop()
  expect(await serverOf(world.dataDir)).toBe(pid)
  await killed.kill()
  const users = async () =>
    ask(server.url, `select from pg_stat_activity where application_name = 'mergewell-supervisor'`)
  await vi.waitFor(async () => expect(await users()).toHaveLength(1), soon)
  await server.stop()
  expect(await serverOf(world.dataDir)).toBeNull()
})

test('the bundled PostgreSQL cleans up after a start that died while creating the database', async () => {
  const world = await makeWorld()
  await mkdir(join(world.dataDir, 'postgres-new-0123', 'data'), { recursive: true })
  await writeFile(join(world.dataDir, 'postgres-new-0123', 'data', 'PG_VERSION'), '18\n')
  const server = await world.start()
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(world.dataDir)).toSorted()).toEqual(['postgres', 'postgres.lock'])
})

test('the bundled PostgreSQL creates a fresh database if the data of a running server were deleted', async () => {
  const world = await makeWorld()
  const killed = await world.hold()
  const pid = (await serverOf(world.dataDir)) ?? 0
  const data = join(world.dataDir, 'postgres', 'data')
  await killed.kill()
  onTestFinished(() => endServers([pid], `${data} (deleted)`))
  await rm(world.dataDir, { recursive: true, maxRetries: 5 })
  const server = await world.start()
  expect(server.attached).toBe(false)
  expect(server.url).not.toBe(killed.url)
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await vi.waitFor(async () => expect(await isServerOf(pid, `${data} (deleted)`)).toBe(false), soon)
})

test('the bundled PostgreSQL reports an unusable data folder in one line that names the alternatives', async () => {
  const world = await makeWorld()
  await writeFile(world.dataDir, 'a file')
  const error: unknown = await world.start().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'UNAVAILABLE' })
  expect(String(error)).toMatch(/^AppError: .*cannot keep its data in .*\.data: .*DATA_DIR.*DATABASE_URL[^\n]*$/)
})

test('the bundled PostgreSQL leaves a folder with other contents alone', async () => {
  const world = await makeWorld()
  await mkdir(join(world.dataDir, 'postgres'), { recursive: true })
  await writeFile(join(world.dataDir, 'postgres', 'diary.txt'), 'mine')
  await expect(world.start()).rejects.toThrow(/is not a Mergewell database/)
  expect(await readFile(join(world.dataDir, 'postgres', 'diary.txt'), 'utf8')).toBe('mine')
})

test('the bundled PostgreSQL reports its own output if it does not start', async () => {
  const world = await makeWorld()
  await (await world.start()).stop()
  const version = join(world.dataDir, 'postgres', 'data', 'PG_VERSION')
  await writeFile(version, '17\n')
  await chmod(version, 0o644)
  await expect(world.start()).rejects.toThrow(/initialized by PostgreSQL version 17.*DATABASE_URL/)
})
