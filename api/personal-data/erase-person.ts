import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { countText } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import { isErasedAddress, personInput, type Erased } from '#domain/personal-data.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { removeContacts } from '#api/contacts/deleted-contacts.ts'
import { lockContactsAt } from '#api/audiences/lock-contacts.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { ERASED_AS, ERASED_ERROR, eraseEmailsTo, type ErasedPerson } from '#api/emails/erase-emails.ts'
import { answersToPerson, eraseAnswers } from '#api/campaigns/answers/reply-answer-campaigns.ts'
import { failErased } from '#api/emails/fail-pending.ts'
import { announce } from '#api/emails/sending-state.ts'
import { mentionPattern, mentions } from './person-mentions.ts'
import { hashedAddresses, LISTS } from '#api/contacts/returning-erased-contacts.ts'

/** A person in a workspace. */
interface Person {
  tenantId: string
  email: string
}

/**
 * Erases everything that the workspace holds about an email address; counts of campaigns stay correct. Pending emails
 * are cancelled. Suppressions and objections to tracking stay as a keyed hash. Admins only. Throws BAD_INPUT,
 * REAUTHENTICATE, CONFLICT (an email to the person is being sent, an import is running, or a user has the address).
 */
export async function erasePerson(call: Call, input: InputOf<typeof personInput>): Promise<Erased> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const { email } = parseInput(personInput, input)
  if (isErasedAddress(email)) throw new AppError('BAD_INPUT', 'This person was erased already.')
  const person = { tenantId, email }
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureErasable(em, person)
    await takeLock(em, 'erasing', tenantId)
    await lockContactsAt(em, tenantId, [email])
    await takeLock(em, 'suppressions', tenantId)
    const erased = { ...person, answerIds: await lockEmails(em, person) }
    const waiting = await failErased(em, call.app.clock(), erased)
    await announce(call.app, em, tenantId, waiting)
    const cancelled = waiting.reduce((sum, { failed }) => sum + failed, 0)
    await forgetRows(em, person)
    const contacts = await removeContacts(em, tenantId, 'email_key = lower(:email)', { email }, { erased: true })
    const emails = await eraseEmails(em, erased)
    await eraseTestEmails(em, person)
    await eraseFromImports(em, person)
    const staysSuppressed = await hashLists(call, em, person)
    await recordOwn(call, em, { action: 'person_erased', target: { label: countText(emails, 'email', 'emails') } })
    return { contacts, emails, cancelled, staysSuppressed }
  })
}

const MATCHES = `tenant_id = :tenantId and email_key = lower(:email)`

/** SQL: ids of the answers to the person's replies, whatever address the answers go to. */
const ANSWERS_ELSEWHERE = answersToPerson('email_key = lower(:email)')

async function ensureErasable(em: Em, person: Person): Promise<void> {
  const [user] = await em.execute<unknown[]>(
    'select 1 from users where tenant_id = :tenantId and lower(email) = lower(:email)',
    { ...person },
  )
  if (user) throw new AppError('CONFLICT', 'This address belongs to a user of the workspace. Delete the user first.')
  const [running] = await em.execute<unknown[]>(
    `select 1 from tasks where tenant_id = :tenantId and status = 'running' and kind in ('importContacts', 'undoImport')`,
    { ...person },
  )
  if (running) throw new AppError('CONFLICT', 'Contacts are being imported. Try again when the import is done.')
}

/**
 * Locks the emails to a person. Claiming an email waits for these locks, so none starts to be sent meanwhile.
 *
 * @returns ids of the answers to the person's replies that go to another address
 */
async function lockEmails(em: Em, person: Person): Promise<string[]> {
  const emails = await em.execute<{ id: string; status: string; isAnswer: boolean }[]>(
    `select id, status, email_key <> lower(:email) as "isAnswer" from email_logs
     where ${MATCHES} or tenant_id = :tenantId and id = any (array(${ANSWERS_ELSEWHERE})) order by id for update`,
    { ...person },
  )
  if (emails.some(({ status }) => status === 'sending')) {
    throw new AppError('CONFLICT', 'An email to this person is being sent right now. Try again in a few minutes.')
  }
  return emails.filter(({ isAnswer }) => isAnswer).map(({ id }) => id)
}

