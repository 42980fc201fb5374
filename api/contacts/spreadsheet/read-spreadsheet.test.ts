import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { importMessage } from '#domain/contacts/contacts.ts'
import { eventually } from '#tests/support/eventually.ts'
import { craftXlsx, textRows } from './fixtures/crafted-spreadsheets.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'
import { describeSpreadsheet, readSpreadsheet } from './read-spreadsheet.ts'
import { emptyBatch, type RowBatch } from './contact-rows.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))
}

function open(file: Uint8Array | string, limits: Partial<SpreadsheetLimits> = {}, workspace = 'one') {
  return readSpreadsheet(file, { workspace, fileName: 'contacts.xlsx', contentType: XLSX, limits })
}

async function collect(batches: AsyncIterable<RowBatch>): Promise<RowBatch> {
  const all = emptyBatch()
  for await (const batch of batches) {
    all.contacts.push(...batch.contacts)
    all.rejected.push(...batch.rejected)
    all.duplicates.push(...batch.duplicates)
    all.skipped += batch.skipped
  }
  return all
}

function people(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => [`Person ${index}`, `person${index}@example.com`])
  return craftXlsx({ People: textRows([['Name', 'Email'], ...rows]) })
}

function readingProcesses(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length
}

/** The process count drops shortly after a process ends. */
async function noneLeft(): Promise<void> {
  await vi.waitFor(
    () => {
      if (readingProcesses() > 0) throw new Error('A reading process was left behind')
    },
    { timeout: 20_000 },
  )
}

afterEach(noneLeft)

describe('readSpreadsheet', () => {
  test.each(firstOf(['guests.xlsx', 'guests.xls', 'guests.ods'], 1))(
    'reads %s, as LibreOffice wrote it',
    async (name) => {
      const sheet = await open(pathOf(name))
      expect(sheet.columns.slice(0, 5).map(({ field }) => field)).toEqual([
        'serialNumber',
        'firstName',
        'lastName',
        'email',
        { custom: 'Company' },
      ])
      const { contacts, rejected, duplicates, skipped } = await collect(sheet.batches)
      expect(contacts).toMatchObject([
        {
          row: 5,
          firstName: 'Zoë',
          lastName: "O'Neil",
          email: 'zoe.oneil@example.com',
          serialNumber: 1,
          fields: { Company: 'Café Ümläut & <Söhne>', 'Member no': '00123', Born: '29.02.1984', Note: 'two\nlines' },
        },
        { row: 6, firstName: '山田', fields: { 'Member no': '00042', Phone: '12345678901', Note: '=1+1' } },
        { row: 10, firstName: '', lastName: '', email: 'only.mail@example.com' },
      ])
      expect(rejected.map(({ row, reason }) => [row, reason])).toEqual([
        [8, '“bob(at)example.com” is not a valid email address'],
        [11, 'The email address is missing'],
      ])
      expect(duplicates).toEqual([{ row: 9, email: 'ZOE.ONEIL@example.com', firstRow: 5 }])
      expect(skipped).toBe(2)
      expect(importMessage({ added: contacts.length, ignored: duplicates.length, rejected: rejected.length })).toBe(
        '3 contacts added, 1 duplicate ignored, 2 rows rejected.',
      )
    },
  )

  itInFull('reads the same from bytes as from a file', async () => {
    const fromFile = await collect((await open(pathOf('guests.xlsx'))).batches)
    const fromBytes = await collect((await open(readFileSync(pathOf('guests.xlsx')))).batches)
    expect(fromBytes).toEqual(fromFile)
  })

  itInFull('returns batches of at most the requested size', async () => {
    const sizes: number[] = []
    for await (const { contacts } of (await open(people(2_500), { batchRows: 1_000 })).batches)
      sizes.push(contacts.length)
    expect(sizes).toEqual([1_000, 1_000, 500])
  })

  itInFull('ends its process when the caller leaves the loop early', async () => {
    for await (const batch of (await open(people(3_000), { batchRows: 1_000 })).batches) {
      expect(batch.contacts).toHaveLength(1_000)
      break
    }
    await noneLeft()
    {
      await using sheet = await open(people(10))
      expect(sheet.rowCount).toBe(10)
    }
    await noneLeft()
  })
})

