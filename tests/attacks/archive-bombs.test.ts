import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { RECIPIENT_FILES } from '#domain/campaigns/recipient-files.ts'
import { draftCampaign } from '../support/campaigns.ts'
import { clockedWorld } from '../support/clocked-world.ts'
import { mutate } from '../support/mutate.ts'
import type { TestPerson } from '../support/world.ts'

/** Small archives that become large in the memory of the process, all at once. */

const at = clockedWorld()
let person: TestPerson
let id: string
beforeEach(async () => {
  person = await at.world.signUp({ unlimited: true })
  id = await draftCampaign(at.world, person, 1)
})

const zipOf = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('not what it says')]))))

/** Signature at the beginning of an entry in the directory of an archive. */
const ENTRY = 'PK\x01\x02'
/** An archive whose files declare this many bytes each. Unpacking one of them fails, because it is shorter. */
function bombOf(count: number, bytes: number, prefix: string): Buffer {
  const archive = zipOf(...Array.from({ length: count }, (_, index) => `${prefix}${index}.pdf`))
  for (let entry = archive.indexOf(ENTRY); entry >= 0; entry = archive.indexOf(ENTRY, entry + 4)) {
    archive.writeUInt32LE(bytes, entry + 24)
  }
  return archive
}

async function add(who: TestPerson, campaignId: string, files: [name: string, content: Buffer][]) {
  const sent = files.map(([name, content]) => ({ name, contentBytes: content.toString('base64') }))
  const { errors } = await mutate(who, 'addRecipientFiles', { campaignId, files: sent })
  return errors?.[0].extensions.code ?? 'ok'
}

describe('the uploaded archives of one request', () => {
  const half = Math.ceil(RECIPIENT_FILES.total / RECIPIENT_FILES.each / 2) + 1

  it('are refused before any is unpacked if they declare too much content together', async () => {
    const bombs: [string, Buffer][] = ['a', 'b'].map((one) => [`${one}.zip`, bombOf(half, RECIPIENT_FILES.each, one)])
    expect(await add(person, id, bombs)).toBe('TOO_LARGE')
    // A single bomb may be unpacked, and turns out to be damaged.
    expect(await add(person, id, bombs.slice(1))).toBe('UNREADABLE_FILE')
  })

  it('are refused before any is unpacked if they contain too many files together', async () => {
    const bombs: [string, Buffer][] = ['a', 'b'].map((one) => [
      `${one}.zip`,
      bombOf(RECIPIENT_FILES.files / 2 + 1, 20, one),
    ])
    expect(await add(person, id, bombs)).toBe('TOO_LARGE')
  })
})

it('files unpacked for one workspace are stored before any are unpacked for another', async () => {
  const other = await at.world.signUp({ unlimited: true })
  const others = await draftCampaign(at.world, other, 1)
  const scanned: string[] = []
  const stored = Promise.withResolvers<void>()
  const scan = at.world.app.scan
  at.world.app.scan = async (content) => {
    scanned.push(Buffer.from(content).toString())
    if (scanned.at(-1) === 'first') await stored.promise
  }
  try {
    const archive = (text: string) => Buffer.from(zipSync({ [`${text}.pdf`]: strToU8(text) }))
    const first = add(person, id, [['a.zip', archive('first')]])
    const second = add(other, others, [['b.zip', archive('second')]])
    // Files that are no archives wait for nobody.
    while (!scanned.includes('first')) await add(other, others, [['plain.pdf', Buffer.from('plain')]])
    for (let count = 0; count < 5; count += 1) await add(other, others, [['plain.pdf', Buffer.from('plain')]])
    expect(scanned).not.toContain('second')
    stored.resolve()
    expect([await first, await second]).toEqual(['ok', 'ok'])
    expect(scanned).toContain('second')
  } finally {
    at.world.app.scan = scan
  }
})
