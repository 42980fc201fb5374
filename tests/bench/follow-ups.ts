import type { Client } from 'pg'
import { createCampaign } from '#api/campaigns/drafts/drafts.ts'
import { sendCampaign } from '#api/campaigns/launch/launch-campaign.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { restAfter } from '#api/campaigns/follow-ups/follow-up-worker.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { count, inTurn, msFigure, msText, timed, type Bench, type Figure, type Setting } from './bench.ts'
import { connect } from './bulk-copy.ts'
import { makeMailbox, makeWorkspace } from './workload.ts'

/** A Monday within the hours of the follow-ups, and the Friday before, when the fourth emails left. */
const NOW = new Date('2035-01-08T10:00:00Z')
const BEFORE = new Date('2035-01-05T09:45:00Z')
/** ms between two checks of a process, as in follow-ups/follow-up-worker.ts. */
const EVERY = 10_000
/** Number of repetitions of a check that finds nothing. */
const TIMES = 9

/**
 * Measures checks for follow-ups in running campaigns of five steps. Each recipient got the first four. Divided by one
 * indexed query for what is due, and by an insert … select of as many emails. In the end everybody is due at once.
 */
export const followUpsBench: Bench = {
  name: 'follow-ups',
  inTable: false,
  async run(setting) {
    const { app, rounds, small } = setting
    const [campaigns, each, due] = small ? [2, 50, 10] : [20, 5_000, 50]
    const call = await makeWorkspace(app, each)
    const { tenantId } = viewerOf(call)
    const client = await connect(setting)
    const families = await launchAll(call, client, campaigns)
    const spare = await createCampaign(call, { name: 'Spare', subject: 'Spare', content: 'Spare' })
    const sweep = (expected = 0) =>
      timed(async () => {
        const made = await sweepFollowUps({ ...app, clock: () => NOW })
        if (made !== expected) throw new Error(`${made} follow-ups were made instead of ${expected}`)
      })
    const lookUp = () =>
      timed(() =>
        client.query(
          `select id from email_logs where tenant_id = $1 and campaign_id = any ($2::uuid[]) and next_step_at <= $3`,
          [tenantId, families, NOW],
        ),
      )
    await sweep()
    const idle = await inTurn(TIMES, () => sweep(), lookUp)
    let turn = 0
    const busy = await inTurn(
      rounds,
      async () => {
        await makeDue(client, tenantId, due)
        return sweep(campaigns * due)
      },
      () => timed(() => client.query(COPY, [tenantId, spare.id, (turn += 1), campaigns * due])),
    )
    const waiting = await inTurn(TIMES, () => sweep(), lookUp)
    const people = count(campaigns * each)
    await makeAllDue(client, tenantId)
    const worst = await decideAll(app, campaigns * each)
    return [
      msFigure(`look for follow-ups, none due, of ${people}`, idle, ''),
      msFigure(`look for follow-ups, ${count(campaigns * due)} due, of ${people}`, busy, ''),
      msFigure(`look for follow-ups, ${count(rounds * campaigns * due)} made wait`, waiting, ''),
      shareOf('share of 10 s, none due', idle.ours),
      shareOf('share of 10 s, with those that wait', waiting.ours),
      alone(`all ${people} due, until all are decided`, msText(worst.work + worst.rests), ''),
      alone(
        `all ${people} due, share of the process`,
        `${((100 * worst.work) / (worst.work + worst.rests)).toFixed(1)} %`,
        '≤ 26 %',
      ),
      alone(`all ${people} due, longest transaction`, msText(worst.longest), ''),
    ]
  },
}

const alone = (name: string, ours: string, goal: string): Figure => ({
  ...{ name: `follow-ups, ${name}`, ours, bound: '', ratio: null, goal },
})
const shareOf = (name: string, ms: number) => alone(name, `${((100 * ms) / EVERY).toFixed(2)} %`, '≤ 5 %')

/**
 * Decides on everybody. Returns the ms of work, the pauses that a process would make (added up, not made), and the
 * longest transaction.
 */
async function decideAll(
  app: Setting['app'],
  people: number,
): Promise<{ work: number; rests: number; longest: number }> {
  let [rests, longest] = [0, 0]
  const rest = async (worked: number) => {
    rests += restAfter(worked)
    longest = Math.max(longest, worked)
  }
  const work = await timed(async () => {
    const made = await sweepFollowUps({ ...app, clock: () => NOW }, { rest })
    if (made !== people) throw new Error(`${made} follow-ups were made instead of ${people}`)
  })
  return { work, rests, longest }
}

