import { expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { Campaign } from '../campaign.ts'
import { launchFingerprint } from '../rehearsal/launch-fingerprint.ts'

const clocked = followedWorld()

const base64 = (text: string) => Buffer.from(text).toString('base64')
const step = (more: object = {}) => ({ waitDays: 1, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const FILES = {
  filePattern: '{email}.txt',
  attachments: [{ name: 'prices.txt', contentBytes: base64('prices'), contentType: 'text/plain' }],
  followUps: [step(), step({ attachesFiles: true })],
}

type Followed = Awaited<ReturnType<typeof followedCampaign>>

async function withFiles(): Promise<{ campaign: Followed; address: string }> {
  const campaign = await followedCampaign(clocked.world, 1, FILES)
  const [person] = await campaign.sql<{ email: string }>('select email from contacts where tenant_id = :tenantId')
  const address = person?.email ?? ''
  const files = [{ name: `${address}.txt`, contentBytes: base64('yours') }]
  await campaign.act('addRecipientFiles', { campaignId: campaign.id, files }, '{ __typename }')
  return { campaign, address }
}

it('a follow-up attaches the files of the campaign and of each recipient again only if it is set to', async () => {
  const { campaign, address } = await withFiles()
  await campaign.launch()
  await campaign.live(7 * 24)
  const all = [`prices.txt: prices`, `${address}.txt: yours`]
  const attached = campaign.left.map(({ message }) =>
    message.attachments.map(({ name, content }) => `${name}: ${Buffer.from(content).toString()}`),
  )
  expect(attached).toEqual([all, [], all])
})

it('a copy of a campaign attaches files to the same follow-ups as the original', async () => {
  const { campaign } = await withFiles()
  const copy = await campaign.act('duplicateCampaign', { id: campaign.id }, '{ followUps { attachesFiles } }')
  expect(copy.followUps).toEqual([{ attachesFiles: false }, { attachesFiles: true }])
})

it('turning on attachments for a follow-up counts as a change to approvals and rehearsals', async () => {
  const { campaign } = await withFiles()
  const { id, key } = campaign
  const hash = () =>
    clocked.world.app.database.inTenant(key.tenantId, async (em) => {
      const draft = await em.findOneOrFail(Campaign, { id: uuidOf('Campaign', id) })
      return (await launchFingerprint(em, draft, { accounts: [], scheduledAt: null })).content
    })
  const before = await hash()
  await campaign.act('updateCampaign', { id, followUps: [step(), step({ attachesFiles: true })] })
  expect(await hash()).toBe(before)
  await campaign.act('updateCampaign', { id, followUps: [step(), step()] })
  expect(await hash()).not.toBe(before)
})
