import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { firstOf } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { readMailbox, visit } from '#tests/support/tracked-mail.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'

const clocked = followedWorld()

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const OFFER = 'https://shop.test/offer'
const content = `<a href="${OFFER}">Offer</a> <a href="https://shop.test/help">Help</a>`
/** Acts of a recipient after the first email. */
const DID = ['nothing', 'opened', 'offer', 'help']

/** The conditions, with the people who get the follow-up. */
const CONDITIONS: [object, string[]][] = [
  [{ condition: 'not_opened' }, ['nothing']],
  [{ condition: 'clicked', link: OFFER }, ['offer']],
  [{ condition: 'not_clicked', link: OFFER }, ['nothing', 'opened', 'help']],
  [{ condition: 'clicked' }, ['offer', 'help']],
  [{ condition: 'not_clicked' }, ['nothing', 'opened']],
  [{ condition: 'no_reply' }, DID],
]

it.each(firstOf(CONDITIONS, 2))(
  'a follow-up goes to exactly the people for whom its condition %j holds',
  async (condition, gets) => {
    const email = `conditions-${Math.random().toString(36).slice(2)}@sandbox.test`
    const sandbox = { provider: 'google', email, reading: true } as const
    const campaign = await followedCampaign(
      clocked.world,
      DID.length,
      { content, followUps: [step(condition)] },
      sandbox,
    )
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
  },
)

/** A campaign to so many people with a follow-up that waits to be sent to all of them. */
async function waiting(condition: string, count: number) {
  const campaign = await followedCampaign(clocked.world, count, { content, followUps: [step({ condition })] })
  await campaign.launch()
  const people = campaign.left.map(({ to }) => to)
  expect(people).toHaveLength(count)
  campaign.sleep(49)
  await campaign.readInbox()
  expect(await sweepFollowUps(clocked.world.app)).toBe(count)
  const follow = async () => {
    await campaign.drain()
    return campaign.left.slice(count).map(({ to }) => to)
  }
  const counts = async () => {
    await sweepFollowUps(clocked.world.app)
    await campaign.stay()
    return (await campaign.details('followUps { totalContacts sentCount failedCount pendingCount }')).followUps
  }
  return { campaign, people, follow, counts }
}

/** Records of a first email, by the condition of its follow-up, and whether they stop the follow-up. */
const STOPS: Record<string, Record<string, boolean>> = {
  no_reply: {
    ...{ replied_at: true, bounced_at: true, unsubscribed_at: true, follow_ups_stopped_at: true },
    ...{ opened_at: false, clicked_at: false, untracked: false },
  },
  not_opened: { opened_at: true, clicked_at: false, untracked: true },
  not_clicked: { clicked_at: true, opened_at: false, untracked: true },
}

describe('a follow-up that is created but not yet sent', () => {
  it.each(Object.entries(STOPS))(
    'and has the condition %s is withdrawn when the first email gets: %j',
    async (condition, stops) => {
      const noted = Object.entries(stops)
      const { campaign, people, follow, counts } = await waiting(condition, noted.length + 1)
      // Nothing else is set, as when an address is also suppressed, which stops every email.
      for (const [index, [column]] of noted.entries()) {
        await campaign.sql(
          `update email_logs l set ${column} = ${column === 'untracked' ? ':at::timestamptz is not null' : ':at'} from campaigns c where l.tenant_id = :tenantId and l.contact_email = :to
           and c.tenant_id = :tenantId and c.id = l.campaign_id and c.step = 1 returning 1`,
          { to: people[index], at: campaign.at(49) },
        )
      }
      const goOn = [...noted.flatMap(([column, isStopped]) => (isStopped ? [] : [column])), 'nothing']
      const followed = (await follow()).map((to) => noted[people.indexOf(to)]?.[0] ?? 'nothing')
      expect(followed.toSorted()).toEqual(goOn.toSorted())
      const made = { totalContacts: goOn.length, sentCount: goOn.length, failedCount: 0, pendingCount: 0 }
      expect(await counts()).toEqual([made])
    },
  )

  it('is withdrawn when its mailbox is no longer one of the campaign’s mailboxes', async () => {
    const { campaign, follow, counts } = await waiting('no_reply', 2)
    await campaign.stay()
    await clocked.world.connect(campaign.person)
    const other = await mailboxOf(clocked.world, campaign.person)
    expect(await campaign.act('pauseCampaign')).toMatchObject({ status: 'paused' })
    const mailboxIds = [encodeId('Mailbox', other.mailboxId)]
    expect(await campaign.act('resumeCampaign', { id: campaign.id, mailboxIds })).toMatchObject({
      status: 'sending',
    })
    expect(await follow()).toEqual([])
    expect(await counts()).toEqual([{ totalContacts: 0, sentCount: 0, failedCount: 0, pendingCount: 0 }])
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
  })
})
