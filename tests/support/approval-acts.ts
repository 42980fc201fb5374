import type { AuditAction } from '#domain/audit.ts'
import { actsIn, type ActCase } from './acts.ts'
import { configureSending, draftCampaign } from './campaigns.ts'
import { addColleague } from './colleague.ts'
import type { TestPerson, World } from './world.ts'

/** An act for every action on the approval of a launch. */
export function approvalActs(world: () => World) {
  const { onId } = actsIn(world)
  /** Bea, an admin too, asks to launch a campaign. */
  const asked = async (who: TestPerson) => {
    const bea = await addColleague(world(), who, { role: 'admin' })
    await world().connect(bea)
    await configureSending(who, { launchApproval: true })
    const id = await draftCampaign(world(), bea, 2)
    await onId(bea, 'requestApproval', id, { note: 'Please' })
    return { bea, id }
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
  } satisfies Partial<Record<AuditAction, ActCase>>
}
