import type { Operation } from '#sandbox/faults.ts'

/** A way for email to leave a mailbox, as the sentences of `conformance.ts` see it. A new driver is a new row. */
export interface Driver {
  name: string
  vendor: 'microsoft' | 'google' | 'smtp'
  /** drafts: an email leaves once, and that is known. direct: never twice, and every doubt ends as UNCERTAIN. witnessed: as direct, but what was accepted is found in Sent. */
  level: 'direct' | 'drafts' | 'witnessed'
  /** the consent given: a step of the product, or just these permissions */
  scopes?: string[]
  /** `npm test` checks only the core sentences: its calls are mostly those of another row. */
  core?: true
  /** domain of its mailboxes; those below `keeps.` are at a host that files copies in Sent */
  domain?: string
  /** True if the mailbox may be searched for a sent copy */
  reads: boolean
  /** bytes of an attachment that make the driver take this way */
  file?: number
  /** calls before the one that sends */
  prepares: readonly Operation[]
  sends: 'send' | 'sendDraft'
  /** evidence that an email was accepted: a status, or an id in the response */
  confirmedBy: 'status' | 'id'
  /** codes and texts of the provider that do not tell whether an email was accepted */
  ambiguous: { busy: string; broken: string }
}

const GRAPH = {
  vendor: 'microsoft',
  confirmedBy: 'status',
  ambiguous: { busy: 'ErrorServerBusy', broken: 'ServiceUnavailable' },
} as const
const GMAIL = {
  vendor: 'google',
  confirmedBy: 'id',
  ambiguous: { busy: 'somethingNew', broken: 'backendError' },
} as const
const SMTP = {
  vendor: 'smtp',
  confirmedBy: 'id',
  ambiguous: { busy: '4.0.0', broken: '4.3.0' },
} as const
const DIRECT = { level: 'direct', sends: 'send', prepares: [], reads: false } as const
const DRAFTS = { level: 'drafts', sends: 'sendDraft', prepares: ['draft'] } as const

const GRAPH_SENDS = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']
const GMAIL_SENDS = ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send']
const GMAIL_COMPOSES = [...GMAIL_SENDS, 'https://www.googleapis.com/auth/gmail.compose']

const MB = 1024 * 1024

export const DRIVERS: readonly Driver[] = [
  { name: 'Graph, MIME, sent directly', ...GRAPH, ...DIRECT, scopes: GRAPH_SENDS },
  {
    name: 'Graph, JSON with a large file, sent directly',
    ...GRAPH,
    ...DIRECT,
    scopes: GRAPH_SENDS,
    // too large for MIME in one request, small enough for JSON
    file: 2.5 * MB,
    core: true,
  },
  { name: 'Graph, MIME, as a draft', ...GRAPH, ...DRAFTS, reads: true },
  {
    name: 'Graph, a draft with an upload session',
    ...GRAPH,
    ...DRAFTS,
    prepares: ['draft', 'upload'],
    reads: true,
    file: 3 * MB,
    core: true,
  },
  { name: 'Gmail, sent directly', ...GMAIL, ...DIRECT, scopes: GMAIL_SENDS },
  { name: 'Gmail, as a draft', ...GMAIL, ...DRAFTS, reads: true },
  {
    name: 'Gmail, as a draft that cannot be searched for',
    ...GMAIL,
    ...DRAFTS,
    scopes: GMAIL_COMPOSES,
    reads: false,
    core: true,
  },
  { name: 'SMTP at a host that keeps no copies', ...SMTP, ...DIRECT },
  {
    name: 'SMTP at a host that keeps copies',
    ...SMTP,
    ...DIRECT,
    level: 'witnessed',
    domain: 'keeps.sandbox.test',
    reads: true,
  },
]
