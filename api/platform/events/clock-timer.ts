import type { App } from '../app-context.ts'

/** maximum ms of a timer; a longer one would fire immediately */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * Runs `work` once the product's clock reaches `moment`, however far off; never for null. Returns a cancel function.
 */
export function atMoment(app: Pick<App, 'clock'>, moment: Date | null, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (until: Date): void => {
    const left = until.getTime() - app.clock().getTime()
    if (left <= 0) return work()
    timer = setTimeout(() => wait(until), Math.min(left, TIMER_MAX_MS)).unref()
  }
  if (moment) wait(moment)
  return () => clearTimeout(timer)
}
