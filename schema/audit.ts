import type { AuditEvent as AuditEventRow } from '#api/audit/audit-event.ts'
import { AUDIT_ACTIONS, AUDIT_ACTORS, type AuditChange } from '#domain/audit.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { connection, connectionOf } from './connections.ts'
import { encodeId, uuidOf } from './object-ids.ts'

const AuditActionEnum = enumType('AuditAction', { description: 'What was done.', values: AUDIT_ACTIONS })
const AuditActorEnum = enumType('AuditActor', {
  description:
    'Who acted: a user, an API key, a super admin, somebody who was not signed in, a command on the server, or Mergewell by itself (product).',
  values: AUDIT_ACTORS,
})

const Change = builder.objectRef<AuditChange>('AuditChange').implement({
  description: 'A field that was changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its name.' }),
    from: t.exposeString('from', { nullable: true, description: 'Its value before, as text; null if it was empty.' }),
    to: t.exposeString('to', { nullable: true, description: 'Its value after, as text; null if it is empty.' }),
  }),
})

const AuditEvent = builder.objectRef<AuditEventRow>('AuditEvent').implement({
  description: 'An entry of the activity log. Names are those of its time; entries never change.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the entry.', resolve: ({ id }) => encodeId('AuditEvent', id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
    actor: t.field({ type: AuditActorEnum, description: 'Type of actor.', resolve: ({ actor }) => actor }),
    actorName: t.exposeString('actorName', { description: 'Name of the actor; empty if nobody was signed in.' }),
    address: t.exposeString('address', { description: 'The network address it was done from.' }),
    userAgent: t.exposeString('userAgent', { description: 'The browser’s or program’s user agent.' }),
    action: t.field({ type: AuditActionEnum, description: 'What was done.', resolve: ({ action }) => action }),
    targetLabel: t.exposeString('targetLabel', {
      nullable: true,
      description: 'Name of the user, campaign or other object that was changed.',
    }),
    changes: t.field({ type: [Change], description: 'What was changed.', resolve: ({ changes }) => changes }),
  }),
})

const common = {
  action: 'Only this action.',
  search: 'Part of the name of who acted, or of what it was done to; case-insensitive.',
  from: 'Only entries from then on.',
  to: 'Only entries before then.',
}
const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Filter for the activity log. All conditions must match.',
  fields: (f) => ({
    action: f.field({ type: AuditActionEnum, description: common.action }),
    search: f.string({ description: common.search }),
    from: f.field({ type: 'DateTime', description: common.from }),
    to: f.field({ type: 'DateTime', description: common.to }),
  }),
})
const InstallationAuditFilter = builder.inputType('InstallationAuditFilter', {
  description: 'Filter for the log of the installation. All conditions must match.',
  fields: (f) => ({
    tenantId: f.id({ description: 'The log of this workspace instead.' }),
    action: f.field({ type: AuditActionEnum, description: common.action }),
    search: f.string({ description: common.search }),
    from: f.field({ type: 'DateTime', description: common.from }),
    to: f.field({ type: 'DateTime', description: common.to }),
  }),
})

export const AuditEventConnection = connectionOf('AuditEvent', AuditEvent)

builder.queryFields((t) => ({
  auditEvents: t.connection(
    {
      ...forScope('activity:read'),
      type: AuditEvent,
      complexity: pageCost,
      description: 'The activity log of the workspace, newest first, at most 500 per page. Admins only.',
      args: { filter: t.arg({ type: AuditFilter, description: 'Filter for entries.' }) },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.audit.listAuditEvents(ctx, args.filter, page),
          () => ctx.api.audit.countAuditEvents(ctx, args.filter),
        ),
    },
    AuditEventConnection,
  ),
  installationAuditEvents: t.connection(
    {
      type: AuditEvent,
      skipTypeScopes: true,
      authScopes: { superAdmin: true },
      complexity: pageCost,
      description:
        'The log of the installation, newest first, at most 500 per page: what super admins did, and sign-ins that failed with unknown names; or the log of one workspace. Super admins only.',
      args: { filter: t.arg({ type: InstallationAuditFilter, description: 'Filter for entries.' }) },
      resolve: (_, args, ctx) => {
        const filter = { ...args.filter, tenantId: args.filter?.tenantId && uuidOf('Tenant', args.filter.tenantId) }
        return connection(
          args,
          (page) => ctx.api.audit.listInstallationEvents(ctx, filter, page),
          () => ctx.api.audit.countInstallationEvents(ctx, filter),
        )
      },
    },
    AuditEventConnection,
  ),
}))
