import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms after the start of the process; the first checks of queues and mailboxes are over by then. */
const DELAY = 5_000

/**
 * Collects, once, what the start left behind. Loading the product makes V8 set aside a hundred megabytes for new objects,
 * which an idle process would keep. It takes about a tenth of a second.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, DELAY).unref()
}
