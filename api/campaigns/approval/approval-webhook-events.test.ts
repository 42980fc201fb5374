import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { configureSending, draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('webhooks report a request for approval and its outcome', async () => {
  const boss = await world.signUp({ unlimited: true })
  await addColleague(world, boss, { role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea' })
  await world.connect(bea)
  await configureSending(boss, { launchApproval: true })
  const events = ['approval_requested', 'approval_given', 'approval_declined', 'approval_voided'] as const
  await makeWebhook(boss, { events })
  const id = await draftCampaign(world, bea, 2)
  const decide = (who: typeof boss, request: number, decision: string) =>
    mutate(who, 'decideApproval', { id, request, decision, reason: 'Why not' }, '{ status }')
  const request = (input: object = {}) => mutate(bea, 'requestApproval', { id, ...input }, '{ status }')
  await request()
  await request({ note: 'Again' })
  await decide(boss, 2, 'decline')
  await request()
  await decide(bea, 3, 'withdraw')
  await request({ undoSeconds: 600 })
  await decide(boss, 4, 'approve')

  const campaignId = uuidOf('Campaign', id)
  const told = (event: string, place: number) => ({ event, data: { campaignId, request: place }, status: 'pending' })
  const deliveries = await deliveriesOf(world, boss)
  const written = deliveries.map(({ event, data, status }) => ({ event, data, status }))
  expect(written.toSorted((a, b) => Number(a.data['request']) - Number(b.data['request']))).toEqual([
    told('approval_requested', 1),
    told('approval_voided', 1),
    told('approval_requested', 2),
    told('approval_declined', 2),
    told('approval_requested', 3),
    told('approval_voided', 3),
    told('approval_requested', 4),
    told('approval_given', 4),
  ])
  // The time in which the launch can be undone does not hold them back.
  for (const { dueAt, startedAt } of deliveries)
    expect(dueAt?.getTime()).toBeLessThanOrEqual(startedAt.getTime() + 60_000)
})

it('webhooks report once that a request for approval is out of date when its draft changes', async () => {
  const boss = await world.signUp({ unlimited: true })
  await addColleague(world, boss, { role: 'admin' })
  await world.connect(boss)
  await configureSending(boss, { launchApproval: true })
  await makeWebhook(boss, { events: ['approval_voided'] })
  const id = await draftCampaign(world, boss, 2, { filePattern: '{firstName}.pdf' })
  const change = (input: object) => mutate(boss, 'updateCampaign', { id, ...input })
  const told = async () => (await deliveriesOf(world, boss)).map(({ data }) => data['request'])
  const request = () => mutate(boss, 'requestApproval', { id }, '{ status }')
  await request()
  await change({ name: 'Recipients do not see it' })
  expect(await told()).toEqual([])
  await change({ subject: 'Another one' })
  await change({ subject: 'A third one' })
  expect(await told()).toEqual([1])
  // The draft equals the requested version again, until the next change.
  await change({ subject: 'Hello' })
  await change({ selectedContacts: [] })
  expect(await told()).toEqual([1, 1])
  await change({ audience: { all: true }, followUps: [] })
  await change({ followUps: [{ content: 'Again' }] })
  expect(await told()).toEqual([1, 1, 1])
  await request()
  const file = { name: 'First0.pdf', contentBytes: 'aGVsbG8=' }
  await mutate(boss, 'addRecipientFiles', { campaignId: id, files: [file] })
  expect((await told()).filter((place) => place === 2)).toHaveLength(1)
})
