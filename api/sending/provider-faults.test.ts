import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { FaultOrder } from '#sandbox/faults.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import {
  configureSending,
  draftCampaign,
  fetchCampaign,
  untilCampaign,
  type TestCampaign,
} from '#tests/support/campaigns.ts'
import { MANUAL_TIMEOUT_MS, manualTimeout } from '#tests/support/manual-timeout.ts'
import { describeInFull, firstOf } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { endPatience } from '#tests/support/sign-in-doubt.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

const RECIPIENTS = 12
const SEND_ONLY = {
  microsoft: ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send'],
  google: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send'],
}
/** has its own worker, and waits for a response until a test lets the timeout elapse */
let patient: World
/** runs only the slices a test asks for, on a fake clock */
let idle: World
beforeAll(async () => {
  patient = await createWorld({ timeoutMs: MANUAL_TIMEOUT_MS, settleDelaysMs: [300, 600] })
  idle = await createWorld({ send: false, timeoutMs: MANUAL_TIMEOUT_MS, settleDelaysMs: [300, 600] })
})
afterAll(() => Promise.all([patient.close(), idle.close()]))

type Vendor = 'microsoft' | 'google'
let boxes = 0

/** A mailbox with a fault injected, and a campaign being sent through it. */
async function sendThrough(
  world: World,
  vendor: Vendor,
  faults: FaultOrder[],
  grant: 'drafts' | 'sendOnly' = 'drafts',
) {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `fault${(boxes += 1)}@sandbox.test`
  await world.connect(person, vendor, mailbox, grant === 'drafts' ? undefined : SEND_ONLY[vendor])
  const id = await draftCampaign(world, person, RECIPIENTS, { subject: 'Hello {firstName}' })
  const faultIds = []
  for (const fault of faults) faultIds.push(await world.fault({ ...fault, email: mailbox }))
  await start(person, id)
  return { world, person, mailbox, id, faultIds }
}

async function start(person: TestPerson, id: string): Promise<void> {
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
}

const over = ({ status }: TestCampaign) => status === 'sent' || status === 'failed'

/**
 * The invariant: recipients = accepted ∪ failed ∪ uncertain, none accepted twice, and every counter matches the
 * sandbox's records.
 */
async function settle({
  world,
  person,
  mailbox,
  id,
}: {
  world: World
  person: TestPerson
  mailbox: string
  id: string
}) {
  const campaign = await untilCampaign(person, id, 'the campaign is over', over)
  const accepted = (await world.accepted(mailbox)).map(({ recipient }) => recipient)
  const uncertain = campaign.logs.filter(({ error }) => error?.startsWith('UNCERTAIN')).map((log) => log.contactEmail)
  const failed = campaign.logs.filter((log) => log.status === 'failed').map((log) => log.contactEmail)
  const sent = campaign.logs.filter((log) => log.status !== 'failed').map((log) => log.contactEmail)
  expect(new Set(accepted).size, 'accepted twice').toBe(accepted.length)
  expect(accepted.filter((recipient) => !uncertain.includes(recipient)).toSorted()).toEqual(sent.toSorted())
  expect([...sent, ...failed]).toHaveLength(RECIPIENTS)
  expect(campaign).toMatchObject({ sentCount: sent.length, failedCount: failed.length, pendingCount: 0 })
  return { accepted, failed: failed.length, uncertain: uncertain.length, logs: campaign.logs }
}

const NAMES: Record<Vendor, string> = { microsoft: 'Microsoft 365', google: 'Google' }

/** Emails with an error: their status, the provider's text and its explanation. */
async function failuresOf({ person, id }: Sending) {
  const { data } = await person.graphql(
    'query ($id: ID!) { campaign(id: $id) { emailLogs { edges { node { status error failure { message } } } } } }',
    { id },
  )
  type Log = { status: string; error: string | null; failure: { message: string } | null }
  const logs = (data.campaign.emailLogs.edges as { node: Log }[]).map(({ node }) => node)
  return logs
    .filter(({ error }) => error !== null)
    .map(({ status, error, failure }) => [status, error, failure?.message])
}

type Sending = Awaited<ReturnType<typeof sendThrough>>

/** The campaign's slices in the world without a worker. */
async function slicesOf({ world, person }: Sending) {
  return createSlices(
    createSendStore(world.app, () => []),
    await mailboxOf(world, person),
  )
}

