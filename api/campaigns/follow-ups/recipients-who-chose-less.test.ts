import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { visit } from '#tests/support/tracked-mail.ts'

const clocked = followedWorld()
const STATES = 'emailLogs(first: 9) { edges { node { contactEmail nextFollowUp { state reason } } } }'

it.each(['pause', 'monthly'])(
  'a series of follow-ups ends for a recipient who chose %s on the preferences page after the first email',
  async (choice) => {
    const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
    const campaign = await followedCampaign(clocked.world, 2, { followUps })
    await campaign.launch()
    const { emailLogs } = await campaign.details(STATES)
    const email = emailLogs.edges[0].node.contactEmail
    const token = clocked.world.app.links.unsubscribe({ tenantId: campaign.person.tenantId, logId: newId() }, email)
    await visit(clocked.world, `/u/${token}`, {
      method: 'POST',
      body: `action=choose&${choice}=yes`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await campaign.live(7 * 24)
    expect(campaign.left.filter(({ to }) => to === email)).toHaveLength(1)
    expect(campaign.left).toHaveLength(3)
    const states = (await campaign.details(STATES)).emailLogs.edges.map((edge: { node: object }) => edge.node)
    expect(states).toContainEqual({ contactEmail: email, nextFollowUp: { state: 'stopped', reason: 'declined' } })
  },
)
