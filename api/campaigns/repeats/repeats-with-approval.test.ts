import { expect, it } from 'vitest'
import { signedInNow } from '#tests/support/approval-off.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { repeatingDraft, repeatingWorld, sentTo, type RepeatingDraft } from '#tests/support/repeating-world.ts'

const clocked = repeatingWorld()

/** The workspace demands that a second person approves each launch. */
async function demandApproval({ person, act }: RepeatingDraft): Promise<void> {
  await addColleague(clocked.world, person, { role: 'admin' })
  await signedInNow(clocked.world, person)
  const on = await act('updateEmailSettings', { launchApproval: true }, '{ launchApproval }')
  expect(on).toEqual({ launchApproval: true })
}

it('a repeating campaign cannot be switched on where launches need approval', async () => {
  const shop = await repeatingDraft(clocked)
  await demandApproval(shop)
  expect(await shop.repeat()).toMatchObject({ code: 'APPROVAL_NEEDED' })
  expect(await shop.state()).toBeNull()
})

it('a repeating campaign stops with a reason at its next run once launches need approval', async () => {
  const shop = await repeatingDraft(clocked)
  const repeating = async () => {
    await shop.stay()
    const { data } = await shop.person.graphql('{ campaigns(filter: { repeats: true }) { nodes { id } } }')
    return data.campaigns.nodes
  }
  expect(await repeating()).toEqual([])
  expect(await shop.repeat()).toMatchObject({ id: shop.id })
  expect(await repeating()).toEqual([{ id: shop.id }])
  clocked.now += 1
  await shop.add('a@example.com')
  await demandApproval(shop)
  await shop.live(24)
  expect(await sentTo(shop)).toEqual([])
  expect(await shop.state()).toMatchObject({
    ...{ isOn: false, nextRunAt: null, runCount: 0 },
    offBecause: expect.stringMatching(/second person approves each launch, so no campaign can repeat/),
  })
  expect(await repeating()).toEqual([])
})
