import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADA,
  add,
  contacts,
  HEADER,
  idOf,
  importAll,
  refusal,
  undo,
  UNDO,
  update,
  workbook,
} from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('undoing an import', () => {
  it('deletes the contacts that it added, restores those it changed and removes its tags', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, serialNumber: 5, fields: [{ name: 'City', value: 'London' }], tags: ['VIP'] })
    await add(person, { ...ADA, email: 'same@example.com' })
    const before = await contacts(person)
    const task = await importAll(
      person,
      {
        People: [
          HEADER,
          ['Augusta', 'King', ADA.email, 'Ockham'],
          ['', '', 'same@example.com', ''],
          ['G', 'H', 'g@example.com', ''],
        ],
      },
      { existing: 'update', tags: ['Fair', 'VIP'] },
    )
    expect(await contacts(person)).not.toEqual(before)
    expect(await rowsOf(world, person, 'select cardinality(contact_ids) as rows from import_batches')).toEqual([
      { rows: 3 },
    ])
    const undone = await undo(person, task.import.id)
    expect(undone).toMatchObject({
      kind: 'undoImport',
      status: 'done',
      message: '1 removed, 1 restored.',
      import: { id: task.import.id, undone: { removed: 1, restored: 1, left: 0, leftEmails: [] } },
    })
    expect(await contacts(person)).toEqual(before)
    expect(await rowsOf(world, person, 'select 1 from import_batches')).toEqual([])
    expect(await refusal(person, UNDO, { id: task.import.id })).toEqual(['CONFLICT', 'This import was already undone.'])
    expect((await refusal(await world.signUp(), UNDO, { id: task.import.id }))[0]).toBe('NOT_FOUND')
  })

  itInFull('keeps changes that were made after it and reports them', async () => {
    const person = await world.signUp()
    await add(person, ADA)
    const task = await importAll(
      person,
      {
        People: [
          HEADER,
          ['Augusta', 'King', ADA.email, ''],
          ['G', 'H', 'g@example.com', ''],
          ['D', 'R', 'd@example.com', ''],
          ['X', 'Y', 'x@example.com', ''],
        ],
      },
      { existing: 'update' },
    )
    await update(person, await idOf(person, ADA.email), { lastName: 'Byron' })
    await update(person, await idOf(person, 'g@example.com'), { firstName: 'Grace' })
    await person.rest('DELETE', `/api/contacts/${await idOf(person, 'd@example.com')}`)
    const undone = await undo(person, task.import.id)
    expect(undone.message).toBe(
      '1 removed, 0 restored. 2 contacts have been changed since then and stay as they are: ada@example.com, g@example.com.',
    )
    expect(undone.import.undone).toEqual({
      removed: 1,
      restored: 0,
      left: 2,
      leftEmails: ['ada@example.com', 'g@example.com'],
    })
    expect((await contacts(person)).map(({ firstName, email }) => [firstName, email])).toEqual([
      ['Augusta', 'ada@example.com'],
      ['Grace', 'g@example.com'],
    ])
  })

  itInFull('is possible for several imports from the newest backwards, but not out of order', async () => {
    const person = await world.signUp()
    const first = await importAll(person, {
      People: [HEADER, ['A', 'B', 'a@example.com', 'Rome'], ['C', 'D', 'c@example.com', '']],
    })
    const second = await importAll(
      person,
      { People: [HEADER, ['', '', 'a@example.com', 'Oslo']] },
      { existing: 'update' },
    )
    const out = await undo(person, first.import.id)
    expect(out.import.undone).toMatchObject({ removed: 1, left: 1, leftEmails: ['a@example.com'] })
    expect((await undo(person, second.import.id)).import.undone).toMatchObject({ restored: 1, left: 0 })
    expect(await contacts(person)).toMatchObject([{ email: 'a@example.com', fields: [{ value: 'Rome' }] }])
  })

  itInFull('also reverts an upload made in a single call', async () => {
    const person = await world.signUp()
    const form = new FormData()
    form.append('file', new Blob([workbook({ P: [['Email'], ['a@example.com']] }) as BlobPart]), 'people.xlsx')
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
    const { message, importId } = await response.json()
    expect(message).toBe('1 contact added, 0 duplicates ignored, 0 rows rejected.')
    expect((await undo(person, importId)).message).toBe('1 removed, 0 restored.')
    expect(await contacts(person)).toEqual([])
  })
})
