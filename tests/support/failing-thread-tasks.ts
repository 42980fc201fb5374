import { AppError } from '#domain/errors.ts'
import { threadId } from 'node:worker_threads'
import { replyOf } from '#api/platform/threads/thread-reply.ts'

/** Tasks for tests of threads that fail, hang or end their thread. */
export const threadTasks = {
  where: () => threadId,
  requiresModules: () => process.features.require_module,
  forever: (): number => {
    for (;;);
  },
  hoard: (): number => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, () => kept.length))
  },
  refuse: (field: string): number => {
    throw new AppError('BAD_INPUT', 'Not like this.', { fields: { [field]: 'Not like this.' } })
  },
  /** Waits until another thread, or the main one, sets the first number. */
  wait: (gate: Int32Array): number => {
    Atomics.wait(gate, 0, 0)
    return threadId
  },
}

export default replyOf(threadTasks)
