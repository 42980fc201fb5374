import { ImapFlow } from 'imapflow'
import { createTransport, type Transporter } from 'nodemailer'
import type { MailHostAddress } from '../sandbox.ts'
import { FIRST_PASSWORD } from './passwords.ts'

interface ClientOptions {
  password?: string
  /** plain until STARTTLS */
  startTls?: boolean
}

/** nodemailer, for tests of the mail host: one connection a message. */
export function smtpClient(
  { host, smtpPort, smtpStartTlsPort, certificate }: MailHostAddress,
  user: string,
  { password = FIRST_PASSWORD, startTls = false }: ClientOptions = {},
): Transporter {
  return createTransport({
    host,
    port: startTls ? smtpStartTlsPort : smtpPort,
    secure: !startTls,
    requireTLS: true,
    tls: { ca: certificate },
    auth: { user, pass: password },
    forceAuth: true,
  })
}

/** imapflow, signed in. */
export async function imapClient(
  { host, imapPort, imapStartTlsPort, certificate }: MailHostAddress,
  user: string,
  { password = FIRST_PASSWORD, startTls = false }: ClientOptions = {},
): Promise<ImapFlow> {
  const client = new ImapFlow({
    host,
    port: startTls ? imapStartTlsPort : imapPort,
    secure: !startTls,
    ...(startTls && { doSTARTTLS: true }),
    tls: { ca: certificate },
    auth: { user, pass: password },
    logger: false,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
