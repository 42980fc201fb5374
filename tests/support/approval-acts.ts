import type { AuditAction } from '#domain/audit.ts'
import { joinedLongAgo } from './approval-off.ts'
import { actsIn, type ActCase } from './acts.ts'
import { configureSending, draftCampaign } from './campaigns.ts'
import { addColleague } from './colleague.ts'
import type { TestPerson, World } from './world.ts'

/** Returns one API call for every audited action on the approval of a launch. */
export function approvalActs(world: () => World) {
  const { onId } = actsIn(world)
  /** Lets Bea, an admin too, ask for the approval of a campaign's launch. */
  const asked = async (who: TestPerson) => {
    const bea = await addColleague(world(), who, { role: 'admin' })
    await world().connect(bea)
    await configureSending(who, { launchApproval: true })
    const id = await draftCampaign(world(), bea, 2)
    await onId(bea, 'requestApproval', id, { note: 'Please' })
    return { bea, id }
  }
  /** Asks to turn approval off. Returns another admin. */
  const askedOff = async (who: TestPerson) => {
    const bea = await addColleague(world(), who, { role: 'admin' })
    await configureSending(who, { launchApproval: true })
    await configureSending(who, { launchApproval: false })
    return bea
  }
  const by = (name: string) => ({ field: 'requestedBy', from: null, to: name })
  const reason = 'Too early'
  return {
    approval_requested: {
      act: asked,
      says: {
        ...{ actorName: 'Bea', targetLabel: 'News' },
        changes: [
          { field: 'recipients', from: null, to: '2' },
          { field: 'note', from: null, to: 'Please' },
        ],
      },
    },
    approval_given: {
      act: async (who) => onId(who, 'decideApproval', (await asked(who)).id, { request: 1, decision: 'approve' }),
      says: { targetLabel: 'News', changes: [by('Bea')] },
    },
    approval_declined: {
      act: async (who) =>
        onId(who, 'decideApproval', (await asked(who)).id, { request: 1, decision: 'decline', reason }),
      says: { targetLabel: 'News', changes: [by('Bea'), { field: 'reason', from: null, to: reason }] },
    },
    approval_withdrawn: {
      act: async (who) => {
        const { bea, id } = await asked(who)
        await onId(bea, 'decideApproval', id, { request: 1, decision: 'withdraw' })
      },
      says: { actorName: 'Bea', targetLabel: 'News', changes: [] },
    },
    approval_off_requested: { act: askedOff, says: { actor: 'person', targetLabel: null } },
    approval_off_cancelled: {
      act: async (who) => configureSending(await askedOff(who), { launchApproval: true }),
      says: { actorName: 'Bea', changes: [] },
    },
    approval_turned_off: {
      act: async (who) => {
        const bea = await askedOff(who)
        await joinedLongAgo(world(), bea)
        await configureSending(bea, { launchApproval: false })
      },
      says: { actorName: 'Bea' },
    },
  } satisfies Partial<Record<AuditAction, ActCase>>
}
