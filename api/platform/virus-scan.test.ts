import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { clamdScan, noScan } from './virus-scan.ts'

const VIRUS = 'a file with a virus'

/** A stand-in for clamd: finds the text above; `answer` replaces its answer. */
function fakeClamd() {
  const state = { files: [] as Buffer[], answer: null as string | null, silent: false }
  const server: Server = createServer((socket: Socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const file = fileIn(bytes)
      if (!file || state.silent) return
      state.files.push(file)
      const found = file.includes(VIRUS) ? 'stream: Test-Signature FOUND' : 'stream: OK'
      socket.end(`${state.answer ?? found}\0`)
    })
  })
  return { server, state }
}

/** The file of a whole INSTREAM command; null while it is not whole. */
function fileIn(bytes: Buffer): Buffer | null {
  const head = 'zINSTREAM\0'
  expect(bytes.subarray(0, head.length).toString()).toBe(head.slice(0, bytes.length))
  const chunks: Buffer[] = []
  for (let at = head.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const clamd = fakeClamd()
let world: World
let ann: TestPerson
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => clamd.server.listen(0, '127.0.0.1', resolve))
  url = `tcp://127.0.0.1:${(clamd.server.address() as AddressInfo).port}`
  world = await createWorld({ send: false })
  ann = await world.signUp({ tier: 'pro' })
})
afterAll(async () => {
  clamd.server.close()
  await world.close()
})
afterEach(() => {
  Object.assign(clamd.state, { answer: null, silent: false, files: [] })
  world.app.scan = noScan
})

const campaign = (text: string) => ({
  name: 'C',
  attachments: [{ name: 'a.txt', contentBytes: Buffer.from(text).toString('base64'), contentType: 'text/plain' }],
})
const counts = async () => (await ann.graphql('{ campaigns { totalCount } }')).data.campaigns.totalCount

describe('an uploaded file, where a virus scanner is configured,', () => {
  it('is sent to the scanner whole, in chunks', async () => {
    const content = Buffer.alloc(200_000, 'x')
    await clamdScan(url)(content)
    expect(clamd.state.files[0]?.equals(content)).toBe(true)
  })

  it('is stored when no virus was found', async () => {
    world.app.scan = clamdScan(url)
    expect((await ann.rest('POST', '/api/campaigns', campaign('harmless'))).status).toBe(201)
    expect(clamd.state.files.map(String)).toEqual(['harmless'])
  })

  it('is refused and not stored when a virus was found', async () => {
    world.app.scan = clamdScan(url)
    const before = await counts()
    const { status, body } = await ann.rest('POST', '/api/campaigns', campaign(VIRUS))
    expect([status, body.code]).toEqual([422, 'UNREADABLE_FILE'])
    expect(body.message).not.toContain('Signature')
    expect(await counts()).toBe(before)
  })

  it('is refused when it is added to a draft', async () => {
    const { id } = (await ann.rest('POST', '/api/campaigns', { name: 'C' })).body
    world.app.scan = clamdScan(url)
    const { attachments } = campaign(VIRUS)
    const change =
      'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { id } errors { code field message } } }'
    const { errors } = await ann.graphql(change, { input: { id, attachments } })
    expect(errors?.[0].extensions.code).toBe('UNREADABLE_FILE')
    const { data } = await ann.graphql('query ($id: ID!) { campaign(id: $id) { attachments { name } } }', { id })
    expect(data.campaign.attachments).toEqual([])
  })

  it.each([
    ['an image', 'image', '/api/upload/image'],
    ['contacts', 'file', '/api/contacts/upload'],
    ['contacts that are previewed first', 'file', '/api/contacts/imports'],
  ])('is scanned as %s', async (_, field, path) => {
    world.app.scan = clamdScan(url)
    const form = new FormData()
    form.append(field, new Blob([VIRUS]), 'a.xlsx')
    const answer = await fetch(world.url + path, { method: 'POST', headers: { authorization: ann.token }, body: form })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'UNREADABLE_FILE'])
    expect(clamd.state.files.map(String)).toEqual([VIRUS])
  })

  it.each([
    ['gives an unknown answer', () => (clamd.state.answer = 'INSTREAM size limit exceeded. ERROR')],
    ['says nothing', () => (clamd.state.answer = '')],
    ['does not answer', () => (clamd.state.silent = true)],
  ])('is not stored when the scanner %s', async (_, make) => {
    make()
    await expect(clamdScan(url, 200)(Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('is not stored when the scanner cannot be reached', async () => {
    world.app.scan = clamdScan('tcp://127.0.0.1:1')
    const before = await counts()
    expect((await ann.rest('POST', '/api/campaigns', campaign('harmless'))).status).toBe(503)
    expect(await counts()).toBe(before)
  })
})
