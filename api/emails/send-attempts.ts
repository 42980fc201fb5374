import type { ContactFieldName } from '#domain/contacts/contact-fields.ts'
import type { Attempt } from '#api/sending/store.ts'
import { isAsApproved } from './recipient-seals.ts'

/** SQL for an attempt's columns, read from rows `l` of email_logs. */
export const attemptColumns = (
  l: string,
) => `${l}.id as "logId", ${l}.campaign_id as "campaignId", ${l}.attempts, ${l}.failures,
  ${l}.attempted_at as "claimedAt", ${l}.protocol, ${l}.draft_id as "draftId", ${l}.draft_history as history, ${l}.look_at as "lookAt",
  ${l}.variant, ${l}.untracked, ${l}.contact_email as email, ${l}.merge_values as "merge", ${l}.file_ids as "fileIds",
  ${isAsApproved(l)} as "isAsApproved"`

type Merged = Exclude<ContactFieldName, 'email'> | 'fields' | 'tags' | 'rows'
export type AttemptRow = Omit<Attempt, Merged> & { merge: Pick<Attempt, Merged> }

/** Maps rows to the engine's attempts. */
export function attemptsOf(rows: readonly AttemptRow[]): Attempt[] {
  return rows.map(({ merge, claimedAt, lookAt, ...row }) => ({
    ...row,
    ...merge,
    claimedAt: new Date(claimedAt),
    lookAt: lookAt && new Date(lookAt),
  }))
}
