import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mergewell', 'mail-servers')
const PACKAGES = join(FOLDER, 'root')

/** Users of the packages, which installing them would make. */
const USERS = ['postfix', 'dovecot', 'dovenull', 'Debian-exim', 'cyrus', 'vmail'] as const
const GROUPS = ['postdrop', 'sasl'] as const
const FIRST_ID = 61_000

/** Returns why the real mail servers cannot be started here; null if they can. */
export function missingForRealServers(): string | null {
  return lackOfMachine() ?? (hasPackages() ? null : 'the packages are not unpacked: run .ci/mail-servers')
}

const hasPackages = (): boolean => existsSync(join(FOLDER, 'complete'))

/** Returns why this machine cannot run daemons in a separate file system; null if it can. */
export function lackOfMachine(): string | null {
  if (process.getuid?.() !== 0) return 'only root may start them'
  const empty = mkdtempSync(join(tmpdir(), 'mounts-'))
  try {
    const mounts = `mount -t overlay packages -o lowerdir=${empty}:/usr /usr && mount -t tmpfs memory /var`
    const options = ['--mount', '--propagation', 'private', '--pid', '--fork']
    execFileSync('unshare', [...options, 'sh', '-c', mounts], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine does not allow namespaces with mounts of their own'
  } finally {
    rmSync(empty, { recursive: true })
  }
}

export interface Daemons {
  /** the folder with their `files` */
  etc: string
  /** Ends all servers, and deletes everything they stored. */
  stop(): Promise<void>
  /** Returns what the servers wrote to their logs. */
  log(): string
}

/**
 * Runs daemons as if their packages were installed, in namespaces of their own: the packages lie over /usr and `files` (path
 * in /etc → content) over /etc, and what the daemons write to /var and /run is in memory. When the first process ends, all of
 * them and their files are gone.
 *
 * @param script of sh, which stays the first process: it starts the daemons in the background and waits. A daemon in its place
 *   would outlive the test, because a set-user-ID program is not killed with its parent.
 */
export function runInPackages(files: Readonly<Record<string, string>>, script: string): Daemons {
  const folder = mkdtempSync(join(tmpdir(), 'mail-servers-'))
  const etc = join(folder, 'etc')
  for (const [path, content] of Object.entries({ ...files, ...accounts() })) {
    mkdirSync(dirname(join(etc, path)), { recursive: true })
    writeFileSync(join(etc, path), content)
  }
  const setUp = `set -e
    mount -t overlay packages -o lowerdir=${PACKAGES}/usr:/usr /usr
    mount -t overlay settings -o lowerdir=${etc}:${PACKAGES}/etc:/etc /etc
    mount -t tmpfs memory /var
    mount -t tmpfs memory /run
    ln -s /run /var/run
    mkdir -p /var/spool /var/lib /var/log /var/mail /var/cache
    mkdir -m 1777 /var/tmp /run/lock
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin
    ${script}`
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', setUp],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    etc,
    log: () => output,
    stop: async () => {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

/** The accounts of this machine with those of the packages. */
function accounts(): Record<string, string> {
  const id = (name: string) => FIRST_ID + [...USERS, ...GROUPS].indexOf(name as (typeof USERS)[number])
  const users = USERS.map((name) => `${name}:x:${id(name)}:${id(name)}::/nonexistent:/usr/sbin/nologin\n`)
  const groups = [...USERS, ...GROUPS].map((name) => `${name}:x:${id(name)}:\n`)
  return {
    passwd: [readFileSync('/etc/passwd', 'utf8'), ...users].join(''),
    group: [readFileSync('/etc/group', 'utf8'), ...groups].join(''),
  }
}
