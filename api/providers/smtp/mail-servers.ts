import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import { TOKEN_HOSTS } from '#domain/mailboxes/providers/smtp/token-hosts.ts'
import type { StepResult } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import type { ConnectionTest, TestedMailbox } from './connection-test.ts'
import { readAutoconfig } from './discovery/autoconfig.ts'
import { createFetchText, type FetchText } from './discovery/fetch-text.ts'
import { findServers, type ServerSearch } from './discovery/find-servers.ts'
import type { MailDns } from './discovery/service-records.ts'
import type { SmtpConfig } from './index.ts'
import type { FoundServers } from './discovery/found-servers.ts'
import { createRoutes } from './checked-server-address.ts'

/** Finds the mail servers of addresses, and tests mailboxes there. */
export interface MailServers {
  find(email: string): Promise<ServerSearch>
  /** Finds the servers of a provider that take the tokens of its sign-in. */
  serversOf(provider: SignInProvider, email: string): Promise<FoundServers>
  test(mailbox: TestedMailbox, onStep?: (result: StepResult) => void): Promise<ConnectionTest>
}

/**
 * Creates the object that finds mail servers and tests mailboxes; loads the client library at the first test. With the
 * sandbox, servers are found only there, and no other machine is contacted.
 */
export function createMailServers(config: Partial<SmtpConfig> | null, dns: MailDns): MailServers {
  const { allowPrivate = false, sandboxed = false, caFile = null, ispdbUrl = null, baseUrl = null } = config ?? {}
  const fetchText = createFetchText({ publicOnly: !allowPrivate && !sandboxed })
  const routeTo = createRoutes({ allowPrivate, sandboxed, caFile })
  return {
    find: (email) =>
      sandboxed && baseUrl !== null
        ? findInSandbox(fetchText, baseUrl, email)
        : findServers({ dns, fetchText, ispdbUrl }, email),
    async serversOf(provider, email) {
      const found = sandboxed && baseUrl !== null ? await findInSandbox(fetchText, baseUrl, email) : null
      if (found?.servers) return found.servers
      const { smtp, imap } = TOKEN_HOSTS[provider]
      return { smtp: { ...smtp, user: email }, imap: { ...imap, user: email } }
    },
    test: async (mailbox, onStep) => (await import('./connection-test.ts')).testConnection(mailbox, routeTo, onStep),
  }
}

async function findInSandbox(fetchText: FetchText, sandboxUrl: string, email: string): Promise<ServerSearch> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const xml = await fetchText(
    `${sandboxUrl}/autoconfig/${encodeURIComponent(domain)}`,
    AbortSignal.timeout(PATIENCE_MS),
  )
  const found = xml === null ? null : readAutoconfig(xml, email)
  if (!found || 'refusal' in found) return { servers: null, source: null, host: null, refusal: null, signIn: null }
  return { servers: found, source: 'autoconfig', host: SANDBOX, refusal: null, signIn: null }
}

/** Instructions for connecting a mailbox of the sandbox. */
const SANDBOX = {
  name: 'Sandbox',
  appPassword: 'never',
  help: null,
  before:
    'This is the sandbox: any address has a mailbox there, and its password is “sandbox”. Nothing leaves this machine.',
} as const

/** ms that the sandbox has to answer. */
const PATIENCE_MS = 5_000
