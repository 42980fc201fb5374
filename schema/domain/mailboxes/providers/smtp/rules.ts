import type { ProviderRules } from '../provider.ts'
import { hostOfServer } from './mail-hosts.ts'

/** Returns the submission server from the permanent id of a mailbox, which consists of the user name and the server. */
const serverIn = (subject: string | null | undefined) => subject?.slice(subject.lastIndexOf('@') + 1) ?? ''

export const smtpRules: ProviderRules = {
  // Nobody consents in a browser.
  consentScopes: {
    identity: [],
    send: [],
    full: [],
    'send-shared': [],
    'full-shared': [],
    files: [],
    smtp: [],
    'smtp-full': [],
  },
  scopeWords: {},
  refusalCodes: /(?!)/g,
  refusals: {},
  dns: null,
  hostDns: ({ domain, subject }) => {
    const host = hostOfServer(serverIn(subject), domain)
    return host?.spf ? { name: host.name, include: host.spf } : null
  },
  ceilings: () => [],
  hostCeilings: ({ domain, subject }) => {
    const perHour = hostOfServer(serverIn(subject), domain)?.limits?.perHour ?? null
    return perHour === null ? [] : [{ count: perHour, seconds: 3_600 }]
  },
  // The subject ends with the submission server, whose host may publish a limit.
  recipientLimits: ({ domain, subject }) => {
    const perDay = hostOfServer(serverIn(subject), domain)?.limits?.perDay ?? null
    return perDay === null ? [] : [{ counts: 'recipients', perDay }]
  },
  isOneService: false,
  isOrganization: () => false,
  projectLedger: null,
  unitsPerEmail: () => 1,
  uploadsFrom: null,
}
