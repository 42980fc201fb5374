import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, HEADER, run, undo, upload } from '#tests/support/imports.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SHEETS = '{ sheets { id name columns rowCount personCount } contacts { totalCount } }'
const ROWS = 'query ($id: ID!) { sheetRows(id: $id) { row contact { email } cells { name value } } }'

const ORDERS = {
  Orders: [
    [...HEADER.slice(0, 3), 'Order', 'Customer'],
    ['Ada', 'King', 'ada@rows.example', 'A-1', '17'],
    ['Bob', 'Lee', 'bob@rows.example', 'B-1', '18'],
    ['Ada', 'King', 'ADA@rows.example', 'A-2', '17'],
    ['Ann', 'Office', 'ann@rows.example', 'A-3', ' 17'],
    ['No', 'Address', 'nowhere', 'X', '19'],
  ],
}

async function imported(keepRows: object): Promise<{ person: TestPerson; task: { import: { id: string } } }> {
  const person = await world.signUp({ unlimited: true })
  const { id } = await upload(person, ORDERS)
  return { person, task: await commit(person, id, { keepRows }) }
}

describe('an import that keeps the rows of its sheet', () => {
  it('keeps every row of a contact, also rows with repeated addresses, and creates one contact per person', async () => {
    const { person, task } = await imported({})
    expect(task).toMatchObject({ message: '3 contacts added, 0 duplicates ignored, 1 row rejected.' })
    const { sheets, contacts } = await run(person, SHEETS)
    expect(contacts.totalCount).toBe(3)
    expect(sheets).toMatchObject([{ name: 'people.xlsx', columns: ['Order', 'Customer'], rowCount: 4, personCount: 3 }])
    const { sheetRows } = await run(person, ROWS, { id: sheets[0].id })
    const rows = sheetRows.map((each: { row: number; contact: { email: string }; cells: { value: string }[] }) => [
      ...[each.row, each.contact.email, each.cells[0]?.value],
    ])
    expect(rows).toEqual([
      [2, 'ada@rows.example', 'A-1'],
      [3, 'bob@rows.example', 'B-1'],
      [4, 'ada@rows.example', 'A-2'],
      [5, 'ann@rows.example', 'A-3'],
    ])
  })

  it('assigns rows with the same value in a column to the person of the first of these rows', async () => {
    const { person } = await imported({ groupBy: 'Customer' })
    const { sheets } = await run(person, SHEETS)
    expect(sheets[0]).toMatchObject({ rowCount: 4, personCount: 2 })
    const { sheetRows } = await run(person, ROWS, { id: sheets[0].id })
    expect(sheetRows[3]).toMatchObject({ row: 5, contact: { email: 'ada@rows.example' } })
  })

  it('is refused if the column to group by does not exist, and then imports nothing', async () => {
    const person = await world.signUp()
    const { id } = await upload(person, ORDERS)
    const task = await commit(person, id, { keepRows: { groupBy: 'Nothing' } })
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('no column “Nothing”') })
    expect(await run(person, SHEETS)).toMatchObject({ sheets: [], contacts: { totalCount: 0 } })
  })

  it('deletes the stored sheet when it is undone', async () => {
    const { person, task } = await imported({})
    await undo(person, task.import.id)
    expect(await run(person, SHEETS)).toMatchObject({ sheets: [], contacts: { totalCount: 0 } })
  })
})
