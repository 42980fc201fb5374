import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { DeliveryError, type OpenMailbox } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { discardLeftDrafts, mailboxesWithLeftDrafts } from './delete-leftover-drafts.ts'
import { readMailbox } from './read-mailbox.ts'
import { dueInboxes } from './inbox-worker.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, returnMailMs: 0 })
})
afterAll(() => world.close())
beforeEach(() => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' }))

type Provider = 'microsoft' | 'google'
const PROVIDERS = ['microsoft', 'google'] as const
let boxes = 0

/** A workspace whose mailbox may be read, called as the engine would. */
async function workspace(provider: Provider, { reading = true }: { reading?: boolean } = {}) {
  const person = await world.signUp({ unlimited: true })
  const email = `reader${(boxes += 1)}@sandbox.test`
  await world.connect(person, provider, email, undefined, { reading })
  const key = await mailboxOf(world, person)
  const folder = async (name: string): Promise<{ to: { address: string }[] }[]> => {
    const url = `${world.sandboxUrl}/sandbox/mailboxes/${provider}/${email}/messages?folder=${name}&limit=1000`
    return ((await (await fetch(url)).json()) as { messages: { to: { address: string }[] }[] }).messages
  }
  const open = (): Promise<OpenMailbox> =>
    world.app.database.inTenant(person.tenantId, async (em) => {
      const account = await em.findOneOrFail(Mailbox, { tenantId: key.tenantId, id: key.mailboxId })
      return openMailbox(world.app, account) as OpenMailbox
    })
  return { person, key, email, folder, open }
}

const message = (from: string, to: string, messageId?: string) => ({
  from: { name: 'Me', address: from },
  to: { name: '', address: to },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
  ...(messageId && { messageId }),
})

/** A campaign with one email that was really sent, and the returned messages in the inbox. */
async function sentTo(space: Awaited<ReturnType<typeof workspace>>, email: string, mail: Partial<SentMail> = {}) {
  const { person, key, folder } = space
  const before = (await folder('inbox')).length
  const campaign = await campaignWith(world, person, key, [{ email, ago: 1, ...mail }])
  const box = await space.open()
  const messageId = ownMessageId(campaign.logs[0] ?? '', 1, space.email)
  const { threadId } = await box.sendDraft(await box.createDraft(message(space.email, email, messageId)))
  await rowsOf(world, person, 'update email_logs set thread_id = ? where campaign_id = ? returning id', [
    ...[threadId ?? null, campaign.campaignId],
  ])
  await eventually('it came back', async () => (await folder('inbox')).length > before)
  return campaign
}

const accountOf = async ({ tenantId }: TestPerson) =>
  (
    await rowsOf<Record<string, any>>(
      world,
      { tenantId } as TestPerson,
      'select * from mailboxes where tenant_id = ?',
      [tenantId],
    )
  )[0] ?? {}
const statusOf = async (person: TestPerson, campaignId: string) =>
  (
    await rowsOf<{ status: string }>(world, person, 'select status from email_logs where campaign_id = ?', [campaignId])
  )[0]?.status

describe.each(firstOf(PROVIDERS, 1))('reading the inbox of a mailbox at %s', (provider) => {
  it('starts at the first email sent, then at the last position', async () => {
    const space = await workspace(provider)
    const first = await sentTo(space, 'bounce@x.test')
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await statusOf(space.person, first.campaignId)).toBe('failed')
    const { inbox_cursor: cursor, inbox_read_at: readAt } = await accountOf(space.person)
    expect([cursor, readAt]).toEqual([expect.any(String), expect.any(String)])
    const second = await sentTo(space, 'reply@x.test')
    await readMailbox(world.app, space.key)
    expect(await statusOf(space.person, second.campaignId)).toBe('delivered')
    expect((await accountOf(space.person)).inbox_cursor).not.toBe(cursor)
  })

  it('changes nothing if told to stop', async () => {
    const space = await workspace(provider)
    const { campaignId } = await sentTo(space, 'reply@x.test')
    expect(await readMailbox(world.app, space.key, AbortSignal.abort())).toEqual({ done: false, pauseMs: null })
    expect(await statusOf(space.person, campaignId)).toBe('sent')
    expect((await accountOf(space.person)).inbox_cursor).toBeNull()
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await statusOf(space.person, campaignId)).toBe('delivered')
  })

  it('ignores notes from its own other addresses, which are not replies', async () => {
    const space = await workspace(provider)
    const alias = { address: 'Reply@x.test', name: '', kind: 'alias', isVerified: true, isDefault: false }
    await rowsOf(world, space.person, 'update mailboxes set send_as = ?::jsonb where id = ? returning 1', [
      JSON.stringify([alias]),
      space.key.mailboxId,
    ])
    const { campaignId } = await sentTo(space, 'reply@x.test')
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await statusOf(space.person, campaignId)).toBe('sent')
    expect(await rowsOf(world, space.person, 'select 1 from replies')).toEqual([])
  })

  it("ignores copies of the product's own follow-ups, which are not replies", async () => {
    const space = await workspace(provider)
    const { campaignId, logs } = await campaignWith(world, space.person, space.key, [{ email: 'ann@x.test', ago: 1 }])
    const logId = logs[0] ?? ''
    const conversation = { messageIds: [ownMessageId(logId, 1, space.email)], threadId: null }
    // Only at Gmail does the mark arrive with the email, so that it is known whichever mailbox it comes from.
    const from = provider === 'google' ? await workspace(provider) : space
    const box = await from.open()
    const copy = {
      ...message(from.email, space.email),
      subject: 'Re: Hello',
      conversation,
      mark: { logId, attempt: 2 },
    }
    await box.sendDraft(await box.createDraft(copy))
    await eventually('the copy arrived', async () => (await space.folder('inbox')).length === 1)
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await statusOf(space.person, campaignId)).toBe('sent')
    expect(await rowsOf(world, space.person, 'select 1 from replies')).toEqual([])
  })

  it('misses nothing and counts nothing twice when the provider has forgotten the position', async () => {
    const space = await workspace(provider)
    const first = await sentTo(space, 'bounce@x.test')
    await readMailbox(world.app, space.key)
    const second = await sentTo(space, 'bounce2@x.test')
    await world.fault({ kind: 'resync', email: space.email })
    await readMailbox(world.app, space.key)
    const counts = await rowsOf(world, space.person, 'select bounced_count as n from campaigns order by id')
    expect(counts).toEqual([{ n: 1 }, { n: 1 }])
    expect([await statusOf(space.person, first.campaignId), await statusOf(space.person, second.campaignId)]).toEqual([
      'failed',
      'failed',
    ])
  })

  it('marks the mailbox if its sign-in is rejected, and its campaigns pause with the reason', async () => {
    const space = await workspace(provider)
    const { campaignId } = await sentTo(space, 'bounce@x.test', { status: 'pending' })
    await world.fault({ kind: 'revoked', email: space.email, operation: 'any' })
    await expect(readMailbox(world.app, space.key)).rejects.toMatchObject({ kind: 'sign-in-doubt' })
    expect(await accountOf(space.person)).toMatchObject({ status: 'connected' })
    const later = new Date(world.app.clock().getTime() + 10_000)
    expect(await readMailbox({ ...world.app, clock: () => later }, space.key)).toEqual({ done: true })
    expect(await accountOf(space.person)).toMatchObject({
      status: 'error',
      status_reason: expect.stringMatching(/^EXPIRED_TOKEN/),
    })
    const [campaign] = await rowsOf(
      world,
      space.person,
      'select status, paused_because as reason from campaigns where id = ?',
      [campaignId],
    )
    expect(campaign).toEqual({ status: 'paused', reason: 'RECONNECT' })
  })

  it('without permission reports that on the mailbox until the permission is granted', async () => {
    const space = await workspace(provider)
    const { campaignId } = await sentTo(space, 'bounce@x.test')
    await world.fault({ kind: 'forbidden', email: space.email, operation: 'changes' })
    await world.fault({ kind: 'forbidden', email: space.email, operation: 'read' })
    await readMailbox(world.app, space.key)
    const look = async () =>
      (await space.person.graphql('{ mailboxes { readsReplies inboxError status } }')).data.mailboxes[0]
    expect(await look()).toEqual({
      readsReplies: false,
      inboxError: expect.stringContaining('403'),
      status: 'connected',
    })
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    await readMailbox(world.app, space.key)
    expect(await look()).toEqual({ readsReplies: true, inboxError: null, status: 'connected' })
    expect(await statusOf(space.person, campaignId)).toBe('failed')
  })

  it.each(['throttled', 'unavailable', 'cutBefore'] as const)(
    'keeps its position while the provider is %s',
    async (kind) => {
      const space = await workspace(provider)
      const { campaignId } = await sentTo(space, 'bounce@x.test')
      await world.fault({ kind, email: space.email, operation: 'any', retryAfter: 3 })
      await expect(readMailbox(world.app, space.key)).rejects.toMatchObject({ retryable: true })
      expect(await accountOf(space.person)).toMatchObject({
        inbox_read_at: null,
        inbox_error: null,
        status: 'connected',
      })
      await readMailbox(world.app, space.key)
      expect(await statusOf(space.person, campaignId)).toBe('failed')
    },
  )

  it('waits for an email whose sending is not recorded yet', async () => {
    const space = await workspace(provider)
    const { campaignId } = await sentTo(space, 'bounce@x.test', { status: 'sending', ago: 0 })
    expect(await readMailbox(world.app, space.key)).toEqual({ done: false, pauseMs: 2_000 })
    await rowsOf(
      world,
      space.person,
      `with settled as (update email_logs set status = 'sent', sent_at = attempted_at where campaign_id = ? returning campaign_id)
       update campaigns set sent_count = 1 from settled where id = settled.campaign_id`,
      [campaignId],
    )
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await statusOf(space.person, campaignId)).toBe('failed')
  })

  it('stores the text of no email in the database, whatever the inbox contains', async () => {
    const space = await workspace(provider)
    await sentTo(space, 'reply@x.test')
    await readMailbox(world.app, space.key)
    const kept = await rowsOf<{ text: string }>(
      world,
      space.person,
      `select coalesce(string_agg(t::text, ' '), '') as text from (
         select row_to_json(l)::text as t from email_logs l union all select row_to_json(e)::text from email_events e
         union all select row_to_json(m)::text from mailboxes m) as all_rows`,
    )
    expect(kept[0]?.text).toContain('reply@x.test')
    expect(kept[0]?.text).not.toMatch(/come back to you|Re: Hello/)
  })
})

