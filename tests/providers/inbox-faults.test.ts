import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultOrder } from '#sandbox/faults.ts'
import { readMailbox } from '#api/inbox/read-mailbox.ts'
import { closeWindows } from '#api/inbox/bounce-windows.ts'
import { dueInboxes } from '#api/inbox/inbox-worker.ts'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { countedCalls } from '../support/counted-calls.ts'
import { firstOf, itInFull } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { campaignWith, rowsOf } from '../support/sent-mail.ts'
import { createWorld, type World } from '../support/world.ts'

/** Clock shared by the product and the sandbox. */
let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, sandboxClock: () => now })
})
afterAll(() => world.close())
beforeEach(async () => {
  now = Date.now()
  world.app.clock = () => new Date(now)
  await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
})

const PROVIDERS = ['microsoft', 'google'] as const
const MINUTE = 60_000
let boxes = 0

/** A workspace with a campaign of emails to these people, sent a minute ago. */
async function sentTo(provider: (typeof PROVIDERS)[number], people: readonly string[]) {
  const person = await world.signUp({ unlimited: true })
  const email = `inbox${(boxes += 1)}@sandbox.test`
  await world.connect(person, provider, email, undefined, { reading: true })
  const key = await mailboxOf(world, person)
  const mails = people.map((to) => ({ email: to, ago: 1 }))
  const { logs, campaignId } = await campaignWith(world, person, key, mails, new Date(now))
  const { app: counted, calls } = countedCalls(world, provider)
  const listCalls = () => calls.filter((call) => call === 'listInbox').length
  return {
    person,
    /** Delivers a report that an email did not arrive; its subject holds the recipient. */
    async bounce(to: string) {
      const about = ownMessageId(logs[people.indexOf(to)] ?? '', 1, email)
      await deliver(email, reportOf(to, about))
    },
    deliver: (raw: string) => deliver(email, raw),
    /** Delivers a message in the conversation of the email to this person. */
    async deliverInConversation(to: string, raw: string) {
      const query = 'update email_logs set thread_id = ? where id = ?'
      await rowsOf(world, person, query, [await deliver(email, raw), logs[people.indexOf(to)]])
    },
    fault: (order: FaultOrder) => world.fault({ email, count: null, ...order }),
    repair: () => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' }),
    /** Reads the inbox as a worker does. */
    read: () => readMailbox(counted, key).catch((error: Error) => error.message),
    /** Reads the inbox for these ms whenever it is due, at most every `step` ms. Returns how often a page was listed. */
    async readFor(ms: number, step = MINUTE) {
      const before = listCalls()
      for (const end = now + ms; now < end; now += step) {
        const due = (await dueInboxes(world.app)).some(({ mailboxId }) => mailboxId === key.mailboxId)
        if (due) await readMailbox(counted, key).catch(() => undefined)
      }
      return listCalls() - before
    },
    listCalls,
    statuses: async () => {
      const rows = await rowsOf<{ status: string }>(
        world,
        person,
        'select status from email_logs where campaign_id = ? order by id',
        [campaignId],
      )
      return rows.map(({ status }) => status)
    },
    bounces: async () => (await rowsOf<{ n: number }>(world, person, 'select bounced_count as n from campaigns'))[0]?.n,
    mailbox: async () => {
      const fields = 'status inboxError readsReplies unreadMessages inboxUnreadSince'
      const answer = await person.graphql(`{ mailboxes { ${fields} } }`)
      if (!answer.data) throw new Error(JSON.stringify(answer))
      return answer.data.mailboxes[0]
    },
  }
}

/** @returns the conversation of the message */
async function deliver(email: string, raw: string): Promise<string> {
  const url = `${world.sandboxUrl}/mailboxes/${encodeURIComponent(email)}/inbox`
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'message/rfc822' }, body: raw })
  const { messages } = (await answer.json()) as { messages: { threadId: string }[] }
  return messages[0]!.threadId
}

const letterFrom = (from: string, subject: string) =>
  [`From: ${from}`, `Subject: ${subject}`, `Message-ID: <${Math.random()}@x.test>`, '', 'Tell me more.'].join('\r\n')

const reportOf = (to: string, about: string) =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.x.test>',
    `Subject: Undeliverable: ${to}`,
    `Message-ID: <${Math.random()}@mx.x.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The address does not exist.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;mx.x.test',
    '',
    `Final-Recipient: rfc822;${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp;550 5.1.1 User unknown',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${about}`,
    '--b--',
    '',
  ].join('\r\n')

