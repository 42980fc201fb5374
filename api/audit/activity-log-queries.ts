import { z } from 'zod'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts'
import { viewerWith, superAdminOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import {
  countOf,
  NEWEST_FIRST,
  readPage,
  searched,
  type Listed,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '#api/platform/tables/table-export.ts'
import { INSTALLATION, type AuditEvent } from './audit-event.ts'
import { recordOwn, recordSuperAdmin } from './activity-log-writer.ts'

export interface AuditFilter {
  action?: AuditAction | null | undefined
  /** part of the name of who acted, or of what it was done to */
  search?: string | null | undefined
  from?: Date | null | undefined
  /** end of the period, exclusive */
  to?: Date | null | undefined
}
/** A super admin's filter: one workspace, or the installation's own acts. */
export type InstallationFilter = AuditFilter & { tenantId?: string | null | undefined }

/** A page of the workspace's activity log, newest first. Admins only. */
export async function listAuditEvents(
  call: Call,
  filter: AuditFilter | null | undefined,
  page: Page,
): Promise<Listed<AuditEvent>[]> {
  const { tenantId } = viewerWith(call, 'activity:read')
  const events = await call.app.database.inTenant(tenantId, (em) =>
    readPage(narrowed(ofTenant(em, tenantId), filter).selectAll(), NEWEST_FIRST, page),
  )
  return events.map(forWorkspace)
}

/** Number of matching entries in the workspace's activity log. */
export async function countAuditEvents(call: Call, filter: AuditFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerWith(call, 'activity:read')
  return call.app.database.inTenant(tenantId, (em) => countOf(narrowed(ofTenant(em, tenantId), filter)))
}

/** A page of the installation's log, or of one workspace's, newest first. Super admins only. */
export async function listInstallationEvents(
  call: Call,
  filter: InstallationFilter | null | undefined,
  page: Page,
): Promise<Listed<AuditEvent>[]> {
  superAdminOf(call)
  return call.app.database.asSystem((em) =>
    readPage(narrowed(ofInstallation(em, filter), filter).selectAll(), NEWEST_FIRST, page),
  )
}

/** Number of matching entries in the installation's log. */
export async function countInstallationEvents(
  call: Call,
  filter: InstallationFilter | null | undefined,
): Promise<number> {
  superAdminOf(call)
  return call.app.database.asSystem((em) => countOf(narrowed(ofInstallation(em, filter), filter)))
}

const COLUMNS = [
  { header: 'Time (UTC)', width: 22 },
  { header: 'Who', width: 28 },
  { header: 'Kind', width: 12 },
  { header: 'Action', width: 24 },
  { header: 'What', width: 32 },
  { header: 'Changes', width: 48 },
  { header: 'Network address', width: 20 },
  { header: 'Device', width: 40 },
]
const moment = z.string().transform((text) => new Date(text))
const exportInput = z.object({
  action: z.enum(AUDIT_ACTIONS, 'Unknown action').nullish(),
  search: z.string('The search must be a text').nullish(),
  from: moment.nullish(),
  to: moment.nullish(),
})

/**
 * Streams the matching entries of the workspace's activity log as a file, newest first; no cell is a formula. Admins
 * only; the export is recorded. Throws BAD_INPUT.
 */
export async function exportAuditEvents(call: Call, format: ExportFormat, asked: object): Promise<TableFile> {
  const { tenantId } = viewerWith(call, 'activity:read')
  const filter = parseInput(exportInput, asked)
  const read = <T>(work: (em: Em) => Promise<T>) => call.app.database.inTenant(tenantId, work)
  await read((em) => recordOwn(call, em, { action: 'activity_exported' }))
  return fileOf(format, read, (em) => narrowed(ofTenant(em, tenantId), filter), forWorkspace)
}

/** Exports the activity log of the installation, or of one workspace. Super admins only. */
export async function exportInstallationEvents(
  call: Call,
  format: ExportFormat,
  asked: object,
  tenantId: string | null,
): Promise<TableFile> {
  superAdminOf(call)
  const filter = { ...parseInput(exportInput, asked), tenantId }
  const read = <T>(work: (em: Em) => Promise<T>) => call.app.database.asSystem(work)
  await read((em) => recordSuperAdmin(call, em, { action: 'activity_exported', tenantId }))
  return fileOf(
    format,
    read,
    (em) => narrowed(ofInstallation(em, filter), filter),
    (event) => event,
  )
}

async function fileOf(
  format: ExportFormat,
  read: <T>(work: (em: Em) => Promise<T>) => Promise<T>,
  matching: (em: Em) => ReturnType<typeof ofTenant>,
  shown: <T extends AuditEvent>(event: T) => T,
): Promise<TableFile> {
  const batch = (after: string | null) =>
    read((em) => {
      const query = matching(em).selectAll().orderBy('id', 'desc').limit(EXPORT_BATCH)
      return (after === null ? query : query.where('id', '<', after)).execute()
    })
  return tableFile(format, {
    name: 'Activity',
    columns: COLUMNS,
    total: await read((em) => countOf(matching(em))),
    first: await batch(null),
    next: (last) => batch(last.id),
    cellsOf: (row) => {
      const { at, actorName, actor, action, targetLabel, changes, address, userAgent } = shown(row)
      return [
        new Date(at).toISOString().slice(0, 19).replace('T', ' '),
        actorName,
        actor,
        action,
        targetLabel ?? '',
        changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('; '),
        address,
        userAgent,
      ]
    },
  })
}

/** Hides the IP address of a super admin from an entry that a workspace sees. */
function forWorkspace<T extends AuditEvent>(event: T): T {
  return event.actor === 'superAdmin' ? { ...event, address: '', userAgent: '' } : event
}

function ofTenant(em: Em, tenantId: string) {
  return sqlOf(em).selectFrom('audit_events').where('tenantId', '=', tenantId)
}

/** Selects the audit events of one workspace, or those of super admins and of nobody in particular. */
function ofInstallation(em: Em, filter: InstallationFilter | null | undefined) {
  const query = sqlOf(em).selectFrom('audit_events')
  return filter?.tenantId
    ? query.where('tenantId', '=', filter.tenantId)
    : query.where((eb) => eb.or([eb('tenantId', '=', INSTALLATION), eb('actor', '=', 'superAdmin')]))
}

function narrowed(query: ReturnType<typeof ofTenant>, filter: AuditFilter | null | undefined) {
  let matching = query
  if (filter?.action) matching = matching.where('action', '=', filter.action)
  if (filter?.from) matching = matching.where('at', '>=', filter.from)
  if (filter?.to) matching = matching.where('at', '<', filter.to)
  return searched(matching, ['actorName', 'targetLabel'], filter?.search)
}
