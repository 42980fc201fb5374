import { setImmediate } from 'node:timers/promises'
import { createFairQueue } from '../platform/fair-queue.ts'

/** Of all files that this process is making, so many go on at a time, and one of each workspace. */
const making = createFairQueue({ places: 3, perKey: 1, waitingPerKey: 1_000 })

/**
 * The pieces of a file, made in turns with those of all other files: however many files somebody downloads at a time, other requests wait
 * for a piece or two at most, and a download that nobody reads holds no turn.
 */
export async function* inTurns<Piece>(
  workspace: string,
  pieces: AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  try {
    for (;;) {
      const leave = await making.enter(workspace)
      // The turn includes the wait for the event loop: otherwise all who wait would go on before anything else is done.
      const { done, value } = await pieces.next().finally(() => setImmediate().then(leave))
      if (done) return
      yield value
    }
  } finally {
    await pieces.return()
  }
}
