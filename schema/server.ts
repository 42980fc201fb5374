import { REGISTRATION_MODES, type RegistrationMode } from '#domain/registration.ts'
import { builder } from './builder.ts'

const RegistrationEnum = builder.enumType('Registration', {
  description:
    "Who may open a workspace: anybody (open); anybody, where a paid plan sends at Free's pace until a super admin confirms it (approval); nobody (invitation).",
  values: REGISTRATION_MODES,
})

const Server = builder
  .objectRef<{
    sandboxUrl: string | null
    providers: string[]
    sandboxed: readonly string[]
    salesEmail: string | null
    registration: RegistrationMode
    problem: string | null
  }>('Server')
  .implement({
    description: 'What a client should know about this installation.',
    fields: (t) => ({
      sandbox: t.boolean({
        description: 'True when email goes to the sandbox: nothing leaves this installation.',
        resolve: ({ providers, sandboxed }) => sandboxed.length > 0 && sandboxed.length === providers.length,
      }),
      sandboxUrl: t.exposeString('sandboxUrl', {
        nullable: true,
        description: "Where the sandbox's mailboxes can be read.",
      }),
      salesEmail: t.exposeString('salesEmail', {
        nullable: true,
        description: 'Whom to write to about an Enterprise workspace; null when nobody is named.',
      }),
      registration: t.field({
        type: RegistrationEnum,
        description: 'Who may open a workspace by registering.',
        resolve: (server) => server.registration,
      }),
      problem: t.exposeString('problem', {
        nullable: true,
        description:
          'What keeps this installation from working at the moment, such as a full disk; told to people who are signed in.',
      }),
      providers: t.exposeStringList('providers', { description: 'The vendors whose mailboxes can be connected.' }),
    }),
  })

builder.queryFields((t) => ({
  server: t.field({
    type: Server,
    skipTypeScopes: true,
    description: 'What a client should know about this installation.',
    resolve: async (_, _args, ctx) => ({
      problem: ctx.viewer ? await ctx.app.database.problem() : null,
      sandboxUrl: ctx.app.sandboxUrl,
      providers: Object.keys(ctx.app.vendors),
      sandboxed: ctx.app.sandboxed,
      salesEmail: ctx.app.salesEmail,
      registration: ctx.app.registration.mode,
    }),
  }),
}))