describe.each<Vendor>(firstOf(['microsoft', 'google'], 1))('a campaign through %s', (vendor) => {
  it('sends each email once although a connection hangs while a provider draft is being created', async () => {
    const limit = manualTimeout()
    const sending = await sendThrough(idle, vendor, [{ kind: 'hangAfter', operation: 'draft', after: 2 }])
    const sent = (await slicesOf(sending)).toTheEnd()
    const others = async () => (await idle.accepted(sending.mailbox)).length === RECIPIENTS - 1
    await eventually('all others are taken', others)
    limit.pass()
    await sent
    const { accepted, failed, uncertain } = await settle(sending)
    expect([failed, uncertain, accepted.length]).toEqual([0, 0, RECIPIENTS])
  })

  it('reports while waiting that the provider throttles its mailbox, and until when', async () => {
    const sending = await sendThrough(idle, vendor, [{ kind: 'throttled', operation: 'draft', retryAfter: 600 }])
    const slices = await slicesOf(sending)
    const until = await slices.next()
    expect(await fetchCampaign(sending.person, sending.id)).toMatchObject({
      status: 'sending',
      statusReason: 'THROTTLED',
      resumesAt: until?.toISOString(),
    })
    expect(slices.pauses[0]).toBeGreaterThan(0)
    await slices.toTheEnd()
    expect((await settle(sending)).accepted).toHaveLength(RECIPIENTS)
  })

  it('shows while waiting that the quota is used up, on the campaign and on the refused emails', async () => {
    const sending = await sendThrough(idle, vendor, [{ kind: 'quota', operation: 'sendDraft', retryAfter: 3_600 }])
    const slices = await slicesOf(sending)
    const until = await slices.next()
    const waiting = await fetchCampaign(sending.person, sending.id)
    expect(waiting).toMatchObject({
      status: 'sending',
      statusReason: 'QUOTA_USED_UP',
      resumesAt: until?.toISOString(),
      failedCount: 0,
    })
    expect(await failuresOf(sending)).toEqual([
      ['pending', expect.stringContaining('quota'), 'Email sending limit reached'],
    ])
    await slices.toTheEnd()
    expect((await settle(sending)).accepted).toHaveLength(RECIPIENTS)
    expect(await failuresOf(sending)).toEqual([])
  })

  it('distinguishes a sign-in whose fresh token is refused from an expired one, and sends after reconnecting', async () => {
    const sending = await sendThrough(idle, vendor, [{ kind: 'unauthorized', operation: 'sendDraft', count: null }])
    const slices = await slicesOf(sending)
    const { clock } = idle.app
    idle.app.clock = slices.clock
    onTestFinished(() => void (idle.app.clock = clock))
    const { person, id, mailbox } = sending
    await slices.next()
    await endPatience(idle, person)
    await slices.toTheEnd()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'paused', statusReason: 'RECONNECT' })
    const refused = [
      'failed',
      expect.stringMatching(/^SIGN_IN_REFUSED: 401/),
      `Authentication failed with ${NAMES[vendor]}`,
    ]
    const failures = await failuresOf(sending)
    expect(failures.length).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toEqual(refused)

    for (const fault of sending.faultIds) await idle.clearFault(fault)
    await idle.connect(person, vendor, mailbox)
    await person.graphql(
      'mutation ($id: ID!) { resumeCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    await slices.toTheEnd()
    expect(await settle(sending)).toMatchObject({ failed: 0, uncertain: 0 })
  })

  it('refreshes an access token that expired in the middle once, for all emails being sent', async () => {
    const sending = await sendThrough(patient, vendor, [
      { kind: 'expired', operation: 'any', after: 8 },
      { kind: 'slow', operation: 'token', ms: 1, count: 100 },
    ])
    expect((await settle(sending)).accepted).toHaveLength(RECIPIENTS)
    expect(100 - (await patient.faultLeft(sending.faultIds[1] ?? 0))).toBe(1)
  })
})