describe.each(PROVIDERS)('reading an inbox at %s', (provider) => {
  /** The rules are the same at every provider: `npm test` checks them at one. */
  const isOnce = provider === 'microsoft'
  const itOnce = isOnce ? it : itInFull
  const UNREADABLE = [
    ['answers 503', { kind: 'unavailable' }],
    ['answers 500', { kind: 'unavailable', status: 500 }],
    ['answers 400', { kind: 'badRequest' }],
    ['answers 403', { kind: 'forbidden' }],
    ['cuts the connection', { kind: 'cutBefore' }],
  ] as const
  itOnce.each(firstOf(UNREADABLE, 1))(
    'continues where one message cannot be read because the provider %s',
    async (_says, fault) => {
      const box = await sentTo(provider, ['a@x.test', 'b@x.test'])
      await box.bounce('a@x.test')
      await box.bounce('b@x.test')
      await box.fault({ ...fault, operation: 'content', subject: 'a@x.test' })
      expect(await box.read()).toMatchObject({ done: false })
      expect(await box.statuses()).toEqual(['sent', 'failed'])
      expect(await box.mailbox()).toMatchObject({ unreadMessages: 0, inboxError: null })
      await box.readFor(9 * MINUTE)
      expect(await box.mailbox()).toMatchObject({ unreadMessages: 0 })
      await box.readFor(4 * MINUTE)
      expect(await box.mailbox()).toMatchObject({ status: 'connected', unreadMessages: 1, readsReplies: true })
      await box.repair()
      now += 55 * MINUTE
      await box.readFor(10 * MINUTE)
      expect(await box.mailbox()).toMatchObject({ unreadMessages: 0 })
      expect([await box.statuses(), await box.bounces()]).toEqual([['failed', 'failed'], 2])
    },
  )

  itOnce(
    'keeps the bounce window open for a message that is tried again, and closes it once that message is given up',
    async () => {
      const box = await sentTo(provider, ['a@x.test'])
      await box.bounce('a@x.test')
      await box.fault({ kind: 'unavailable', operation: 'content' })
      await box.readFor(2 * MINUTE)
      expect(await box.statuses()).toEqual(['sent'])
      now += 14 * MINUTE
      await box.read()
      await closeWindows(world.app)
      expect(await box.statuses()).toEqual(['sent'])
      now += 15 * MINUTE
      await box.readFor(16 * MINUTE)
      await closeWindows(world.app)
      expect([await box.statuses(), (await box.mailbox()).unreadMessages]).toEqual([['delivered'], 1])
      await box.repair()
      now += 40 * MINUTE
      await box.readFor(20 * MINUTE)
      expect(await box.statuses()).toEqual(['failed'])
    },
  )

  const NOT_YET = [
    ['404', { kind: 'missing' }],
    ['nothing', { kind: 'empty' }],
  ] as const
  it.each(firstOf(NOT_YET, isOnce ? 2 : 1))(
    'tries again to read a report that is answered with %s just after it was listed',
    async (_says, fault) => {
      const box = await sentTo(provider, ['a@x.test'])
      await box.bounce('a@x.test')
      await box.fault({ ...fault, operation: 'content', count: 1 })
      await box.read()
      expect(await box.statuses()).toEqual(['sent'])
      await box.readFor(2 * MINUTE)
      expect([await box.statuses(), (await box.mailbox()).unreadMessages]).toEqual([['failed'], 0])
    },
  )

  itOnce('gives up a message that stays missing, since it was deleted', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    await box.bounce('a@x.test')
    await box.fault({ kind: 'missing', operation: 'content' })
    await box.readFor(5 * MINUTE)
    expect(await box.mailbox()).toMatchObject({ unreadMessages: 0, inboxError: null })
    const [row] = await rowsOf(world, box.person, 'select unread_mails from mailboxes')
    expect(row).toEqual({ unread_mails: [] })
  })

  const LOST = [
    ['410', { kind: 'resync' }],
    ['404', { kind: 'missing' }],
    ['400', { kind: 'badRequest' }],
  ] as const
  it.each(firstOf(LOST, 1))(
    'begins again by date when its position is answered with %s, and counts nothing twice',
    async (_says, fault) => {
      const box = await sentTo(provider, ['a@x.test', 'b@x.test'])
      await box.bounce('a@x.test')
      await box.read()
      await box.bounce('b@x.test')
      await box.fault({ ...fault, operation: 'changes', count: 1 })
      expect(await box.read()).toEqual({ done: true })
      expect([await box.statuses(), await box.bounces()]).toEqual([['failed', 'failed'], 2])
    },
  )

  const STUCK = [
    ['the same page', 'samePage'],
    ['empty pages', 'emptyPages'],
  ] as const
  itOnce.each(firstOf(STUCK, 1))(
    'does not repeat a request endlessly for %s, and says that it does not advance',
    async (_what, kind) => {
      const box = await sentTo(provider, ['a@x.test'])
      await box.read()
      await box.bounce('a@x.test')
      await box.fault({ kind, operation: 'changes' })
      expect(await box.read()).toContain('does not advance')
      expect(box.listCalls()).toBeLessThanOrEqual(22)
      expect(await box.readFor(10 * MINUTE, 15_000)).toBeLessThanOrEqual(200)
      expect(await box.mailbox()).toMatchObject({
        status: 'connected',
        readsReplies: false,
        inboxError: expect.stringContaining('does not advance'),
        inboxUnreadSince: expect.any(String),
      })
      await box.repair()
      await box.readFor(16 * MINUTE)
      expect(await box.mailbox()).toMatchObject({ readsReplies: true, inboxError: null, inboxUnreadSince: null })
      expect(await box.statuses()).toEqual(['failed'])
    },
  )

  itOnce('does not go on endlessly for empty pages that come too slowly for one turn', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    await box.read()
    await box.bounce('a@x.test')
    await box.fault({ kind: 'emptyPages', operation: 'changes' })
    world.app.clock = () => new Date((now += 1_500))
    expect(await box.read()).toContain('does not advance')
    expect(await box.readFor(10 * MINUTE, 15_000)).toBeLessThanOrEqual(200)
    expect(await box.mailbox()).toMatchObject({ readsReplies: false, inboxUnreadSince: expect.any(String) })
  })

  itOnce('is tried again within 15 minutes after a 503, whatever its Retry-After says', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    await box.read()
    await box.bounce('a@x.test')
    await box.fault({ kind: 'unavailable', retryAfter: 86_400, operation: 'changes', count: 1 })
    await box.read()
    expect(await box.mailbox()).toMatchObject({ inboxError: expect.stringContaining('503') })
    await box.readFor(16 * MINUTE)
    expect([await box.statuses(), (await box.mailbox()).inboxError]).toEqual([['failed'], null])
  })

  itOnce('says at once why it cannot happen, if the provider throttles it for hours', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    await box.read()
    await box.fault({ kind: 'throttled', retryAfter: 7_200, operation: 'changes', count: 1 })
    await box.read()
    expect(await box.mailbox()).toMatchObject({
      inboxError: expect.stringContaining('429'),
      inboxUnreadSince: expect.any(String),
    })
    expect(await box.readFor(115 * MINUTE, 5 * MINUTE)).toBe(0)
  })

  itOnce('counts the inbox as read up to the beginning of a list that took several turns', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    for (let index = 0; index < 60; index += 1) await box.deliver(letterFrom('b@x.test', `Letter ${index}`))
    const began = now
    world.app.clock = () => new Date((now += 21_000))
    expect(await box.read()).toMatchObject({ done: false })
    world.app.clock = () => new Date(now)
    now += 20 * MINUTE
    expect(await box.read()).toEqual({ done: true })
    const readAt = async () => {
      const [row] = await rowsOf<{ at: Date }>(world, box.person, 'select inbox_read_at as at from mailboxes')
      return new Date(row!.at).getTime()
    }
    expect(await readAt()).toBeLessThan(began + 2 * MINUTE)
    await closeWindows(world.app)
    expect(await box.statuses()).toEqual(['sent'])
    await box.readFor(MINUTE)
    await closeWindows(world.app)
    expect([await readAt(), await box.statuses()]).toEqual([now - MINUTE, ['delivered']])
  })

  itOnce('becomes ever less frequent if the provider loses the position after every read', async () => {
    const box = await sentTo(provider, ['a@x.test'])
    await box.bounce('a@x.test')
    await box.read()
    await box.fault({ kind: 'resync', operation: 'changes' })
    const calls = await box.readFor(20 * MINUTE, 15_000)
    expect(calls).toBeLessThan(20)
    expect(await box.bounces()).toBe(1)
  })

  itOnce('works around a message that makes listing fail', async () => {
    const box = await sentTo(provider, ['a@x.test', 'b@x.test', 'c@x.test'])
    for (const to of ['a@x.test', 'b@x.test', 'c@x.test']) {
      await box.bounce(to)
      now += 3_000
    }
    await box.fault({ kind: 'unavailable', status: 500, operation: 'read', subject: 'b@x.test' })
    await box.fault({ kind: 'unavailable', status: 500, operation: 'changes', subject: 'b@x.test' })
    await box.readFor(4 * MINUTE)
    expect(await box.statuses()).toEqual(['failed', 'sent', 'failed'])
    await box.readFor(14 * MINUTE)
    expect(await box.mailbox()).toMatchObject({ unreadMessages: 1, inboxError: null })
    await box.repair()
    now += 55 * MINUTE
    await box.readFor(15 * MINUTE)
    expect([await box.statuses(), (await box.mailbox()).unreadMessages]).toEqual([['failed', 'failed', 'failed'], 0])
  })

  it('uses smaller pages when the list is too long for the provider', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `p${index}@x.test`)
    const box = await sentTo(provider, people)
    for (const to of people) await box.bounce(to)
    // Fails twice as often as a page is made smaller.
    await box.fault({
      kind: 'unavailable',
      status: 500,
      operation: provider === 'google' ? 'read' : 'changes',
      count: 2,
    })
    await box.readFor(2 * MINUTE)
    expect(new Set(await box.statuses())).toEqual(new Set(['failed']))
    expect(await box.bounces()).toBe(12)
  })

  itOnce(
    'that stays impossible keeps emails from counting as delivered, however long, and a bounce found later counts',
    async () => {
      const box = await sentTo(provider, ['a@x.test', 'b@x.test'])
      await box.fault({ kind: 'unavailable', operation: 'changes' })
      await box.fault({ kind: 'unavailable', operation: 'read' })
      await box.readFor(3 * MINUTE)
      expect(await box.mailbox()).toMatchObject({ status: 'connected', inboxError: expect.stringContaining('503') })
      now += 3 * 24 * 60 * MINUTE
      await closeWindows(world.app)
      expect(await box.statuses()).toEqual(['sent', 'sent'])
      await box.repair()
      await box.bounce('a@x.test')
      await box.readFor(16 * MINUTE)
      await closeWindows(world.app)
      expect(await box.statuses()).toEqual(['failed', 'delivered'])
    },
  )

  itOnce('covers everything when a mailbox comes back after more than a week', async () => {
    const box = await sentTo(provider, ['a@x.test', 'b@x.test'])
    await box.bounce('a@x.test')
    await rowsOf(world, box.person, `update mailboxes set status = 'error'`)
    now += 9 * 24 * 60 * MINUTE
    await closeWindows(world.app)
    expect(await box.statuses()).toEqual(['sent', 'sent'])
    await rowsOf(world, box.person, `update mailboxes set status = 'connected'`)
    await box.readFor(MINUTE)
    await closeWindows(world.app)
    expect(await box.statuses()).toEqual(['failed', 'delivered'])
  })
})

