import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { codeOf, followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { readMailbox } from './read-mailbox.ts'
import { dueInboxes } from './inbox-worker.ts'

const mailboxesOf = async (person: TestPerson): Promise<{ id: string; email: string }[]> =>
  (await person.graphql('{ mailboxes { id email } }')).data.mailboxes

/** Launches a draft from the mailbox with this address. */
async function launchFrom(person: TestPerson, id: string, email: string): Promise<void> {
  const own = (await mailboxesOf(person)).find((each) => each.email === email)
  expect(codeOf(await mutate(person, 'sendCampaign', { id, mailboxIds: [own?.id] }, '{ id }'))).toBe('ok')
}

describe('replies that go to the Reply-To address, which is another mailbox of the workspace', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  // The sandbox gives every email a Message-ID of its own when it is sent, as the vendors may.
  it.each([
    ['google', 'microsoft'],
    ['microsoft', 'google'],
  ] as const)('are counted for an email that a mailbox at %s sent, when they arrive in one at %s', async (from, to) => {
    const person = await world.signUp({ unlimited: true })
    const [sender, desk] = [`sender-${from}@sandbox.test`, `desk-${from}@sandbox.test`]
    await world.connect(person, to, desk, undefined, { reading: true })
    await world.connect(person, from, sender, undefined, { reading: true })
    const { body } = await person.rest('POST', '/api/contacts', {
      firstName: 'A',
      lastName: 'B',
      email: 'reply@x.test',
    })
    const id = await draftCampaign(world, person, 0, { selectedContacts: [body.id], replyTo: `Desk <${desk}>` })
    await launchFrom(person, id, sender)
    const [found] = await eventually(
      'the reply is seen',
      async () => {
        const rows = await rowsOf<{ email: string }>(
          world,
          person,
          `select m.email from replies r join mailboxes m on m.tenant_id = r.tenant_id and m.id = r.mailbox_id`,
        )
        return rows.length > 0 && rows
      },
      120_000,
    )
    expect(found).toEqual({ email: desk })
    const counted = await rowsOf(world, person, 'select replied_count as count from campaigns')
    expect(counted).toEqual([{ count: 1 }])
  })
})

