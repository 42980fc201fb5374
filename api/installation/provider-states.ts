import type { GoogleQuota } from '#domain/mailboxes/google-quota.ts'
import {
  LOST_DAYS,
  redirectProblem,
  TESTING_SECONDS,
  type Finding,
  type ProviderFigures,
} from '#domain/mailboxes/provider-setup.ts'
import { zoneDataState, type ZoneDataState } from '#domain/zones/zone-data-age.ts'
import type { App } from '#api/platform/app-context.ts'
import { superAdminOf, type Call } from '#api/platform/call-context.ts'
import { callbackUrl } from '#api/mailboxes/connect-mailbox.ts'
import { type Provider, SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'
import { setVariables, type Em } from '#api/platform/database/database.ts'
import { PERSONAL_ACCOUNTS } from '#domain/mailboxes/providers/microsoft/rules.ts'

/** ms that the SQL statement over all mailboxes may take. */
const STATEMENT_TIMEOUT = 10_000

/** State of a provider in this installation. */
export interface ProviderState extends ProviderFigures {
  provider: Provider
  /**
   * kind of OAuth client. absent: no client id is set; standIn: the sandbox or another server in place of the provider;
   * real: the provider itself
   */
  client: 'absent' | 'standIn' | 'real'
  redirectUrl: string
  redirectProblem: string | null
  /** time at which a sign-in last came back through that redirect URL */
  lastReturnAt: Date | null
  verification: Finding[]
  /** Gmail API quota in force now; null if a provider has none */
  quota: GoogleQuota | null
  breaks: string[]
}

/** State of the installation, for super admins. */
export interface InstallationState {
  providers: ProviderState[]
  timeZoneData: ZoneDataState
}

/** Returns the state of the installation, read from the mailboxes of all workspaces. Super admins only. */
export async function installationState(call: Call): Promise<InstallationState> {
  superAdminOf(call)
  const { app } = call
  const now = app.clock()
  const rows = await app.database.asSystem(async (em) => {
    await setVariables(em, { statement_timeout: String(STATEMENT_TIMEOUT) })
    return figuresByProvider(em, now)
  })
  const providers = SIGN_IN_PROVIDERS.map((provider): ProviderState => {
    const { lastReturnAt, ...figures } = rows.get(provider) ?? { ...NO_MAILBOX, lastReturnAt: null }
    const setup = app.setups[provider]
    const redirectUrl = callbackUrl(call, provider)
    return {
      provider,
      client: clientOf(app, provider),
      redirectUrl,
      redirectProblem: redirectProblem(setup, redirectUrl),
      lastReturnAt,
      ...figures,
      verification: setup.verification(figures),
      quota: setup.quotaAt(now),
      breaks: setup.breaks(figures, now),
    }
  })
  return { providers, timeZoneData: zoneDataState(now) }
}

const NO_MAILBOX: ProviderFigures = {
  ...{ mailboxes: 0, working: 0, organizations: 0, onMicrosoft: 0, longestWorked: null, medianWorked: null },
  ...{ lost: 0, lostAfterSevenDays: 0, medianLost: null },
}

function clientOf(app: App, provider: Provider): ProviderState['client'] {
  if (!app.vendors[provider]) return 'absent'
  return app.ceilings(provider).length === 0 ? 'standIn' : 'real'
}

type Row = ProviderFigures & { provider: Provider; lastReturnAt: Date | null }

/**
 * Counts the mailboxes of all workspaces by provider. A sign-in counts as working once the inbox was read or an email
 * was sent with it.
 */
async function figuresByProvider(em: Em, now: Date): Promise<Map<Provider, Omit<Row, 'provider'>>> {
  const rows = await em.execute<(Omit<Row, 'lastReturnAt'> & { lastReturnAt: Date | string | null })[]>(
    `with seen as (
       select m.*, extract(epoch from greatest(m.last_used_at, m.inbox_read_at, (
         select l.attempted_at from email_logs l where l.tenant_id = m.tenant_id and l.mailbox_id = m.id
           and l.attempted_at is not null and l.status = 'sent' order by l.attempted_at desc limit 1)) - m.connected_at)::float8 as worked,
         m.lost_at > :now::timestamptz - :days * interval '1 day' as is_lost
       from mailboxes m)
     select provider, count(distinct subject)::int as mailboxes,
       count(distinct subject) filter (where status <> 'error')::int as working,
       count(distinct directory) filter (where directory <> :consumers)::int as organizations,
       count(distinct subject) filter (where status <> 'error' and email ilike '%.onmicrosoft.com')::int as "onMicrosoft",
       max(worked) filter (where worked > 0) as "longestWorked",
       percentile_cont(0.5) within group (order by worked) filter (where worked > 0 and status <> 'error') as "medianWorked",
       count(*) filter (where is_lost)::int as lost,
       count(*) filter (where is_lost and lost_after_seconds between :from and :to)::int as "lostAfterSevenDays",
       percentile_cont(0.5) within group (order by lost_after_seconds) filter (where is_lost) as "medianLost",
       greatest(max(connected_at), (select max(i.last_used_at) from identities i where i.provider = seen.provider)) as "lastReturnAt"
     from seen group by provider`,
    { now, days: LOST_DAYS, consumers: PERSONAL_ACCOUNTS, ...TESTING_SECONDS },
  )
  return new Map(
    rows.map(({ provider, lastReturnAt, ...figures }) => [
      provider,
      { ...figures, lastReturnAt: lastReturnAt === null ? null : new Date(lastReturnAt) },
    ]),
  )
}
