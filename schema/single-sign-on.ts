import type { SsoDomain as SsoDomainRow, SsoSettings } from '#api/accounts/single-sign-on/settings.ts'
import { RoleEnum } from './accounts.ts'
import { builder } from './builder.ts'

const SsoDomain = builder.objectRef<SsoDomainRow>('SsoDomain').implement({
  description: 'A domain whose people sign in through the workspace’s identity provider, once it is proven.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain.' }),
    record: t.exposeString('record', { description: 'The TXT record of the domain that proves it.' }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was proven; null: not yet.',
    }),
  }),
})

const SingleSignOn = builder.objectRef<SsoSettings>('SingleSignOn').implement({
  description: 'Single sign-on by OpenID Connect. The client secret is never returned.',
  fields: (t) => ({
    issuer: t.exposeString('issuer', { nullable: true, description: 'The provider’s issuer; null: none is set.' }),
    clientId: t.exposeString('clientId', { nullable: true, description: 'Our id at the provider.' }),
    defaultRole: t.field({
      type: RoleEnum,
      description: 'Role of people who sign in for the first time, unless a claim makes them admin.',
      resolve: ({ defaultRole }) => defaultRole,
    }),
    roleClaim: t.exposeString('roleClaim', {
      nullable: true,
      description: 'The claim that decides the role at every sign-in; null: none does.',
    }),
    adminValues: t.exposeStringList('adminValues', {
      description: 'Values of that claim, or in its list, that make somebody an admin.',
    }),
    required: t.exposeBoolean('required', {
      description: 'Whether people of the proven domains, except admins, must sign in this way.',
    }),
    callbackUrl: t.exposeString('callbackUrl', { description: 'The redirect URI to register at the provider.' }),
    domains: t.field({
      type: [SsoDomain],
      description: 'The claimed domains, at most 20.',
      resolve: ({ domains }) => domains,
    }),
  }),
})

builder.queryFields((t) => ({
  singleSignOn: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description: 'The single sign-on of the workspace. Admins only.',
    resolve: (_, _args, ctx) => ctx.api.accounts.singleSignOn(ctx),
  }),
}))

const domainArg = { required: true, description: 'The domain, such as example.com.' } as const

builder.mutationFields((t) => ({
  updateSingleSignOn: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description:
      'Sets the identity provider, after checking its discovery document. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, UNAVAILABLE (the provider cannot be discovered).',
    args: {
      input: t.arg({
        required: true,
        description: 'The provider.',
        type: builder.inputType('SingleSignOnInput', {
          description: 'An identity provider.',
          fields: (f) => ({
            issuer: f.string({ required: true, description: 'Its issuer, an https address.' }),
            clientId: f.string({ required: true, description: 'Our id at the provider.' }),
            clientSecret: f.string({
              description:
                'Our secret at the provider. If omitted, the stored secret is kept unless the issuer or client ID changes.',
            }),
            defaultRole: f.field({ type: RoleEnum, description: 'Role at the first sign-in. Defaults to user.' }),
            roleClaim: f.string({ description: 'The claim that decides the role. Defaults to none.' }),
            adminValues: f.stringList({ description: 'Values of it that make somebody an admin, at most 20.' }),
            required: f.boolean({
              description: 'Whether people of the proven domains must sign in this way. Defaults to false.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.updateSingleSignOn(ctx, input),
  }),
  removeSingleSignOn: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description:
      'Turns single sign-on off. People keep their accounts; those without a password can set one by email. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE.',
    resolve: (_, _args, ctx) => ctx.api.accounts.removeSingleSignOn(ctx),
  }),
  addSsoDomain: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description:
      'Claims a domain; its TXT record must then prove it. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, LIMIT_REACHED.',
    args: { domain: t.arg.string(domainArg) },
    resolve: (_, { domain }, ctx) => ctx.api.accounts.addSsoDomain(ctx, domain),
  }),
  verifySsoDomain: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description:
      'Looks for the TXT record of a claimed domain. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND (not claimed), CONFLICT (no record yet, or another workspace has the domain), UNAVAILABLE (no DNS answer).',
    args: { domain: t.arg.string(domainArg) },
    resolve: (_, { domain }, ctx) => ctx.api.accounts.verifySsoDomain(ctx, domain),
  }),
  removeSsoDomain: t.field({
    type: SingleSignOn,
    authScopes: { admin: true },
    description: 'Removes a domain. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT.',
    args: { domain: t.arg.string(domainArg) },
    resolve: (_, { domain }, ctx) => ctx.api.accounts.removeSsoDomain(ctx, domain),
  }),
}))
