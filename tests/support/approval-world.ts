import { expect } from 'vitest'
import { configureSending, draftCampaign, fetchCampaign } from './campaigns.ts'
import { addColleague } from './colleague.ts'
import { mutate } from './mutate.ts'
import type { TestPerson, World } from './world.ts'

const APPROVAL = 'status request requestedBy note changed decidedBy reason canDecide canWithdraw'
const FULL = `{ id status scheduledAt launchedBy { name } approval { ${APPROVAL} } }`
export const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString()

/** Returns the result of a mutation, or the code and the message of its refusal. */
export async function act(who: TestPerson, name: string, input: object, selection = FULL) {
  const { data, errors } = await mutate(who, name, input, selection)
  return errors ? { code: errors[0].extensions.code, message: errors[0].message } : data[name]
}

/** The newest request for approval of a campaign. */
export async function approvalOf(who: TestPerson, id: string) {
  const { data, errors } = await who.graphql(`query ($id: ID!) { campaign(id: $id) ${FULL} }`, { id })
  expect(errors).toBeUndefined()
  return data.campaign.approval
}

/** A workspace that demands approval: a member with a mailbox and a draft, and two admins. */
export async function office(world: World, recipients = 3) {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea' })
  await world.connect(bea)
  await configureSending(boss, { launchApproval: true })
  const id = await draftCampaign(world, bea, recipients)
  const request = (input: object = {}, who: TestPerson = bea) => act(who, 'requestApproval', { id, ...input })
  const decide = (who: TestPerson, decision: string, input: object = {}) =>
    act(who, 'decideApproval', { id, request: 1, decision, ...input })
  return { boss, ada, bea, id, request, decide, look: () => fetchCampaign(boss, id) }
}
