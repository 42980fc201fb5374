import { SYNC_LIMITS } from '#domain/contacts/contact-sync.ts'
import { encodeId } from '#schema/object-ids.ts'
import type { Call } from '#api/platform/call-context.ts'
import { upsertContacts, type UpsertResult } from './upsert-contacts.ts'

/**
 * Adds or changes many contacts, a thousand per transaction, and yields one line of JSON per row once it is stored:
 * number of the row (from 1), outcome, the contact's id, and the reason if the row was refused. Sending the same rows
 * again changes nothing more.
 */
export async function* bulkUpsert(call: Call, rows: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  let before = 0
  let some: unknown[] = []
  const write = async () => {
    const lines = (await upsertContacts(call, some)).map((result) => lineOf(before, result)).join('')
    before += some.length
    some = []
    return lines
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length === SYNC_LIMITS.rows) yield await write()
  }
  if (some.length > 0) yield await write()
}

function lineOf(before: number, { index, outcome, contact, errors }: UpsertResult): string {
  const line = {
    row: before + index + 1,
    outcome,
    ...(contact && { id: encodeId('Contact', contact.id) }),
    ...(errors.length > 0 && { errors }),
  }
  return `${JSON.stringify(line)}\n`
}
