import type { ServerSearch } from '#api/providers/smtp/discovery/find-servers.ts'
import type { FoundServer } from '#api/providers/smtp/discovery/found-servers.ts'
import type { ConnectionProgress } from '#api/mailboxes/smtp/connection-progress.ts'
import type { MailboxServers as MailboxServersShape } from '#api/mailboxes/smtp/stored-credentials.ts'
import {
  CONNECTION_PROBLEM_NAMES,
  CONNECTION_STEPS,
  STEP_STATES,
  STEP_TITLES,
  type StepResult,
} from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { SECURITIES } from '#domain/mailboxes/providers/smtp/mail-hosts.ts'
import { builder, enumType, forScope } from './schema-builder.ts'
import { uuidOf } from './object-ids.ts'
import { Mailbox } from './mailboxes.ts'
import { ProviderEnum } from './providers.ts'
import { mutation } from './mutation-fields.ts'

const SecurityEnum = enumType('MailServerSecurity', {
  description:
    'How the connection is encrypted: TLS (from the first byte) or STARTTLS (after a command, which is required). There is no connection without encryption.',
  values: SECURITIES,
})

const MailServer = builder.objectRef<FoundServer>('MailServer').implement({
  description: 'A server for sending (SMTP) or reading (IMAP), and how to sign in there.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'Its name.' }),
    port: t.exposeInt('port', { description: 'Its port.' }),
    security: t.field({
      type: SecurityEnum,
      description: 'How the connection is encrypted.',
      resolve: ({ security }) => security,
    }),
    user: t.exposeString('user', { description: 'The name to sign in with.' }),
  }),
})

const MailServerInput = builder.inputType('MailServerInput', {
  description: 'A server for sending (SMTP) or reading (IMAP), and how to sign in there.',
  fields: (t) => ({
    host: t.string({ required: true, description: 'Its name, such as smtp.example.com.' }),
    port: t.int({ required: true, description: 'Its port, such as 465.' }),
    security: t.field({ type: SecurityEnum, required: true, description: 'How the connection is encrypted.' }),
    user: t.string({ required: true, description: 'The name to sign in with, often the address.' }),
  }),
})

const ServerSearchType = builder.objectRef<ServerSearch>('MailServerSearch').implement({
  description: 'The mail servers that were found for an address.',
  fields: (t) => ({
    smtp: t.field({
      type: MailServer,
      nullable: true,
      description: 'The server for sending; null if none was found.',
      resolve: ({ servers }) => servers?.smtp,
    }),
    imap: t.field({
      type: MailServer,
      nullable: true,
      description: 'The server for reading; null if none was found.',
      resolve: ({ servers }) => servers?.imap,
    }),
    source: t.field({
      type: enumType('MailServerSource', {
        description: 'How mail servers were found.',
        values: {
          host: { description: 'The domain is one of a host that Mergewell knows.' },
          autoconfig: { description: 'The domain describes them in a file (Autoconfig).' },
          ispdb: { description: 'Thunderbird’s database knows them, if the installation asks it.' },
          service_records: { description: 'The domain’s SRV records name them (RFC 6186).' },
          mail_exchanger: { description: 'The domain’s MX records belong to a host that Mergewell knows.' },
        },
      }),
      nullable: true,
      description: 'Way in which the servers were found; null if they were not.',
      resolve: ({ source }) => source,
    }),
    hostName: t.string({
      nullable: true,
      description: 'The name of the host, such as Fastmail, if Mergewell knows it.',
      resolve: ({ host }) => host?.name,
    }),
    appPassword: t.field({
      type: enumType('AppPassword', {
        description: 'Whether a host takes only an app password in place of the account’s own.',
        values: {
          always: { description: 'It takes only app passwords.' },
          with_two_factor: { description: 'It takes only app passwords once two-factor authentication is on.' },
          never: { description: 'It takes the account’s own password, as far as Mergewell knows.' },
        },
      }),
      description: 'Whether the host takes only an app password.',
      resolve: ({ host }) => host?.appPassword ?? 'never',
    }),
    help: t.string({
      nullable: true,
      description: 'The host’s own page about app passwords or access by other programs.',
      resolve: ({ host }) => host?.help,
    }),
    before: t.string({
      nullable: true,
      description: 'What must be done at the host first, as a sentence.',
      resolve: ({ host }) => host?.before,
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why the mailbox cannot be connected by password, and what to do instead, as sentences.',
    }),
    signIn: t.field({
      type: ProviderEnum,
      nullable: true,
      description:
        'The provider at which its owner can sign in in a browser in place of a password, if it is configured here.',
      resolve: ({ signIn }, _args, ctx) => (signIn && ctx.app.vendors[signIn] ? signIn : null),
    }),
  }),
})