describe('a mailbox', () => {
  it('without permission to read its inbox is never read, and reports that', async () => {
    const space = await workspace('google', { reading: false })
    await sentTo(space, 'bounce@x.test')
    expect(await readMailbox(world.app, space.key)).toEqual({ done: true })
    expect(await accountOf(space.person)).toMatchObject({ inbox_cursor: null, inbox_read_at: null })
    expect((await space.person.graphql('{ mailboxes { readsReplies } }')).data.mailboxes[0].readsReplies).toBe(false)
  })

  it('that was reconnected meanwhile is not marked because of its old sign-in', async () => {
    const { person, key } = await workspace('microsoft')
    await campaignWith(world, person, key, [{ email: 'a@x.test' }])
    const reconnect = () =>
      rowsOf(world, person, 'update mailboxes set connected_at = now() + interval $$1 hour$$ where tenant_id = ?', [
        person.tenantId,
      ])
    const refusing = {
      canRead: true,
      listInbox: () => reconnect().then(() => Promise.reject(new DeliveryError('expired', 'EXPIRED_TOKEN'))),
    }
    const vendors = { microsoft: { openMailbox: () => refusing } as never }
    const doubt = { kind: 'sign-in-doubt' }
    await expect(readMailbox({ ...world.app, vendors }, key)).rejects.toMatchObject(doubt)
    expect(await accountOf(person)).toMatchObject({ status: 'connected', status_reason: null, sign_in_doubt: null })
  })
})

