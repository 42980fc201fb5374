import { pino } from 'pino'
import { expect } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import type { OpenMailbox } from '#api/sending/provider.ts'
import { draftCampaign, fetchCampaign } from './campaigns.ts'
import type { MailboxKey, SendStore } from '#api/sending/store.ts'
import { mutate } from './mutate.ts'
import { mailboxOf } from './returned-mail.ts'
import type { World } from './world.ts'

type Mutation =
  | 'sendCampaign'
  | 'sendToFailed'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'cancelCampaign'
  | 'deleteCampaign'

const unwritten = (call: keyof OpenMailbox) => () => Promise.reject(new Error(`The script says nothing of ${call}`))

/**
 * Sends through a mailbox slice by slice, like a worker, on a clock that jumps between slices, and over the short waits within
 * one. It begins at `start`, asked
 * when it is first read: a clock from before the campaign was made would wait for it.
 */
export function createSlices(store: SendStore, key: MailboxKey, start: () => Date = () => new Date()) {
  const pauses: number[] = []
  let now: Date | null = null
  const clock = () => (now ??= start())
  const sleep = async (ms: number) => {
    now = new Date(clock().getTime() + ms)
  }
  const deps = { store, clock, sleep, log: pino({ level: 'silent' }), signal: new AbortController().signal }
  /** Runs one slice. Returns when the next is due and moves the clock there; null when nothing is left. */
  const next = async () => {
    const again = await runSlice(deps, key)
    if (again && again > clock()) {
      pauses.push(again.getTime() - clock().getTime())
      now = again
    }
    return again
  }
  /** Advances the clock until nothing is left to do. */
  const toTheEnd = async () => {
    for (let again = await next(); again; again = await next());
  }
  return { pauses, next, toTheEnd, clock: deps.clock }
}

/** The send store with mailboxes that follow a script. */
export function scriptedStore(store: SendStore, script: Partial<OpenMailbox>): SendStore {
  const mailbox: OpenMailbox = {
    canDraft: false,
    canRead: false,
    send: unwritten('send'),
    createDraft: unwritten('createDraft'),
    sendDraft: unwritten('sendDraft'),
    lookAtDraft: unwritten('lookAtDraft'),
    draftLooks: { afterMs: [15_000, 45_000, 120_000, 300_000], goneMeansSent: false },
    discardDraft: async () => {},
    probe: async () => {},
    renewSignIn: async () => {},
    listInbox: unwritten('listInbox'),
    listInboxBetween: unwritten('listInboxBetween'),
    readInboxMail: unwritten('readInboxMail'),
    readMail: unwritten('readMail'),
    findMarked: async () => [],
    readAliases: null,
    replacesFrom: false,
    ...script,
  }
  return {
    ...store,
    open: async (key) => {
      const work = await store.open(key)
      return work && { ...work, mailbox }
    },
  }
}

/**
 * Sends a campaign to one person through a scripted mailbox, slice by slice like a worker, on a clock that jumps. `log`
 * is the email's log, `pauses` the ms between slices.
 */
export async function scriptedCampaign(world: World, script: Partial<OpenMailbox>) {
  const email = `scripted${Math.random().toString(36).slice(2)}@sandbox.test`
  const person = await world.signUp({ unlimited: true })
  const connect = () => world.connect(person, 'microsoft', email)
  await connect()
  const id = await draftCampaign(world, person, 1)
  const key = await mailboxOf(world, person)
  const store = createSendStore(world.app, () => [])
  const { pauses, next, toTheEnd } = createSlices(scriptedStore(store, script), key)
  const press = async (field: Mutation) => {
    const { errors } = await mutate(person, field, { id })
    expect(errors).toBeUndefined()
  }
  const log = async () => {
    const [row] = await world.app.database.inTenant(key.tenantId, (em) =>
      em.execute<{ status: string; error: string | null; draftId: string | null }[]>(
        'select status, error, draft_id as "draftId" from email_logs where tenant_id = ?',
        [key.tenantId],
      ),
    )
    return row
  }
  /** Moves the clock as if the provider had been down for this many ms. */
  const downFor = async (ms: number) => {
    const now = Date.now()
    const outage = { state: 'open', failures: 20, since: now - ms, until: now, reason: '503' }
    await world.app.database.inTenant(key.tenantId, (em) =>
      em.execute('update mailboxes set outage = ?::jsonb where tenant_id = ?', [JSON.stringify(outage), key.tenantId]),
    )
  }
  return {
    person,
    id,
    downFor,
    pauses,
    log,
    connect,
    press,
    next,
    toTheEnd,
    send: () => press('sendCampaign').then(toTheEnd),
    sendAgain: () => press('sendToFailed').then(toTheEnd),
    resume: () => press('resumeCampaign').then(toTheEnd),
    campaign: () => fetchCampaign(person, id),
  }
}
