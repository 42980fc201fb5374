import { AppError } from '#domain/errors.ts'

/**
 * Ids are opaque to clients: a prefix for the kind, and the row's uuid without dashes. The same in GraphQL and REST.
 */
const PREFIXES = {
  Answer: 'ans',
  ApiKey: 'key',
  Attachment: 'att',
  AuditEvent: 'evt',
  Campaign: 'cmp',
  Contact: 'con',
  ContactImport: 'imp',
  EmailLog: 'log',
  Identity: 'idn',
  Image: 'img',
  ImportFile: 'fil',
  Mailbox: 'mbx',
  Passkey: 'pky',
  SavedBlock: 'blk',
  RecipientFile: 'rcf',
  Reply: 'rpl',
  Segment: 'seg',
  ServiceAccount: 'svc',
  Sheet: 'sht',
  Session: 'ses',
  SuperAdmin: 'sup',
  Suppression: 'spr',
  Task: 'tsk',
  Template: 'tpl',
  Tenant: 'ten',
  User: 'usr',
  Webhook: 'whk',
  WebhookDelivery: 'dlv',
} as const
export type IdKind = keyof typeof PREFIXES

/** Every kind of id. */
export const ID_KINDS = Object.keys(PREFIXES) as IdKind[]

const KINDS = new Map(Object.entries(PREFIXES).map(([kind, prefix]) => [prefix as string, kind as IdKind]))

export function encodeId(kind: string, uuid: string): string {
  return `${PREFIXES[kind as IdKind]}_${uuid.replaceAll('-', '')}`
}

/** Parses a public id into kind and UUID; null if it is malformed. */
export function parseId(id: string): { kind: IdKind; uuid: string } | null {
  const match = /^([a-z]{3})_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id)
  const kind = match && KINDS.get(match[1] ?? '')
  return kind ? { kind, uuid: match.slice(2).join('-') } : null
}

/** Returns the UUID in an id of this kind; throws NOT_FOUND for any other id, as if the object did not exist. */
export function uuidOf(kind: IdKind, id: string | number): string {
  const parsed = parseId(String(id))
  if (parsed?.kind !== kind) throw notFound(kind)
  return parsed.uuid
}

/**
 * Returns the UUID within a public id, which names its kind (such as Campaign). Null for an id of another kind, and for
 * what is no id.
 */
export function uuidOrNull(kind: IdKind, id: string): string | null {
  const parsed = parseId(id)
  return parsed?.kind === kind ? parsed.uuid : null
}

export function notFound(kind: IdKind): AppError {
  return new AppError('NOT_FOUND', `${NAMES[kind] ?? kind} not found. It may have been deleted.`)
}

const NAMES: Partial<Record<IdKind, string>> = {
  ApiKey: 'API key',
  ContactImport: 'Import',
  EmailLog: 'Recipient',
  Identity: 'Sign-in method',
  ImportFile: 'Uploaded file',
  SavedBlock: 'Saved block',
  ServiceAccount: 'Service account',
  SuperAdmin: 'Super admin',
  Tenant: 'Workspace',
  WebhookDelivery: 'Delivery',
}
