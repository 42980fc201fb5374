import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import type { Events } from './events/events.ts'
import type { Jobs } from './jobs/job-queue.ts'
import type { Budget } from './limits/usage-budget.ts'
import type { RateLimit } from './limits/rate-limit.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Scan } from './virus-scan.ts'

/**
 * The parts of the running product, put together in `api/app.ts`. Those of a noun are declared by its room
 * (`declare module '#api/platform/app-context.ts'`), so that the platform knows none. A function names the few parts that it needs:
 * `Pick<App, 'database' | 'clock'>`.
 */
export interface App {
  database: Database
  events: Events
  jobs: Jobs
  /** budget of open sockets and subscriptions in this process */
  live: Budget
  /** allowance per minute of API keys, in this process */
  rateLimit: RateLimit
  secrets: SecretBox
  /** the product's public origin, without trailing slash */
  publicUrl: string
  production: boolean
  /** trusted reverse proxies whose X-Forwarded-For counts */
  trustedProxies: number
  /** True if introspection and the query editor are enabled */
  explorable: boolean
  /** contact for Enterprise workspaces */
  salesEmail: string | null
  /** has uploaded files scanned for viruses */
  scan: Scan
  /** the database's time, independent of this process's clock */
  clock: () => Date
  /** Returns the problem with this process's clock, if any: then the process sends nothing. */
  clockProblem: () => string | null
  log: Logger
}
