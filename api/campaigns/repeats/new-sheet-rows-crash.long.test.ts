import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { allowFiles } from '#tests/support/allow-files.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { sandboxSheet } from '#tests/support/sandbox-sheets.ts'
import { sourceWorkers } from '#tests/support/workers.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Rows that come at once; more than a worker claims. */
const ROWS = 60
/** More calls than can hang. */
const MANY = 1_000
const MAILBOX = 'new-rows@crash.test'
const RULE = { kind: 'new_row', timeOfDay: '09:00', timeZone: 'Europe/Berlin' }

/** Calls of the sandbox that hang while the worker is killed: after how many of them. */
const MOMENTS = [
  { at: 'the sheet is read', operation: 'files', after: 0 },
  { at: 'its cells are read', operation: 'files', after: 2 },
  { at: 'the first email is sent', operation: 'sendDraft', after: 0 },
  { at: 'half of the emails are sent', operation: 'sendDraft', after: ROWS / 2 },
] as const

it('a campaign that repeats with new rows sends one email about each, although the worker is killed while it reads the sheet and while it sends', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', MAILBOX)
  const act = async (name: string, input: object, selection = '{ id }') => {
    const { data, errors } = await mutate(person, name, input, selection)
    expect(errors).toBeUndefined()
    return data[name]
  }
  const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => [`reader${from + index}@crash.example`, `A-${from + index}`])
  const head = ['Email', 'Order']
  const sheet = await sandboxSheet(world.sandboxUrl, [head, ...lines(0, 3)], { email })
  await allowFiles(world, person, 'google', { email, sheet })
  const { id: sheetId } = await act('connectSheet', { url: sheet.link, keyColumn: 'Order' })
  const id = await draftCampaign(world, person, 0, { selectedContacts: undefined })
  await act('updateCampaign', { id, sheetId, emailsPer: 'row', subject: '{Order}', content: '{#rows}{Order}{/rows}' })
  await act('repeatCampaign', { id, rule: RULE })
  const makeDue = () =>
    world.app.database.asSystem((em) =>
      em.execute(`update campaign_repeats set next_run_at = now() - interval '1 second' where tenant_id = ?`, [
        person.tenantId,
      ]),
    )
  await sheet.change({ cells: [head, ...lines(0, 3 + ROWS)] })

  for (const { at, operation, after } of MOMENTS) {
    await makeDue()
    const fault = await world.fault({ kind: 'hang', operation, count: MANY, after })
    const worker = await sourceWorkers.load(world)
    onTestFinished(() => worker.kill())
    await worker.begin()
    await eventually(`a worker hangs when ${at}`, async () => (await world.faultLeft(fault)) < MANY)
    await worker.kill()
    await world.clearFault(fault)
  }
  await makeDue()
  const last = await sourceWorkers.load(world)
  onTestFinished(() => last.kill())
  await last.begin()
  await eventually('every row has its email', async () => (await world.accepted(MAILBOX)).length >= ROWS)
  await makeDue()
  await eventually('the next run is over', async () => {
    const [row] = await world.app.database.asSystem((em) =>
      em.execute<{ is_due: boolean }[]>(
        'select next_run_at <= now() as is_due from campaign_repeats where tenant_id = ?',
        [person.tenantId],
      ),
    )
    return row?.is_due === false
  })
  const subjects = (await world.acceptedSubjects(MAILBOX)).toSorted()
  expect(subjects).toEqual(
    lines(3, ROWS)
      .map(([, order]) => order)
      .toSorted(),
  )
})
