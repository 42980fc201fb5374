import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { AuditAction, AuditActor, AuditChange } from '#domain/audit.ts'

/** An act, as the activity log keeps it. Names and labels are those of its time. */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    /** {@link INSTALLATION} for acts that belong to no workspace */
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(),
    actor: p.text().$type<AuditActor>(),
    actorId: p.uuid().nullable(),
    actorName: p.text(),
    address: p.text(),
    userAgent: p.text(),
    action: p.text().$type<AuditAction>(),
    targetId: p.uuid().nullable(),
    targetLabel: p.text().nullable(),
    changes: p.json<AuditChange[]>(),
  },
})
export type AuditEvent = InferEntity<typeof AuditEvent>

/** The tenant of acts that belong to no workspace. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'
