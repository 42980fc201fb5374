import type { App } from '../context.ts'

/** ms that a timer runs at most; a longer one would fire at once */
const LONGEST = 2 ** 31 - 1

/** Does `work` once the product's clock has reached `moment`, however far off that is; for null never. Returns what calls it off. */
export function atMoment(app: Pick<App, 'clock'>, moment: Date | null, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (until: Date): void => {
    const left = until.getTime() - app.clock().getTime()
    if (left <= 0) return work()
    timer = setTimeout(() => wait(until), Math.min(left, LONGEST)).unref()
  }
  if (moment) wait(moment)
  return () => clearTimeout(timer)
}
