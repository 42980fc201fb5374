import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/ids.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { readMailbox, visit } from '#tests/support/tracked-mail.ts'
import { sweepFollowUps } from './sweep.ts'

const clocked = followedWorld()

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const OFFER = 'https://shop.test/offer'
const content = `<a href="${OFFER}">Offer</a> <a href="https://shop.test/help">Help</a>`
/** What each person does with the first email. */
const DID = ['nothing', 'opened', 'offer', 'help']

it.each([
  [{ condition: 'not_opened' }, ['nothing']],
  [{ condition: 'not_clicked' }, ['nothing', 'opened']],
  [{ condition: 'not_clicked', link: OFFER }, ['nothing', 'opened', 'help']],
  [{ condition: 'clicked' }, ['offer', 'help']],
  [{ condition: 'clicked', link: OFFER }, ['offer']],
  [{ condition: 'no_reply' }, DID],
])('a follow-up goes to the people for whom %j holds', async (condition, gets) => {
  const email = `conditions-${Math.random().toString(36).slice(2)}@sandbox.test`
  const sandbox = { provider: 'google', email, reading: true } as const
  const campaign = await followedCampaign(clocked.world, DID.length, { content, followUps: [step(condition)] }, sandbox)
  await campaign.launch()
  campaign.sleep(5)
  const firsts = await readMailbox(clocked.world, 'google', email)
  const nameOf = (to: string) => DID[Number(/^c(\d)/.exec(to)?.[1])] ?? to
  for (const mail of firsts) {
    const name = nameOf(mail.to)
    if (name !== 'nothing') await visit(clocked.world, mail.pixel)
    if (name === 'offer') await visit(clocked.world, mail.links['Offer'] ?? '')
    if (name === 'help') await visit(clocked.world, mail.links['Help'] ?? '')
  }
  await campaign.live(3 * 24)
  const later = (await readMailbox(clocked.world, 'google', email)).filter(({ subject }) => subject === 'Re: Hello')
  expect(later.map(({ to }) => nameOf(to)).toSorted()).toEqual(gets.toSorted())
  expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: DID.length })
})

/** A campaign to two people with a follow-up that waits to be sent to both. */
async function twoWaiting(condition: string) {
  const campaign = await followedCampaign(clocked.world, 2, { content, followUps: [step({ condition })] })
  await campaign.launch()
  const [first, second] = campaign.left
  if (!first || !second) throw new Error('Nothing left')
  campaign.sleep(49)
  await campaign.readInbox()
  expect(await sweepFollowUps(clocked.world.app)).toBe(2)
  const follow = async () => {
    await campaign.drain()
    return campaign.left.slice(2).map(({ to }) => to)
  }
  const counts = async () => {
    await sweepFollowUps(clocked.world.app)
    await campaign.stay()
    return (await campaign.details('followUps { totalContacts sentCount failedCount pendingCount }')).followUps
  }
  return { campaign, first, second, follow, counts }
}

describe('a follow-up that waits to be sent', () => {
  it.each([
    ['no_reply', 'replied_at', true],
    ['no_reply', 'bounced_at', true],
    ['no_reply', 'unsubscribed_at', true],
    ['no_reply', 'follow_ups_stopped_at', true],
    ['no_reply', 'opened_at', false],
    ['no_reply', 'clicked_at', false],
    ['not_opened', 'opened_at', true],
    ['not_opened', 'clicked_at', false],
    ['not_clicked', 'clicked_at', true],
    ['not_clicked', 'opened_at', false],
    ['not_opened', 'untracked', true],
    ['not_clicked', 'untracked', true],
    ['no_reply', 'untracked', false],
  ])('with the condition %s is taken back after the first email has %s: %s', async (condition, column, isStopped) => {
    const { campaign, first, second, follow, counts } = await twoWaiting(condition)
    // Nothing else is set, as when an address is also suppressed, which stops every email.
    await campaign.sql(
      `update email_logs l set ${column} = ${column === 'untracked' ? ':at::timestamptz is not null' : ':at'} from campaigns c where l.tenant_id = :tenantId and l.contact_email = :to
         and c.tenant_id = :tenantId and c.id = l.campaign_id and c.step = 1 returning 1`,
      { to: first.to, at: campaign.at(49) },
    )
    const wanted = isStopped ? [second.to] : [first.to, second.to]
    expect((await follow()).toSorted()).toEqual(wanted.toSorted())
    const made = { totalContacts: wanted.length, sentCount: wanted.length, failedCount: 0, pendingCount: 0 }
    expect(await counts()).toEqual([made])
  })

  it('is taken back when its mailbox is no longer one of the campaign’s', async () => {
    const { campaign, follow, counts } = await twoWaiting('no_reply')
    await campaign.stay()
    await clocked.world.connect(campaign.person)
    const other = await mailboxOf(clocked.world, campaign.person)
    expect(await campaign.act('pauseCampaign')).toMatchObject({ status: 'paused' })
    const mailAccountIds = [encodeId('MailAccount', other.mailAccountId)]
    expect(await campaign.act('resumeCampaign', { id: campaign.id, mailAccountIds })).toMatchObject({
      status: 'sending',
    })
    expect(await follow()).toEqual([])
    expect(await counts()).toEqual([{ totalContacts: 0, sentCount: 0, failedCount: 0, pendingCount: 0 }])
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
  })
})
