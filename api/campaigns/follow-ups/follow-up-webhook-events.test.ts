import { expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'

const clocked = followedWorld()

it('a stopped follow-up is reported to webhooks once for each recipient, with the reason', async () => {
  const step = { waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }
  const campaign = await followedCampaign(clocked.world, 4, { followUps: [step, step] })
  const { app } = clocked.world
  const { clock } = app
  // Creating a webhook requires a recent sign-in.
  app.clock = () => new Date()
  await makeWebhook(campaign.person, { events: ['followups_stopped'] })
  app.clock = clock
  await campaign.launch()
  const { emailLogs } = await campaign.details('emailLogs(first: 9) { nodes { id contactId contactEmail } }')
  const logs: { id: string; contactId: string; contactEmail: string }[] = emailLogs.nodes
  const [answers, stopped, suppressed] = logs
  if (!answers || !stopped || !suppressed) throw new Error('Nothing left')
  await campaign.act('stopFollowUps', { campaignId: campaign.id, emailLogIds: [stopped.id] }, '')
  await campaign.act('addSuppressions', { emails: [suppressed.contactEmail] }, '')
  await campaign.live(60)
  const follow = campaign.left.find(({ to, subject }) => to === answers.contactEmail && subject === 'Re: Hello')
  if (!follow) throw new Error('No follow-up left')
  await campaign.answer(follow)
  await campaign.live(14 * 24)

  const told = (await deliveriesOf(clocked.world, campaign.person)).map(({ data }) => data)
  const of = ({ contactId }: { contactId: string }) =>
    told.filter((data) => data['contactId'] === uuidOf('Contact', contactId))
  const campaignId = uuidOf('Campaign', campaign.id)
  const data = (log: (typeof logs)[number], reason: string) => ({
    ...{
      emailLogId: uuidOf('EmailLog', log.id),
      campaignId,
      contactId: uuidOf('Contact', log.contactId),
      step: 1,
      reason,
    },
  })
  expect(told).toHaveLength(3)
  expect(of(stopped)).toEqual([data(stopped, 'by_hand')])
  expect(of(suppressed)).toEqual([data(suppressed, 'suppressed')])
  expect(of(answers)).toEqual([{ ...data(answers, 'replied'), step: 2, emailLogId: expect.any(String) }])
})
