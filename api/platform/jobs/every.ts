import type { Worker } from './worker.ts'

/** Runs `work` now and every `ms` after that, never twice at once. Stopping tells it so and waits for it; it handles its errors. */
export function every(ms: number, work: (stopped: () => boolean) => Promise<unknown>): Worker {
  let stopping = false
  const run = () => (stopping ? undefined : work(() => stopping))
  let running = Promise.resolve(run())
  const timer = setInterval(() => (running = running.then(run)), ms)
  return {
    stop: async () => {
      stopping = true
      clearInterval(timer)
      await running
    },
  }
}
