import { v7 as newId } from 'uuid'
import { EMAIL_EVENTS, type EmailEvent } from '#domain/webhooks.ts'
import { EmailLog } from './email-log.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Events } from '#api/platform/events/events.ts'
import { watch } from '#api/accounts/state-subscription.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'

/** seconds that a process's lease on a workspace's changes lasts; it is renewed three times in this period */
const LEASE = 60
/** changes in one message; if there are more, the subscriber must read again */
const CHANGES_PER_MESSAGE_MAX = 2_000

/** Something that happened to an email. */
export interface EmailLogChange {
  event: EmailEvent
  at: Date
  emailLog: EmailLog
}

/**
 * The state or changes that a subscriber receives. `missed`: there may have been changes before these that it was not
 * told of.
 */
export interface EmailLogChanges {
  changes: EmailLogChange[]
  missed: boolean
}

/**
 * A process that listens to a workspace: stored like a webhook without a URL, whose deliveries the process reads
 * itself.
 */
interface Lease {
  id: string
  subscribers: number
  ready: Promise<unknown>
  renewal: Worker
}
const leases = new WeakMap<Events, Map<string, Lease>>()

/**
 * Yields what happens to the emails of the workspace, as webhooks are told. The first message is empty, with `missed`:
 * whoever reads the list then and follows the messages misses nothing.
 */
export async function watchEmailLogs(call: Call): Promise<AsyncGenerator<EmailLogChanges, void>> {
  const { app, overSocket } = call
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const lease = enter(app, tenantId)
  let left = false
  const leave = () => {
    if (!left) exit(app, tenantId)
    left = true
  }
  try {
    await lease.ready
    const sequence = watch<EmailLogChanges>({
      ...{ app, viewer, overSocket },
      topic: 'emails',
      wanted: (event) => event.kind === 'campaign',
      current: async () => ({ changes: [], missed: true }),
      changed: async (events) => {
        const taken = await take(app, tenantId, lease.id)
        const missed = taken.missed || events.includes('anything')
        return missed || taken.changes.length > 0 ? { ...taken, missed } : null
      },
    })
    return released(sequence, leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Wraps a sequence so that `leave` is called when it ends for any reason. */
function released<T>(sequence: AsyncGenerator<T, void>, leave: () => void): AsyncGenerator<T, void> {
  const { next, return: finish } = sequence
  return Object.assign(sequence, {
    next: async () => {
      try {
        const step = await next.call(sequence)
        if (step.done) leave()
        return step
      } catch (error) {
        leave()
        throw error
      }
    },
    return: (value: void | PromiseLike<void>) => {
      leave()
      return finish.call(sequence, value)
    },
  })
}

function enter(app: Pick<App, 'database' | 'events' | 'log'>, tenantId: string): Lease {
  const open = leases.get(app.events) ?? new Map<string, Lease>()
  leases.set(app.events, open)
  const known = open.get(tenantId)
  if (known) {
    known.subscribers += 1
    return known
  }
  const id = newId()
  const renew = () => extend(app, tenantId, id)
  const renewal = runPeriodically({
    name: 'Extending live events',
    seconds: LEASE / 3,
    work: renew,
    log: app.log,
    first: 'later',
  })
  const made: Lease = { id, subscribers: 1, ready: renew(), renewal }
  open.set(tenantId, made)
  return made
}

function exit(app: Pick<App, 'database' | 'events' | 'log'>, tenantId: string): void {
  const held = leases.get(app.events)?.get(tenantId)
  if (!held) return
  held.subscribers -= 1
  if (held.subscribers > 0) return
  void held.renewal.stop()
  leases.get(app.events)?.delete(tenantId)
  // A lease that could not be removed expires.
  void app.database
    .inTenant(tenantId, (em) =>
      em.execute('delete from webhooks where tenant_id = :tenantId and id = :id', { tenantId, id: held.id }),
    )
    .catch(() => undefined)
}

/** Takes or extends the lease of this process. */
async function extend({ database }: Pick<App, 'database'>, tenantId: string, id: string): Promise<void> {
  await database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into webhooks (tenant_id, id, url, events, live_until, created_at)
       select :tenantId, :id, '', array(select jsonb_array_elements_text(:events::jsonb)), now() + interval '${LEASE} s', now()
       on conflict (tenant_id, id) do update set live_until = excluded.live_until`,
      { tenantId, id, events: JSON.stringify(EMAIL_EVENTS) },
    ),
  )
}

/** Reads and removes the changes since the last call. */
async function take({ database }: Pick<App, 'database'>, tenantId: string, id: string): Promise<EmailLogChanges> {
  return database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; event: EmailEvent; at: Date; logId: string }[]>(
      `delete from webhook_deliveries where tenant_id = :tenantId and webhook_id = :id
       returning id, event, occurred_at as at, data ->> 'emailLogId' as "logId"`,
      { tenantId, id },
    )
    if (rows.length > CHANGES_PER_MESSAGE_MAX) return { changes: [], missed: true }
    const logs = await em.find(EmailLog, { tenantId, id: { $in: [...new Set(rows.map(({ logId }) => logId))] } })
    const byId = new Map(logs.map((log) => [log.id, log]))
    const changes = rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(({ event, at, logId }) => {
        const emailLog = byId.get(logId)
        return emailLog ? [{ event, at: new Date(at), emailLog }] : []
      })
    return { changes, missed: false }
  })
}