const StepNameEnum = enumType('ConnectionStepName', {
  description: 'Step of the test of a mailbox.',
  values: Object.fromEntries(
    CONNECTION_STEPS.map((step) => [step, { description: `${STEP_TITLES[step]}.` }]),
  ) as Record<StepResult['step'], { description: string }>,
})
const StepStateEnum = enumType('ConnectionStepState', {
  description:
    'passed, warning (something is missing that the mailbox works without), failed, or skipped (an earlier step failed, or there is no server for reading).',
  values: STEP_STATES,
})

const StepType = builder.objectRef<StepResult>('ConnectionStep').implement({
  description: 'One step of the test of a mailbox, and what was found.',
  fields: (t) => ({
    step: t.field({
      type: StepNameEnum,
      description: 'Step of the test.',
      resolve: ({ step }) => step,
    }),
    state: t.field({
      type: StepStateEnum,
      description: 'Result of the step.',
      resolve: ({ state }) => state,
    }),
    problem: t.field({
      type: enumType('ConnectionProblem', {
        description: 'What is wrong with the connection to a mailbox, for programs.',
        values: CONNECTION_PROBLEM_NAMES,
      }),
      nullable: true,
      description: 'Code of the problem, for programs; null if the step succeeded.',
      resolve: ({ problem }) => problem,
    }),
    text: t.exposeString('text', { description: 'What was found, as a sentence; empty if it was skipped.' }),
    fix: t.exposeString('fix', { nullable: true, description: 'What to do about it, in sentences.' }),
    link: t.exposeString('link', { nullable: true, description: 'The host’s own page that helps with it.' }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'Answer of the server, if it can be shown.',
    }),
  }),
})

const MailboxServers = builder.objectRef<MailboxServersShape>('MailboxServers').implement({
  description: 'The servers of a mailbox that is connected by address and password. Never its password.',
  fields: (t) => ({
    smtp: t.field({ type: MailServer, description: 'The server for sending.', resolve: ({ smtp }) => smtp }),
    imap: t.field({
      type: MailServer,
      nullable: true,
      description: 'The server for reading; null if the mailbox only sends.',
      resolve: ({ imap }) => imap,
    }),
    copyToSelf: t.exposeBoolean('copyToSelf', {
      description:
        'True if each email also goes to the mailbox itself, to find out after a broken connection whether it was sent.',
    }),
    keepsCopy: t.exposeBoolean('keepsCopy', {
      nullable: true,
      description:
        'Whether the host files a copy of each sent email in Sent itself; otherwise Mergewell does. Null until the first email shows it.',
    }),
    signIn: t.field({
      type: ProviderEnum,
      nullable: true,
      description:
        'The provider whose sign-in in a browser takes the place of a password; null if the mailbox has a password.',
      resolve: ({ signIn }) => signIn,
    }),
  }),
})

builder.objectField(Mailbox, 'servers', (t) =>
  t.field({
    type: MailboxServers,
    nullable: true,
    description:
      'Servers of the mailbox, for its owner and admins; null for everyone else, and for mailboxes that are not connected by address and password.',
    resolve: ({ id, provider }, _args, ctx) =>
      provider === 'smtp' ? ctx.api.mailboxes.mailboxServersOf(ctx, id) : null,
  }),
)

builder.queryField('mailServers', (t) =>
  t.field({
    ...forScope('mailboxes:write'),
    type: ServerSearchType,
    description:
      'Finds the mail servers of an address, to connect its mailbox with connectSmtpMailbox. Takes up to eight seconds. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
    args: { email: t.arg.string({ required: true, description: 'The address of the mailbox.' }) },
    resolve: (_, { email }, ctx) => ctx.api.mailboxes.findMailServers(ctx, email),
  }),
)

