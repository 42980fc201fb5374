import { ERASED } from '#domain/personal-data.ts'

/** What is written over the data of a person, in SQL; `:name` and `:nobody` are {@link ERASED_AS}. */
export const ERASED_AS = { name: ERASED.name, nobody: ERASED.email } as const

/** Texts of errors that quote nothing; the others keep their code, so that reports count the same. */
const PLAIN_ERRORS = `'SUPPRESSED', 'CANCELLED'`
const QUOTES_NOTHING = `error is null or failure_code in (${PLAIN_ERRORS}) or error like 'WEEKLY_CEILING%'`
const GONE = 'The details were erased with the person.'
export const ERASED_ERROR = `case when ${QUOTES_NOTHING} then error
  when failure_code = 'PROVIDER' then '${GONE}' else failure_code || ': ${GONE}' end`

/** Columns of an email without the person. Ids, times and outcomes stay, and that its values were deleted. */
export const ERASED_EMAIL = `contact_name = :name, contact_email = :nobody, error = ${ERASED_ERROR},
  merge_values = '{"firstName": "", "lastName": "", "fields": {}}'::jsonb
    || (merge_values - '{firstName,lastName,serialNumber,fields,tags,copies}'::text[]), approved_seal = null`
