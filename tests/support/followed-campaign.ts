import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { DeliveryError, type InboxMail, type OpenMailbox, type OutgoingMessage } from '#api/sending/provider.ts'
import { draftCampaign, fetchCampaign } from './campaigns.ts'
import { mutate } from './mutate.ts'
import { mailboxOf, report } from './returned-mail.ts'
import { scriptedStore } from './scripted-campaign.ts'
import type { World } from './world.ts'
import { wrongCounts } from './counter-consistency.ts'

/**
 * Returns the next Monday, 9:00 in UTC, in ms: less than seven days ahead, so that a session of today is still valid
 * then.
 */
export function nextMonday(): number {
  const day = new Date()
  day.setUTCHours(9, 0, 0, 0)
  while (day.getUTCDay() !== 1 || day.getTime() <= Date.now()) day.setUTCDate(day.getUTCDate() + 1)
  return day.getTime()
}

/** An email that a mailbox sent, with the time in hours since the launch. */
interface LeftEmail {
  to: string
  subject: string
  hour: number
  message: OutgoingMessage
}

/** Returns a mailbox that stores a draft of each email until it is sent. */
const draftsFor = (written: Map<string, OutgoingMessage>, send: OpenMailbox['send']): Partial<OpenMailbox> => ({
  canDraft: true,
  createDraft: async (message) => {
    const draftId = `draft-${written.size + 1}`
    written.set(draftId, message)
    return draftId
  },
  sendDraft: async (draftId) => {
    const message = written.get(draftId)
    if (!message) throw new DeliveryError('missing', '404 ErrorItemNotFound')
    const receipt = await send(message)
    written.delete(draftId)
    return receipt
  },
  lookAtDraft: async (draftId) => (written.has(draftId) ? 'draft' : 'gone'),
})

/**
 * A campaign with follow-ups that is sent through a scripted mailbox on a clock that the test moves. The clock is the
 * app's: the tests of a file must take turns. `sandbox`: it is sent through this mailbox of the sandbox instead. `drafts`:
 * the mailbox makes a draft of each email first.
 */
