import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { TEST_SECRET_KEY, type World } from './world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface WorkerOrder extends WorkerTimes {
  databaseUrl: string
  sandboxUrl: string
  /** file with the TLS certificate of the sandbox's SMTP and IMAP host; null: the test has no such host */
  mailHostCertificate: string | null
  secretKey: string
}

/** Waiting times with which a test's worker calls the email provider. */
export interface WorkerTimes {
  /** ms until a call without an answer times out; default: as in production */
  timeoutMs?: number
  /** ms after sending a draft at which the worker looks whether it was sent, when nothing confirmed that */
  settleDelaysMs: readonly number[]
}

/** Short waiting times for a sandbox (the simulated provider) that shows a sent email at once. */
const QUICK: WorkerTimes = { settleDelaysMs: [100, 200] }

/** A worker (the program that sends the emails) of a test's world in its own process. */
export interface WorkerProcess {
  /** Starts sending; resolves when the worker is running. */
  begin(): Promise<void>
  /** Ends the worker with kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** Resolves when the worker process is gone: true if it ended without being killed. */
  diedByItself: Promise<boolean>
}

/** Starts workers in their own processes for tests. */
export interface WorkerLoader {
  /**
   * Loads a worker process for a world that has none. The worker sends nothing until `begin` is called, so that it can
   * replace a killed one at once.
   */
  load(world: World, times?: WorkerTimes): Promise<WorkerProcess>
  remove(): Promise<void>
}

/**
 * Bundles the worker into one file, so that tests start it quickly: loading 1,400 modules takes a second, and a test
 * may start fifty workers. `root`: folder of another checkout.
 */
export async function bundleWorker(root: string = ROOT): Promise<WorkerLoader> {
  const folder = await mkdtemp(join(tmpdir(), 'mergewell-worker-'))
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'test',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'tests/support/worker-process.ts'),
      outDir: folder,
      target: 'node22',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  return {
    load: (world, times = QUICK) => loadWorker(join(folder, 'worker.mjs'), env, world, times),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Starts test workers from the unbundled sources, which take longer to load but can read spreadsheets. */
export const sourceWorkers: Pick<WorkerLoader, 'load'> = {
  load: (world, times = QUICK) => loadWorker(join(ROOT, 'tests/support/worker-process.ts'), process.env, world, times),
}

async function loadWorker(
  program: string,
  env: NodeJS.ProcessEnv,
  world: World,
  times: WorkerTimes,
): Promise<WorkerProcess> {
  const child = fork(program, { execArgv: [], env })
  let killed = false
  const gone = once(child, 'exit')
  const endedBefore = (what: string) => gone.then(() => Promise.reject(new Error(`The worker ended before it ${what}`)))
  await Promise.race([once(child, 'message'), endedBefore('was loaded')])
  return {
    begin: async () => {
      const order: WorkerOrder = {
        ...times,
        databaseUrl: world.databaseUrl,
        sandboxUrl: world.sandboxUrl,
        mailHostCertificate: world.mailHost?.certificateFile ?? null,
        secretKey: TEST_SECRET_KEY,
      }
      const working = once(child, 'message')
      child.send(order)
      await Promise.race([working, endedBefore('began to work')])
    },
    diedByItself: gone.then(() => !killed),
    kill: async () => {
      killed = true
      child.kill('SIGKILL')
      await gone
    },
  }
}