describe('a follow-up of a campaign whose replies go to another mailbox (Reply-To)', () => {
  const clocked = followedWorld()
  const DESK = 'desk@sandbox.test'
  const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]

  /** A campaign that was launched on Monday at 9:00, and the mailbox that gets its replies. */
  async function launched() {
    const campaign = await followedCampaign(clocked.world, 1, { followUps, replyTo: DESK })
    const { person } = campaign
    const [own] = await mailboxesOf(person)
    await clocked.world.connect(person, 'google', DESK, undefined, { reading: true })
    await launchFrom(person, campaign.id, own?.email ?? '')
    await campaign.drain()
    const desk = (values: string) =>
      campaign.sql(`update mailboxes set ${values} where tenant_id = :tenantId and email = '${DESK}' returning 1`)
    const [{ id } = { id: '' }] = await campaign.sql<{ id: string }>(
      `select id from mailboxes where tenant_id = :tenantId and email = '${DESK}'`,
    )
    return { campaign, desk, key: { tenantId: person.tenantId, mailboxId: id } }
  }

  it('is created only after both inboxes were read', async () => {
    const { campaign, desk } = await launched()
    campaign.sleep(49)
    await campaign.readInbox()
    await desk(`inbox_error = 'Refused'`)
    expect(await sweepFollowUps(clocked.world.app)).toBe(0)
    const { emailLogs } = await campaign.details('emailLogs(first: 9) { edges { node { nextFollowUp { state } } } }')
    expect(emailLogs.edges).toEqual([{ node: { nextFollowUp: { state: 'awaits_inbox' } } }])
    await desk('inbox_error = null')
    expect(await sweepFollowUps(clocked.world.app)).toBe(1)
  })

  it('is sent only after both inboxes were read', async () => {
    const { campaign, desk } = await launched()
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(1)
    await desk(`inbox_error = 'Refused'`)
    await campaign.drain()
    expect(campaign.left).toHaveLength(1)
    await desk('inbox_error = null')
    await campaign.drain()
    expect(campaign.left).toHaveLength(2)
  })

  it('does not wait for that mailbox if it was removed', async () => {
    const { campaign } = await launched()
    const desk = (await mailboxesOf(campaign.person)).find(({ email }) => email === DESK)
    await mutate(campaign.person, 'disconnectMailbox', { id: desk?.id }, '{ id }')
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(1)
  })

  it('causes that inbox to be read from the launch on, often before it is due, and as long as follow-ups are planned', async () => {
    const { campaign, desk, key } = await launched()
    const isDue = async () => (await dueInboxes(clocked.world.app)).some((each) => each.mailboxId === key.mailboxId)
    expect(await isDue()).toBe(true)
    campaign.sleep(48.75)
    await desk(`inbox_read_at = timestamptz '${campaign.at(48.74)}'`)
    expect(await isDue()).toBe(true)
    await desk(`inbox_read_at = timestamptz '${campaign.at(48.749)}'`)
    expect(await isDue()).toBe(false)
    await campaign.act('cancelCampaign')
    campaign.sleep(8 * 24)
    // The mailbox that sent goes on sending, something else.
    await campaign.sql(
      `update email_logs set attempted_at = timestamptz '${campaign.at(240)}' where tenant_id = :tenantId returning 1`,
    )
    expect(await isDue()).toBe(false)
  })

  it('names that mailbox in its status while its inbox cannot be read', async () => {
    const { campaign, desk } = await launched()
    await desk(`status = 'error'`)
    const { replyMailboxes } = await campaign.details('replyMailboxes { email readsReplies }')
    expect(replyMailboxes).toEqual([{ email: DESK, readsReplies: false }])
    campaign.sleep(49)
    await campaign.sql(`update mailboxes set inbox_read_at = timestamptz '${campaign.at(49)}'
      where tenant_id = :tenantId and email <> '${DESK}' returning 1`)
    expect(await sweepFollowUps(clocked.world.app)).toBe(0)
  })

  it('waits for the mailbox that the campaign was launched from, if another one sends now and Reply-To names the first', async () => {
    const campaign = await followedCampaign(
      clocked.world,
      1,
      { followUps, replyTo: 'first@sandbox.test' },
      {
        provider: 'google',
        email: 'first@sandbox.test',
        reading: true,
      },
    )
    const { person, id } = campaign
    await campaign.act('sendCampaign')
    const mailboxes = async () =>
      (await campaign.details('replyMailboxes { email }')).replyMailboxes.map(({ email }: { email: string }) => email)
    expect(await mailboxes()).toEqual([])
    await campaign.act('pauseCampaign')
    await clocked.world.connect(person, 'google', 'second@sandbox.test', undefined, { reading: true })
    const second = (await mailboxesOf(person)).find(({ email }) => email === 'second@sandbox.test')
    await campaign.act('resumeCampaign', { id, mailboxIds: [second?.id] })
    expect(await mailboxes()).toEqual(['first@sandbox.test'])
    const rows = await campaign.sql(`select distinct reply_mailboxes from campaigns where tenant_id = :tenantId`)
    expect(rows).toHaveLength(1)
  })

  it('no longer waits for that mailbox once the launch was undone', async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps, replyTo: DESK })
    const [own] = await mailboxesOf(campaign.person)
    await clocked.world.connect(campaign.person, 'google', DESK, undefined, { reading: true })
    await launchFrom(campaign.person, campaign.id, own?.email ?? '')
    await campaign.act('cancelCampaign')
    expect(await campaign.details('status replyMailboxes { id }')).toEqual({ status: 'draft', replyMailboxes: [] })
  })

  it('causes everything that arrived in that inbox since the launch to be read, also by a late first read', async () => {
    const { campaign, key } = await launched()
    campaign.sleep(1)
    const asked: Date[] = []
    const { vendors } = clocked.world.app
    const open = vendors.google?.openMailbox
    if (!vendors.google || !open) throw new Error('No Google')
    vendors.google.openMailbox = (...given) => ({
      ...open(...given),
      listInbox: async (_, since) => {
        asked.push(since)
        return { entries: [], cursor: 'end', more: false, restarted: false }
      },
    })
    await readMailbox(clocked.world.app, key)
    campaign.sleep(8 * 24)
    await readMailbox(clocked.world.app, key)
    vendors.google.openMailbox = open
    const before = (hours: number) => new Date(Date.parse(campaign.at(hours)) - 10 * 60_000)
    expect(asked).toEqual([before(0), before(1 + 24)])
  })
})
