import {
  CONNECTION_PROBLEMS,
  CONNECTION_STEPS,
  STEP_TITLES,
  type ConnectionProblem,
  type ConnectionStep,
  type StepResult,
} from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { hostOfServer } from '#domain/mailboxes/providers/smtp/mail-hosts.ts'
import { problemOf, type ConnectionFailure } from './connection-problems.ts'
import type { FoundServer, FoundServers } from './discovery/found-servers.ts'
import { openImapLook, type ImapLook } from './imap-inspection.ts'
import type { RouteTo } from './checked-server-address.ts'
import { openSmtpDialog } from './smtp-dialog.ts'

/**
 * Tests a mailbox step by step, with an answer in words for each. Nothing is sent. The first step that fails ends the test,
 * so a wrong password is tried at one server once.
 */

export interface TestedMailbox extends FoundServers {
  email: string
  password: string
  /** access token that is used in place of the password */
  token?: string | undefined
}

export interface ConnectionTest {
  /** result of each step, in their order */
  steps: StepResult[]
  /** folders that were found; null: there is no inbox server, or the test ended before */
  folders: { sent: string | null; drafts: string | null } | null
  /** true if the host itself stores a copy of each sent email in the Sent folder; null: it does not say */
  keepsCopy: boolean | null
}

/** Runs the test, see the top of this file; `onStep` is told each result as it comes. Never throws. */
export async function testConnection(
  mailbox: TestedMailbox,
  routeTo: RouteTo,
  onStep: (result: StepResult) => void = () => undefined,
): Promise<ConnectionTest> {
  const { email, password, token, smtp, imap } = mailbox
  const results = createResults(mailbox, onStep)
  const dialog = await results.run('smtp_server', smtp, async () => openSmtpDialog(await routeTo(smtp)))
  if (dialog) {
    const mayGoOn = await results.run('smtp_sign_in', smtp, () =>
      dialog.signIn({ user: smtp.user, password, token }).then(() => true),
    )
    if (mayGoOn) await results.run('sender', smtp, () => dialog.askSender(email))
    dialog.end()
  }
  if (imap === null || results.hasFailed()) return { steps: results.finish(), folders: null, keepsCopy: null }

  const look = await results.run('imap_server', imap, async () =>
    openImapLook(await routeTo(imap), { user: imap.user, password, token }),
  )
  if (look) {
    const signedIn = await results.run('imap_sign_in', imap, () => look.signedIn.then(() => true))
    if (signedIn) noteInbox(results, imap, look)
    look.end()
  }
  const { folders, keepsCopy } = results.hasFailed() || !look ? { folders: null, keepsCopy: null } : look.seen()
  return { steps: results.finish(), folders, keepsCopy }
}

function noteInbox(results: ReturnType<typeof createResults>, imap: FoundServer, look: ImapLook): void {
  const { folders, announces } = look.seen()
  if (folders.sent === null) results.warn('folders', imap, 'no_sent_folder')
  else if (folders.drafts === null) results.warn('folders', imap, 'no_drafts_folder')
  else results.pass('folders', `Sent emails are kept in “${folders.sent}”.`)
  if (announces) results.pass('new_mail')
  else results.warn('new_mail', imap, 'no_idle')
}

/** Collects the results of the steps. */
function createResults({ email, smtp }: TestedMailbox, onStep: (result: StepResult) => void) {
  const results = new Map<ConnectionStep, StepResult>()
  const add = (result: StepResult) => {
    results.set(result.step, result)
    onStep(result)
  }
  const pass = (step: ConnectionStep, text = `${STEP_TITLES[step]}: done.`) =>
    add({ step, state: 'passed', problem: null, text, fix: null, link: null, answer: null })
  const note = (
    step: ConnectionStep,
    server: FoundServer,
    { problem, state, answer }: { problem: ConnectionProblem; state: 'failed' | 'warning'; answer: string | null },
  ) => {
    const host = hostOfServer(smtp.host, email.slice(email.lastIndexOf('@') + 1))
    const place = { ...server, email, appPassword: host?.appPassword ?? 'never' } as const
    const { text, fix } = CONNECTION_PROBLEMS[problem]
    const helps = problem === 'wrong_password' || problem === 'no_password_sign_in'
    add({ step, state, problem, text: text(place), fix: fix(place), link: helps ? (host?.help ?? null) : null, answer })
  }
  return {
    pass,
    warn: (step: ConnectionStep, server: FoundServer, problem: ConnectionProblem) =>
      note(step, server, { problem, state: 'warning', answer: null }),
    /** Runs a step and records its result. @returns null if the step failed */
    async run<T>(step: ConnectionStep, server: FoundServer, act: () => Promise<T>): Promise<T | null> {
      try {
        const done = await act()
        pass(step)
        return done
      } catch (error) {
        const { problem, answer }: ConnectionFailure = problemOf(error)
        note(step, server, { problem, state: 'failed', answer })
        return null
      }
    },
    hasFailed: () => [...results.values()].some(({ state }) => state === 'failed'),
    /** Returns all results; steps that did not run were skipped. */
    finish: (): StepResult[] =>
      CONNECTION_STEPS.map(
        (step) =>
          results.get(step) ?? { step, state: 'skipped', problem: null, text: '', fix: null, link: null, answer: null },
      ),
  }
}
