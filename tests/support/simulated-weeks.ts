import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { checkAcceptedDrafts } from '#api/inbox/accepted-draft-check.ts'
import { readMailbox } from '#api/inbox/read-mailbox.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { closeWindows } from '#api/inbox/bounce-windows.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { nextMonday } from './followed-campaign.ts'
import { mailboxOf } from './returned-mail.ts'
import { createWorld } from './world.ts'

const HOUR = 3_600_000

/** A message in Sent of the sandbox mailbox. */
export interface LeftEmail {
  to: string
  subject: string
  /** time of sending, ISO 8601, to the minute */
  at: string
  id: string
  inReplyTo: string | undefined
  references: string | undefined
  html: string
}

/**
 * A product with its pages, a sandbox and a Microsoft mailbox, all on a clock that starts on a Monday at 9:30 in UTC and
 * moves only with `liveUntil`. Every hour of that clock it does what a worker does: reads the inbox, closes bounce windows,
 * makes follow-ups and sends.
 */
export async function livedWeeks(mailbox: string) {
  const start = nextMonday() + HOUR / 2
  let now = start
  const clock = () => new Date(now)
  const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const world = await createWorld({ send: false, returnMailMs: 0, sandboxClock: () => now, server: { webDir } })
  world.app.clock = clock
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', mailbox)
  const key = await mailboxOf(world, person)
  const deps = {
    store: createSendStore(world.app, () => []),
    clock,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
  /** Renews the session of the person, so that they stay signed in however far the clock moves. */
  const stay = () =>
    world.app.database.inTenant(key.tenantId, (em) =>
      em.execute(
        `update sessions set last_used_at = :now, expires_at = :later where tenant_id = :tenantId returning 1`,
        { tenantId: key.tenantId, now: clock(), later: new Date(now + 24 * HOUR) },
      ),
    )
  const work = async () => {
    await stay()
    await checkAcceptedDrafts(world.app, key)
    await readMailbox(world.app, key)
    await closeWindows(world.app)
    await sweepFollowUps(world.app)
    for (let again = await runSlice(deps, key); again && again.getTime() <= now;) again = await runSlice(deps, key)
    await sweepFollowUps(world.app)
  }
  const dayAt = (day: number, hour: number) => start + day * 24 * HOUR + (hour - 9.5) * HOUR
  const sandbox = async (path: string) => fetch(`${world.sandboxUrl}/sandbox${path}`)
  return {
    world,
    person,
    /** A moment as it is typed into a field in UTC: this many days after the Monday, at this hour. */
    typed: (day: number, hour: number) => new Date(dayAt(day, hour)).toISOString().slice(0, 16),
    /**
     * Moves the clock to that hour (UTC) of the day that comes this many days after the Monday, doing the worker's
     * tasks every hour.
     */
    liveUntil: async (day: number, hour: number) => {
      await work()
      while (now < dayAt(day, hour)) {
        now = Math.min(now + HOUR, dayAt(day, hour))
        await work()
      }
    },
    /** Returns all sent emails, oldest first. */
    left: async (): Promise<LeftEmail[]> => {
      const { messages } = (await (
        await sandbox(`/mailboxes/microsoft/${mailbox}/messages?folder=sent&limit=100`)
      ).json()) as {
        messages: { id: string; at: string; subject: string; internetMessageId: string; to: { address: string }[] }[]
      }
      return Promise.all(
        messages.toReversed().map(async ({ id, at, subject, internetMessageId, to: [to] }) => {
          const mime = await (await sandbox(`/messages/${encodeURIComponent(id)}/mime`)).text()
          const [head = ''] = mime.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/)
          const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
          return {
            ...{ to: to?.address ?? '', subject, at: `${at.slice(0, 16)}Z`, id: internetMessageId },
            ...{ inReplyTo: header('In-Reply-To'), references: header('References') },
            html: mime.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
          }
        }),
      )
    },
    /** Answers an email from another address; the provider puts the answer into a new conversation. */
    answer: ({ id, subject, references }: LeftEmail, from: string) =>
      takeReturns(world.app, key, mailbox, [
        {
          ...{ id: `answer-from-${from}`, threadId: `conversation-of-${from}`, from, subject: `Re: ${subject}` },
          headers: { 'in-reply-to': id, references: [references, id].filter(Boolean).join(' ') },
          ...{ receivedAt: clock(), reaction: false, report: null },
        },
      ]),
  }
}
