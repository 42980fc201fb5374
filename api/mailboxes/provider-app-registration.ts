import type { App } from '#api/platform/app-context.ts'
import { closedUntil, nextBreaker, type Breaker, type BreakerEvent } from '#api/sending/circuit-breaker.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import type { Mailbox } from './mailbox.ts'
import { providerOutages } from './provider-outages.ts'

/**
 * The registration of this installation at each provider. When a provider refuses it (an expired secret, a deleted
 * application), no sign-in can be renewed, whoever it belongs to: a circuit breaker of the whole installation opens at
 * once, mailboxes stay connected, and one renewal at a time tries whether the provider accepts the installation again.
 * Only a renewal or a new sign-in can tell: tokens that are still valid work without the registration.
 */

type RegistrationApp = Pick<App, 'database' | 'clock' | 'log'>

/**
 * Makes a request for tokens, unless the provider refuses this installation's registration at the moment.
 *
 * @param account the mailbox whose sign-in is renewed
 * @param work makes the request; resolves to whether the provider was asked
 * @throws DeliveryError of kind `registration`
 */
export async function withRegistration(
  app: RegistrationApp,
  account: Pick<Mailbox, 'provider' | 'directory'>,
  work: () => Promise<boolean>,
): Promise<void> {
  const { provider } = account
  const refused = await askRegistration(app, provider)
  try {
    const wasAsked = await work()
    if (refused && wasAsked) await noteRegistration(app, provider, { kind: 'succeeded' })
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const isRefused =
      error.kind === 'registration' || (error.mayBeApplication && (await isRefusedElsewhere(app, account, error)))
    if (!isRefused) throw error
    throw await registrationRefused(app, provider, error)
  }
}

/**
 * Returns whether a refusal of the registration concerns more than one organization: another organization gets the same
 * answer now, or no other has a mailbox here.
 */
async function isRefusedElsewhere(
  app: RegistrationApp,
  { provider, directory }: Pick<Mailbox, 'provider' | 'directory'>,
  { message: reason }: DeliveryError,
): Promise<boolean> {
  const [row] = await app.database.asSystem((em) =>
    em.execute<{ others: number; refused: number }[]>(
      `select count(*)::int as others, count(*) filter (where sign_in_doubt ->> 'reason' = :reason)::int as refused
       from mailboxes where provider = :provider and status <> 'error' and directory is distinct from :directory::text`,
      { reason, provider, directory: directory ?? null },
    ),
  )
  return !row || row.others === 0 || row.refused > 0
}

/** Records that a provider refused this installation's registration. Returns the error with the time to wait. */
export async function registrationRefused(
  app: RegistrationApp,
  provider: Provider,
  error: DeliveryError,
): Promise<DeliveryError> {
  const { message: reason, retryAfterMs } = error
  const breaker = await noteRegistration(app, provider, { kind: 'failed', reason, random: Math.random(), retryAfterMs })
  if (breaker?.failures === 1) {
    app.log.error({ provider, reason }, 'A provider refuses this installation; its registration must be renewed')
  }
  return waiting(app, breaker, reason)
}

/** Records a provider's answer to this installation's registration, and returns the circuit breaker. */
export async function noteRegistration(
  app: RegistrationApp,
  provider: Provider,
  event: BreakerEvent,
): Promise<Breaker | null> {
  return app.database.asSystem(async (em) => {
    const [row] = await em.execute<{ registration: Breaker | null }[]>(
      `select registration from provider_outages where provider = :provider for update`,
      { provider },
    )
    const after = nextBreaker(row?.registration ?? null, event, app.clock().getTime())
    await em.execute(`update provider_outages set registration = :after::jsonb where provider = :provider`, {
      after: after && JSON.stringify(after),
      provider,
    })
    return after
  })
}

/**
 * Returns whether the provider refused this installation's registration when last asked. Throws `registration` while
 * the provider may not be asked.
 */
async function askRegistration(app: RegistrationApp, provider: Provider): Promise<boolean> {
  const known = await app.database.asSystem(async (em) => (await providerOutages(em)).get(provider)?.registration)
  if (!known) return false
  const now = app.clock().getTime()
  const closed = closedUntil(known, now) !== null
  const asked = closed ? known : await noteRegistration(app, provider, { kind: 'asked' })
  // Another process began to try between the two statements.
  const isOurs = !closed && asked?.state === 'half-open'
  if (isOurs || asked === null) return true
  throw waiting(app, asked, asked.reason)
}

function waiting(app: RegistrationApp, breaker: Breaker | null, reason: string): DeliveryError {
  const until = closedUntil(breaker, app.clock().getTime())
  const retryAfterMs = until === null ? undefined : until - app.clock().getTime()
  return new DeliveryError('registration', reason, { retryAfterMs })
}