export async function followedCampaign(
  world: World,
  count: number,
  input: object,
  sandbox: { provider: 'microsoft' | 'google'; email: string; scopes?: string[]; reading?: boolean } | null = null,
  { drafts = false } = {},
) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, sandbox?.provider, sandbox?.email, sandbox?.scopes, {
    reading: sandbox?.reading ?? false,
  })
  const id = await draftCampaign(world, person, count, input)
  const key = await mailboxOf(world, person)
  const start = nextMonday()
  let now = start
  world.app.clock = () => new Date(now)
  const left: LeftEmail[] = []
  let refusal: Error | null = null
  const send: OpenMailbox['send'] = async (message) => {
    if (refusal) throw refusal
    left.push({ to: message.to.address, subject: message.subject, hour: (now - start) / 3_600_000, message })
    return { messageId: `vendor-${left.length}`, internetMessageId: null }
  }
  const written = new Map<string, OutgoingMessage>()
  const script = drafts ? draftsFor(written, send) : { send }
  const real = createSendStore(world.app, () => [])
  const store = sandbox ? real : scriptedStore(real, script)
  const deps = {
    store,
    clock: world.app.clock,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
  /** Sends all emails that are due at this moment. */
  const drain = async () => {
    for (let again = await runSlice(deps, key); again && again.getTime() <= now;) again = await runSlice(deps, key)
  }
  /** Runs SQL in the workspace. */
  const sql = <Row>(text: string, values: Record<string, unknown> = {}) =>
    world.app.database.inTenant(key.tenantId, (em) => em.execute<Row[]>(text, { tenantId: key.tenantId, ...values }))
  /** Unread messages in the campaign's inbox. */
  const inbox: InboxMail[] = []
  let reads = true
  const readInbox = async () => {
    if (!reads) return
    await takeReturns(world.app, key, 'box@sandbox.test', inbox.splice(0))
    await sql('update mailboxes set inbox_read_at = :now where tenant_id = :tenantId', { now: new Date(now) })
  }
  /**
   * Checks that the counters of the campaign page match its emails. `npm test` checks only the last moment of each
   * step.
   */
  const counted = async () => expect(await wrongCounts(world.app, key.tenantId)).toEqual([])
  const countedInFull = async () => void (inject('everything') && (await counted()))
  /** Prepares due follow-ups, before the inbox is read, because the order is not guaranteed. */
  const look = async () => {
    await sweepFollowUps(world.app)
    await drain()
    await countedInFull()
    await readInbox()
    await sweepFollowUps(world.app)
    await countedInFull()
    await drain()
    await sweepFollowUps(world.app)
    await counted()
  }
  const nextMoment = async (): Promise<number | null> => {
    const [row] = await sql<{ at: Date | null }>(
      `select least(min(next_step_at), min(retry_at) filter (where status = 'pending' and retry_at > :now)) as at
       from email_logs where tenant_id = :tenantId`,
      { now: new Date(now) },
    )
    return row?.at ? new Date(row.at).getTime() : null
  }
  /**
   * Moves the clock ahead by these hours; prepares follow-ups and sends whenever something is due, and a minute before.
   */
  const live = async (hours: number) => {
    const end = now + hours * 3_600_000
    await look()
    for (let next = await nextMoment(); next !== null && next > now && next <= end; next = await nextMoment()) {
      now = Math.max(now, next - 60_000)
      await look()
      now = next
      await look()
    }
    now = end
    await look()
  }
  /** Renews the session of the person, so that they stay signed in however far the clock was moved. */
  const stay = () =>
    sql(`update sessions set last_used_at = :now, expires_at = :later where tenant_id = :tenantId returning 1`, {
      now: new Date(now),
      later: new Date(now + 86_400_000),
    })
  const act = async (name: string, more: object = { id }, selection = '{ id status }') => {
    await stay()
    const { data, errors } = await mutate(person, name, more, selection)
    return errors ? { code: errors[0].extensions.code, message: errors[0].message } : data[name]
  }
  const launch = async () => {
    expect(await act('sendCampaign')).toMatchObject({ status: 'sending' })
    await look()
  }
  /** Delivers and reads a reply to a sent email; `from`: the address that it comes from, if not the recipient's. */
  const answer = (email: LeftEmail, from = email.to) =>
    takeReturns(world.app, key, 'box@sandbox.test', [replyTo(email, from)])
  const replyTo = (email: LeftEmail, from: string): InboxMail => ({
    id: `reply-${Math.random()}`,
    threadId: null,
    from,
    subject: `Re: ${email.subject}`,
    receivedAt: new Date(now),
    headers: {
      'in-reply-to': email.message.messageId ?? '',
      references: [...(email.message.conversation?.messageIds ?? []), email.message.messageId].join(' '),
    },
    reaction: false,
    report: null,
  })
  return {
    ...{ person, id, key, left, drain, live, act, launch, sql, answer, stay },
    /** Returns the number of drafts in the mailbox. */
    draftCount: () => written.size,
    /** Delivers a report that the recipient's address of a sent email does not exist. */
    bounce: (email: LeftEmail) =>
      takeReturns(world.app, key, 'box@sandbox.test', [
        report(email.to, { at: new Date(now), original: email.message.messageId ?? '' }),
      ]),
    look: async () => {
      await stay()
      return fetchCampaign(person, id)
    },
    /** Returns the time that many hours after the start of the test, as ISO 8601. */
    at: (hours: number) => new Date(start + hours * 3_600_000).toISOString(),
    /** Puts an unread reply to a sent email into the inbox. */
    receive: (email: LeftEmail) => void inbox.push(replyTo(email, email.to)),
    /** Sets whether the inbox can be read from now on. */
    canRead: (can: boolean) => {
      reads = can
    },
    readInbox,
    /** Sets the error with which the provider refuses emails from now on; null: it accepts them. */
    refuse: (error: Error | null) => {
      refusal = error
    },
    /** Moves the clock ahead as if the product was stopped meanwhile. */
    sleep: (hours: number) => {
      now += hours * 3_600_000
    },
    details: async (selection: string) => {
      await stay()
      const { data, errors } = await person.graphql(`query ($id: ID!) { campaign(id: $id) { ${selection} } }`, { id })
      expect(errors).toBeUndefined()
      return data.campaign
    },
  }
}
