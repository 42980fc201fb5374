import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { FaultBook } from './faults.ts'
import type { Signer } from './token-signer.ts'
import type { Store } from './sandbox-store.ts'

export interface SandboxSettings {
  /** lifetime of an access token, in seconds */
  accessTokenSeconds: number
  /** delay of a non-delivery report or a reply, in ms */
  returnMailMs: number
  /** every acceptance is appended here, one JSON line each */
  acceptancesFile: string | undefined
}

/** The file in which the mail host leaves its certificate, for clients that trust authorities by file. */
export const mailHostCertificateIn = (dataDir: string): string => join(dataDir, 'sandbox', 'mail-host.pem')

/** Host and ports on which the sandbox's SMTP and IMAP servers listen. */
export interface MailHostAddress {
  host: string
  /** port for TLS from the first byte */
  smtpPort: number
  imapPort: number
  /** port that is unencrypted until STARTTLS */
  smtpStartTlsPort: number
  imapStartTlsPort: number
  /** PEM of the self-signed certificate that a client has to trust; it is also in `certificateFile` */
  certificate: string
  certificateFile: string
}

/** State and services shared by all parts of the sandbox. */
export interface Sandbox {
  store: Store
  faults: FaultBook
  signer: Signer
  /** events of the sandbox; `expected`: a delivery is scheduled */
  events: EventEmitter<{ expected: [] }>
  settings: SandboxSettings
  /** returns the time in ms since the epoch */
  clock: () => number
  log: (line: string) => void
  /** host with SMTP and IMAP; null: it was not started */
  mailHost: MailHostAddress | null
  /** true once the server has closed: no more responses or writes */
  closed: boolean
}
