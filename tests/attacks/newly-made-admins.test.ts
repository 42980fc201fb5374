import { describe, expect, it } from 'vitest'
import { act, office } from '../support/approval-world.ts'
import { joinedLongAgo, signedInNow, withNewSession } from '../support/approval-off.ts'
import { clockedWorld } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import type { TestPerson } from '../support/world.ts'

/** An admin who makes the second person that is to approve their launch. */

const at = clockedWorld()
const HOUR = 3_600_000
const TOO_NEW = { code: 'FORBIDDEN', message: expect.stringMatching(/24 hours.*decline/) }

/** An office where an admin has asked for a launch of their own. */
async function askedByAdmin() {
  const { boss, ada, bea, id, request, decide, look } = await office(at.world)
  await at.world.connect(boss)
  at.now += HOUR / 60
  await signedInNow(at.world, boss)
  expect(await request({}, boss)).toMatchObject({ approval: { status: 'waiting' } })
  return { boss, ada, bea, id, decide, look }
}
const addAdmin = (boss: TestPerson) => addColleague(at.world, boss, { name: 'Eve', role: 'admin' })
const setRole = (boss: TestPerson, id: string, role: 'ADMIN' | 'USER') =>
  act(boss, 'updateUser', { id, role }, '{ id }')

describe('a launch that an admin requests', () => {
  it('is not approved by a colleague whom they have just made an admin, until 24 hours later', async () => {
    const { boss, bea, decide, look } = await askedByAdmin()
    await joinedLongAgo(at.world, bea)
    await setRole(boss, bea.id, 'ADMIN')
    expect(await decide(bea, 'approve')).toMatchObject(TOO_NEW)
    expect(await look()).toMatchObject({ status: 'draft', logs: [] })
    at.now += 24 * HOUR - 1_000
    expect(await decide(bea, 'approve')).toMatchObject(TOO_NEW)
    at.now += 1_000
    expect(await decide(bea, 'approve')).toMatchObject({ status: 'sending' })
  })

  it('is not approved by an admin whom they have just added, who may decline it', async () => {
    const { boss, decide, look } = await askedByAdmin()
    const eve = await addAdmin(boss)
    expect(await decide(eve, 'approve')).toMatchObject(TOO_NEW)
    expect(await decide(eve, 'decline', { reason: 'No' })).toMatchObject({ approval: { status: 'declined' } })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('is not approved by an admin whom they have just activated again', async () => {
    const { boss, ada, decide } = await askedByAdmin()
    await joinedLongAgo(at.world, ada)
    for (const isActive of [false, true]) await act(boss, 'updateUser', { id: ada.id, isActive }, '{ id }')
    expect(await decide(await withNewSession(at.world, ada), 'approve')).toMatchObject(TOO_NEW)
  })

  it('is not approved by a new admin after they asked to turn approval off and kept it on', async () => {
    const { boss, decide } = await askedByAdmin()
    const eve = await addAdmin(boss)
    for (const launchApproval of [false, true]) {
      await act(boss, 'updateEmailSettings', { launchApproval }, '{ launchApproval }')
    }
    expect(await decide(eve, 'approve')).toMatchObject(TOO_NEW)
  })

  it('is approved at once by an admin who was one when approval was turned on', async () => {
    const { ada, decide } = await askedByAdmin()
    expect(await decide(ada, 'approve')).toMatchObject({ status: 'sending' })
  })

  it('is approved by those who were admins when approval was turned on again', async () => {
    const { boss, decide } = await askedByAdmin()
    at.now += HOUR / 60
    await signedInNow(at.world, boss)
    const eve = await addAdmin(boss)
    await act(boss, 'updateEmailSettings', { launchApproval: false }, '{ launchApproval }')
    at.now += 24 * HOUR
    await setRole(boss, eve.id, 'USER')
    await signedInNow(at.world, boss)
    await setRole(boss, eve.id, 'ADMIN')
    at.now += HOUR / 60
    await act(boss, 'updateEmailSettings', { launchApproval: true }, '{ launchApproval }')
    expect(await decide(eve, 'approve')).toMatchObject({ status: 'sending' })
  })
})