describe('two mailboxes of one campaign', () => {
  it('leave a provider draft to the mailbox that holds it, since the other could only guess its outcome', async () => {
    const person = await idle.signUp({ unlimited: true })
    const both = []
    for (const mailbox of ['draft-a@sandbox.test', 'draft-b@sandbox.test']) {
      await idle.connect(person, 'google', mailbox)
      const key = await mailboxOf(idle, person)
      both.push({
        key,
        mailbox,
        slices: createSlices(
          createSendStore(idle.app, () => []),
          key,
        ),
      })
    }
    const [first, second] = both
    if (!first || !second) throw new Error('two mailboxes')
    const id = await draftCampaign(idle, person, RECIPIENTS)
    await idle.fault({ kind: 'throttled', operation: 'sendDraft', email: first.mailbox, retryAfter: 60 })
    const { data } = await person.graphql('{ mailboxes { id } }')
    const { errors } = await person.graphql(
      'mutation ($id: ID!, $mailboxes: [ID!]) { sendCampaign(input: { id: $id, mailboxIds: $mailboxes }) { campaign { id } errors { code field message } } }',
      { id, mailboxes: data.mailboxes.map((account: { id: string }) => account.id) },
    )
    expect(errors).toBeUndefined()
    await first.slices.next()
    const drafts = await rowsOf<{ email: string; mailbox: string }>(
      idle,
      person,
      `select contact_email as email, mailbox_id as mailbox from email_logs where draft_id is not null and status <> 'sent'`,
    )
    expect(new Set(drafts.map(({ mailbox }) => mailbox))).toEqual(new Set([first.key.mailboxId]))

    // The second process takes the emails that the first has not started.
    await second.slices.toTheEnd()
    expect((await fetchCampaign(person, id)).sentCount).toBe(RECIPIENTS - drafts.length)
    await first.slices.toTheEnd()
    const { status, sentCount } = await fetchCampaign(person, id)
    expect([status, sentCount]).toEqual(['sent', RECIPIENTS])
    const accepted = await Promise.all(both.map(({ mailbox }) => idle.accepted(mailbox)))
    const [byFirst, bySecond] = accepted.map((list) => list.map(({ recipient }) => recipient))
    for (const { email } of drafts) expect([byFirst?.includes(email), bySecond?.includes(email)]).toEqual([true, false])
    expect(bySecond?.length).toBeGreaterThan(0)
    expect(new Set(accepted.flat().map(({ recipient }) => recipient)).size).toBe(RECIPIENTS)
    expect(accepted.flat()).toHaveLength(RECIPIENTS)
  })
})

describe('a database whose disk is full', () => {
  it.each(firstOf(['drafts', 'sendOnly'], 1))(
    'for a few seconds makes no email get lost or sent twice (%s)',
    async (grant) => {
      const sql = async (statement: string) => {
        const owner = new Client({ connectionString: patient.databaseUrl })
        await owner.connect()
        try {
          await owner.query('set citus.enable_unsafe_triggers = on')
          await owner.query(statement)
        } finally {
          await owner.end()
        }
      }
      await sql(`create or replace function disk_full() returns trigger language plpgsql as $$
        begin
          if new.status in ('sent', 'failed') then raise exception 'No space left on device' using errcode = '53100'; end if;
          return new;
        end $$`)
      await sql(`create trigger disk_full before update on email_logs for each row execute function disk_full()`)
      let full = true
      try {
        const sending = await sendThrough(patient, 'microsoft', [], grant)
        await eventually('the first mail is taken', async () => (await patient.accepted(sending.mailbox)).length > 0)
        await sql(`drop trigger disk_full on email_logs`)
        full = false
        const { accepted, failed } = await settle(sending)
        expect([accepted.length, failed]).toEqual([RECIPIENTS, 0])
      } finally {
        if (full) await sql(`drop trigger disk_full on email_logs`)
      }
    },
  )
})

describeInFull('twenty simultaneous requests to launch a campaign', () => {
  it('send each of its emails once', async () => {
    const person = await patient.signUp({ unlimited: true })
    await patient.connect(person, 'microsoft', 'starts@sandbox.test')
    await configureSending(person, { dailyLimit: 1_000 })
    const id = await draftCampaign(patient, person, RECIPIENTS)
    const starts = await Promise.all(Array.from({ length: 20 }, () => person.rest('POST', `/api/campaigns/${id}/send`)))
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await settle({ world: patient, person, mailbox: 'starts@sandbox.test', id })).accepted).toHaveLength(
      RECIPIENTS,
    )
  })
})
