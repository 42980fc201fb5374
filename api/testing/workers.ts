import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET_KEY, type World } from './world.ts'

export interface WorkerOrder {
  databaseUrl: string
  sandboxUrl: string
  secretKey: string
}

/** A worker of a world in a process of its own. */
export interface WorkerProcess {
  /** Begins to send; resolves when it is at work. */
  begin(): Promise<void>
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
}

/** Loads a worker for a world that sends nothing itself. It waits for `begin`, so that a killed one can be followed at once. */
export async function loadWorker(world: World): Promise<WorkerProcess> {
  const program = fileURLToPath(new URL('worker-process.ts', import.meta.url))
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'mergewell-compiled') }
  const child = fork(program, { execArgv: [], env })
  const gone = once(child, 'exit')
  await once(child, 'message')
  return {
    begin: async () => {
      const order: WorkerOrder = {
        databaseUrl: world.databaseUrl,
        sandboxUrl: world.sandboxUrl,
        secretKey: TEST_SECRET_KEY,
      }
      const working = once(child, 'message')
      child.send(order)
      await working
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