describe('reading an inbox at Gmail', () => {
  it('does not go back when Gmail names an earlier position in its history', async () => {
    const box = await sentTo('google', ['a@x.test'])
    await box.read()
    await box.fault({ kind: 'earlierHistory', operation: 'changes' })
    await box.read()
    const placeOf = async () => {
      const [row] = await rowsOf<{ place: string }>(world, box.person, 'select inbox_cursor as place from mailboxes')
      return Number(JSON.parse(row?.place ?? '{}').history)
    }
    expect(await placeOf()).toBeGreaterThan(1)
  })
})

describe('reading an inbox at Microsoft Graph', () => {
  it('matches reports by their conversation when Graph shows no headers', async () => {
    const box = await sentTo('microsoft', ['a@x.test'])
    await box.fault({ kind: 'withoutHeaders', operation: 'changes' })
    await box.deliverInConversation('a@x.test', reportOf('a@x.test', '<unknown@x.test>'))
    await box.read()
    expect(await box.statuses()).toEqual(['failed'])
  })

  it('matches replies by their conversation, and only by it, when Graph shows no headers', async () => {
    const box = await sentTo('microsoft', ['a@x.test', 'b@x.test', 'c@x.test'])
    await box.fault({ kind: 'withoutHeaders', operation: 'changes' })
    await box.deliverInConversation('a@x.test', letterFrom('a@x.test', 'Re: News'))
    await box.deliverInConversation('b@x.test', letterFrom('b@x.test', 'Automatic reply: News'))
    await box.deliver(letterFrom('c@x.test', 'Something else'))
    await box.read()
    const replied = 'select contact_email as email from email_logs where replied_at is not null'
    expect(await rowsOf(world, box.person, replied)).toEqual([{ email: 'a@x.test' }])
  })
})