describe('the choice of inboxes to read', () => {
  const now = Date.now()
  const isDue = async (key: MailboxKey, minutes: number) =>
    (await dueInboxes({ ...world.app, clock: () => new Date(now + minutes * 60_000) })).some(
      ({ mailboxId }) => mailboxId === key.mailboxId,
    )
  const readAt = (person: TestPerson, minutes: number) =>
    rowsOf(world, person, 'update mailboxes set inbox_read_at = ? where tenant_id = ?', [
      new Date(now + minutes * 60_000),
      person.tenantId,
    ])

  it('reads them soon and often after an email is sent, then less and less often, and never after a week', async () => {
    const { person, key } = await workspace('microsoft')
    expect(await isDue(key, 0)).toBe(false)
    await campaignWith(world, person, key, [{ email: 'a@x.test', ago: 0 }], new Date(now))
    expect(await isDue(key, 0)).toBe(true)
    for (const [after, soon, late] of [
      [5, 0.1, 0.5],
      [30, 0.5, 2],
      [120, 3, 7],
      [12 * 60, 10, 20],
      [48 * 60, 40, 80],
      [6 * 24 * 60, 150, 320],
    ] as const) {
      await readAt(person, after)
      expect([after, await isDue(key, after + soon), await isDue(key, after + late)]).toEqual([after, false, true])
    }
    // The window of the email is still open: the inbox was not read after it closed.
    expect(await isDue(key, 8 * 24 * 60)).toBe(true)
    await rowsOf(world, person, `update email_logs set status = 'delivered' where mailbox_id = ?`, [key.mailboxId])
    expect(await isDue(key, 8 * 24 * 60)).toBe(false)
  })

  it('reads them as long as follow-ups are planned, and often before one is due', async () => {
    const { person, key } = await workspace('microsoft')
    const { campaignId } = await campaignWith(world, person, key, [{ email: 'a@x.test', ago: 0 }], new Date(now))
    const DAY = 24 * 60
    await rowsOf(world, person, 'update campaigns set last_step = 2 where id = ?', [campaignId])
    await rowsOf(world, person, 'update email_logs set next_step_at = ? where campaign_id = ?', [
      new Date(now + 20 * DAY * 60_000),
      campaignId,
    ])
    await readAt(person, 10 * DAY)
    expect([await isDue(key, 10 * DAY + 150), await isDue(key, 10 * DAY + 320)]).toEqual([false, true])
    await readAt(person, 20 * DAY - 29)
    expect(await isDue(key, 20 * DAY - 28)).toBe(true)
    await rowsOf(world, person, `update campaigns set status = 'sent' where id = ?`, [campaignId])
    expect(await isDue(key, 20 * DAY)).toBe(false)
  })

  it('excludes mailboxes whose inbox may not be read or that need reconnecting', async () => {
    const closed = await workspace('google', { reading: false })
    await campaignWith(world, closed.person, closed.key, [{ email: 'a@x.test', ago: 0 }])
    expect(await isDue(closed.key, 0)).toBe(false)
    const broken = await workspace('google')
    await campaignWith(world, broken.person, broken.key, [{ email: 'a@x.test', ago: 0 }])
    expect(await isDue(broken.key, 0)).toBe(true)
    await rowsOf(world, broken.person, `update mailboxes set status = 'error' where tenant_id = ?`, [
      broken.person.tenantId,
    ])
    expect(await isDue(broken.key, 0)).toBe(false)
    const inactive = await workspace('google')
    await campaignWith(world, inactive.person, inactive.key, [{ email: 'a@x.test', ago: 0 }])
    expect(await isDue(inactive.key, 0)).toBe(true)
    await world.app.database.asSystem((em) =>
      em.execute('update tenants set is_active = false where id = ?', [inactive.person.tenantId]),
    )
    expect(await isDue(inactive.key, 0)).toBe(false)
  })

  it('takes them in random order, so that none waits behind others that are never read', async () => {
    for (const provider of PROVIDERS) {
      const { person, key } = await workspace(provider)
      await campaignWith(world, person, key, [{ email: 'a@x.test', ago: 0 }])
    }
    const first = new Set<string | undefined>()
    for (let look = 0; look < 60 && first.size < 2; look += 1) {
      first.add((await dueInboxes(world.app, 1))[0]?.mailboxId)
    }
    expect(first.size).toBe(2)
  })
})

