import type { SsoDomain as SsoDomainRow, SsoSettings } from '#api/accounts/single-sign-on/single-sign-on-settings.ts'
import { RoleEnum } from './accounts.ts'
import { builder } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'

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
      description: 'True if people of the proven domains, except admins, must sign in this way.',
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

mutation('updateSingleSignOn', {
  authScopes: { admin: true },
  description:
    'Sets the identity provider, after checking its discovery document. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, UNAVAILABLE (the provider cannot be discovered).',
  input: {
    description: 'An identity provider.',
    fields: (t) => ({
      issuer: t.string({ required: true, description: 'Its issuer, an https address.' }),
      clientId: t.string({ required: true, description: 'Our id at the provider.' }),
      clientSecret: t.string({
        description:
          'Our secret at the provider. If omitted, the stored secret is kept unless the issuer or client ID changes.',
      }),
      defaultRole: t.field({ type: RoleEnum, description: 'Role at the first sign-in. Defaults to user.' }),
      roleClaim: t.string({ description: 'The claim that decides the role. Defaults to none.' }),
      adminValues: t.stringList({ description: 'Values of it that make somebody an admin, at most 20.' }),
      required: t.boolean({
        description: 'True if people of the proven domains must sign in this way. Defaults to false.',
      }),
    }),
  },
  payload: { singleSignOn: { type: SingleSignOn, description: 'The single sign on.' } },
  resolve: async (input, ctx) => ({ singleSignOn: await ctx.api.accounts.updateSingleSignOn(ctx, input) }),
})
mutation('removeSingleSignOn', {
  authScopes: { admin: true },
  description:
    'Turns single sign-on off. People keep their accounts; those without a password can set one by email. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE.',
  payload: { singleSignOn: { type: SingleSignOn, description: 'The single sign on.' } },
  resolve: async (_, ctx) => ({ singleSignOn: await ctx.api.accounts.removeSingleSignOn(ctx) }),
})
mutation('addSsoDomain', {
  authScopes: { admin: true },
  description:
    'Claims a domain; its TXT record must then prove it. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, LIMIT_REACHED.',
  input: { description: 'The input of addSsoDomain.', fields: (t) => ({ domain: t.string(domainArg) }) },
  payload: { singleSignOn: { type: SingleSignOn, description: 'The single sign on.' } },
  resolve: async ({ domain }, ctx) => ({ singleSignOn: await ctx.api.accounts.addSsoDomain(ctx, domain) }),
})
mutation('verifySsoDomain', {
  authScopes: { admin: true },
  description:
    'Looks for the TXT record of a claimed domain. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND (not claimed), CONFLICT (no record yet, or another workspace has the domain), UNAVAILABLE (no DNS answer).',
  input: { description: 'The input of verifySsoDomain.', fields: (t) => ({ domain: t.string(domainArg) }) },
  payload: { singleSignOn: { type: SingleSignOn, description: 'The single sign on.' } },
  resolve: async ({ domain }, ctx) => ({ singleSignOn: await ctx.api.accounts.verifySsoDomain(ctx, domain) }),
})
mutation('removeSsoDomain', {
  authScopes: { admin: true },
  description: 'Removes a domain. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT.',
  input: { description: 'The input of removeSsoDomain.', fields: (t) => ({ domain: t.string(domainArg) }) },
  payload: { singleSignOn: { type: SingleSignOn, description: 'The single sign on.' } },
  resolve: async ({ domain }, ctx) => ({ singleSignOn: await ctx.api.accounts.removeSsoDomain(ctx, domain) }),
})