/**
 * Removes the personal data of a person from emails, servers' answers and replies. Ids, times and outcomes stay.
 * Returns the number of emails.
 */
async function eraseEmails(em: Em, { answerIds, ...person }: ErasedPerson): Promise<number> {
  const ids = uuidArray(answerIds)
  // A receiver may have repeated what it was sent.
  await em.execute(
    `update webhook_deliveries set response_body = '' where tenant_id = :tenantId and response_body <> ''
       and data ->> 'emailLogId' in (select id::text from email_logs where ${MATCHES})`,
    { ...person },
  )
  await eraseAnswers(em, {
    sql: (l) => `(${l}.email_key = lower(:email) or ${l}.id = any (:ids::uuid[]))`,
    values: { ...person, ids },
  })
  await em.execute(
    `delete from replies where tenant_id = :tenantId
       and (from_email = lower(:email) or log_id in (select id from email_logs where ${MATCHES}))`,
    { ...person },
  )
  await em.execute(
    'update replies set reply_to = null where tenant_id = :tenantId and reply_to = lower(:email) returning 1',
    { ...person },
  )
  await em.execute(`delete from campaign_repeat_people where ${MATCHES}`, { ...person })
  return eraseEmailsTo(em, { ...person, answerIds })
}

async function eraseTestEmails(em: Em, person: Person): Promise<void> {
  await em.execute(
    `update test_mails set email = :nobody, error = ${ERASED_ERROR} where tenant_id = :tenantId and lower(email) = lower(:email)`,
    { ...person, nobody: ERASED_AS.nobody },
  )
}

/**
 * Deletes what imports keep about the address: rejected rows that mention it, and contacts listed as left by an undo.
 */
async function eraseFromImports(em: Em, person: Person): Promise<void> {
  await em.execute(
    `update contact_imports i set
       rejected_rows = (select coalesce(jsonb_agg(row), '[]') from jsonb_array_elements(i.rejected_rows) as row
         where not ${mentions('row')}),
       undone = case when i.undone is null then null else jsonb_set(i.undone, '{leftEmails}', (
         select coalesce(jsonb_agg(left_email), '[]') from jsonb_array_elements_text(i.undone->'leftEmails') as left_email
         where lower(left_email) <> lower(:email))) end
     where i.tenant_id = :tenantId
       and (${mentions('i.rejected_rows')} or ${mentions('i.undone')})`,
    { ...person, pattern: mentionPattern(person.email) },
  )
}

/**
 * Removes the person's contacts from the stored order of imported rows: together with the file, the position of a row
 * would still identify them.
 */
async function forgetRows(em: Em, person: Person): Promise<void> {
  await em.execute(
    `with person as materialized (
       select id from contacts where ${MATCHES} union select contact_id from email_logs where ${MATCHES})
     update import_batches b set contact_ids = array(
       select row.id from unnest(b.contact_ids) with ordinality as row (id, place)
       where row.id not in (select id from person) order by row.place)
     where b.tenant_id = :tenantId and b.contact_ids && array(select id from person)`,
    { ...person },
  )
}

/**
 * Replaces the address by its hash in the suppression and tracking lists, which must still recognize it; returns true
 * if the address is suppressed.
 */
async function hashLists(call: Call, em: Em, person: Person): Promise<boolean> {
  const [hashed] = hashedAddresses(call.app, person.tenantId, person.email)
  const values = { ...person, hashed }
  for (const [table, address] of LISTS) {
    await em.execute(
      `delete from ${table} where tenant_id = :tenantId and email_key = :hashed
         and exists (select from ${table} where ${MATCHES})`,
      values,
    )
    await em.execute(`update ${table} set ${address} = :hashed where ${MATCHES}`, values)
  }
  const suppressed = `update suppressions set note = '' where tenant_id = :tenantId and email_key = :hashed returning 1`
  return (await count(em, values, suppressed)) > 0
}

async function count(em: Em, values: Person & Record<string, unknown>, statement: string): Promise<number> {
  const rows = await em.execute<unknown[]>(statement, { ...values })
  return rows.length
}