describe.each(firstOf(PROVIDERS, 1))('provider drafts that failed emails left at %s', (provider) => {
  it('are deleted, except those that are recent, were sent, or show whether an email was sent', async () => {
    const { person, key, email, folder, open } = await workspace(provider, { reading: false })
    const box = await open()
    const draft = (to: string) => box.createDraft(message(email, to))
    const sent = await draft('sent@x.test')
    await box.sendDraft(sent)
    await campaignWith(world, person, key, [
      { email: 'refused@x.test', status: 'failed', draftId: await draft('refused@x.test') },
      { email: 'uncertain@x.test', status: 'failed', error: 'UNCERTAIN: x', draftId: await draft('uncertain@x.test') },
      { email: 'expired@x.test', status: 'failed', error: 'EXPIRED_TOKEN: x', draftId: await draft('expired@x.test') },
      { email: 'fresh@x.test', status: 'failed', ago: 0, draftId: await draft('fresh@x.test') },
      { email: 'pending@x.test', status: 'pending', draftId: await draft('pending@x.test') },
      { email: 'sent@x.test', status: 'failed', draftId: sent },
    ])
    await box.createDraft(message(email, 'the-person@x.test'))
    expect(await mailboxesWithLeftDrafts(world.app)).toContainEqual(key)
    expect(await discardLeftDrafts(world.app, key)).toBe(2)
    expect((await folder('drafts')).map(({ to }) => to[0]?.address).toSorted()).toEqual(
      ['expired', 'fresh', 'pending', 'the-person', 'uncertain'].map((name) => `${name}@x.test`),
    )
    expect((await folder('sent')).map(({ to }) => to[0]?.address)).toContain('sent@x.test')
    expect(await mailboxesWithLeftDrafts(world.app)).not.toContainEqual(key)
  })

  it('are tried again later when the mailbox did not answer', async () => {
    const { person, key, email, folder, open } = await workspace(provider, { reading: false })
    const draftId = await (await open()).createDraft(message(email, 'refused@x.test'))
    await campaignWith(world, person, key, [{ email: 'refused@x.test', status: 'failed', draftId }])
    await world.fault({ kind: 'unavailable', email, count: 3, operation: 'any' })
    expect(await discardLeftDrafts(world.app, key)).toBe(0)
    expect(await folder('drafts')).toHaveLength(1)
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    expect(await discardLeftDrafts(world.app, key)).toBe(1)
    expect(await folder('drafts')).toEqual([])
  })
})
