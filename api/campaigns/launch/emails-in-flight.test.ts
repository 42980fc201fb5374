import { encodeId } from '#schema/object-ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenMailbox } from '#api/sending/provider.ts'
import { fetchCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { dueMailboxes } from '#api/emails/due-mailboxes.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/**
 * Two emails left in flight by a dead worker: one as a draft that only the mailbox can settle, one by a direct send.
 */
const LEFT: SentMail[] = [
  { email: 'draft@x.test', status: 'sending', draftId: 'd1' },
  { email: 'direct@x.test', status: 'sending' },
  { email: 'untried@x.test', status: 'pending' },
]

/** A campaign with emails left in flight by a dead worker, and a later change. */
async function leftBehind(change: string) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const { campaignId } = await campaignWith(world, person, key, LEFT)
  const sql = (query: string, values: readonly unknown[] = []) => rowsOf(world, person, query, values)
  await sql(`update email_logs set protocol = 'direct' where contact_email = 'direct@x.test'`)
  await sql(change.replaceAll('$campaign', `'${campaignId}'`).replaceAll('$tenant', `'${person.tenantId}'`))
  const id = encodeId('Campaign', campaignId)
  const dueNow = async () => (await dueMailboxes(world.app)).some((one) => one.mailboxId === key.mailboxId)
  const slices = (script: Partial<OpenMailbox>) =>
    createSlices(
      scriptedStore(
        createSendStore(world.app, () => []),
        script,
      ),
      key,
    )
  const settle = (script: Partial<OpenMailbox>) => slices(script).next()
  /** The draft is checked more than once before it counts as unsent. */
  const settleUnsent = () => slices({ canDraft: true, lookAtDraft: async () => 'draft' }).toTheEnd()
  const fates = async () => {
    const { logs, ...campaign } = await fetchCampaign(person, id)
    const word = (error: string | null) => (error ? ` ${error.split(':')[0]}` : '')
    const mails = Object.fromEntries(logs.map((log) => [log.contactEmail, log.status + word(log.error)]))
    const rows = await sql(`select id from email_logs where status = 'sending'`)
    return { ...campaign, mails, underWay: rows.length }
  }
  return { person, key, id, sql, dueNow, settle, settleUnsent, fates }
}

const PAUSED = `update campaigns set status = 'paused', paused_because = 'PAUSED' where id = $campaign`

describe('emails that a crashed worker was sending', () => {
  it('have their outcome determined while their campaign is paused, and no other email of it is sent', async () => {
    const { key, dueNow, settle, fates } = await leftBehind(PAUSED)
    expect(await createSendStore(world.app, () => []).nextDue(key)).toBeInstanceOf(Date)
    expect(await dueNow()).toBe(true)
    expect(await settle({ canDraft: true, lookAtDraft: async () => 'sent' })).toBeNull()
    expect(await fates()).toMatchObject({
      status: 'paused',
      sentCount: 1,
      failedCount: 1,
      underWay: 0,
      mails: { 'draft@x.test': 'sent', 'direct@x.test': 'failed UNCERTAIN', 'untried@x.test': 'pending' },
    })
    expect(await dueNow()).toBe(false)
  })

  it('stay pending in a paused campaign if their provider draft was not sent', async () => {
    const { settleUnsent, fates, sql } = await leftBehind(PAUSED)
    await settleUnsent()
    expect(await fates()).toMatchObject({ status: 'paused', underWay: 0, mails: { 'draft@x.test': 'pending' } })
    expect(await sql(`select draft_id from email_logs where draft_id is not null`)).toHaveLength(1)
  })

  it('are not sent again if their campaign was cancelled', async () => {
    const { settleUnsent, fates, sql } = await leftBehind(
      `update campaigns set cancelled_at = now() where id = $campaign`,
    )
    await sql(`delete from email_logs where status = 'pending'`)
    await settleUnsent()
    expect((await fates()).mails).toMatchObject({ 'draft@x.test': 'failed CANCELLED' })
  })

  it.each([
    ['the campaign counts as sent', `update campaigns set status = 'sent' where id = $campaign`],
    ['the campaign counts as failed', `update campaigns set status = 'failed' where id = $campaign`],
    ['the workspace is not active', `update tenants set is_active = false where id = $tenant`],
    [
      'the trial has ended',
      `update tenants set subscription_tier = 'free', trial_ends_at = now() - interval '1 day' where id = $tenant`,
    ],
  ])('have their outcome determined if %s', async (_, change) => {
    const { dueNow, settle, sql } = await leftBehind(change)
    expect(await dueNow()).toBe(true)
    await settle({ canDraft: true, lookAtDraft: async () => 'sent' })
    expect(await sql(`select contact_email as email, status from email_logs order by 1`)).toEqual([
      { email: 'direct@x.test', status: 'failed' },
      { email: 'draft@x.test', status: 'sent' },
      { email: 'untried@x.test', status: 'pending' },
    ])
  })

  it('wait for a mailbox to be reconnected, without causing work meanwhile', async () => {
    const { dueNow, sql } = await leftBehind(PAUSED)
    await sql(`update mailboxes set status = 'error'`)
    expect(await dueNow()).toBe(false)
  })
})

describe('a campaign whose emails may or may not have been sent by a crashed worker', () => {
  it('cannot be deleted, paused or not, and the error says what to do', async () => {
    const { person, id, settle } = await leftBehind(PAUSED)
    const remove = () =>
      person.graphql(
        'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
        { id },
      )
    expect((await remove()).errors?.[0]).toMatchObject({
      message:
        '2 emails in this campaign are still in progress. Mergewell is checking whether they were sent. Wait a minute, then delete the campaign.',
      extensions: { code: 'CONFLICT' },
    })
    await settle({ canDraft: true, lookAtDraft: async () => 'sent' })
    expect((await remove()).errors).toBeUndefined()
  })

  it('cannot be deleted, and the error names the mailbox to reconnect if only that can decide', async () => {
    const { person, id, sql } = await leftBehind(PAUSED)
    await sql(`update mailboxes set status = 'error', email = 'ann@x.test'`)
    const { status, body } = await person.rest('DELETE', `/api/campaigns/${id}`)
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('Only ann@x.test can tell whether they were sent'),
    ])
  })
})

it('unfinished emails of a provider that is no longer configured cause no endless retries', async () => {
  const { key } = await leftBehind(PAUSED)
  const store = createSendStore({ ...world.app, vendors: {} }, () => [])
  expect(await store.nextDue(key)).toBeNull()
  expect(await createSendStore(world.app, () => []).nextDue(key)).not.toBeNull()
})

it('a campaign that is cancelled after a provider draft was created keeps its emails, so that the provider draft is found', async () => {
  const { id, person, sql } = await leftBehind(
    `update email_logs set status = 'pending', attempts = 0, attempted_at = null, draft_id = nullif(contact_email, 'untried@x.test')
     where tenant_id = $tenant`,
  )
  await person.graphql(
    'mutation ($id: ID!) { cancelCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
    { id },
  )
  expect(await sql(`select id from email_logs where draft_id is not null`)).toHaveLength(2)
})
