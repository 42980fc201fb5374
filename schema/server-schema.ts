import { REGISTRATION_MODES, type RegistrationMode } from '#domain/accounts/registration-modes.ts'
import { API_VERSION } from './api-version.ts'
import { builder, enumType } from './schema-builder.ts'

const RegistrationEnum = enumType('Registration', {
  description:
    'Who can create a workspace. open: anyone. approval: anyone, but paid plans send at the Free plan’s pace until a super admin confirms them. invitation: only super admins.',
  values: REGISTRATION_MODES,
})

const Server = builder
  .objectRef<{
    sandboxUrl: string | null
    providers: string[]
    sandboxed: readonly string[]
    salesEmail: string | null
    registration: RegistrationMode
    systemEmails: boolean
    makesPdfs: boolean
    problem: string | null
  }>('Server')
  .implement({
    description: 'Public information about this installation.',
    fields: (t) => ({
      sandbox: t.boolean({
        description: 'True if all email goes to the sandbox and none is really sent.',
        resolve: ({ providers, sandboxed }) => sandboxed.length > 0 && sandboxed.length === providers.length,
      }),
      sandboxUrl: t.exposeString('sandboxUrl', {
        nullable: true,
        description: 'URL of the sandbox mailboxes.',
      }),
      apiVersion: t.string({
        description:
          'The version of this contract, such as 1.0. Additions raise the minor number, changes that break clients the major.',
        resolve: () => API_VERSION,
      }),
      salesEmail: t.exposeString('salesEmail', {
        nullable: true,
        description: 'Sales contact for Enterprise workspaces; null if none is configured.',
      }),
      registration: t.field({
        type: RegistrationEnum,
        description: 'Who can create a workspace by registering.',
        resolve: (server) => server.registration,
      }),
      systemEmails: t.exposeBoolean('systemEmails', {
        description:
          'Whether this installation can send emails of its own, such as invitations and links to set a new password.',
      }),
      makesPdfs: t.exposeBoolean('makesPdfs', {
        description: 'True if LibreOffice is installed, so that documents can become PDFs.',
      }),
      problem: t.exposeString('problem', {
        nullable: true,
        description:
          'The problem that currently stops this installation from working, such as a full disk. Visible to signed-in users only.',
      }),
      providers: t.exposeStringList('providers', {
        description: 'The email providers whose mailboxes can be connected.',
      }),
    }),
  })

builder.queryFields((t) => ({
  server: t.field({
    type: Server,
    skipTypeScopes: true,
    description: 'Public information about this installation.',
    resolve: async (_, _args, ctx) => ({
      problem: ctx.viewer ? await ctx.app.database.problem() : null,
      sandboxUrl: ctx.app.sandboxUrl,
      providers: Object.keys(ctx.app.vendors),
      sandboxed: ctx.app.sandboxed,
      salesEmail: ctx.app.salesEmail,
      registration: ctx.app.registration.mode,
      systemEmails: ctx.app.systemMailer !== null,
      makesPdfs: ctx.app.office.isThere,
    }),
  }),
}))
