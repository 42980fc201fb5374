import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import type { FaultOrder } from '#sandbox/faults.ts'
import { eventually } from './eventually.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** ms for a start on a busy machine */
const PATIENCE = 120_000

/** The product as its own processes, as a user starts it. */
export interface Product {
  /** URL of the app, as printed by the product */
  url: string
  /** URL of the sandbox, as printed by the product; null without a sandbox */
  sandboxUrl: string | null
  /** data folder of the product */
  dataDir: string
  /** Returns all output so far. */
  printed(): string
  /** Ends the node process with kill -9: its PostgreSQL keeps running. */
  killNode(): Promise<void>
  /** Ends node, PostgreSQL and all other child processes at once with kill -9. */
  killEverything(): Promise<void>
  /** Ctrl-C: SIGINT to the whole process group. Returns the exit code. */
  interrupt(): Promise<number | null>
}

export interface ProductOptions {
  dataDir: string
  env?: Record<string, string>
  /** use `npm start`, as in the README, instead of node directly */
  npm?: boolean
}

/** Creates a world-accessible data folder; `remove` deletes it and kills its processes. */
export async function makeDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(await realpath(tmpdir()), 'mergewell-product-'))
  await chmod(home, 0o755)
  const dataDir = join(home, 'data')
  return {
    dataDir,
    remove: async () => {
      await endAll(() => processesOn(dataDir))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/**
 * A product with its own data for the running test, removed at the end: a copy of a first start's data
 * (product-setup.ts).
 */
export async function startFreshProduct(): Promise<Product> {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  return startOnFreshData(dataDir)
}

/** Starts a product that all tests of the running file or `describe` share; their data must not conflict. */
export function shareFreshProduct(): () => Product {
  let shared: { product: Product; remove(): Promise<void> } | null = null
  beforeAll(async () => {
    const { dataDir, remove } = await makeDataDir()
    shared = { product: await startOnFreshData(dataDir), remove }
  })
  afterAll(() => shared?.remove())
  return () => {
    if (!shared) throw new Error('The product is there as soon as the tests run')
    return shared.product
  }
}

async function startOnFreshData(dataDir: string): Promise<Product> {
  await cp(inject('freshData'), dataDir, { recursive: true })
  return startProduct({ dataDir })
}

/** Spawns the product; it may still be starting. */
export function spawnProduct({ dataDir, env = {}, npm = false, args = [] }: ProductOptions & { args?: string[] }) {
  const command = npm ? (['npm', ['start']] as const) : ([process.execPath, ['api/start.js', ...args]] as const)
  const child = spawn(command[0], command[1], {
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      PORT: '0',
      HEALTH_PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  return { child, ended: once(child, 'exit'), output: collect(child) }
}

/** Starts the product on free ports and waits until it is ready. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir } = options
  const { child, ended, output } = spawnProduct(options)
  await output.until(/Ctrl-C stops everything/)

  return {
    url: find(output.text(), /ready at (\S+)/) ?? '',
    sandboxUrl: find(output.text(), /Sandbox mailboxes +(\S+)/),
    dataDir,
    printed: output.text,
    killNode: async () => {
      child.kill('SIGKILL')
      await ended
    },
    killEverything: () => endAll(() => processesOn(dataDir)),
    interrupt: async () => {
      process.kill(-(child.pid ?? Number.NaN), 'SIGINT')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

/** Starts the sandbox as a separate process that outlives the product. */
export async function startSandboxProcess(dataDir: string, acceptancesFile: string) {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
      SANDBOX_ACCEPTANCES_FILE: acceptancesFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const output = collect(child)
  await output.until(/ready at \S+\n/)
  return {
    url: find(output.text(), /ready at (\S+)/) ?? '',
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Injects a fault into the product's own sandbox. */
export async function orderFault(product: Product, order: FaultOrder): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${product.sandboxUrl}/sandbox/faults`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) })
  if (answer.status !== 201) throw new Error(`The sandbox did not take the order: ${await answer.text()}`)
}

/** Removes all injected faults. */
export async function clearFaults(product: Product): Promise<void> {
  await fetch(`${product.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
}

/**
 * The live processes on a data folder, found by environment (node and its children) or by working directory
 * (PostgreSQL, whose environment is empty). Linux only.
 */
export async function processesOn(dataDir: string): Promise<number[]> {
  const far = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours = await Promise.all(numbers.map((pid) => worksOn(pid, [dataDir, far])))
  return numbers.filter((_, index) => ours[index])
}

async function worksOn(pid: number, folders: string[]): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return false
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
    if (folders.some((folder) => environment.includes(`DATA_DIR=${folder}`))) return true
    const cwd = await readlink(`/proc/${pid}/cwd`)
    return folders.some((folder) => cwd === folder || cwd.startsWith(`${folder}/`))
  } catch {
    return false
  }
}

/** kill -9 of every process `find` returns, until it returns none. */
async function endAll(findThem: () => Promise<number[]>): Promise<void> {
  await eventually('every process is gone', async () => {
    const left = await findThem()
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // already gone
      }
    }
    return left.length === 0
  })
}

/** Returns this process's environment without the variables that a test run or npm adds. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_|VITEST|NODE_ENV$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|LOG_LEVEL$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

function collect(child: ChildProcess) {
  let text = ''
  let ended = false
  const changed = new Set<() => void>()
  const tell = () => changed.forEach((hear) => hear())
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      tell()
    })
  }
  child.once('exit', () => {
    ended = true
    tell()
  })
  return {
    text: () => text,
    until: (line: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => settle(() => reject(new Error(`It did not print ${line}:\n${text}`))), PATIENCE)
        const settle = (how: () => void) => {
          clearTimeout(late)
          changed.delete(look)
          how()
        }
        const look = () => {
          if (line.test(text)) settle(resolve)
          else if (ended) settle(() => reject(new Error(`It ended instead of printing ${line}:\n${text}`)))
        }
        changed.add(look)
        look()
      }),
  }
}

function find(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null
}
