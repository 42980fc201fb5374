import {
  CONNECTION_PROBLEMS,
  CONNECTION_STEPS,
  type ConnectionProblem,
  type ConnectionStep,
  type StepState,
} from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import type { TestedMailbox } from '#api/providers/smtp/connection-test.ts'
import type { MailServers } from '#api/providers/smtp/mail-servers.ts'

/** Input that connects a mailbox by address and password, at the servers of its domain. */
export function smtpInput(
  email: string,
  {
    password = 'secret-password',
    host = 'mail.smtp.test',
    ...more
  }: { password?: string; host?: string; id?: string } = {},
) {
  return {
    email,
    password,
    smtp: { host, port: 465, security: 'TLS', user: email },
    imap: { host, port: 993, security: 'TLS', user: email },
    ...more,
  }
}

/**
 * Replaces the connection test of mail servers: every mailbox passes, except those for which `problemOf` names the
 * failing step and its problem.
 */
export function standInMailServers(
  problemOf: (mailbox: TestedMailbox) => [ConnectionStep, ConnectionProblem] | null = () => null,
): MailServers & { tested: TestedMailbox[] } {
  const tested: TestedMailbox[] = []
  return {
    tested,
    find: async (email) => ({
      servers: { smtp: { host: 'smtp.smtp.test', port: 465, security: 'tls', user: email }, imap: null },
      source: 'autoconfig',
      host: null,
      refusal: null,
      signIn: null,
    }),
    serversOf: async (_provider, email) => {
      const server = { host: 'mail.smtp.test', security: 'tls', user: email } as const
      return { smtp: { ...server, port: 465 }, imap: { ...server, port: 993 } }
    },
    test: async (mailbox, onStep) => {
      tested.push(mailbox)
      const [failing, problem] = problemOf(mailbox) ?? [null, null]
      const last = failing === null ? CONNECTION_STEPS.length : CONNECTION_STEPS.indexOf(failing)
      const { email, smtp } = mailbox
      const steps = CONNECTION_STEPS.map((step, at) => {
        const state: StepState = at < last ? 'passed' : at === last ? 'failed' : 'skipped'
        const words = state === 'failed' && problem ? CONNECTION_PROBLEMS[problem] : null
        const place = { ...smtp, email, appPassword: 'never' } as const
        return {
          step,
          state,
          problem: words && problem,
          text: words?.text(place) ?? state,
          fix: words?.fix(place) ?? null,
          link: null,
          answer: null,
        }
      })
      for (const step of steps) onStep?.(step)
      return {
        steps,
        folders: failing === null ? { sent: 'Sent', drafts: 'Drafts' } : null,
        keepsCopy: null,
      }
    },
  }
}