describe('readSpreadsheet refuses with a code and an explanation', () => {
  test.each([
    ['contacts.pdf', 'application/pdf'],
    ['contacts.xlsx', 'text/plain'],
    ['contacts.csv', XLSX],
  ])('a file declared as %s of type %s', async (fileName, contentType) => {
    await expect(readSpreadsheet(people(1), { workspace: 'one', fileName, contentType })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'Please upload an Excel file (.xlsx or .xls)',
    })
  })

  const REJECTED: [what: string, file: Uint8Array | string, code: string, words: string][] = [
    ['that is a web page', Buffer.from('<html><table><tr><td>Email'), 'UNSUPPORTED_TYPE', 'web page'],
    ['with a quotation mark left open', Buffer.from('Name,Email\n"Ann,a@b.co\n'), 'UNREADABLE_FILE', 'In row 2'],
    ['that is protected with a password', pathOf('protected.xlsx'), 'UNREADABLE_FILE', 'protected with a password'],
    ['that is protected with a password', pathOf('protected.xls'), 'UNREADABLE_FILE', 'protected with a password'],
    ['that is truncated', people(100).subarray(0, 2_000), 'UNREADABLE_FILE', 'damaged'],
    ['that is empty', Buffer.alloc(0), 'UNREADABLE_FILE', 'empty'],
    [
      'without an email column',
      craftXlsx({ A: textRows([['Name'], ['Ann']]) }),
      'UNREADABLE_FILE',
      'Name one column Email',
    ],
  ]
  test.each(firstOf(REJECTED, 1))('a file %s', async (_, file, code, words) => {
    await expect(open(file)).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
  })

  itInFull('a zip bomb of 430 KB', async () => {
    const bomb = craftXlsx({
      A: Buffer.concat([Buffer.from('<?xml version="1.0"?><worksheet>'), Buffer.alloc(440_000_000, ' ')]),
    })
    expect(bomb.length).toBeGreaterThan(420_000)
    expect(bomb.length).toBeLessThan(440_000)
    await expect(open(bomb)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('a file larger than the limit', async () => {
    await expect(open(people(2_000), { fileBytes: 10_000 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  itInFull.runIf(process.platform === 'linux')('no file that only had to wait for a busy machine', async () => {
    const reading = open(people(10), { answerMs: 3_000, answerMsPerMegabyte: 0 })
    const pid = await eventually('the reader', async () => {
      const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
      const programs = children
        .trim()
        .split(' ')
        .map(async (child) => ({ child, line: await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '') }))
      return (await Promise.all(programs)).find(({ line }) => line.includes('reader-process'))?.child
    })
    process.kill(Number(pid), 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    process.kill(Number(pid), 'SIGCONT')
    await using table = await reading
    expect(table.rowCount).toBe(10)
  })

  test('a file that takes too long to read', async () => {
    // So large that no reader is done before it is stopped.
    await expect(open(people(40_000), { answerMs: 1, answerMsPerMegabyte: 0 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('too long'),
    })
  })

  itInFull('a file that needs too much memory, and the calling process survives', async () => {
    const sheet = open(people(40_000), { heapMegabytes: 12, heapMegabytesPerMegabyte: 0 }).then(({ batches }) =>
      collect(batches),
    )
    await expect(sheet).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('too much memory'),
    })
  })

  itInFull('a file that turns out to be damaged in the middle', async () => {
    const rows = textRows(
      Array.from({ length: 131 }, (_, index) => (index === 0 ? ['Email'] : [`a${index}@example.com`])),
    )
    const sheet = await open(craftXlsx({ A: `${rows}<row r="132"><c r="A132" t="s"><v>9</v></c></row>` }), {
      batchRows: 10,
    })
    const sizes: number[] = []
    const importing = (async () => {
      for await (const { contacts } of sheet.batches) sizes.push(contacts.length)
    })()
    await expect(importing).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
    expect(sizes).toEqual(Array.from({ length: 13 }, () => 10))
  })

  test('no invalid path, which is an internal error and not the file’s fault', async () => {
    await expect(open(pathOf('missing.xlsx'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

itInFull('readSpreadsheet aborts an import whose caller stalls', async () => {
  const sheet = await open(people(10), { idleMs: 1 })
  await noneLeft()
  await expect(collect(sheet.batches)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('readSpreadsheet reads two files at once and lets others queue', async () => {
  const [first, second] = await Promise.all([open(people(1), {}, 'one'), open(people(2), {}, 'two')])
  const third = open(people(3), {}, 'three')
  await setImmediate()
  expect(readingProcesses()).toBe(2)
  await first.close()
  const sheets = [second, await third]
  expect(sheets.map(({ rowCount }) => rowCount)).toEqual([2, 3])
  for (const sheet of sheets) await sheet.close()
})

test('readSpreadsheet reads one file at a time of each workspace, and a waiting one does not delay other workspaces', async () => {
  const order: string[] = []
  const read = async (workspace: string) => {
    const sheet = await open(people(1), {}, workspace)
    order.push(workspace)
    return sheet
  }
  const first = await read('busy')
  const waiting = [read('busy'), read('calm')]
  await waiting[1]
  expect(order).toEqual(['busy', 'calm'])
  await first.close()
  for (const sheet of await Promise.all(waiting)) await sheet.close()
})

describe('the reading of a spreadsheet that was abandoned by its caller', () => {
  test('ends in the middle of the file', async () => {
    const leaving = new AbortController()
    const options = { workspace: 'one', fileName: 'contacts.xlsx', contentType: XLSX, signal: leaving.signal }
    const reading = readSpreadsheet(people(40_000), options)
    await eventually('the reader', async () => readingProcesses() === 1)
    leaving.abort()
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await noneLeft()
  })

  test('ends between two batches', async () => {
    const leaving = new AbortController()
    const options = { workspace: 'one', fileName: 'contacts.xlsx', contentType: XLSX, signal: leaving.signal }
    const sheet = await readSpreadsheet(people(10), options)
    leaving.abort()
    await noneLeft()
    await expect(collect(sheet.batches)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('never starts if it was abandoned while waiting in the queue', async () => {
    const leaving = new AbortController()
    const first = await open(people(1))
    const options = { workspace: 'one', fileName: 'contacts.xlsx', contentType: XLSX, signal: leaving.signal }
    const second = readSpreadsheet(people(1), options)
    leaving.abort()
    await first.close()
    await expect(second).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await noneLeft()
  })
})

test('readSpreadsheet describes only the first sheets of a workbook, however many it has', async () => {
  const names = Array.from({ length: 4_000 }, (_, index) => `S${index}`)
  const rows = textRows([['Email'], ['a@example.com']])
  const file = craftXlsx(Object.fromEntries(names.map((name) => [name, rows])))
  await using read = await describeSpreadsheet(file, { workspace: 'one', fileName: 'contacts.xlsx', contentType: XLSX })
  expect(read.sheets).toHaveLength(50)
  expect(read.sheets[0]?.notices).toEqual([{ kind: 'manySheets', count: 4_000, row: null, samples: [] }])
})
