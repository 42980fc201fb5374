import { LINK_DOMAIN_PROBLEMS } from '#domain/tracking/link-domains.ts'
import type { LinkDomain as LinkDomainRow } from '#api/tracking/link-domains/link-domains.ts'
import { builder, enumType, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'

const LinkDomainRecord = builder.objectRef<LinkDomainRow['cname']>('LinkDomainRecord').implement({
  description: 'A DNS record to set.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The full name of the record.' }),
    value: t.exposeString('value', { description: 'Value of the DNS record.' }),
  }),
})

const LinkDomain = builder.objectRef<LinkDomainRow>('LinkDomain').implement({
  description: 'The workspace’s own host name in the addresses of its emails.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The host name.' }),
    cname: t.field({
      type: LinkDomainRecord,
      description: 'The CNAME record that leads to this installation.',
      resolve: ({ cname }) => cname,
    }),
    txt: t.field({
      type: LinkDomainRecord,
      description: 'The TXT record that proves the host name.',
      resolve: ({ txt }) => txt,
    }),
    works: t.exposeBoolean('works', { description: 'True if new emails use the link domain.' }),
    problem: t.field({
      type: enumType('LinkDomainProblem', {
        values: LINK_DOMAIN_PROBLEMS,
        description: 'Why new emails do not use a link domain.',
      }),
      nullable: true,
      description: 'Reason why new emails do not use the link domain; null if they do.',
      resolve: ({ problem }) => problem,
    }),
    advice: t.exposeString('advice', {
      nullable: true,
      description: 'Advice on how to solve the problem, as a sentence.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the DNS records were last checked.',
    }),
  }),
})

builder.queryField('linkDomain', (t) =>
  t.field({
    type: LinkDomain,
    nullable: true,
    ...forScope('settings:read'),
    description: 'The workspace’s own host name in the addresses of its emails; null if none is set.',
    resolve: (_, _args, ctx) => ctx.api.tracking.linkDomain(ctx),
  }),
)

mutation('setLinkDomain', {
  scope: 'settings:write',
  description:
    'Names the host for tracked links, the pixel, pictures and unsubscribe links of new emails, once its DNS records prove it. An earlier one is removed. Errors: BAD_INPUT, LIMIT_REACHED.',
  input: {
    description: 'A link domain.',
    fields: (t) => ({ host: t.string({ required: true, description: 'Its host name, such as links.example.com.' }) }),
  },
  payload: { linkDomain: { type: LinkDomain, description: 'The link domain.' } },
  resolve: async ({ host }, ctx) => ({ linkDomain: await ctx.api.tracking.setLinkDomain(ctx, host) }),
})
mutation('checkLinkDomain', {
  scope: 'settings:write',
  description: 'Checks the DNS records of the link domain and whether it answers. Errors: NOT_FOUND (none is set).',
  payload: { linkDomain: { type: LinkDomain, description: 'The link domain.' } },
  resolve: async (_, ctx) => ({ linkDomain: await ctx.api.tracking.checkLinkDomain(ctx) }),
})
mutation('removeLinkDomain', {
  scope: 'settings:write',
  description:
    'Removes the link domain: new emails use the address of the installation. Links in emails already sent stop working once its DNS record is removed.',
  payload: { removed: { type: 'Boolean', description: 'True if a link domain was set.' } },
  resolve: async (_, ctx) => ({ removed: await ctx.api.tracking.removeLinkDomain(ctx) }),
})
