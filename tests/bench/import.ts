import { v7 as newId } from 'uuid'
import { read, utils, write } from 'xlsx'
import { importContacts } from '#api/contacts/contact-import-runs.ts'
import { count, inTurn, msFigure, timed, type Bench } from './bench.ts'
import { connect } from './bulk-copy.ts'
import { copyPeople, people, PEOPLE_HEADER } from './generated-contacts.ts'
import { makeWorkspace } from './workload.ts'

/**
 * An import into an empty workspace, from the bytes of the file to the commit. The figure is a ratio: its time,
 * divided by the time that SheetJS in this process and COPY into an empty table like contacts take for the same rows.
 */
export const importBench: Bench = {
  name: 'import',
  inTable: true,
  async run(setting) {
    const { app, rounds, small } = setting
    const rows = small ? 500 : 100_000
    const content = spreadsheet(rows)
    const client = await connect(setting)

    const ours = async () => {
      const call = await makeWorkspace(app, 0)
      return timed(() => importContacts(call, { name: 'people.xlsx', contentType: '', content }))
    }
    const bound = async () => {
      await client.query('create table bench_contacts (like contacts including all)')
      const ms = await timed(() => copyPeople(client, 'bench_contacts', newId(), parsed(content)))
      await client.query('drop table bench_contacts')
      return ms
    }
    const name = `import ${count(rows)} rows × ${PEOPLE_HEADER.length} of .xlsx`
    return [msFigure(name, await inTurn(rounds, ours, bound), '≤ 1.0')]
  },
}

/** A workbook as Excel saves it: with shared strings, compressed. */
function spreadsheet(rows: number): Buffer {
  const sheet = utils.aoa_to_sheet([[...PEOPLE_HEADER], ...people(rows)], { dense: true })
  const book = utils.book_new(sheet, 'People')
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer
}

/** The rows of a workbook below its header, read by SheetJS. */
function parsed(content: Buffer): string[][] {
  const book = read(content, { dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('The workbook has no sheet')
  return utils.sheet_to_json<string[]>(sheet, { header: 1 }).slice(1)
}
