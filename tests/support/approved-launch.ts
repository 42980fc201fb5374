import { pino } from 'pino'
import { expect } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { act } from './approval-world.ts'
import { configureSending, draftCampaign, fetchCampaign } from './campaigns.ts'
import { addColleague } from './colleague.ts'
import { nextMonday } from './followed-campaign.ts'
import { mailboxOf } from './returned-mail.ts'
import { scriptedStore } from './scripted-campaign.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000

/** Options for a launch that is approved and sent in a test. */
interface Approved {
  /** fields of the draft, other than the defaults */
  input?: object
  recipients?: number
  /** fields of the request for approval, other than the defaults */
  request?: object
  mailbox?: Partial<OpenMailbox>
  /** called before approval is requested, to change the draft */
  before?: (launch: { bea: Awaited<ReturnType<typeof addColleague>>; id: string }) => Promise<unknown>
}

/**
 * A campaign that an admin approves: Bea, who is no admin, asks, and Ada approves. It is sent through a scripted mailbox, on the
 * clock of the product, which the test moves: tests of a file must take turns.
 */
export async function approvedLaunch(world: World, { input = {}, recipients = 2, mailbox, ...more }: Approved = {}) {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea' })
  await world.connect(bea)
  await configureSending(boss, { launchApproval: true, companyName: 'Contoso', postalAddress: '1 Main Street' })
  const key = await mailboxOf(world, bea)
  /** Runs SQL in the workspace, bypassing the API's checks. */
  const sql = <Row = object>(text: string, values: Record<string, unknown> = {}) =>
    world.app.database.inTenant(key.tenantId, (em) => em.execute<Row[]>(text, { tenantId: key.tenantId, ...values }))
  await sql(`update mailboxes set signature = 'Ann of Contoso', name = 'Ann' where tenant_id = :tenantId returning 1`)
  const id = await draftCampaign(world, bea, recipients, { content: 'Dear {firstName}\n\n{signature}', ...input })
  await more.before?.({ bea, id })
  let now = nextMonday()
  world.app.clock = () => new Date(now)
  /** Renews the sessions of all users, so that they stay signed in however far the clock was moved. */
  const stay = () =>
    sql('update sessions set last_used_at = :now, expires_at = :later where tenant_id = :tenantId returning 1', {
      now: new Date(now),
      later: new Date(now + 24 * HOUR),
    })
  let requests = 0
  const launch = async () => {
    await stay()
    expect(await act(bea, 'requestApproval', { id, ...more.request })).toMatchObject({ id })
    requests += 1
    const approved = await act(ada, 'decideApproval', { id, request: requests, decision: 'approve' })
    expect(approved).toMatchObject({ status: 'sending' })
  }
  await launch()
  const left: OutgoingMessage[] = []
  const send: OpenMailbox['send'] = async (message) => {
    left.push(message)
    return { messageId: `vendor-${left.length}`, internetMessageId: null }
  }
  const store = scriptedStore(
    createSendStore(world.app, () => []),
    mailbox ?? { send },
  )
  const deps = { store, clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
  /** Sends all emails that are due at this moment. */
  const drain = async () => {
    for (let again = await runSlice(deps, key); again && again.getTime() <= now;) again = await runSlice(deps, key)
  }
  /** Moves the clock ahead by this many hours, and sends the emails that are due then. */
  const later = async (hours: number) => {
    now += hours * HOUR
    await sql('update mailboxes set inbox_read_at = :now where tenant_id = :tenantId returning 1', {
      now: new Date(now),
    })
    await sweepFollowUps(world.app)
    await drain()
  }
  const look = async () => {
    await stay()
    return fetchCampaign(boss, id)
  }
  /** Returns the texts of the emails that the recipients got. */
  const texts = () =>
    left.map(({ from, subject, text, attachments }) =>
      [from.name, subject, String(text), ...attachments.map(({ content }) => Buffer.from(content).toString())].join(
        '\n',
      ),
    )
  return {
    ...{ boss, ada, bea, id, key, left, sql, launch, drain, later, look, stay, texts, send },
    /** Runs a mutation on the campaign as Bea. */
    act: async (name: string, fields: object = {}, selection?: string) => {
      await stay()
      return act(bea, name, { id, ...fields }, selection)
    },
  }
}
