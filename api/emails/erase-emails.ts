import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { isUncertain } from './email-sql-conditions.ts'
import { CHANGEABLE_FIELD_NAMES, isInteger } from '#domain/contacts/contact-fields.ts'
import { ERASED } from '#domain/personal-data.ts'

/** The values that replace a person's name and address in SQL, as `:name` and `:nobody`. */
export const ERASED_AS = { name: ERASED.name, nobody: ERASED.email } as const

/**
 * SQL list of error texts that quote nothing personal; any other error text of an erased person is reduced to its code,
 * so that reports count the same.
 */
const PLAIN_ERRORS = `'SUPPRESSED', 'DECLINED', 'CANCELLED'`
const QUOTES_NOTHING = `error is null or failure_code in (${PLAIN_ERRORS}) or error like 'WEEKLY_CEILING%'`
const GONE = 'The details were erased with the person.'
export const ERASED_ERROR = `case when ${QUOTES_NOTHING} then error
  when failure_code = 'PROVIDER' then '${GONE}' else failure_code || ': ${GONE}' end`

const NO_VALUES = {
  ...Object.fromEntries(CHANGEABLE_FIELD_NAMES.flatMap((name) => (isInteger(name) ? [] : [[name, '']]))),
  fields: {},
}

/**
 * SQL assignments that remove the person from an email log. Ids, times and outcomes stay, and so does the mark that its
 * values were deleted.
 */
const ERASED_EMAIL = `contact_name = :name, contact_email = :nobody, error = ${ERASED_ERROR},
  merge_values = '${JSON.stringify(NO_VALUES)}'::jsonb
    || (merge_values - '{${[...CHANGEABLE_FIELD_NAMES, 'fields', 'tags', 'rows', 'copies'].join(',')}}'::text[]), approved_seal = null`

/** A person who is erased. */
export interface ErasedPerson {
  tenantId: string
  email: string
  /** ids of answers to this person's replies that went to another address, because of the reply's Reply-To */
  answerIds: readonly string[]
}

/**
 * Overwrites the personal data in all email logs of an erased person; the logs stay, for the campaign's counts.
 *
 * @returns the number of emails
 */
export async function eraseEmailsTo(em: Em, { answerIds, ...person }: ErasedPerson): Promise<number> {
  const rows = await em.execute<unknown[]>(
    `update email_logs set ${ERASED_EMAIL} where tenant_id = :tenantId
       and (email_key = lower(:email) or id = any (:answerIds::uuid[])) returning 1`,
    { ...person, answerIds: uuidArray(answerIds), ...ERASED_AS },
  )
  return rows.length
}

/** For each period of retention: SQL condition for the emails that change, and the columns that are overwritten. */
const RETENTION = {
  contents: {
    // A failed email can still be sent again, with its values.
    which: `status in ('sent', 'delivered') and merge_values -> 'deleted' is null`,
    set: `merge_values = '{"firstName": "", "lastName": "", "fields": {}, "deleted": true}', approved_seal = null`,
  },
  recipients: {
    which: `status in ('sent', 'delivered', 'failed') and not (${isUncertain('email_logs')}) and email_key <> '${ERASED.email}'`,
    set: ERASED_EMAIL,
  },
} as const

/**
 * Deletes the merged values, or also the recipients' names, from a batch of a campaign's emails that were sent or
 * failed.
 *
 * @returns the number of emails that changed; less than `batch` means that none is left
 */
export async function eraseOldEmails(
  em: Em,
  kind: keyof typeof RETENTION,
  values: { tenantId: string; id: string; batch: number },
): Promise<number> {
  const { which, set } = RETENTION[kind]
  const rows = await em.execute<unknown[]>(
    `with due as materialized (
       select * from (select id from email_logs where tenant_id = :tenantId and campaign_id = :id and ${which}
       order by id limit :batch for update) as locked)
     update email_logs set ${set} from due where email_logs.tenant_id = :tenantId and email_logs.id = due.id returning 1`,
    { ...values, ...(kind === 'recipients' && ERASED_AS) },
  )
  return rows.length
}
