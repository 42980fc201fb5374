import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { person as caller } from '#tests/support/person.ts'
import { contact } from '#tests/support/rehearsal-requests.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Rehearses a draft over REST, and reads the report with a key that may only read campaigns. */
async function reportOf(owner: TestPerson, id: string) {
  const path = `/api/campaigns/${id}/rehearsal`
  expect((await owner.rest('POST', path)).status).toBe(200)
  const reader = caller(world.url, await createKey(owner, ['campaigns:read']), '', '')
  return eventually('the report of the rehearsal', async () => {
    const { status, body } = await reader.rest('GET', path)
    expect(status).toBe(200)
    return body.status === 'done' && body.report
  })
}

it('a rehearsal over REST reports duplicate recipients, an earlier campaign to them, and who would get the largest email', async () => {
  const owner = await world.signUp({ unlimited: true })
  await world.connect(owner)
  const first = await contact(owner, 'Ann', 'Lee', 'ann.lee@gmail.com')
  const second = await contact(owner, 'Ann', 'Lee', 'annlee+news@googlemail.com', { Text: 'word '.repeat(50) })
  const spring = await draftCampaign(world, owner, 0, { name: 'Spring', selectedContacts: [first] })
  await mutate(owner, 'sendCampaign', { id: spring }, '{ id }')
  await eventually('the first email', async () => {
    return (await owner.rest('GET', `/api/campaigns/${spring}`)).body.sentCount === 1
  })
  const summer = { selectedContacts: [first, second], content: '{Text|none}' }
  const report = await reportOf(owner, await draftCampaign(world, owner, 0, summer))
  const example = (code: string) =>
    report.findings.find((finding: { code: string }) => finding.code === code)?.examples ?? code
  expect(example('SAME_MAILBOX')).toMatchObject([{ contactId: second, otherId: first, campaign: null }])
  expect(example('RECENTLY_EMAILED')).toMatchObject([
    { contactId: first, otherId: null, campaign: { id: spring, name: 'Spring' } },
  ])
  expect(report.largestContactId).toBe(second)
})
