import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { craftZip } from './fixtures/crafted-spreadsheets.ts'
import { SPREADSHEET_LIMITS } from './spreadsheet-limits.ts'
import { openZip, type ZipParts } from './zip-reader.ts'

const LIMITS = SPREADSHEET_LIMITS
const MB = 1_048_576

async function contentOf(file: Uint8Array, name: string): Promise<string> {
  return contentIn(await openZip(Buffer.from(file), LIMITS), name)
}

async function contentIn(zip: ZipParts, name: string): Promise<string> {
  return Buffer.concat(await Array.fromAsync(zip.read(name))).toString()
}

describe('the zip reader reads an archive', () => {
  test('whether its parts are deflated or stored', async () => {
    const zip = await openZip(
      Buffer.from(zipSync({ 'a.xml': [strToU8('<a/>'), { level: 9 }], 'b.xml': [strToU8('<b/>'), { level: 0 }] })),
      LIMITS,
    )
    expect(zip.names).toEqual(['a.xml', 'b.xml'])
    expect(await contentIn(zip, 'a.xml')).toBe('<a/>')
    expect(await contentIn(zip, 'b.xml')).toBe('<b/>')
  })

  test('if its writer did not know the sizes beforehand', async () => {
    const pieces: Uint8Array[] = []
    const writer = new Zip((_, piece) => pieces.push(piece))
    const part = new ZipDeflate('a.xml')
    writer.add(part)
    part.push(strToU8('<a>'))
    part.push(strToU8('</a>'), true)
    writer.end()
    expect(await contentOf(Buffer.concat(pieces), 'a.xml')).toBe('<a></a>')
  })

  test('with a comment at its end, even one that looks like an end', async () => {
    const zip = craftZip({ 'a.xml': '<a/>' })
    const comment = Buffer.from('hello PK')
    zip.writeUInt16LE(comment.length, zip.length - 2)
    expect(await contentOf(Buffer.concat([zip, comment]), 'a.xml')).toBe('<a/>')
  })

  test('with sizes in the zip64 field', async () => {
    const plain = craftZip({ 'a.xml': '<a/>' })
    const start = plain.readUInt32LE(plain.length - 6)
    const entry = plain.subarray(start, plain.length - 22)
    const extra = Buffer.alloc(20)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(16, 2)
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(24)), 4)
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(20)), 12)
    entry.writeUInt32LE(0xffffffff, 20)
    entry.writeUInt32LE(0xffffffff, 24)
    entry.writeUInt16LE(extra.length, 30)
    const zip = Buffer.concat([plain.subarray(0, start), entry, extra, plain.subarray(plain.length - 22)])
    expect(await contentOf(zip, 'a.xml')).toBe('<a/>')
  })
})

describe('a zip bomb is rejected', () => {
  const blank = Buffer.alloc(64 * MB, ' ')

  test('before anything is unpacked if its directory is honest', async () => {
    const zip = craftZip({ 'xl/worksheets/sheet1.xml': blank })
    expect(zip.length).toBeLessThan(MB)
    await expect(openZip(zip, LIMITS)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('at the first false size if its directory lies', async () => {
    const name = 'xl/worksheets/sheet1.xml'
    const zip = await openZip(craftZip({ [name]: blank }, { [name]: MB }), LIMITS)
    const before = process.memoryUsage().arrayBuffers
    await expect(contentIn(zip, name)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MB)
  })

  test('if many medium parts are too large in total', async () => {
    const zip = await openZip(craftZip({ 'a.xml': 'a'.repeat(600), 'b.xml': 'b'.repeat(600) }), {
      ...LIMITS,
      inflatedBytes: 1_000,
    })
    await contentIn(zip, 'a.xml')
    await contentIn(zip, 'a.xml')
    await expect(contentIn(zip, 'b.xml')).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('if it has too many entries', async () => {
    const zip = craftZip(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.xml`, ''])))
    await expect(openZip(zip, { ...LIMITS, zipEntries: 10 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('but a picture may have any ratio, since it is never unpacked', async () => {
    const zip = await openZip(craftZip({ 'xl/media/image1.bmp': blank, 'a.xml': '<a/>' }), LIMITS)
    expect(await contentIn(zip, 'a.xml')).toBe('<a/>')
  })
})

describe('a damaged zip is rejected with an explanation', () => {
  const zip = craftZip({ 'a.xml': 'some text that is long enough to be packed, some text that is long enough' })
  const damaged = { code: 'UNREADABLE_FILE', message: expect.stringContaining('damaged') }

  test.each([0, 1, 21, 22, 60, zip.length - 23, zip.length - 1])('if it is cut off after %d bytes', async (length) => {
    await expect(contentOf(zip.subarray(0, length), 'a.xml')).rejects.toMatchObject(damaged)
  })

  test('if a byte of its content is changed', async () => {
    const changed = Buffer.from(zip)
    changed.writeUInt8(changed.readUInt8(45) ^ 1, 45)
    await expect(contentOf(changed, 'a.xml')).rejects.toMatchObject(damaged)
  })

  test('if a checksum is wrong', async () => {
    const changed = Buffer.from(zip)
    const start = zip.readUInt32LE(zip.length - 6)
    changed.writeUInt32LE(1, start + 16)
    await expect(contentOf(changed, 'a.xml')).rejects.toMatchObject(damaged)
  })

  test('if a part is protected by a password', async () => {
    const changed = Buffer.from(zip)
    changed.writeUInt16LE(1, zip.readUInt32LE(zip.length - 6) + 8)
    await expect(contentOf(changed, 'a.xml')).rejects.toMatchObject({
      message: expect.stringContaining('password'),
    })
  })
})
