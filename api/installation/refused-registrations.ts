import { superAdminOf, type Call } from '#api/platform/call-context.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { providerOutages } from '#api/mailboxes/provider-outages.ts'

/** A provider that refuses the registration of this installation. */
export interface RefusedRegistration {
  provider: Provider
  since: Date
  /** answer of the provider */
  detail: string
}

/** Returns the providers that refuse this installation, until they accept a sign-in again. Super admins only. */
export async function refusedRegistrationsOf(call: Call): Promise<RefusedRegistration[]> {
  superAdminOf(call)
  const outages = await call.app.database.asSystem((em) => providerOutages(em))
  return [...outages.values()].flatMap(({ provider, registration }) =>
    registration
      ? [{ provider: provider as Provider, since: new Date(registration.since), detail: registration.reason }]
      : [],
  )
}
