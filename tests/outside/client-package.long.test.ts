import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_VERSION } from '#schema/api-version.ts'
import { createKey } from '../support/api-key.ts'
import { createWorld, type World } from '../support/world.ts'

const HERE = join(import.meta.dirname, '../../schema/client')
const MODULES = join(HERE, '../../node_modules')
const run = promisify(execFile)

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  folder = await mkdtemp(join(tmpdir(), 'mergewell-client-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

interface Manifest {
  version: string
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const manifest = async () => JSON.parse(await readFile(join(HERE, 'package.json'), 'utf8')) as Manifest

/** Packs the client and installs it into the folder, with the packages that it asks for. */
async function install(): Promise<string[]> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: HERE })
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ]
  const place = join(folder, 'node_modules/@mergewell/client')
  await mkdir(place, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', place, '--strip-components=1'])
  const { dependencies, peerDependencies } = await manifest()
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), '@types/node']) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(MODULES, name), link)
  }
  return files.map(({ path }) => path)
}

it('the client package has the version of the API', async () => {
  expect((await manifest()).version).toMatch(new RegExp(`^${API_VERSION.replace('.', '\\.')}\\.\\d+$`))
})

it('the client package works as installed: its README compiles and runs in an empty folder', async () => {
  const files = await install()
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([])

  const readme = await readFile(join(HERE, 'README.md'), 'utf8')
  const program = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'program.ts'), program)
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
  ]
  await run(process.execPath, [join(MODULES, 'typescript/lib/tsc.js'), ...options, 'program.ts'], {
    cwd: folder,
  }).catch(({ stdout }: { stdout: string }) => expect.fail(stdout))

  const apiKey = await createKey(await world.signUp())
  const env = { ...process.env, MERGEWELL_URL: world.url, MERGEWELL_API_KEY: apiKey }
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  expect(stdout.trim().split('\n')).toEqual([
    'ada@example.com 7',
    '1 known',
    'Ada',
    'DRAFT 0',
    "400 BAD_INPUT [ 'firstName', 'email' ] true",
  ])
})
