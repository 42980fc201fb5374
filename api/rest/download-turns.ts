import { setImmediate } from 'node:timers/promises'
import { createFairQueue } from '#api/platform/limits/fair-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Queue for producing files in this process, at most one at a time per workspace. */
const making = createFairQueue(LIMITS.fileMaking)

/**
 * Yields the pieces of a file, in turns with all other files: however many downloads run, other requests wait for at
 * most a piece or two, and a download that is not read takes no turn.
 */
export async function* takingTurns<Piece>(
  workspace: string,
  pieces: AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  try {
    for (;;) {
      const leave = await making.enter(workspace)
      // The turn includes a wait for the event loop; otherwise all waiting files would continue before anything else
      // runs.
      const { done, value } = await pieces.next().finally(() => setImmediate().then(leave))
      if (done) return
      yield value
    }
  } finally {
    await pieces.return()
  }
}