const Progress = builder.objectRef<ConnectionProgress>('ConnectionProgress').implement({
  description: 'Steps of the test of a mailbox that ended.',
  fields: (t) => ({
    steps: t.field({
      type: [
        builder.objectRef<ConnectionProgress['steps'][number]>('EndedConnectionStep').implement({
          description: 'A step of the test of a mailbox that ended.',
          fields: (f) => ({
            step: f.field({ type: StepNameEnum, description: 'Step of the test.', resolve: ({ step }) => step }),
            state: f.field({ type: StepStateEnum, description: 'Result of the step.', resolve: ({ state }) => state }),
          }),
        }),
      ],
      description: 'The steps that ended since the last message.',
      resolve: ({ steps }) => [...steps],
    }),
  }),
})

builder.subscriptionField('connectionProgress', (t) =>
  t.field({
    ...forScope('mailboxes:write'),
    type: Progress,
    description:
      'The steps of one test of a mailbox as they end. The first message is empty: start the test then. Only whoever starts the test can follow it. Errors: BAD_INPUT.',
    args: {
      attempt: t.arg.string({ required: true, description: 'The attempt that the test is started with.' }),
    },
    subscribe: (_, { attempt }, ctx) => ctx.api.mailboxes.watchConnection(ctx, attempt),
    resolve: (progress: ConnectionProgress) => progress,
  }),
)

/** Description of the argument with which a caller names a connection test to follow it. */
const ATTEMPT =
  'A text of your own, 1 to 64 letters, digits, hyphens and underscores, with which connectionProgress follows the test. Use each once.'

mutation('connectSmtpMailbox', {
  scope: 'mailboxes:write',
  description:
    'Tests a mailbox at any host step by step, and connects it if the test passes. Nothing is sent. A password is tried once at each server, and five times at one server in 15 minutes. If a colleague connected the mailbox, it is shared with you. Errors: BAD_INPUT, TOO_MANY_REQUESTS, NOT_FOUND, FORBIDDEN, CONFLICT.',
  input: {
    description: 'The input of connectSmtpMailbox.',
    fields: (t) => ({
      id: t.id({
        description: 'Id of your own mailbox, to change its password or servers. Omit it to connect another one.',
      }),
      email: t.string({ required: true, description: 'The address of the mailbox.' }),
      password: t.string({
        required: true,
        description: 'Password of the mailbox, or an app password. It is stored encrypted and never shown.',
      }),
      name: t.string({ description: 'The name that recipients see. Default: the address.' }),
      smtp: t.field({ type: MailServerInput, required: true, description: 'The server for sending.' }),
      imap: t.field({
        type: MailServerInput,
        description: 'The server for reading. Without it bounces and replies are not seen.',
      }),
      attempt: t.string({ description: ATTEMPT }),
    }),
  },
  payload: {
    mailbox: { type: Mailbox, description: 'The mailbox. Also null if a step of the test failed.' },
    steps: { type: [StepType], description: 'The steps of the test.' },
  },
  resolve: async ({ id, attempt = null, ...input }, ctx) => {
    const more = { id: id ? uuidOf('Mailbox', id) : null, attempt }
    const { mailbox, steps } = await ctx.api.mailboxes.connectSmtpMailbox(ctx, input, more)
    return { mailbox, steps }
  },
})

mutation('testMailbox', {
  scope: 'mailboxes:write',
  description:
    'Tests a mailbox that is connected by address and password, step by step. For its owner and admins. Nothing is sent or changed. Errors: NOT_FOUND, FORBIDDEN, BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'The input of testMailbox.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the mailbox.' }),
      attempt: t.string({ description: ATTEMPT }),
    }),
  },
  payload: { steps: { type: [StepType], description: 'The steps of the test.' } },
  resolve: async ({ id, attempt }, ctx) => {
    const { steps } = await ctx.api.mailboxes.testMailbox(ctx, uuidOf('Mailbox', id), attempt ?? null)
    return { steps }
  },
})
