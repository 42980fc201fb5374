import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildServer } from './build-server.ts'
import { BUNDLES, ENTRY, findServerBundle, NEWEST } from './server-bundle.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
const NAMING = fileURLToPath(new URL('./source-map-stack-traces.ts', import.meta.url))

/** A small checkout with a bundled server. */
async function bundledServer() {
  const root = await mkdtemp(join(tmpdir(), 'mergewell-server-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await write('package.json', '{ "type": "module" }')
  await write(
    'api/main.ts',
    `import { greeting } from './greeting.ts'\nimport { about } from 'about'\nconsole.log(greeting, about, import.meta.dirname)\nawait import('./later.ts')\n`,
  )
  await write('api/greeting.ts', `export const greeting: string = 'hello'\n`)
  await write(
    'api/later.ts',
    `interface Unused {\n  name: string\n}\n\nfunction fail(): never {\n  throw new Error('later')\n}\nfail()\n`,
  )
  await write('node_modules/about/package.json', '{ "name": "about", "main": "index.js" }')
  await write('node_modules/about/index.js', `exports.about = 'packages'\n`)
  await write('node_modules/.package-lock.json', '{}')
  await symlink(join(packages, 'rolldown'), join(root, 'node_modules', 'rolldown'))
  await buildServer(root)
  return { root, write, find: () => findServerBundle(root) }
}

/** Runs the bundle as api/start.js does; resolves to its output. */
async function run(bundle: string): Promise<{ printed: string; failure: string }> {
  const program = `const { nameSourcesInStacks } = await import(${JSON.stringify(NAMING)})
    nameSourcesInStacks(${JSON.stringify(bundle)})
    await import(${JSON.stringify(join(bundle, ENTRY))}).catch((error) => process.stderr.write(error.stack))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return { printed: stdout, failure: stderr }
}

describe('findServerBundle, for the bundled server,', () => {
  it('returns a bundle that works like its sources', async () => {
    const { root, find } = await bundledServer()
    const { printed } = await run(find() ?? '')
    expect(printed).toBe(`hello packages ${join(root, 'api')}\n`)
  })

  it('returns none once a source file has changed, even to the same size', async () => {
    const { write, find } = await bundledServer()
    expect(find()).not.toBeNull()
    await write('api/greeting.ts', `export const greeting: string = 'hullo'\n`)
    expect(find()).toBeNull()
  })

  it('returns none once npm has changed a package whose size and date stayed the same', async () => {
    const { root, write, find } = await bundledServer()
    const index = join(root, 'node_modules/about/index.js')
    const long = new Date('1985-10-26T08:15:00Z')
    await utimes(index, long, long)
    await buildServer(root)
    await write('node_modules/about/index.js', `exports.about = 'packagez'\n`)
    await utimes(index, long, long)
    expect(find()).not.toBeNull()
    await write('node_modules/.package-lock.json', '{ "packages": {} }')
    expect(find()).toBeNull()
  })

  it('returns none that lacks a part of a file', async () => {
    const { find } = await bundledServer()
    const bundle = find() ?? ''
    const [later = ''] = (await readdir(bundle)).filter((name) => /^later-.*\.mjs$/.test(name))
    const whole = await readFile(join(bundle, later), 'utf8')
    await writeFile(join(bundle, later), whole.slice(0, -20))
    expect(find()).toBeNull()
  })

  it('returns none in a copy of the checkout, whose paths would lead to the original', async () => {
    const { root } = await bundledServer()
    await cp(root, `${root}-copy`, { recursive: true, preserveTimestamps: true })
    onTestFinished(() => rm(`${root}-copy`, { recursive: true }))
    expect(findServerBundle(`${root}-copy`)).toBeNull()
  })

  it('returns the previous bundle while a new one is being written', async () => {
    const { root, find } = await bundledServer()
    const before = find()
    await mkdir(join(root, BUNDLES, 'half'))
    await writeFile(join(root, BUNDLES, 'half', ENTRY), 'console.log(')
    await writeFile(join(root, BUNDLES, 'half', NEWEST), '{ "root":')
    expect(find()).toBe(before)
  })
})

describe('nameSourcesInStacks', () => {
  it('names the source line that threw the error', async () => {
    const { root, find } = await bundledServer()
    const { failure } = await run(find() ?? '')
    expect(failure).toContain('Error: later\n')
    expect(failure).toContain(`fail (file://${root}/api/later.ts:6:9)`)
  })
})
