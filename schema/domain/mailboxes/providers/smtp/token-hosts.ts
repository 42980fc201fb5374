import type { SignInProvider } from '../../providers.ts'
import type { MailServer } from './mail-hosts.ts'

/** Servers that accept an access token of a sign-in in the browser (XOAUTH2) in place of a password. */
interface TokenHost {
  smtp: MailServer
  imap: MailServer
  /** scopes, in lower case, with which each server lets a mailbox in */
  scopes: { smtp: string; imap: string }
}

const MICROSOFT: TokenHost = {
  smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
  scopes: {
    smtp: 'https://outlook.office.com/smtp.send',
    imap: 'https://outlook.office.com/imap.accessasuser.all',
  },
}

const GOOGLE: TokenHost = {
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  scopes: { smtp: 'https://mail.google.com/', imap: 'https://mail.google.com/' },
}

export const TOKEN_HOSTS: Record<SignInProvider, TokenHost> = { microsoft: MICROSOFT, google: GOOGLE }
