import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { mutate } from '#tests/support/mutate.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { pausesIn } from '#tests/support/acts.ts'
import { mailboxOf, report } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function workspace() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  return { person, key: await mailboxOf(world, person) }
}

let count = 0
const mails = (of: number, mail: Partial<SentMail> = {}): SentMail[] =>
  Array.from({ length: of }, () => ({ email: `p${(count += 1)}@there.test`, ago: 1, ...mail }))
const bounce = (key: MailboxKey, which: readonly SentMail[], status = '5.1.1') =>
  takeReturns(
    world.app,
    key,
    'me@here.test',
    which.map(({ email }) => report(email, { status })),
  )
/** Returns what the engine asks before it sends. */
const beginSlice = (key: MailboxKey) => createSendStore(world.app, () => []).watchCanary(key)
const stateOf = async (person: TestPerson, campaignId: string) => {
  const [row] = await rowsOf<{ status: string; reason: string | null }>(
    world,
    person,
    'select status, paused_because as reason from campaigns where id = ?',
    [campaignId],
  )
  return row
}
const STOPPED = { status: 'paused', reason: 'DEAD_ADDRESSES' }
const SENDING = { status: 'sending', reason: null }
const act = (person: TestPerson, name: string, campaignId: string) =>
  mutate(person, name, { id: encodeId('Campaign', campaignId) }, '{ status statusReason statusText }')

describe('a campaign to addresses that do not exist', () => {
  it('pauses as soon as the bounce reports are read, and says what to do', async () => {
    const { person, key } = await workspace()
    const list = mails(20)
    const { campaignId } = await campaignWith(world, person, key, [...list, ...mails(30, { status: 'pending' })])
    await bounce(key, list.slice(0, 2))
    expect(await stateOf(person, campaignId)).toEqual(SENDING)
    await bounce(key, list.slice(2, 3))
    expect(await stateOf(person, campaignId)).toEqual(STOPPED)
    const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { statusText } }', {
      id: encodeId('Campaign', campaignId),
    })
    expect(data.campaign.statusText).toContain('An admin can then resume')
    expect(await pausesIn(world, person)).toEqual([{ actor: 'product', target: campaignId, reason: 'DEAD_ADDRESSES' }])
  })

  it('continues when emails bounce for other reasons, or before 20 emails have left', async () => {
    const { person, key } = await workspace()
    const few = mails(19)
    const first = await campaignWith(world, person, key, [...few, ...mails(1, { status: 'pending' })])
    await bounce(key, few)
    expect(await stateOf(person, first.campaignId)).toEqual(SENDING)
    const other = await workspace()
    const list = mails(20)
    const second = await campaignWith(world, other.person, other.key, [...list, ...mails(1, { status: 'pending' })])
    await bounce(other.key, list, '5.2.2')
    expect(await stateOf(other.person, second.campaignId)).toEqual(SENDING)
  })

  it('pauses also when several mailboxes share it', async () => {
    const { person, key } = await workspace()
    await world.connect(person)
    const second = await mailboxOf(world, person)
    const list = mails(30)
    const { campaignId } = await campaignWith(world, person, key, [...list, ...mails(1, { status: 'pending' })])
    await rowsOf(world, person, `update email_logs set mailbox_id = ? where contact_email = any (?::text[])`, [
      second.mailboxId,
      `{${list
        .slice(15)
        .map(({ email }) => email)
        .join(',')}}`,
    ])
    await rowsOf(
      world,
      person,
      'insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position) values (?, ?, ?, 1)',
      [person.tenantId, campaignId, second.mailboxId],
    )
    await bounce(second, list.slice(15, 20))
    expect(await stateOf(person, campaignId)).toEqual(STOPPED)
  })

  it('can be resumed only by an admin, and is paused again if the bounces continue', async () => {
    const { person, key } = await workspace()
    const colleague = await addColleague(world, person)
    const list = mails(20)
    const more = mails(20, { status: 'pending' })
    const { campaignId } = await campaignWith(world, person, key, [...list, ...more])
    await bounce(key, list.slice(0, 10))
    expect((await act(colleague, 'resumeCampaign', campaignId)).errors?.[0].extensions.code).toBe('FORBIDDEN')
    expect((await act(person, 'resumeCampaign', campaignId)).data.resumeCampaign).toMatchObject({ status: 'sending' })
    await beginSlice(key)
    expect(await stateOf(person, campaignId)).toEqual(SENDING)
    await rowsOf(
      world,
      person,
      `with left_now as (update email_logs set status = 'sent', attempted_at = now() + interval $$1 second$$, sent_at = now(),
         mailbox_id = ? where campaign_id = ? and status = 'pending' returning id)
       update campaigns set sent_count = sent_count + (select count(*) from left_now) where id = ?`,
      [key.mailboxId, campaignId, campaignId],
    )
    await bounce(key, more.slice(0, 3))
    expect(await stateOf(person, campaignId)).toEqual(STOPPED)
  })
})

describe('a mailbox that sent to many addresses that do not exist', () => {
  it('sends no other campaign either, however small', async () => {
    const { person, key } = await workspace()
    const list = mails(20)
    await campaignWith(world, person, key, list)
    await bounce(key, list.slice(0, 5))
    const next = await campaignWith(world, person, key, mails(2, { status: 'pending' }))
    await beginSlice(key)
    expect(await stateOf(person, next.campaignId)).toEqual(STOPPED)
  })

  it('stays stopped when the campaign is deleted', async () => {
    const { person, key } = await workspace()
    const list = mails(20)
    const { campaignId } = await campaignWith(world, person, key, list)
    await bounce(key, list.slice(0, 5))
    await act(person, 'cancelCampaign', campaignId)
    const gone = await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      {
        id: encodeId('Campaign', campaignId),
      },
    )
    expect(gone.errors).toBeUndefined()
    const next = await campaignWith(world, person, key, mails(2, { status: 'pending' }))
    await beginSlice(key)
    expect(await stateOf(person, next.campaignId)).toEqual(STOPPED)
  })

  it('sends again a week later', async () => {
    const { person, key } = await workspace()
    const list = mails(20, { ago: 7 * 24 * 60 + 60 })
    await campaignWith(world, person, key, list)
    await bounce(key, list.slice(0, 5))
    const next = await campaignWith(world, person, key, mails(2, { status: 'pending' }))
    await beginSlice(key)
    expect(await stateOf(person, next.campaignId)).toEqual(SENDING)
  })
})
