import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets of request durations, in seconds. */
const REQUEST_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/**
 * Buckets of provider response times, in seconds: providers answer in a tenth of a second, and time out after some
 * tens.
 */
const PROVIDER_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
/** Buckets of short durations within one process or one database notification, in seconds. */
const SHORT_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5, 10, 30]

/**
 * Every metric of the product. Labels have few, known values: never a name that a client chose, a workspace, an address
 * or content. `scope` says whether a value is about this process or the same in all of them, read from the database.
 */
export const METRICS = {
  info: gauge('process', 'mergewell_info', 'Always 1; the labels say which version and role this process has.', [
    'version',
    'role',
  ]),

  emails: counter(
    'mergewell_emails_total',
    'Emails of campaigns that were settled: sent, failed or uncertain. kind says why they failed.',
    ['provider', 'outcome', 'kind'],
  ),
  breakdowns: counter(
    'mergewell_sending_breakdowns_total',
    'Times that sending from a mailbox stopped with an unexpected error. The log has the details.',
    [],
  ),
  providerCalls: counter('mergewell_provider_calls_total', 'Calls to mailboxes. result is ok or the kind of failure.', [
    'provider',
    'call',
    'result',
  ]),
  providerSeconds: histogram(
    'mergewell_provider_call_duration_seconds',
    'How long mailboxes took to answer.',
    ['provider', 'call'],
    PROVIDER_BUCKETS,
  ),
  throttles: counter(
    'mergewell_provider_throttles_total',
    'Answers with which a provider asked for a pause (kind throttled, such as 429) or refused because a quota is used up (kind quota).',
    ['provider', 'kind'],
  ),
  tokenRefreshes: counter(
    'mergewell_token_refreshes_total',
    'Renewals of the sign-ins of mailboxes. result is ok or the kind of failure.',
    ['provider', 'result'],
  ),

  httpRequests: counter('mergewell_http_requests_total', 'Requests over HTTP, by route as it is written.', [
    'method',
    'route',
    'status',
  ]),
  httpSeconds: histogram(
    'mergewell_http_request_duration_seconds',
    'How long requests over HTTP took.',
    ['route'],
    REQUEST_BUCKETS,
  ),
  operations: counter(
    'mergewell_graphql_operations_total',
    'Root fields of GraphQL documents that ran, over HTTP and sockets. code is OK or the code of the error.',
    ['operation', 'code'],
  ),
  operationSeconds: histogram(
    'mergewell_graphql_operation_duration_seconds',
    'How long documents with this root field took. A subscription is counted, not timed.',
    ['operation'],
    REQUEST_BUCKETS,
  ),
  sockets: gauge('process', 'mergewell_sockets', 'Open WebSockets.', []),
  subscriptions: gauge('process', 'mergewell_subscriptions', 'Live subscriptions, over sockets and event streams.', []),

  transactions: gauge(
    'process',
    'mergewell_database_transactions',
    'Database transactions of this process: running (each has a connection) or waiting for their turn or a connection.',
    ['state'],
  ),
  transactionWait: histogram(
    'mergewell_database_wait_seconds',
    'How long database transactions waited for their turn and a connection.',
    [],
    SHORT_BUCKETS,
  ),
  eventLag: histogram(
    'mergewell_event_lag_seconds',
    'Time from the commit of a NOTIFY to its arrival at the listener of this process. Measured with each scrape.',
    [],
    SHORT_BUCKETS,
  ),
  webhookAttempts: counter(
    'mergewell_webhook_attempts_total',
    'Requests to webhooks. result is delivered or the problem.',
    ['result'],
  ),

  clockProblem: gauge(
    'process',
    'mergewell_clock_problem',
    '1 while the clock of this process is wrong; it then sends nothing.',
    [],
  ),
  diskProblem: gauge('process', 'mergewell_disk_problem', '1 while the disk of the database is full.', []),
  databaseUp: gauge(
    'process',
    'mergewell_database_up',
    '1 if the database answered in time for this scrape. At 0 the values about the installation are missing.',
    [],
  ),

  queueJobs: gauge(
    'installation',
    'mergewell_queue_jobs',
    'Jobs by queue: ready (due and not taken), active, deferred (due later). As counted by the queue every few seconds.',
    ['queue', 'state'],
  ),
  emailsPending: gauge(
    'installation',
    'mergewell_emails_pending',
    'Emails still to be sent of campaigns that are sending.',
    [],
  ),
  emailsDue: gauge(
    'installation',
    'mergewell_emails_due',
    'Of these, emails of campaigns with a mailbox that may send now: not paced, paused, throttled or in an outage.',
    [],
  ),
  oldestDueAge: gauge(
    'installation',
    'mergewell_oldest_due_email_age_seconds',
    'How long the mailbox that waits longest could have sent an email and did not; 0 if none waits.',
    [],
  ),
  emailsInFlight: gauge(
    'installation',
    'mergewell_emails_in_flight',
    'Emails whose outcome is not known yet: being sent, or to be looked up in the mailbox. Counted up to 100,000.',
    [],
  ),
  emailsInDoubt: gauge(
    'installation',
    'mergewell_emails_in_doubt',
    'Emails that ended as UNCERTAIN and wait for a decision. Counted up to 100,000.',
    [],
  ),
  openCircuits: gauge(
    'installation',
    'mergewell_open_circuits',
    'Circuit breakers that are open: of a provider as a whole, and of mailboxes with emails to send.',
    ['provider', 'scope'],
  ),
  unreadInboxes: gauge(
    'installation',
    'mergewell_unread_inboxes',
    'Mailboxes whose inbox could not be read in the last attempts, although that is permitted.',
    ['provider'],
  ),
  throttledMailboxes: gauge(
    'installation',
    'mergewell_throttled_mailboxes',
    'Mailboxes with emails to send that wait because their provider asked for a pause or their quota is used up.',
    ['provider'],
  ),
  webhookDeliveries: gauge(
    'installation',
    'mergewell_webhook_deliveries_waiting',
    'Events that still have to be delivered to webhooks. Counted up to 100,000.',
    [],
  ),
  webhooks: gauge(
    'installation',
    'mergewell_webhooks',
    'Webhooks by state: enabled, failing (the last requests failed), disabled (after failing for days).',
    ['state'],
  ),
  tasksRunning: gauge('installation', 'mergewell_tasks_running', 'Imports and other tasks that are not finished.', [
    'kind',
  ]),
  taskHeartbeatAge: gauge(
    'installation',
    'mergewell_task_heartbeat_age_seconds',
    'Seconds since the slowest unfinished task of each kind made progress. 0 without one.',
    ['kind'],
  ),
  installationHeld: gauge(
    'installation',
    'mergewell_installation_held',
    '1 while campaigns are paused because the database was restored or copied.',
    [],
  ),
  mailboxesToSearch: gauge(
    'installation',
    'mergewell_mailboxes_to_search',
    'Mailboxes that are still to be searched for emails sent after the backup that was restored.',
    [],
  ),
  heartbeatAge: gauge(
    'installation',
    'mergewell_worker_heartbeat_age_seconds',
    'Seconds since a worker last wrote its heartbeat. Workers write one every 10 seconds.',
    [],
  ),
} as const

