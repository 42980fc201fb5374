import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { isLoopback } from '#api/platform/http/loopback-address.ts'
import type { SystemEmail } from './compose-system-email.ts'

/** Sends emails of Mergewell itself. */
export interface SystemMailer {
  /**
   * Sends a system email. Rejects with a SystemEmailRefused if it can never be sent, with another error if a later try
   * may work.
   */
  send(email: SystemEmail): Promise<void>
}

/** Error for a system email that cannot be sent, now or later. */
export class SystemEmailRefused extends Error {}

/** ms that an SMTP server may take for each step */
const SMTP_STEP_TIMEOUT_MS = 20_000

/** Sends through an SMTP server, such as `smtps://user:password@smtp.example.com`. */
export function smtpMailer(url: string, from: string): SystemMailer {
  const transport = createTransport(
    {
      url,
      requireTLS: !isLoopback(new URL(url).hostname),
      connectionTimeout: SMTP_STEP_TIMEOUT_MS,
      greetingTimeout: SMTP_STEP_TIMEOUT_MS,
      socketTimeout: SMTP_STEP_TIMEOUT_MS,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    send: async ({ to, subject, text, html }) => {
      try {
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
      } catch (error) {
        if (isFinal(error)) throw new SystemEmailRefused('The SMTP server refused it', { cause: error })
        throw error
      }
    },
  }
}

function isFinal(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  // A wrong password of the server's own is the operator's to mend: it is tried again.
  return responseCode >= 500 && code !== 'EAUTH'
}

/** Puts emails into the sandbox, where its pages show them. */
export function sandboxMailer(sandboxUrl: string): SystemMailer {
  return {
    send: async ({ to, subject, text, html }) => {
      const from = { name: 'Mergewell', address: 'system@mergewell.test' }
      const raw = await new MailComposer({ from, to: { name: '', address: to }, subject, text, html }).compile().build()
      const response = await fetch(`${sandboxUrl}/sandbox/system-emails`, {
        method: 'POST',
        body: new Uint8Array(raw),
      })
      if (!response.ok) throw new Error(`The sandbox answered ${response.status}`)
    },
  }
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** sends emails of Mergewell itself; null: none can be sent */
    systemMailer: SystemMailer | null
  }
}
