/** Actions of the activity log, one per act. Names are stored and never change. */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'email_changed',
  'factor_added',
  'factor_removed',
  'factor_reset',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'identity_added',
  'identity_removed',
  'factor_requirement_changed',
  'single_sign_on_changed',
  'link_domain_changed',
  'workspace_registered',
  'user_created',
  'user_invited',
  'user_joined',
  'user_updated',
  'user_deleted',
  'api_key_created',
  'api_key_revoked',
  'service_account_created',
  'service_account_deleted',
  'mailbox_connected',
  'mailbox_sign_in_tried',
  'mailbox_settings_changed',
  'mailbox_disconnected',
  'mailbox_shared',
  'mailbox_unshared',
  'mailbox_signature_changed',
  'mailbox_addresses_changed',
  'settings_changed',
  'suppressions_added',
  'suppressions_removed',
  'preferences_chosen',
  'campaign_launched',
  'approval_requested',
  'approval_given',
  'approval_declined',
  'approval_withdrawn',
  'approval_off_requested',
  'approval_off_cancelled',
  'approval_turned_off',
  'campaign_paused',
  'campaign_resumed',
  'campaign_cancelled',
  'campaign_retried',
  'follow_ups_stopped',
  'ab_winner_chosen',
  'campaign_deleted',
  'recipient_files_changed',
  'campaign_repeat_started',
  'campaign_repeat_stopped',
  'sending_stopped',
  'sending_resumed',
  'sheet_link_created',
  'sheet_link_revoked',
  'emails_confirmed',
  'reply_answered',
  'contacts_exported',
  'recipients_exported',
  'activity_exported',
  'contacts_imported',
  'contacts_deleted',
  'contacts_untracked',
  'workspace_exported',
  'person_exported',
  'person_erased',
  'import_undone',
  'segment_deleted',
  'files_allowed',
  'sheet_connected',
  'sheet_writing_changed',
  'sheet_deleted',
  'template_deleted',
  'saved_block_changed',
  'saved_block_deleted',
  'image_deleted',
  'workspace_created',
  'workspace_changed',
  'workspace_deletion_scheduled',
  'workspace_deletion_cancelled',
  'workspace_deleted',
  'retention_applied',
  'plan_confirmed',
  'upgrade_requested',
  'upgrade_declined',
  'super_admin_saved',
  'webhook_created',
  'webhook_updated',
  'webhook_deleted',
  'webhook_secret_rotated',
  'webhook_tested',
  'webhook_resent',
  'webhook_disabled',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ACTORS = ['person', 'apiKey', 'superAdmin', 'nobody', 'command', 'product'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

/** A field that an act changed, as text; null: empty. */
export interface AuditChange {
  field: string
  from: string | null
  to: string | null
}

/** Maximum characters of a value in the activity log. */
const VALUE_MAX_LENGTH = 200

/** The fields that differ between two states, as text. Only named fields are looked at, so that no secret is recorded. */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  fields: readonly (keyof T & string)[],
): AuditChange[] {
  return fields.flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])]
    return from === to ? [] : [{ field, from, to }]
  })
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return shortened(text)
}

/** "1 contact", "2,000 contacts". */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Shortens a text for the activity log to at most 200 characters, and removes characters that cannot be stored. */
export function shortened(text: string): string {
  const cut = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH - 1)}…` : text
  return cut.toWellFormed().replaceAll('\0', '\ufffd')
}
