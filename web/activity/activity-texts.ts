import type { AuditAction } from '#domain/audit.ts'
import { SETTING_LABELS } from '#domain/settings/setting-register.ts'

/** Name of each audited action on screen. */
export const ACTION_WORDS: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_out: 'Signed out',
  session_ended: 'Ended a session',
  sessions_ended: 'Signed a user out everywhere',
  password_changed: 'Changed the password',
  password_reset: 'Set a new password with an emailed link',
  email_changed: 'Changed the email address',
  factor_added: 'Added an authenticator app',
  factor_removed: 'Removed the authenticator app',
  factor_reset: 'Reset two-step sign-in',
  recovery_codes_renewed: 'Renewed recovery codes',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  identity_added: 'Added a sign-in method',
  identity_removed: 'Removed a sign-in method',
  factor_requirement_changed: 'Changed whether two-step sign-in is required',
  single_sign_on_changed: 'Changed single sign-on',
  link_domain_changed: 'Changed the link domain',
  webhook_created: 'Created a webhook',
  webhook_updated: 'Changed a webhook',
  webhook_deleted: 'Deleted a webhook',
  webhook_secret_rotated: 'Rotated the secret of a webhook',
  webhook_tested: 'Sent a test event',
  webhook_resent: 'Sent a webhook event again',
  webhook_disabled: 'A failing webhook was disabled',
  workspace_registered: 'Registered the workspace',
  user_created: 'Created a user',
  user_invited: 'Invited a user',
  user_joined: 'Joined',
  user_updated: 'Updated a user',
  user_deleted: 'Deleted a user',
  api_key_created: 'Created an API key',
  api_key_revoked: 'Revoked an API key',
  service_account_created: 'Created a service account',
  service_account_deleted: 'Deleted a service account',
  mailbox_connected: 'Connected a mailbox',
  mailbox_sign_in_tried: 'Tried to sign in to a mailbox',
  mailbox_settings_changed: 'Changed the settings of a mailbox',
  mailbox_disconnected: 'Disconnected a mailbox',
  mailbox_shared: 'Shared a mailbox',
  mailbox_unshared: 'Stopped sharing a mailbox',
  mailbox_addresses_changed: 'Changed the shared mailboxes that a mailbox can send from',
  mailbox_signature_changed: 'Changed the signature of a mailbox',
  settings_changed: 'Changed settings',
  suppressions_added: 'Added to the suppression list',
  suppressions_removed: 'Removed from the suppression list',
  preferences_chosen: 'A recipient changed their email preferences',
  campaign_launched: 'Launched a campaign',
  approval_requested: 'Requested approval of a launch',
  approval_given: 'Approved a launch',
  approval_declined: 'Declined a launch',
  approval_withdrawn: 'Withdrew a request for approval',
  approval_off_requested: 'Asked to stop requiring approval of launches',
  approval_off_cancelled: 'Kept requiring approval of launches',
  approval_turned_off: 'Stopped requiring approval of launches',
  campaign_paused: 'Paused a campaign',
  campaign_resumed: 'Resumed a campaign',
  campaign_cancelled: 'Cancelled a campaign',
  campaign_retried: 'Retried failed emails',
  follow_ups_stopped: 'Stopped follow-ups to recipients',
  ab_winner_chosen: 'Decided an A/B test',
  campaign_deleted: 'Deleted a campaign',
  recipient_files_changed: 'Changed the files for recipients of a launched campaign',
  campaign_repeat_started: 'Made a campaign repeat',
  campaign_repeat_stopped: 'Stopped a campaign from repeating',
  sending_stopped: 'Stopped all sending',
  sending_resumed: 'Resumed sending',
  sheet_link_created: 'Created a live link to a spreadsheet',
  sheet_link_revoked: 'Revoked a live link to a spreadsheet',
  emails_confirmed: 'Marked uncertain emails as arrived',
  reply_answered: 'Answered a reply',
  contacts_exported: 'Exported contacts',
  recipients_exported: 'Exported recipients',
  activity_exported: 'Exported the activity log',
  contacts_imported: 'Imported contacts',
  contacts_deleted: 'Deleted contacts',
  contacts_untracked: 'Excluded contacts from tracking',
  workspace_exported: 'Exported the whole workspace',
  person_exported: 'Exported a person’s data',
  person_erased: 'Erased a person',
  import_undone: 'Undid an import',
  segment_deleted: 'Deleted a segment',
  files_allowed: 'Allowed access to spreadsheets',
  sheet_connected: 'Connected a sheet',
  sheet_writing_changed: 'Turned writing the status into a sheet on or off',
  sheet_deleted: 'Deleted a sheet',
  template_deleted: 'Deleted a template',
  saved_block_changed: 'Changed a saved block',
  saved_block_deleted: 'Deleted a saved block',
  image_deleted: 'Deleted an image',
  workspace_created: 'Created a workspace',
  workspace_changed: 'Changed a workspace',
  workspace_deletion_scheduled: 'Scheduled the deletion of the workspace',
  workspace_deletion_cancelled: 'Cancelled the deletion of the workspace',
  workspace_deleted: 'Deleted a workspace',
  retention_applied: 'Applied retention periods',
  plan_confirmed: 'Confirmed a plan',
  upgrade_requested: 'Requested a higher plan',
  upgrade_declined: 'Declined a higher plan',
  super_admin_saved: 'Created or changed a super admin',
}

/** Names of changed fields on screen, where their own name is not clear. */
const FIELD_WORDS: Record<string, string> = {
  ...SETTING_LABELS,
  requestedBy: 'Requested by',
  leftOut: 'Left out',
  turnsOffAt: 'Turns off on',
  requiresSecondFactor: 'Two-step sign-in required',
  isActive: 'Active',
  subscriptionTier: 'Plan',
  deletionAt: 'Deleted on',
  clientId: 'Client ID',
}
const VALUE_WORDS: Record<string, string> = { true: 'on', false: 'off' }

/** Returns a changed setting as words: "Launches need approval: on → off". */
export function changeWords({ field, from, to }: { field: string; from: string | null; to: string | null }): string {
  const value = (text: string) => (Object.hasOwn(VALUE_WORDS, text) ? VALUE_WORDS[text] : text)
  const name = Object.hasOwn(FIELD_WORDS, field) ? FIELD_WORDS[field] : plain(field)
  return `${name}: ${from === null ? '' : `${value(from)} → `}${to === null ? 'none' : value(to)}`
}

/** "sharedWith" → "Shared with". Names with other characters, such as custom fields, stay. */
function plain(field: string): string {
  if (!/^[a-z]+([A-Z][a-z]*)*$/.test(field)) return field
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns the words for the action of an activity entry. A campaign that is cancelled before anything is sent becomes a
 * draft again.
 */
export function actionWords({
  action,
  changes,
}: {
  action: AuditAction
  changes: readonly { field: string; to: string | null }[]
}): string {
  const isUndone =
    action === 'campaign_cancelled' && changes.some(({ field, to }) => field === 'status' && to === 'draft')
  return isUndone ? 'Undid the launch of' : ACTION_WORDS[action]
}

/** Words for the kind of actor, if the name alone does not tell. */
export const ACTOR_WORDS = {
  person: '',
  apiKey: 'API key',
  superAdmin: 'Super admin',
  nobody: 'Not signed in',
  command: 'Command on the server',
  product: 'Mergewell',
} as const
