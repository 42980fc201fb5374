import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkRunnable, installedBinaries, usableBinaries } from './postgres-binaries.ts'
import type { Binaries } from './postgres-binaries.ts'

/** Programs as unpacked by npm when the package's install script did not run: without links and mode bits. */
async function bareInstallation(program = '#!/bin/sh\n'): Promise<Binaries> {
  const folder = await mkdtemp(join(tmpdir(), 'mergewell-bin-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const root = join(folder, 'native')
  await mkdir(join(root, 'bin'), { recursive: true })
  await mkdir(join(root, 'lib'))
  await writeFile(join(root, 'lib', 'libpq.so.5.18'), 'library')
  await writeFile(
    join(root, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    await writeFile(join(root, 'bin', name), program, { mode: 0o644 })
  const bin = (name: string): string => join(root, 'bin', name)
  return { root, initdb: bin('initdb'), pgCtl: bin('pg_ctl'), postgres: bin('postgres') }
}

test('the bundled PostgreSQL reports that there are no programs for a platform, and names DATABASE_URL', async () => {
  await expect(installedBinaries('sunos-x64')).rejects.toThrow(/platform \(sunos-x64\).*DATABASE_URL/)
})

test('the bundled PostgreSQL reports that its programs are not installed, and names DATABASE_URL', async () => {
  await expect(installedBinaries('linux-ppc64')).rejects.toThrow(/not installed.*npm ci.*DATABASE_URL/)
})

test('the bundled PostgreSQL restores links to shared libraries and mode bits that the installation lost', async () => {
  const installed = await bareInstallation()
  expect(await usableBinaries(installed, '/nowhere', null, () => {})).toBe(installed)
  expect(await readlink(join(installed.root, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect((await stat(installed.postgres)).mode & 0o111).toBe(0o111)
  await usableBinaries(installed, '/nowhere', null, () => {})
  await checkRunnable(installed, null)
})

test('the bundled PostgreSQL copies programs that its service user cannot read to where it can, once per version', async () => {
  const installed = await bareInstallation()
  await chmod(join(installed.root, '..'), 0o700)
  const place = await mkdtemp(join(tmpdir(), 'mergewell-place-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const said: string[] = []
  const stranger = { uid: 65_534, gid: 65_534 }
  const copied = await usableBinaries(installed, place, stranger, (line) => said.push(line))
  expect(copied.postgres.startsWith(place)).toBe(true)
  expect(await readFile(join(copied.root, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
  expect((await lstat(join(copied.root, 'bin'))).mode & 0o777).toBe(0o755)
  expect(await usableBinaries(installed, place, stranger, (line) => said.push(line))).toEqual(copied)
  expect(said).toHaveLength(1)
})

test.each([
  ['#!/lib/ld-not-there.so\n', /GNU C library.*musl.*DATABASE_URL/],
  ['#!/bin/sh\necho "libssl.so.1.1: cannot open shared object file" >&2; exit 127\n', /libssl.*DATABASE_URL/],
])('the bundled PostgreSQL reports programs that cannot run on this system in one line (%j)', async (program, line) => {
  const installed = await bareInstallation(program)
  await usableBinaries(installed, '/nowhere', null, () => {})
  const error: unknown = await checkRunnable(installed, null).catch((reason: unknown) => reason)
  expect(String(error)).toMatch(line)
  expect(String(error)).not.toContain('\n')
})
