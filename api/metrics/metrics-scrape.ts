import type { App } from '#api/platform/app-context.ts'
import { createEventProbe } from './event-latency-probe.ts'
import { installationFigures } from './installation-metrics.ts'
import { ofInstallation } from './metrics.ts'

/** ms for which values about the installation are reused. */
const FRESH = 10_000
/** ms after which a scrape no longer waits for the database. */
const DEADLINE = 5_000

type ScrapeApp = Pick<App, 'clockProblem' | 'metrics' | 'database' | 'clock' | 'vendors' | 'events' | 'log'>

/**
 * Returns what a scrape gets: the metrics of this process, and the values about the installation, read from the
 * database at most once in 10 s however many ask. Without the database the values of the process are still there.
 */
export function createScrape(app: ScrapeApp, now = () => performance.now()): () => Promise<string> {
  const { metrics } = app
  const probe = createEventProbe(app)
  let last: { at: number; read: Promise<void> } | null = null
  /** Running read of the installation's values: a slow read is waited for again, not started again. */
  let reading: ReturnType<typeof installationFigures> | null = null

  const failed = (message: string) => (error: unknown) => app.log.warn({ error: String(error) }, message)
  const read = async () => {
    try {
      reading ??= installationFigures(app).finally(() => (reading = null))
      const figures = await within(reading)
      for (const name of ofInstallation) metrics.clear(name)
      for (const value of figures) metrics.set(...value)
      metrics.set('databaseUp', {}, 1)
    } catch (error) {
      for (const name of ofInstallation) metrics.clear(name)
      metrics.set('databaseUp', {}, 0)
      failed('The metrics of the installation could not be read')(error)
    }
  }
  return async () => {
    if (!last || now() - last.at >= FRESH) {
      last = { at: now(), read: read() }
      // The result of this probe is in the next scrape; the present one does not wait for it.
      void probe().catch(failed('The events could not be measured'))
    }
    await last.read
    metrics.set('clockProblem', {}, app.clockProblem() ? 1 : 0)
    const disk = await within(app.database.problem()).catch(() => null)
    metrics.set('diskProblem', {}, disk ? 1 : 0)
    return metrics.text()
  }
}

/** Rejects if the work takes longer than a scrape may wait. */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time')), DEADLINE).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
