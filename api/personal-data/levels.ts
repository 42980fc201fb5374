import { COLUMNS } from './columns.ts'

/** Levels of sensitivity of stored data. The protection of each stands in docs/operate/data-and-keys.md. */
export const LEVELS = ['secret', 'personal', 'internal'] as const
export type Level = (typeof LEVELS)[number]

/** Columns that open something: kept as a hash or sealed, never answered, exported or logged. Files of recipients are exported opened. */
export const SECRETS: Record<string, string> = {
  account_links: 'token_hash',
  api_keys: 'token_hash',
  idempotency_keys: 'key_hash request_hash sealed_answer',
  link_keys: 'sealed',
  mail_accounts: 'sealed_grant',
  recipient_files: 'sealed_content',
  recovery_codes: 'code_hash',
  sessions: 'token_hash',
  sheet_links: 'key_hash',
  sign_in_attempts: 'state_hash browser_hash sealed_verifier',
  sign_in_challenges: 'token_hash',
  single_sign_on: 'sealed_secret',
  sso_attempts: 'state_hash browser_hash sealed_checks',
  super_admin_recovery_codes: 'code_hash',
  super_admin_sessions: 'token_hash',
  super_admin_totp_factors: 'sealed_key',
  super_admins: 'password_hash',
  totp_factors: 'sealed_key',
  users: 'password_hash',
  webhooks: 'sealed_secret sealed_old_secret',
}

/** The level of a column that can hold text. */
export function levelOf(table: string, column: string): Level {
  if (SECRETS[table]?.split(' ').includes(column)) return 'secret'
  const treatments = Object.entries(COLUMNS[table] ?? {})
  const [treatment] = treatments.find(([, columns]) => columns.split(' ').includes(column)) ?? []
  return treatment === 'nobody' || treatment === 'members' ? 'internal' : 'personal'
}
