/** Ports on 127.0.0.1, all free when a pair starts. */
export interface MailServerPorts {
  smtp: number
  smtpStartTls: number
  imap: number
  imapStartTls: number
  lmtp: number
  auth: number
}

export interface MailUser {
  email: string
  password: string
}

/** A server for sending and one for mailboxes that belong together. */
export interface MailServerPair {
  name: string
  /** Configuration files of the server: path in /etc → content; /etc/mail-test has certificate.pem and key.pem. */
  files(settings: { ports: MailServerPorts; domain: string; users: readonly MailUser[] }): Record<string, string>
  /** True if the servers report new emails during IDLE. Cyrus offers IDLE, but reports nothing without its idled. */
  announces?: true
  /** Builds an access token with which they let a user in; absent if they take only passwords */
  tokenOf?(email: string, expiresAt: Date): string
  /** starts both in the background and waits */
  script: string
}
