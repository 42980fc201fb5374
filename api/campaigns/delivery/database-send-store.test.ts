import { encodeId } from '#schema/object-ids.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { somebodyWaitsForALock } from '#tests/support/lock-waits.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'
import { createSendStore } from './database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A campaign being sent from several mailboxes. */
async function underWay(mails: readonly SentMail[], mailboxes = 1) {
  const person = await world.signUp({ unlimited: true })
  const keys = []
  for (let number = 0; number < mailboxes; number += 1) {
    await world.connect(person)
    keys.push(await mailboxOf(world, person))
  }
  const [first, ...others] = keys
  if (!first) throw new Error('a campaign has a mailbox')
  const { campaignId } = await campaignWith(world, person, first, mails)
  for (const { tenantId, mailboxId } of others) {
    await rowsOf(
      world,
      person,
      `insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position) values (?, ?, ?, 1)`,
      [tenantId, campaignId, mailboxId],
    )
  }
  return { person, campaignId, id: encodeId('Campaign', campaignId), first, others }
}

it('a mailbox whose sign-in has expired gets no emails to send while the other mailboxes continue the campaign', async () => {
  const { first, others } = await underWay([{ email: 'a@x.test' }, { email: 'b@x.test', status: 'pending' }], 2)
  const store = createSendStore(world.app, () => [])
  await store.expire(first, 'EXPIRED_TOKEN: 400 invalid_grant')
  expect(await store.open(first)).toBeNull()
  expect(await store.nextDue(first)).toBeNull()
  for (const other of others) expect(await store.nextDue(other)).toBeInstanceOf(Date)
})

it('a campaign does not end if it receives an email just as its last one finishes', async () => {
  const { person, id, campaignId, first } = await underWay([
    { email: 'a@x.test' },
    { email: 'b@x.test', status: 'failed' },
  ])
  const somebody = new Client(world.databaseUrl)
  await somebody.connect()
  try {
    await somebody.query('begin')
    await somebody.query('select from campaigns where tenant_id = $1 and id = $2 for update', [
      first.tenantId,
      campaignId,
    ])
    const finished = createSendStore(world.app, () => []).finish(first, new Date())
    await eventually('it is looked whether it is over', () => somebodyWaitsForALock(world.databaseUrl))
    await somebody.query(`update email_logs set status = 'pending' where campaign_id = $1 and status = 'failed'`, [
      campaignId,
    ])
    await somebody.query('update campaigns set failed_count = 0 where id = $1', [campaignId])
    await somebody.query('commit')
    await finished
  } finally {
    await somebody.end()
  }
  expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sending', pendingCount: 1 })
})