/** Takes back the follow-ups that were made, and makes everybody due. */
async function makeAllDue(client: Client, tenantId: string): Promise<void> {
  await client.query(
    `delete from email_logs l using campaigns c
     where l.tenant_id = $1 and c.tenant_id = $1 and c.id = l.campaign_id and c.step = 5`,
    [tenantId],
  )
  await client.query('update campaigns set total_contacts = 0 where tenant_id = $1 and step = 5', [tenantId])
  await client.query(
    `update email_logs l set next_step_at = $2 from campaigns c
     where l.tenant_id = $1 and c.tenant_id = $1 and c.id = l.campaign_id and c.step = 4`,
    [tenantId, NOW],
  )
  await client.query('vacuum analyze email_logs, campaigns')
}

/** Makes emails of a campaign out of those of the fourth step, without row-level security. */
const COPY = `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, variant,
    untracked, mailbox_id, leave_until, status, created_at)
  select l.tenant_id, uuidv7(), $2, uuidv7(), l.contact_name, l.contact_email, l.merge_values, l.variant, l.untracked,
    l.mailbox_id, now(), 'pending', now()
  from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
  where l.tenant_id = $1 and c.step = 4 order by l.contact_id offset ($3::int - 1) * $4::int limit $4::int`

/** Makes the next follow-up due now for `number` recipients of each campaign whose follow-up was planned for later. */
async function makeDue(client: Client, tenantId: string, number: number): Promise<void> {
  await client.query(
    `update email_logs l set next_step_at = $2 from (
       select chosen.id from campaigns c cross join lateral (
         select e.id from email_logs e where e.tenant_id = c.tenant_id and e.campaign_id = c.id and e.next_step_at > $2
         order by e.next_step_at limit $3) as chosen
       where c.tenant_id = $1 and c.step = 4) as row
     where l.tenant_id = $1 and l.id = row.id`,
    [tenantId, NOW, number],
  )
}

/** Launches campaigns of five steps to all contacts, and writes what four of them left behind. Returns all of their parts. */
async function launchAll(call: Call, client: Client, campaigns: number): Promise<string[]> {
  const { tenantId } = viewerOf(call)
  const account = await makeMailbox(call, 'microsoft', true)
  const followUps = Array.from({ length: 4 }, () => ({ waitDays: 1, timeOfDay: '09:30', content: 'Dear {firstName}' }))
  for (let n = 1; n <= campaigns; n += 1) {
    const input = {
      name: `Steps ${n}`,
      subject: 'Hello',
      content: 'Dear {firstName}',
      audience: { all: true },
      followUps,
    }
    const { id } = await createCampaign(call, input)
    await sendCampaign(call, id, { mailboxIds: [account.id], scheduledAt: null })
  }
  const sent = [tenantId, BEFORE, account.id]
  await client.query(
    `update email_logs set status = 'sent', attempts = 1, attempted_at = $2, sent_at = $2, mailbox_id = $3 where tenant_id = $1`,
    sent,
  )
  await client.query(
    `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, attempts,
       attempted_at, sent_at, mailbox_id, untracked, created_at, next_step_at)
     select l.tenant_id, uuidv7(), k.id, l.contact_id, l.contact_name, l.contact_email, l.merge_values, 'sent', 1, $2, $2, $3,
       false, $2, case when k.step = 4 then $2::timestamptz + interval '1 year' end
     from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.parent_id
     where k.tenant_id = $1 and k.step between 2 and 4`,
    sent,
  )
  await client.query(
    `update campaigns c set sent_count = f.sent, total_contacts = f.sent, following_since = $2 from (
       select campaign_id, count(*)::int as sent from email_logs where tenant_id = $1 group by campaign_id) as f
     where c.tenant_id = $1 and c.id = f.campaign_id`,
    [tenantId, BEFORE],
  )
  // Nothing is made while a reply may be unread.
  await client.query('update mailboxes set inbox_read_at = $2 where tenant_id = $1', [tenantId, NOW])
  await client.query('vacuum analyze email_logs, campaigns')
  const { rows } = await client.query<{ id: string }>('select id from campaigns where tenant_id = $1', [tenantId])
  return rows.map(({ id }) => id)
}
