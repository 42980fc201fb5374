import { describe, expect, it } from 'vitest'
import { act } from '../support/approval-world.ts'
import { approvedLaunch } from '../support/approved-launch.ts'
import { configureSending, draftCampaign } from '../support/campaigns.ts'
import { followedWorld } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import type { TestPerson } from '../support/world.ts'

/** The pictures of an approved email stay those that were approved, or the person who approves is warned. */
const clocked = followedWorld()

const followUp = { waitDays: 1, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }

describe('an image that an approved campaign shows', () => {
  const upload = async ({ bea }: { bea: TestPerson }) => {
    const { url, id } = await act(
      bea,
      'uploadImage',
      {
        contentBytes:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
      '{ id url }',
    )
    return { url: String(url), id: String(id) }
  }
  const place = {
    'the email': (bea: TestPerson, id: string, tag: string) =>
      act(bea, 'updateCampaign', { id, content: tag }, '{ id }'),
    'a follow-up': (bea: TestPerson, id: string, tag: string) =>
      act(bea, 'updateCampaign', { id, followUps: [{ ...followUp, content: tag }] }, '{ id }'),
    'a signature': async (bea: TestPerson, _: string, tag: string) => {
      const { data } = await bea.graphql('{ mailboxes { id } }')
      return act(bea, 'updateMailbox', { id: data.mailboxes[0].id, signature: tag }, '{ id }')
    },
  }

  it.each(Object.entries(place))('in %s cannot be deleted before the campaign has finished', async (_, put) => {
    let image = { url: '', id: '' }
    const campaign = await approvedLaunch(clocked.world, {
      before: async ({ bea, id }) => {
        image = await upload({ bea })
        expect(await put(bea, id, `<img src="${image.url}" alt="Logo">`)).toMatchObject({ id: expect.anything() })
      },
    })
    const remove = async () => {
      await campaign.stay()
      return act(campaign.bea, 'deleteImage', { id: image.id, evenIfUsed: true }, '{ id }')
    }
    expect(await remove()).toMatchObject({
      code: 'APPROVAL_NEEDED',
      message: expect.stringContaining('still being sent'),
    })
    expect(await campaign.act('cancelCampaign')).toMatchObject({ status: 'draft' })
    expect(await remove()).toMatchObject({ id: image.id })
  })
})

describe('a picture on another server', () => {
  const PICTURE = '<img src="https://cdn.example.com/a.png" alt="Logo">'
  const warningsIn = async (who: TestPerson, id: string) => {
    const { data } = await who.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
      id,
    })
    return data.campaignProblems.filter(({ code }: { code: string }) => code === 'FOREIGN_IMAGE')
  }
  const draft = (who: TestPerson) =>
    draftCampaign(clocked.world, who, 1, { content: PICTURE, followUps: [{ ...followUp, content: PICTURE }] })

  it('is named in the checks that the approver sees, in the email and in a follow-up', async () => {
    const boss = await clocked.world.signUp({ unlimited: true })
    const ada = await addColleague(clocked.world, boss, { name: 'Ada', role: 'admin' })
    await clocked.world.connect(boss)
    const id = await draft(boss)
    expect(await warningsIn(boss, id)).toEqual([])
    await configureSending(boss, { launchApproval: true })
    const warning = { code: 'FOREIGN_IMAGE', severity: 'warning' }
    expect(await act(boss, 'requestApproval', { id })).toMatchObject({ id })
    expect(await warningsIn(ada, id)).toMatchObject([
      { ...warning, message: expect.stringContaining('“cdn.example.com”') },
      { ...warning, message: expect.stringMatching(/^Follow-up 1: .*“cdn.example.com”/) },
    ])
  })
})