type Definitions = typeof METRICS
type Of<T extends string> = {
  [K in keyof Definitions]: Definitions[K]['type'] extends T ? K : never
}[keyof Definitions]
type Labels<K extends keyof Definitions> = Readonly<Record<Definitions[K]['labels'][number], string>>

/** A value of a gauge, with its labels. */
export type GaugeValue = {
  [K in Of<'gauge'>]: [name: K, labels: Labels<K>, value: number]
}[Of<'gauge'>]

/** The metrics of one app, in memory: nothing here waits for anything but {@link Metrics.text}. */
export interface Metrics {
  /** Adds to a counter, by default 1; adding 0 makes it appear in the output. */
  count<K extends Of<'counter'>>(name: K, labels: Labels<K>, by?: number): void
  observe<K extends Of<'histogram'>>(name: K, labels: Labels<K>, seconds: number): void
  set(...value: GaugeValue): void
  /** Adds to a gauge. */
  change(...value: GaugeValue): void
  /** Forgets every value of a gauge. */
  clear(name: Of<'gauge'>): void
  /** All metrics in Prometheus's text format, those of the process (memory, event loop, garbage collection) included. */
  text(): Promise<string>
}

/** The gauges about the whole installation. */
export const ofInstallation = (Object.keys(METRICS) as (keyof Definitions)[]).filter(
  (name): name is Of<'gauge'> => METRICS[name].scope === 'installation',
)

/** The type of what {@link Metrics.text} returns. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Makes the metrics of one app; they are not shared, because tests run many apps in one process. */
export function createMetrics(is: { version: string; role: string }): Metrics {
  const registry = new Registry()
  const known = new Map<keyof Definitions, Counter | Gauge | Histogram>()
  for (const [key, definition] of Object.entries(METRICS) as [keyof Definitions, Definitions[keyof Definitions]][]) {
    known.set(key, create(definition, registry))
  }
  const counterOf = (name: Of<'counter'>) => known.get(name) as Counter
  const gaugeOf = (name: Of<'gauge'>) => known.get(name) as Gauge
  const clear = (name: Of<'gauge'>) => {
    gaugeOf(name).reset()
    // Without labels a reset leaves a 0, which would be taken for a measurement.
    if (METRICS[name].labels.length === 0) gaugeOf(name).remove()
  }
  for (const name of ofInstallation) clear(name)
  gaugeOf('info').set(is, 1)
  return {
    count: (name, labels, by = 1) => counterOf(name).inc(labels, by),
    observe: (name, labels, seconds) => (known.get(name) as Histogram).observe(labels, seconds),
    set: (name, labels, value) => gaugeOf(name).set(labels, value),
    change: (name, labels, by) => gaugeOf(name).inc(labels, by),
    clear,
    text: async () => (await Promise.all([registry, processRegistry()].map((one) => one.metrics()))).join('\n'),
  }
}

function create(definition: Definitions[keyof Definitions], registry: Registry): Counter | Gauge | Histogram {
  const { name, help, labels } = definition
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  if (definition.type === 'counter') return new Counter(options)
  if (definition.type === 'gauge') return new Gauge(options)
  return new Histogram({ ...options, buckets: [...definition.buckets] })
}

let ofProcess: Registry | undefined

/**
 * Returns what is true of the process, whichever apps it runs. Measured from the first scrape on, and never without
 * one.
 */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
    // Sums of other metrics, with the names of counters.
    for (const what of ['handles', 'requests', 'resources']) ofProcess.removeSingleMetric(`nodejs_active_${what}_total`)
  }
  return ofProcess
}

function counter<const L extends string>(name: `${string}_total`, help: string, labels: readonly L[]) {
  return { type: 'counter', scope: 'process', name, help, labels } as const
}

function gauge<const L extends string>(
  scope: 'process' | 'installation',
  name: string,
  help: string,
  labels: readonly L[],
) {
  return { type: 'gauge', scope, name, help, labels } as const
}

function histogram<const L extends string>(
  name: `${string}_seconds`,
  help: string,
  labels: readonly L[],
  buckets: readonly number[],
) {
  return { type: 'histogram', scope: 'process', name, help, labels, buckets } as const
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** metrics of this process */
    metrics: Metrics
  }
}
