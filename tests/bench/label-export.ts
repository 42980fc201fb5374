import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { addTags } from '#api/audiences/tags.ts'
import type { Call } from '#api/platform/call-context.ts'
import { exportContacts } from '#api/contacts/contact-export.ts'
import { findTask } from '#api/tasks/tasks.ts'
import { count, inTurn, msFigure, timed, type Bench } from './bench.ts'
import { connect, copyOut } from './bulk-copy.ts'
import { copyPeople, people, PEOPLE_HEADER } from './generated-contacts.ts'
import { makeWorkspace } from './workload.ts'

/**
 * A label for every contact, divided by one insert … select of the labels; and an export of every contact as CSV,
 * divided by COPY of the same columns. Both bounds are without row-level security.
 */
export const labelExportBench: Bench = {
  name: 'lists',
  inTable: true,
  async run(setting) {
    const { app, rounds, small, work } = setting
    const contacts = small ? 1_500 : 100_000
    const client = await connect(setting)
    const call = await makeWorkspace(app, 0)
    const tenantId = call.viewer?.tenantId ?? ''
    await copyPeople(client, 'contacts', tenantId, people(contacts))
    await work()
    let labels = 0
    const label = () => `Label ${(labels += 1)}`
    const labeled = await inTurn(
      rounds,
      () => timed(() => addLabel(call, label())),
      () => timed(() => insertLabel(client, tenantId, label())),
    )
    const exported = await inTurn(
      rounds,
      () => timed(() => exportAll(call)),
      () => timed(() => copyAll(client, tenantId)),
    )
    return [
      msFigure(`label ${count(contacts)} contacts`, labeled, '≤ 2'),
      msFigure(`export ${count(contacts)} contacts as CSV`, exported, '≤ 2'),
    ]
  },
}

/** Adds a label as the contact list does: starts the task and follows it to its end. */
async function addLabel(call: Call, label: string): Promise<void> {
  const { task } = await addTags(call, [label], { all: true })
  for (;;) {
    const now = await findTask(call, task?.id ?? '')
    if (now?.status === 'done') return
    if (now?.status !== 'running') throw new Error(`The task is ${now?.status}`)
    await sleep(20)
  }
}

async function insertLabel(client: Client, tenantId: string, label: string): Promise<void> {
  await client.query(
    `insert into contact_tags (tenant_id, contact_id, tag) select tenant_id, id, $2 from contacts where tenant_id = $1`,
    [tenantId, label],
  )
}

async function exportAll(call: Call): Promise<void> {
  const { pieces } = await exportContacts(call, 'csv', {})
  for await (const _ of pieces) continue
}

async function copyAll(client: Client, tenantId: string): Promise<void> {
  const fields = PEOPLE_HEADER.slice(3).map((name) => `fields ->> '${name}'`)
  await copyOut(
    client,
    `copy (select serial_number, first_name, last_name, email,
       (select string_agg(t.tag, ', ' order by t.tag_key) from contact_tags t
         where t.tenant_id = c.tenant_id and t.contact_id = c.id), ${fields.join(', ')}
     from contacts c where tenant_id = '${tenantId}' order by id desc) to stdout (format csv)`,
  )
}
