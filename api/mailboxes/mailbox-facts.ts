import { workspaceRefusal } from '#domain/tenants/plans.ts'
import { mailboxGate, type Gate, type MailboxFacts } from '#domain/pacing/sending-gates.ts'
import { pace } from '#domain/pacing/pace.ts'
import type { App } from '#api/platform/app-context.ts'
import { Mailbox } from './mailbox.ts'
import { heldUntil, longer, providerOutages } from './provider-outages.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { closedUntil } from '#api/sending/circuit-breaker.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { countSent } from '#api/emails/ledgers/sent-email-ledger.ts'
import { sendingRules } from './mailbox-rules.ts'

/** The parts of the product that computing the facts requires. */
export type FactsApp = Pick<App, 'ceilings' | 'clock' | 'database' | 'vendors'>

/**
 * ms for which it counts that a worker skipped a mailbox because the worker's clock was wrong; a worker looks every few
 * seconds.
 */
const CLOCK_NOTE = 60_000

/** Mailbox with the facts that decide whether it may send. */
export interface KnownMailbox {
  account: Mailbox
  facts: MailboxFacts
}

/**
 * Returns the facts that decide whether mailboxes of a workspace may send, in a few statements: mailbox id → facts. The
 * pace is computed only for mailboxes with a campaign to send and nothing in flight, because emails in flight have used
 * up some of the pace.
 *
 * @param diskFull result of {@link isDiskFull}, asked before the transaction
 */
export async function mailboxFactsOf(
  app: FactsApp,
  em: Em,
  tenantId: string,
  ids: readonly string[],
  { diskFull, now }: { diskFull: boolean; now: Date },
): Promise<Map<string, KnownMailbox>> {
  const found = new Map<string, KnownMailbox>()
  if (ids.length === 0) return found
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const accounts = await em.find(Mailbox, { tenantId, id: { $in: [...ids] } })
  const outages = await providerOutages(em)
  const waiting = await waitingMailboxes(em, tenantId, ids, now)
  for (const account of accounts) {
    const date = (at: number | null) => (at === null ? null : new Date(at))
    const outage = longer(account.outage ?? null, outages.get(account.provider)?.outage ?? null)
    const facts: MailboxFacts = {
      workspace: workspaceGate(tenant, now),
      needsReconnect: account.status === 'error',
      isServed: app.vendors[account.provider] !== undefined,
      diskFull,
      clockWrong: account.clockWrongAt != null && now.getTime() - account.clockWrongAt.getTime() < CLOCK_NOTE,
      throttledUntil: account.throttledUntil ?? null,
      quotaUntil: account.quotaUntil ?? null,
      quotaReason: account.quotaReason ?? null,
      outageUntil: date(closedUntil(outage, now.getTime())),
      outageReason: outage?.cause === 'mailbox' ? 'MAILBOX_REFUSED' : null,
      signInUntil: date(heldUntil(account.signInDoubt ?? null, now.getTime())),
      registrationUntil: date(heldUntil(outages.get(account.provider)?.registration ?? null, now.getTime())),
      breakdownUntil: account.breakdown ? new Date(account.breakdown.until) : null,
      pace: null,
      sendWindow: null,
    }
    const isPaced = waiting.has(account.id) && !isStanding(mailboxGate(facts, now))
    found.set(account.id, { account, facts: isPaced ? await paced(app, em, tenant, account, facts, now) : facts })
  }
  return found
}

/** Returns whether the disk of the database is full, as far as this process knows. */
export async function isDiskFull({ database }: Pick<App, 'database'>): Promise<boolean> {
  return (await database.problem()) !== null
}

/** Returns why a whole workspace may not send; null if it may. */
export function workspaceGate(tenant: Tenant, now: Date): MailboxFacts['workspace'] {
  return workspaceRefusal(tenant, now) ?? (tenant.sendingStoppedAt ? 'SENDING_STOPPED' : null)
}

/** Returns whether a reason not to send lasts until somebody acts, unlike a wait for the pace. */
const isStanding = (gate: Gate | null) => gate !== null && gate.until === null

async function paced(
  app: FactsApp,
  em: Em,
  tenant: Tenant,
  account: Mailbox,
  facts: MailboxFacts,
  now: Date,
): Promise<MailboxFacts> {
  const rules = await sendingRules(em, tenant, account, { providerCeilings: app.ceilings(account.provider), now })
  const sent = await countSent(em, { tenantId: tenant.id, mailboxId: account.id }, rules.windows, now)
  return { ...facts, pace: pace(rules, sent, now), sendWindow: rules.sendWindow }
}

/** Returns which of these mailboxes have a campaign that is sending and due, and nothing in flight. */
async function waitingMailboxes(em: Em, tenantId: string, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select distinct m.mailbox_id as id from campaign_mailboxes m
     join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = any (:ids::uuid[]) and c.status = 'sending'
       and (c.scheduled_at is null or c.scheduled_at <= :now)
       and not exists (select from email_logs l where l.tenant_id = :tenantId and l.mailbox_id = m.mailbox_id
         and l.status = 'sending' and l.look_at is null)`,
    { tenantId, ids: uuidArray(ids), now },
  )
  return new Set(rows.map(({ id }) => id))
}
