import { PROVIDER_RULES, type Provider } from '#domain/mailboxes/providers.ts'
import { acrossTenants, type Em } from '#api/platform/database/database.ts'
import {
  closedUntil,
  nextBreaker,
  nextHits,
  type Breaker,
  type BreakerEvent,
  type Hits,
} from '#api/sending/circuit-breaker.ts'
import type { MailboxKey } from '#api/sending/store.ts'

interface Rows {
  provider: Provider
  mailbox: Breaker | null
  /** circuit breaker of the provider as a whole */
  everyone: Breaker | null
  mailboxes: Hits
}

/** Returns the circuit breaker that blocks a mailbox: the mailbox's own, or its provider's if that blocks longer. */
export async function outageOf(em: Em, key: MailboxKey): Promise<Breaker | null> {
  const rows = await read(em, key, '')
  return rows && longer(rows.mailbox, rows.everyone)
}

/** Updates the circuit breakers of a mailbox and its provider, as described at SendStore.noteOutage. */
export async function noteOutage(
  em: Em,
  key: MailboxKey,
  event: BreakerEvent,
  isUnreachable: boolean,
  now: number,
): Promise<{ breaker: Breaker | null; allowed: boolean }> {
  const before = await read(em, key, 'for update')
  if (!before) return { breaker: null, allowed: true }
  const held = longer(before.mailbox, before.everyone)
  if (event.kind === 'asked' && closedUntil(held, now) !== null) return { breaker: held, allowed: false }
  const mailbox = nextBreaker(before.mailbox, event, now)
  const everywhere = isUnreachable && PROVIDER_RULES[before.provider].isOneService
  const hit = event.kind === 'failed' && everywhere
  const { hits, down } =
    event.kind === 'asked' || event.kind === 'untried'
      ? { hits: before.mailboxes, down: false }
      : nextHits(before.mailboxes, key.mailboxId, hit, now)
  // A provider that answers with an error is reachable: the problem concerns only this mailbox.
  const shared: BreakerEvent = event.kind === 'failed' && !everywhere ? { kind: 'succeeded' } : event
  const opens = shared.kind !== 'failed' || before.everyone !== null || down
  const everyone = opens ? nextBreaker(before.everyone, shared, now) : null
  await em.execute(`update mailboxes set outage = :mailbox::jsonb where tenant_id = :tenantId and id = :mailboxId`, {
    mailbox: json(mailbox),
    tenantId: key.tenantId,
    mailboxId: key.mailboxId,
  })
  await acrossTenants(em, () =>
    em.execute(
      `update provider_outages set outage = :everyone::jsonb, mailboxes = :hits::jsonb where provider = :provider`,
      { everyone: json(everyone), hits: JSON.stringify(hits), provider: before.provider },
    ),
  )
  return { breaker: longer(mailbox, everyone), allowed: true }
}

/**
 * Reason why all mailboxes of a provider wait: an outage, or the provider's refusal of this installation's
 * registration.
 */
export interface ProviderOutage {
  provider: string
  outage: Breaker | null
  registration: Breaker | null
}

/** Returns why all mailboxes of a provider wait, by provider. */
export async function providerOutages(em: Em): Promise<Map<string, ProviderOutage>> {
  const rows = await acrossTenants(em, () =>
    em.execute<ProviderOutage[]>(
      `select provider, outage, registration from provider_outages where outage is not null or registration is not null`,
    ),
  )
  return new Map(rows.map((row) => [row.provider, row]))
}

/** Records that sending from a mailbox failed because of an error of ours; null clears the record. */
export async function noteBreakdown(
  em: Em,
  { tenantId, mailboxId }: MailboxKey,
  broken: { reference: string; random: number } | null,
  now: number,
): Promise<Breaker | null> {
  const [row] = await em.execute<{ breakdown: Breaker | null }[]>(
    `select breakdown from mailboxes where tenant_id = :tenantId and id = :mailboxId for update`,
    { tenantId, mailboxId },
  )
  if (!row) return null
  const event: BreakerEvent = broken
    ? { kind: 'failed', reason: broken.reference, random: broken.random }
    : { kind: 'succeeded' }
  const breakdown = nextBreaker(row.breakdown, event, now)
  await em.execute(
    `update mailboxes set breakdown = :breakdown::jsonb where tenant_id = :tenantId and id = :mailboxId`,
    { breakdown: json(breakdown), tenantId, mailboxId },
  )
  return breakdown
}

async function read(em: Em, { tenantId, mailboxId }: MailboxKey, lock: '' | 'for update'): Promise<Rows | null> {
  const [own] = await em.execute<{ provider: Provider; outage: Breaker | null }[]>(
    `select provider, outage from mailboxes where tenant_id = :tenantId and id = :mailboxId ${lock}`,
    { tenantId, mailboxId },
  )
  if (!own) return null
  const [shared] = await acrossTenants(em, () =>
    em.execute<{ outage: Breaker | null; mailboxes: Hits }[]>(
      `select outage, mailboxes from provider_outages where provider = :provider ${lock}`,
      { provider: own.provider },
    ),
  )
  return {
    provider: own.provider,
    mailbox: own.outage,
    everyone: shared?.outage ?? null,
    mailboxes: shared?.mailboxes ?? {},
  }
}

export function longer(one: Breaker | null, other: Breaker | null): Breaker | null {
  return (other?.until ?? 0) > (one?.until ?? 0) ? other : one
}

const json = (value: Breaker | null) => value && JSON.stringify(value)

/** Reason why a mailbox does not send at the moment, with the time of the next try. */
export interface MailboxTrouble {
  reason: 'PROVIDER_DOWN' | 'INTERNAL_ERROR' | 'MAILBOX_REFUSED' | 'SIGN_IN_DOUBT' | 'REGISTRATION'
  since: Date
  nextTryAt: Date
  /** answer of the provider, or the reference of the log line */
  detail: string
}

/** ms after which a retry that did not happen no longer counts as expected, because there is nothing to send. */
const STALE = 600_000

/** ms by which a due retry is still announced as about to happen. */
const DUE_RETRY_TOLERANCE_MS = 1_000

/**
 * Returns until when a provider's refusal holds; a moment longer while the provider is asked again. Null if it does not
 * hold any more.
 */
export function heldUntil(breaker: Breaker | null, now: number): number | null {
  return breaker && breaker.until > now - STALE ? Math.max(breaker.until, now + DUE_RETRY_TOLERANCE_MS) : null
}

/** The user-visible state of a mailbox's circuit breakers; null if nothing is wrong. */
export function troubleOf(
  breakers: Readonly<Record<'outage' | 'breakdown' | 'signInDoubt' | 'registration', Breaker | null>>,
  now: Date,
): MailboxTrouble | null {
  const { outage, breakdown, signInDoubt, registration } = breakers
  const held = [outage, breakdown, signInDoubt, registration].reduce(longer)
  if (!held || held.until < now.getTime() - STALE) return null
  const reasons = [
    [breakdown, 'INTERNAL_ERROR'],
    [signInDoubt, 'SIGN_IN_DOUBT'],
    [registration, 'REGISTRATION'],
    [outage, held.cause === 'mailbox' ? 'MAILBOX_REFUSED' : 'PROVIDER_DOWN'],
  ] as const
  return {
    reason: reasons.find(([breaker]) => breaker === held)?.[1] ?? 'PROVIDER_DOWN',
    since: new Date(held.since),
    nextTryAt: new Date(held.until),
    detail: held.reason,
  }
}
