import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** ms between two health checks. */
const LOOK_EVERY = 100
/** Maximum ms for a start on a busy machine. */
const START_WITHIN = 120_000

/** Running process of the product. */
export interface Running {
  pid: number
  /** resolves when the process is gone, to its exit code, or null for a signal */
  ended: Promise<number | null>
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

/** Returns whether a process reports that it is ready to serve or work. */
export async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Starts `node api/start.js` with exactly this environment, its output appended to `logFile`, and waits until it is ready
 * on `port`. Rejects with the end of its output if it ends instead.
 */
export async function startProcess(env: NodeJS.ProcessEnv, port: number, logFile: string): Promise<Running> {
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(process.execPath, ['api/start.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  let gone = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      gone = true
      log.end(() => resolve(code))
    })
  })
  const until = performance.now() + START_WITHIN
  while (!(await isReady(port))) {
    if (gone || performance.now() > until) {
      child.kill('SIGKILL')
      await ended
      const output = (await readFile(logFile, 'utf8')).slice(-2_000)
      throw new Error(`A process did not become ready on port ${port}. Its last output:\n${output}`)
    }
    await sleep(LOOK_EVERY)
  }
  return { pid: child.pid ?? Number.NaN, ended, signal: (name) => void child.kill(name) }
}
