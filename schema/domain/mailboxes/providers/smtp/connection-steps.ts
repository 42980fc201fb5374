import type { MailHost } from './mail-hosts.ts'

/** Steps of a connection test of a mailbox, and the meaning and solution of each problem, in words. */

export const CONNECTION_STEPS = [
  'smtp_server',
  'smtp_sign_in',
  'sender',
  'imap_server',
  'imap_sign_in',
  'folders',
  'new_mail',
] as const
export type ConnectionStep = (typeof CONNECTION_STEPS)[number]

/** Title of each step, for lists in which it may still be to come. */
export const STEP_TITLES: Record<ConnectionStep, string> = {
  smtp_server: 'Reach the sending server over an encrypted connection',
  smtp_sign_in: 'Sign in to the sending server',
  sender: 'Ask whether the address may send',
  imap_server: 'Reach the inbox server over an encrypted connection',
  imap_sign_in: 'Sign in to the inbox server',
  folders: 'Find the Sent and Drafts folders',
  new_mail: 'Ask whether new emails are announced',
}

/** `warning`: something is missing that the mailbox works without. `skipped`: an earlier step failed, or there is no inbox server. */
export const STEP_STATES = ['passed', 'warning', 'failed', 'skipped'] as const
export type StepState = (typeof STEP_STATES)[number]

export interface StepResult {
  step: ConnectionStep
  state: StepState
  problem: ConnectionProblem | null
  /** result of the step, as a sentence */
  text: string
  /** advice, in sentences; null if nothing needs to be done */
  fix: string | null
  /** URL of the host's help page about the problem */
  link: string | null
  /** answer of the server; null if there was none that could be shown */
  answer: string | null
}

/** Server, sign-in name and email address that the texts about a connection problem mention. */
export interface ProblemPlace {
  host: string
  port: number
  /** user name of the sign-in */
  user: string
  email: string
  /** need for an app password at the host instead of the usual one: always, once two-factor authentication is on, or never */
  appPassword: MailHost['appPassword']
}

interface ProblemWords {
  text: (place: ProblemPlace) => string
  fix: (place: ProblemPlace) => string
}

const CHECK_SERVER = 'Check the name and the port of the server on the help pages of your email host.'
const ASK_HOST = 'Ask your email host or your administrator.'
const TRY_LATER = 'Try again in a few minutes.'

const words = (text: ProblemWords['text'], fix: string | ProblemWords['fix']): ProblemWords => ({
  text,
  fix: typeof fix === 'string' ? () => fix : fix,
})

export const CONNECTION_PROBLEMS = {
  name_not_found: words(({ host }) => `There is no server named ${host}.`, CHECK_SERVER),
  inside_address: words(
    ({ host }) => `${host} is a server in a private network.`,
    'Enter a public server, or ask the person who runs this installation to set SMTP_ALLOW_PRIVATE=true.',
  ),
  sandbox_only: words(
    ({ host }) => `This installation uses the sandbox and does not connect to ${host}.`,
    'Use the server that was found. The password of every sandbox mailbox is “sandbox”.',
  ),
  refused: words(
    ({ host, port }) => `${host} accepts no connection on port ${port}.`,
    'Check the port. Usual ones are 465 (TLS) and 587 (STARTTLS) for sending, 993 (TLS) for the inbox.',
  ),
  silent: words(
    ({ host, port }) => `${host} does not answer on port ${port}.`,
    'A firewall may block this port: ask the person who runs this installation, or try 465 in place of 587. Port 25 is blocked nearly everywhere.',
  ),
  unreachable: words(({ host }) => `${host} cannot be reached from here.`, TRY_LATER),
  certificate_unknown: words(
    ({ host }) => `The certificate of ${host} is not from an authority that Mergewell trusts.`,
    'If your organization has its own authority, ask the person who runs this installation to add it with SMTP_CA_FILE. Otherwise tell your email host.',
  ),
  certificate_self_signed: words(
    ({ host }) => `${host} signed its certificate itself, so anybody could pretend to be this server.`,
    'Ask your host for a certificate of a public authority, or the person who runs this installation to trust it with SMTP_CA_FILE.',
  ),
  certificate_expired: words(
    ({ host }) => `The certificate of ${host} has expired.`,
    'Tell your email host: every email program refuses it.',
  ),
  certificate_wrong_name: words(
    ({ host }) => `The server at ${host} has a certificate for another name.`,
    'Enter the name that your email host tells email programs to use, which may be the host’s own instead of one of your domain.',
  ),
  no_tls: words(
    ({ host, port }) => `${host} does not begin with TLS on port ${port}.`,
    'Choose STARTTLS for this port, or use the port for TLS: 465 for sending, 993 for the inbox.',
  ),
  no_starttls: words(
    ({ host, port }) => `${host} offers no encryption (STARTTLS) on port ${port}.`,
    'Choose TLS if the port is 465 or 993. Mergewell never sends a password over an unencrypted connection.',
  ),
  tls_failed: words(({ host }) => `No encrypted connection to ${host} could be made.`, ASK_HOST),
  other_service: words(
    ({ host, port }) => `What answers at ${host} on port ${port} is not the expected mail server.`,
    CHECK_SERVER,
  ),
  busy: words(({ host }) => `${host} takes no sign-ins at the moment.`, TRY_LATER),
  no_password_sign_in: words(
    ({ host }) => `${host} offers no sign-in by password.`,
    'Your host may want you to turn on access for email programs first, or may let people sign in only on its own page.',
  ),
  wrong_password: words(
    ({ host, user }) => `${host} does not accept this password for ${user}.`,
    ({ appPassword }) =>
      appPassword === 'always'
        ? 'This host takes only an app password, which you create on its own page. Your usual password does not work.'
        : appPassword === 'with_two_factor'
          ? 'If you use two-factor authentication at this host, create an app password on its own page and enter it here.'
          : 'Check the password and the user name. If you use two-factor authentication, your host may want an app password.',
  ),
  no_token_sign_in: words(
    ({ host }) => `${host} takes no sign-in from a browser.`,
    'Connect this mailbox with a password instead.',
  ),
  sign_in_refused: words(
    ({ host, user }) => `${host} does not let ${user} in, although the sign-in in the browser worked.`,
    'Your organization may have turned off SMTP or IMAP for this mailbox: ask its administrator to allow “Authenticated SMTP” and IMAP. You can also connect the mailbox without them, by the button of your provider.',
  ),
  sender_refused: words(
    ({ email, user }) => `${user} may not send from ${email}.`,
    'Enter the address that belongs to this user name, or allow the address as a sender at your host.',
  ),
  closed: words(({ host }) => `${host} ended the connection.`, TRY_LATER),
  no_sent_folder: words(
    () => 'There is no Sent folder, so emails that Mergewell sends are not kept in the mailbox.',
    'Create a folder named Sent in your web mail, and test again.',
  ),
  no_drafts_folder: words(() => 'There is no Drafts folder.', 'Mergewell works without it.'),
  no_idle: words(
    () => 'The server does not announce new emails.',
    'Mergewell looks for bounces and replies by the clock instead: every 15 seconds after a send, later less often.',
  ),
} satisfies Record<string, ProblemWords>

export type ConnectionProblem = keyof typeof CONNECTION_PROBLEMS

export const CONNECTION_PROBLEM_NAMES = Object.keys(CONNECTION_PROBLEMS) as ConnectionProblem[]
