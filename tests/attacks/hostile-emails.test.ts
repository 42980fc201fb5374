import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { SMALL } from '#api/platform/threads/worker-thread-pool.ts'
import { AppError } from '#domain/errors.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { itInFull } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices, scriptedStore } from '../support/scripted-campaign.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

type Run = World['app']['threads']['run']
const LAUNCH =
  'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }'
const PREVIEW = 'query ($input: MailInput!) { previewMail(input: $input) { size } }'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function sender(): Promise<TestPerson> {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'google')
  return person
}

/** Threads that note the size of each task, by name, and may refuse one. */
function watched(refuse?: string) {
  const sizes: Record<string, number> = {}
  const { sendingThreads } = world.app
  const run: Run = (tenantId, name, input, size) => {
    sizes[name] = size
    if (name === refuse) throw new AppError('TOO_LARGE', 'This took longer than 10 seconds and was stopped.')
    return sendingThreads.run(tenantId, name, input, size)
  }
  return { sizes, threads: { ...sendingThreads, run } }
}

/** Sends everything of a person through a mailbox that accepts all; returns how many emails it took. */
async function sendAll(person: TestPerson, sendingThreads: World['app']['sendingThreads']): Promise<number> {
  let taken = 0
  const store = scriptedStore(
    createSendStore({ ...world.app, sendingThreads }, () => []),
    {
      send: async () => {
        taken += 1
        return { messageId: `m${taken}`, internetMessageId: null }
      },
    },
  )
  await createSlices(store, await mailboxOf(world, person)).toTheEnd()
  return taken
}

itInFull('the product prepares a long email for sending in another thread', async () => {
  const person = await sender()
  const id = await draftCampaign(world, person, 2, { content: `Dear {firstName} ${'x'.repeat(SMALL)}` })
  expect((await person.graphql(LAUNCH, { id })).errors).toBeUndefined()
  const { sizes, threads } = watched()
  expect(await sendAll(person, threads)).toBe(2)
  expect(Object.keys(sizes).toSorted()).toEqual(['compile', 'links', 'unreachable'])
  expect(Object.values(sizes).every((size) => size > SMALL)).toBe(true)
})

it.each(['links', 'compile'])(
  'the product fails the emails of a campaign whose preparation takes too long (%s), and sends none of them',
  async (task) => {
    const person = await sender()
    const id = await draftCampaign(world, person, 2)
    expect((await person.graphql(LAUNCH, { id })).errors).toBeUndefined()
    expect(await sendAll(person, watched(task).threads)).toBe(0)
    const { status, logs } = await fetchCampaign(person, id)
    expect(status).toBe('failed')
    expect(logs.map(({ error }) => error)).toEqual(Array(2).fill('This took longer than 10 seconds and was stopped.'))
  },
)

itInFull(
  'the product fails an email that the values of its recipient make too long, and sends the others',
  async () => {
    const person = await sender()
    const id = await draftCampaign(world, person, 2, { content: '{City}'.repeat(1_000) })
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `update contacts set fields = jsonb_build_object('City', repeat('x', 2000)) where tenant_id = :tenantId
       and id = (select min(id::text)::uuid from contacts where tenant_id = :tenantId)`,
        { tenantId: person.tenantId },
      ),
    )
    expect((await person.graphql(LAUNCH, { id })).errors).toBeUndefined()
    expect(await sendAll(person, world.app.sendingThreads)).toBe(1)
    const { logs } = await fetchCampaign(person, id)
    const errors = logs.flatMap(({ error }) => error ?? [])
    expect(errors).toEqual([expect.stringContaining('The values of this recipient add')])
  },
)

it('the product refuses to launch an email with more merge tags and links than can be filled quickly', async () => {
  const person = await sender()
  const id = await draftCampaign(world, person, 1, { content: '{City} '.repeat(10_001) })
  const { errors } = await person.graphql(LAUNCH, { id })
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('too many merge tags and links'),
    extensions: { code: 'TOO_LARGE' },
  })
  expect(await fetchCampaign(person, id)).toMatchObject({ status: 'draft' })
})

it('the product previews short content with long values in another thread', async () => {
  const person = await sender()
  const { threads } = world.app
  const sizes: number[] = []
  const run: Run = (tenantId, name, input, size) => {
    if (name === 'preview') sizes.push(size)
    return threads.run(tenantId, name, input, size)
  }
  world.app.threads = { ...threads, run }
  const input = { subject: 'S', content: '{x}'.repeat(400), values: { fields: { x: 'x'.repeat(1_000) } } }
  const { errors } = await person.graphql(PREVIEW, { input })
  world.app.threads = threads
  expect(errors).toBeUndefined()
  expect(sizes).toEqual([400 * 1_003])
})
