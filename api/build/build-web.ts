import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['web', 'schema/domain']
const FILES = ['package-lock.json', 'vite.config.ts']
/** In web/dist: the digest of the sources it was built from. A dot-file, so it is not served. */
const STAMP = '.built-from'

export interface BuildOptions {
  log: (line: string) => void
  /** the checkout; ours by default */
  root?: string
}

/**
 * Ensures that web/dist matches the current sources: rebuilds it if they changed (in a separate process, to free its
 * memory). Without Vite (a production installation) or without sources (an image) web/dist is used as is.
 * @throws AppError when there is nothing to serve, or the build fails
 */
export async function buildWebIfNeeded({ log, root = ROOT }: BuildOptions): Promise<void> {
  const dist = join(root, 'web', 'dist')
  const hasApp = existsSync(join(dist, 'index.html'))
  // A container image holds the built app without its sources.
  if (hasApp && !existsSync(join(root, 'web', 'index.html'))) return
  const [wanted, present] = await Promise.all([digestOfSources(root), stampOf(dist)])
  if (wanted === present) return
  if (!findVite(root)) {
    if (!hasApp) {
      throw new AppError(
        'UNAVAILABLE',
        'The web app is not built, and Vite is not installed. Run "npm ci" with development dependencies, then "npm run build".',
      )
    }
    log('The web app changed since its last build. Vite is not installed, so the old build in web/dist is served.')
    return
  }
  log('Building the web app, because its sources changed.')
  try {
    await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), root], { cwd: root })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    throw new AppError(
      'UNAVAILABLE',
      `The web app could not be built. Fix the error, or run "npm run build" for details. ${output}`,
      {
        cause,
      },
    )
  }
}

/** Builds web/dist in a temporary directory and renames it, so a server never serves half of it. */
async function buildWeb(root: string): Promise<void> {
  const entry = findVite(root)
  if (entry === null)
    throw new AppError('UNAVAILABLE', 'Vite is not installed. Run "npm ci" with development dependencies.')
  process.env['NODE_ENV'] = 'production'
  const { build } = (await import(pathToFileURL(entry).href)) as typeof import('vite')
  const dist = join(root, 'web', 'dist')
  const name = randomBytes(6).toString('hex')
  const fresh = join(root, 'node_modules', '.cache', `web-${name}`)
  const stamp = await digestOfSources(root)
  await mkdir(fresh, { recursive: true })
  try {
    await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
    await writeFile(join(fresh, STAMP), stamp)
    if (existsSync(dist)) await rename(dist, `${fresh}-old`)
    await rename(fresh, dist)
  } finally {
    for (const folder of [fresh, `${fresh}-old`]) await rm(folder, { recursive: true, force: true })
  }
}

function findVite(root: string): string | null {
  try {
    return createRequire(join(root, 'package.json')).resolve('vite')
  } catch {
    return null
  }
}

async function stampOf(dist: string): Promise<string | null> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => null)
}

/** Digest of the names and contents of the web app's sources. */
async function digestOfSources(root: string): Promise<string> {
  const files = [...FILES, ...(await Promise.all(FOLDERS.map((folder) => sourcesIn(root, folder)))).flat().toSorted()]
  const contents = await Promise.all(files.map((file) => readFile(join(root, file)).catch(() => '')))
  const digest = createHash('sha256')
  for (const [index, file] of files.entries())
    digest
      .update(`${file}\0`)
      .update(contents[index] ?? '')
      .update('\0')
  return digest.digest('hex')
}

async function sourcesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.startsWith('web/dist/'))
}

const [, program, folder = ROOT] = process.argv
if (program && existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url)) await buildWeb(folder)
