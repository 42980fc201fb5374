import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paragraph, wordDocument } from '#tests/support/word-document.ts'
import { createOffice, findOffice, type Office, type OfficeOptions } from './libreoffice.ts'

/** A program that behaves as LibreOffice with our macro does, apart from the work; documents tell it what to do. */
const STAND_IN = `#!${process.execPath}
const fs = require('node:fs')
const call = process.argv.find((each) => each.startsWith('macro:'))
if (!call) {
  const profile = new URL(process.argv.find((each) => each.startsWith('-env:')).split('=')[1]).pathname
  fs.mkdirSync(profile + '/user/basic', { recursive: true })
  fs.writeFileSync(profile + '/user/registrymodifications.xcu', '</oor:items>')
  process.exit(0)
}
const folder = /Serve\\("([^"]*)"/.exec(call)[1]
fs.writeFileSync(folder + '/ready', '')
let count = 0
setInterval(() => {
  for (const name of fs.readdirSync(folder).filter((each) => each.endsWith('.docx'))) {
    const base = folder + '/' + name.slice(0, -5)
    const asked = fs.readFileSync(base + '.docx', 'utf8')
    if (asked === 'hang') return
    if (asked === 'crash') process.exit(1)
    fs.rmSync(base + '.docx')
    count += 1
    if (asked === 'refuse') fs.writeFileSync(base + '.error', '')
    else if (asked === 'large') fs.writeFileSync(base + '.pdf', 'x'.repeat(2000))
    else {
      fs.writeFileSync(base + '.part', JSON.stringify({ pid: process.pid, count, environment: Object.keys(process.env).sort() }))
      fs.renameSync(base + '.part', base + '.pdf')
    }
  }
}, 5)
`

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-test-'))
  program = join(folder, 'office.cjs')
  await writeFile(program, STAND_IN)
  await chmod(program, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const offices: Office[] = []
function office(options: Partial<OfficeOptions> = {}): Office {
  const made = createOffice({ program, ...options })
  offices.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(offices.splice(0).map((each) => each.close()))
})

const asked = (text: string) => Buffer.from(text)
const answer = async (from: Office, key = 'a') =>
  JSON.parse(Buffer.from(await from.toPdf(key, asked('ok'))).toString()) as {
    pid: number
    count: number
    environment: string[]
  }

describe('createOffice, which converts documents with LibreOffice,', () => {
  it('converts all documents with one process, which does not inherit the environment variables', async () => {
    const own = office()
    const [first, second] = await Promise.all([answer(own), answer(own, 'b')])
    expect(first.pid).toBe(second.pid)
    expect(first.environment).not.toContain('SECRET_KEY')
    expect(first.environment).toEqual(expect.arrayContaining(['HOME', 'LANG', 'PATH']))
  })

  it('starts a new process after a number of documents, and when it was idle', async () => {
    const few = office({ documentsEach: 1 })
    expect((await answer(few)).pid).not.toBe((await answer(few)).pid)
  })

  it('tries a document again if the process crashes, and gives up after that', async () => {
    const own = office()
    const { pid } = await answer(own)
    await expect(own.toPdf('a', asked('crash'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await answer(own)).pid).not.toBe(pid)
  })

  it('stops a document that takes too long, and converts the next one', async () => {
    const own = office({ documentMs: 200 })
    await expect(own.toPdf('a', asked('hang'))).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect((await answer(own)).count).toBe(1)
  })

  it('reports that a document cannot be opened, or that its PDF is too large', async () => {
    const own = office({ bytesMax: 1_000 })
    await expect(own.toPdf('a', asked('refuse'))).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(own.toPdf('a', asked('large'))).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('reports that LibreOffice is missing or does not start', async () => {
    const none = office({ program: null })
    expect(none.isThere).toBe(false)
    await expect(none.toPdf('a', asked('ok'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('LibreOffice is not installed'),
    })
    const wrong = office({ program: join(folder, 'nothing'), startMs: 2_000 })
    await expect(wrong.toPdf('a', asked('ok'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

const installed = findOffice()
if (installed === null) process.stderr.write('SKIPPED: tests of PDFs, because LibreOffice is not installed here.\n')

describe.skipIf(installed === null)('the real LibreOffice', () => {
  it('creates the same PDF from the same document', async () => {
    const own = office({ program: installed })
    const document = wordDocument({ body: paragraph('Dear Ada') })
    const [first, second] = [await own.toPdf('a', document), await own.toPdf('a', document)]
    expect(Buffer.from(first).toString('latin1', 0, 8)).toMatch(/^%PDF-1\.\d/)
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
    const other = await own.toPdf('a', wordDocument({ body: paragraph('Dear Bob') }))
    expect(Buffer.from(other).equals(Buffer.from(first))).toBe(false)
  }, 120_000)

  it('refuses a file that is no Word document, and continues', async () => {
    const own = office({ program: installed })
    await expect(own.toPdf('a', asked('<html>hello</html>'))).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect((await own.toPdf('a', wordDocument({ body: paragraph('x') }))).length).toBeGreaterThan(1_000)
  }, 120_000)

  it('reports fonts for which this machine has no replacement of the same width', async () => {
    const own = office({ program: installed })
    expect(await own.missingFonts(['A font of nobody'])).toEqual(['A font of nobody'])
  })
})
