import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseId } from '#schema/object-ids.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { campaignFiles } from './attachment-content.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

itInFull(
  'the attachment cache keeps each file once for concurrent and later readers, and reads only what is requested',
  async () => {
    const person = await world.signUp({ unlimited: true })
    const contents = [randomBytes(9_000_001), randomBytes(10), Buffer.of()]
    const attachments = contents.map((content, at) => ({ name: `${at}.bin`, contentBytes: content.toString('base64') }))
    const { body } = await person.rest('POST', '/api/campaigns', { name: 'N', subject: 'S', content: 'C', attachments })
    const id = parseId(body.id)?.uuid ?? ''
    const files = (wanted?: (name: string) => boolean) =>
      world.app.database.inTenant(
        person.tenantId,
        async (em) => (await campaignFiles(em, person.tenantId, id, wanted)).attachments,
      )

    const headers = await files((name) => name === '1.bin')
    expect(headers.map(({ name, size, content }) => [name, size, content.byteLength])).toEqual([
      ['0.bin', 9_000_001, 0],
      ['1.bin', 10, 10],
      ['2.bin', 0, 0],
    ])
    const [one, two] = await Promise.all([files(), files()])
    const later = await files()
    for (const [at, content] of contents.entries()) {
      expect(Buffer.from(one[at]?.content ?? []).equals(content)).toBe(true)
      expect(two[at]?.content).toBe(one[at]?.content)
      expect(later[at]?.content).toBe(one[at]?.content)
    }
  },
)

it('an attachment of another workspace’s campaign cannot be read', async () => {
  const owner = await world.signUp({ unlimited: true })
  const attachments = [{ name: 'a.bin', contentBytes: 'aGVsbG8=' }]
  const { body } = await owner.rest('POST', '/api/campaigns', { name: 'N', subject: 'S', content: 'C', attachments })
  const id = parseId(body.id)?.uuid ?? ''
  const stranger = await world.signUp({ unlimited: true })
  const read = (tenantId: string) =>
    world.app.database.inTenant(stranger.tenantId, (em) => campaignFiles(em, tenantId, id))
  const none = { attachments: [], documents: [] }
  expect(await read(stranger.tenantId)).toEqual(none)
  expect(await read(owner.tenantId)).toEqual(none)
})
