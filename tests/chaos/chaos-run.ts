import { setTimeout as sleep } from 'node:timers/promises'
import { DeadlockException } from '@mikro-orm/core'
import { Client } from 'pg'
import { encodeId } from '#schema/object-ids.ts'
import { addContacts, configureSending } from '../support/campaigns.ts'
import { mutate } from '../support/mutate.ts'
import type { WorkerLoader, WorkerProcess } from '../support/workers.ts'
import { eventually, type TestPerson, type World } from '../support/world.ts'
import { answerOne, REPLIES_FROM, undoOne } from './recipient-answers.ts'
import { chanceOf, type Chance } from './seeded-chance.ts'
import { compare, DEAD, type Breach, type Comparison } from './outcome-comparison.ts'
import { ALONE, randomFault, TIMES } from './random-faults.ts'
import { HOURS_FROM, hoursOf, type Hours, type HoursChecked } from './send-window-changes.ts'
import {
  EVERY_DAY,
  FOLLOW_UPS,
  isToBeChecked,
  passDays,
  putBack,
  stepBreaches,
  stopOne,
  STOPS,
  type DaysPassed,
} from './follow-up-steps.ts'
import { unfinishedWork } from './unfinished-work.ts'
import { watchForUnsaidWaits } from './unexplained-waits.ts'

/** Plan of a run. */
export interface ChaosPlan {
  /** repeats the choices of a run, as far as real processes let them repeat */
  seed: number
  /** worker processes */
  processes: number
  /** ms during which faults and kills strike */
  during: number
  /** recipients of a campaign, at most */
  recipients: number
}

/** Report of a run. */
export interface ChaosReport extends Omit<Comparison, 'recipients'> {
  campaigns: number
  /** answers to replies that the provider accepted */
  answers: number
  /** follow-ups that the provider accepted */
  followUps: number
  /** checks of the workspace with sending hours; null: the run is too short for one */
  hours: HoursChecked | null
  /** workers that ended without being killed */
  deaths: number
  /** faults ordered, by kind; some never strike */
  faults: Record<string, number>
  /** number of acts, by name */
  acts: Record<string, number>
}

/** ms between two acts */
const PAUSE = { least: 20, most: 250 }
/** campaigns that are sent at the same time */
const AT_ONCE = 5
/**
 * Campaigns with a file that Graph takes in pieces: their share, recipients at most, and the file. They are sent slowly
 * (150 MB of uploads in five minutes), so a run of less than `from` ms has none.
 */
const LARGE = {
  from: 60_000,
  share: 0.05,
  recipients: 8,
  file: {
    name: 'plan.pdf',
    contentType: 'application/pdf',
    contentBytes: Buffer.alloc(3_600_000, 'x').toString('base64'),
  },
}
/** recipients of a campaign whose address does not exist, at most */
const DEAD_AT_MOST = 3
/** share of the campaigns that have follow-ups */
const FOLLOWED = 0.4
/**
 * In a run of at least this many ms, accepted emails stay among the drafts: workers look for those once a minute, and the end of
 * the run waits for that look.
 */
const STAYING_DRAFTS_FROM = 60_000
/** ms between two passings of minutes, at least */
const MINUTES_PASS_EVERY_MS = 30_000
/** ms for all campaigns to end once everything works again */
const PATIENCE = 900_000

const MICROSOFT_SENDS = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']
const GOOGLE_SENDS = ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send']

/** The mailboxes of a workspace: vendor, and the granted scopes where it only sends. */
const MAILBOXES = [
  { name: 'graph-drafts', vendor: 'microsoft', scopes: undefined },
  { name: 'graph-direct', vendor: 'microsoft', scopes: MICROSOFT_SENDS },
  { name: 'gmail-drafts', vendor: 'google', scopes: undefined },
  { name: 'gmail-direct', vendor: 'google', scopes: GOOGLE_SENDS },
  { name: 'smtp-direct', vendor: 'smtp', scopes: [] },
  // The host of this mailbox keeps copies, which settle whether an email was sent.
  { name: 'smtp-witnessed', vendor: 'smtp', scopes: undefined, domain: 'keeps.sandbox.test' },
] as const

/** A workspace with its mailboxes. */
interface Workspace {
  person: TestPerson
  mailboxes: readonly { email: string; vendor: (typeof MAILBOXES)[number]['vendor']; scopes: string[] | undefined }[]
  /** ids of the mailboxes */
  ids: string[]
  launches: Chance
  /** sending hours; null: the workspace sends at any hour */
  hours: Hours | null
}

/** Something that a person, an operator or bad luck does. */
type Act = () => Promise<unknown>

/**
 * Sends campaigns through several worker processes while the provider misbehaves, workers and database connections die
 * and people press buttons; then lets everything work again, waits for the end, and compares what the provider accepted
 * with what the database says.
 */
export async function runChaos(world: World, workers: WorkerLoader, plan: ChaosPlan): Promise<ChaosReport> {
  const chance = chanceOf(plan.seed)
  const draftsStay = plan.during >= STAYING_DRAFTS_FROM
  const workspaces = [await openWorkspace(world, plan, null)]
  if (plan.during >= HOURS_FROM) workspaces.push(await openWorkspace(world, plan, 'hours'))
  const targets = workspaces.flatMap(({ mailboxes }) =>
    mailboxes.map(({ email, vendor, scopes }) => ({
      email,
      vendor,
      drafts: scopes === undefined && vendor !== 'smtp',
    })),
  )
  const connections = workspaces.flatMap(({ person, mailboxes }) =>
    mailboxes.map(
      ({ email, vendor, scopes }) =>
        () =>
          world.connect(person, vendor, email, scopes, { reading: scopes === undefined }),
    ),
  )

  const campaigns: { person: TestPerson; id: string }[] = []
  const faults: Record<string, number> = {}
  const acts: Record<string, number> = {}
  /** the last fault of a kind that was ordered for a mailbox */
  const waiting = new Map<string, number>()
  const running: WorkerProcess[] = []
  let deaths = 0
  const startWorker = async () => {
    const worker = await workers.load(world, TIMES)
    await worker.begin()
    running.push(worker)
    void worker.diedByItself.then((died) => (deaths += died ? 1 : 0))
  }
  const launch = async ({ person, ids, launches }: Workspace) => {
    const isLarge = plan.during >= LARGE.from && launches.is(LARGE.share)
    const recipients = launches.between(5, isLarge ? LARGE.recipients : plan.recipients)
    const selectedContacts = [
      ...(await addContacts(world, person, recipients)),
      ...(await addContacts(world, person, launches.between(0, DEAD_AT_MOST), 'example.com', DEAD)),
    ]
    const input = {
      name: 'Chaos',
      subject: 'Hello {firstName}',
      content: 'Dear {fullName},\n\nonce.',
      selectedContacts,
      ...(isLarge && { attachments: [LARGE.file] }),
      ...(!isLarge && launches.is(FOLLOWED) && { followUps: FOLLOW_UPS }),
    }
    const { data } = await person.graphql(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
      { input },
    )
    const id: string | undefined = data?.createCampaign?.id
    if (id === undefined) return
    campaigns.push({ person, id })
    // Two mailboxes share some of the campaigns.
    const from = launches.is(0.2) ? [launches.one(ids), launches.one(ids)] : [launches.one(ids)]
    await person.graphql(
      'mutation ($id: ID!, $from: [ID!]) { sendCampaign(input: { id: $id, mailboxIds: $from }) { campaign { id } errors { code field message } } }',
      {
        id,
        from: [...new Set(from)],
      },
    )
  }
  const press = (button: string) => async (person: TestPerson, id: string) => {
    const { errors } = await mutate(person, button, { id })
    if (errors) throw new Error(`${button} was refused`)
  }
  const pressSome = (button: string) => async () => {
    if (campaigns.length === 0) return
    const { person, id } = chance.one(campaigns.slice(-2 * AT_ONCE))
    await press(button)(person, id)
  }

  const cancelled = new Set<string>()
  const cancelSome = async () => {
    if (campaigns.length === 0) return
    const { person, id } = chance.one(campaigns.slice(-2 * AT_ONCE))
    cancelled.add(id)
    await press('cancelCampaign')(person, id)
  }

  const days: DaysPassed[] = []
  const daysPass = async () => {
    const from = Date.now()
    try {
      for (const { person } of workspaces) await passDays(world, person, draftsStay)
    } finally {
      days.push({ from, until: Date.now() })
    }
  }
  /** Workers look for accepted emails once a minute: the time must not run ahead of that by more than an hour. */
  let minutesPassedAt = 0
  const minutesPass = async () => {
    if (!draftsStay || Date.now() - minutesPassedAt < MINUTES_PASS_EVERY_MS) return
    minutesPassedAt = Date.now()
    await passMinutes(world, workspaces)
  }
  const stopsStored = new Map<string, number>()
  const unsaidWaits = watchForUnsaidWaits()
  const unsaid = new Set<string>()

  /** Acts of the run, with the weight that decides how often each is chosen. */
  const choices: readonly (readonly [name: string, weight: number, act: Act])[] = [
    [
      'fault',
      8,
      async () => {
        const order = randomFault(chance, targets, draftsStay)
        const place = `${order.kind} ${order.email}`
        const before = waiting.get(place)
        if (before !== undefined && ALONE.has(order.kind)) await world.clearFault(before)
        waiting.set(place, await world.fault(order))
        faults[order.kind] = (faults[order.kind] ?? 0) + 1
      },
    ],
    [
      'kill',
      2,
      async () => {
        const [victim] = running.splice(chance.between(0, running.length - 1), 1)
        await victim?.kill()
        // A worker that finds no database when it starts ends; its supervisor starts it again.
        await eventually('another worker runs', worked(startWorker), PATIENCE)
      },
    ],
    ['cut of all database connections', 1, () => cutConnections(world)],
    ['pause', 1, pressSome('pauseCampaign')],
    ['resume', 3, pressSome('resumeCampaign')],
    ['cancel', 0.3, cancelSome],
    ['retry of failed emails', 2, pressSome('sendToFailed')],
    ['reconnect', 2, () => chance.one(connections)()],
    ['passing of time', 3, () => passTime(world, workspaces)],
    ['passing of minutes', 2, minutesPass],
    ['passing of days', 2, daysPass],
    [
      'look for waits without a reason',
      2,
      async () => {
        for (const { person } of workspaces) for (const wait of await unsaidWaits.look(world, person)) unsaid.add(wait)
      },
    ],
    ['answer to a reply', 4, () => answerOne(world, chance.one(workspaces).person, chance)],
    ['undoing of an answer', 1, () => undoOne(world, chance.one(workspaces).person)],
    [
      'end of the follow-ups to a person',
      1.5,
      () => stopOne(world, chance.one(workspaces).person, chance.one(STOPS), stopsStored, draftsStay),
    ],
  ]
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  const act = async () => {
    let place = chance.next() * total
    const [name, , run] = choices.find(([, weight]) => (place -= weight) < 0) ?? choices[0]!
    const what = (await worked(run)()) ? name : `${name}, refused`
    acts[what] = (acts[what] ?? 0) + 1
  }

  try {
    for (let started = 0; started < plan.processes; started += 1) await startWorker()
    const end = Date.now() + plan.during
    while (Date.now() < end) {
      for (const workspace of workspaces) {
        await workspace.hours?.move().catch(() => undefined)
        const open = await unfinished(world, workspace.person).catch(() => null)
        if (open && open.filter(({ isAnswer }) => !isAnswer).length < AT_ONCE)
          await launch(workspace).catch(() => undefined)
      }
      await act()
      await sleep(chance.between(PAUSE.least, PAUSE.most))
    }
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    for (const connect of connections) await eventually('it is connected', worked(connect), PATIENCE)
    for (const workspace of workspaces) {
      const { hours } = workspace
      if (hours)
        await eventually(
          'it may send at any hour',
          worked(() => hours.open()),
          PATIENCE,
        )
      // On a slow machine the only campaign so far may have been cancelled before an email left.
      await eventually(
        'another campaign is launched',
        worked(() => launch(workspace)),
        PATIENCE,
      )
    }
    const rest = async () => {
      await unlessDeadlocked(() => passTime(world, workspaces))
      await unlessDeadlocked(minutesPass)
      await unlessDeadlocked(daysPass)
      let isOver = true
      for (const workspace of workspaces) {
        await readAgain(world, workspace)
        isOver &&= (await reportsToCome(world, workspace)) === 0
        isOver &&= !draftsStay || (await uncheckedEmails(world, workspace)) === 0
      }
      for (const { person } of workspaces) {
        const open = await unfinished(world, person)
        isOver &&= open.length === 0
        for (const { id, status, isAnswer } of open) {
          if (status !== 'paused') continue
          const go = isAnswer ? press('sendAnswer') : press('resumeCampaign')
          await go(person, encodeId(isAnswer ? 'Answer' : 'Campaign', id)).catch(() => undefined)
        }
      }
      return isOver
    }
    await eventually('all campaigns are over', rest, PATIENCE).catch(async (cause: unknown) => {
      const state = { workers: running.length, deaths, ...(await unfinishedWork(world)) }
      throw new Error(`Seed ${plan.seed}: ${JSON.stringify(state, null, 2)}`, { cause })
    })
    const compared = await compare(
      world,
      workspaces.map(({ person }) => person),
    )
    const breaches: Breach[] = [
      ...compared.breaches,
      ...[...unsaid].map((email): Breach => ({ promise: 'waits without a reason', email, acceptances: [] })),
    ]
    const answers = compared.recipients.filter((email) => email.startsWith(REPLIES_FROM)).length
    let [followUps, hours]: [number, HoursChecked | null] = [0, null]
    for (const workspace of workspaces) {
      const steps = await stepBreaches(world, workspace.person, { days, stored: stopsStored, cancelled })
      followUps += steps.sent
      breaches.push(...steps.breaches)
      if (!workspace.hours) continue
      const { breaches: outside, ...checked } = await workspace.hours.check(world)
      hours = checked
      breaches.push(...outside)
    }
    const { recipients: _, ...figures } = compared
    return { campaigns: campaigns.length, faults, acts, deaths, ...figures, answers, followUps, hours, breaches }
  } finally {
    for (const worker of running) await worker.kill()
  }
}

/** Opens a workspace with a mailbox of each kind; `mark`: it has sending hours, and its mailboxes are named so. */
async function openWorkspace(world: World, { seed }: ChaosPlan, mark: 'hours' | null): Promise<Workspace> {
  // Of their own: how many campaigns are launched depends on the machine, what is done to them does not.
  const launches = chanceOf(seed ^ (mark ? 0x7f4a7c15 : 0x9e3779b9))
  const person = await world.signUp({ unlimited: true })
  await configureSending(person, { canaryPercent: 0, sendWindow: EVERY_DAY })
  const mailboxes = MAILBOXES.map(({ name, vendor, scopes, ...more }) => ({
    email: `${mark ? `${mark}-` : ''}${name}-${seed}@${'domain' in more ? more.domain : 'sandbox.test'}`,
    ...{ vendor, scopes: scopes && [...scopes] },
  }))
  for (const { email, vendor, scopes } of mailboxes)
    await world.connect(person, vendor, email, scopes, { reading: scopes === undefined })
  const hours = mark && hoursOf(person, chanceOf(seed ^ 0x2545f491))
  await hours?.move()
  return { person, mailboxes, ids: await mailboxIds(person), launches, hours }
}

async function mailboxIds(person: TestPerson): Promise<string[]> {
  const { data } = await person.graphql('{ mailboxes { id } }')
  return data.mailboxes.map(({ id }: { id: string }) => id)
}

/** Campaigns, and answers to replies, that have emails to send. */
async function unfinished(
  world: World,
  person: TestPerson,
): Promise<{ id: string; status: string; isAnswer: boolean }[]> {
  return world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<{ id: string; status: string; isAnswer: boolean }[]>(
      `select id, status, answers_reply_id is not null as "isAnswer" from campaigns
       where tenant_id = ? and status in ('sending', 'paused')`,
      [person.tenantId],
    ),
  )
}

/** An act that resolves to whether it worked. */
const worked = (act: Act) => () =>
  act().then(
    () => true,
    () => false,
  )

/** Runs `act`; where a worker waits for the rows that it changes and the other way round, the next look acts. */
async function unlessDeadlocked(act: Act): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof DeadlockException)) throw error
  })
}

/**
 * Ends all waits for a provider, as hours would; checks of drafts keep their times, which prove what they find. Each
 * table by itself, so that no worker waits for a row of one while this waits for a row of another.
 */
async function passTime(world: World, workspaces: readonly Workspace[]): Promise<void> {
  const waits = [
    `update email_logs set retry_at = null where tenant_id = :tenantId and status = 'pending' and retry_at is not null`,
    `update mailboxes set throttled_until = null, quota_until = null, outage = null, breakdown = null where tenant_id = :tenantId`,
    `update campaign_mailboxes set wakes_at = null where tenant_id = :tenantId and wakes_at is not null`,
  ]
  for (const { tenantId } of workspaces.map(({ person }) => person))
    for (const sql of waits) await world.app.database.inTenant(tenantId, (em) => em.execute(sql, { tenantId }))
  await world.app.database.asSystem((em) =>
    em.execute('update provider_outages set outage = null, registration = null'),
  )
}

/**
 * Lets six minutes pass for the emails that were accepted, so that workers look for them among the drafts. Mailboxes
 * come first: meanwhile no email counts as looked for that was not.
 */
async function passMinutes(world: World, workspaces: readonly Workspace[]): Promise<void> {
  for (const { tenantId } of workspaces.map(({ person }) => person)) {
    await world.app.database.inTenant(tenantId, async (em) => {
      const boxes = await em.execute<{ id: string; at: Date }[]>(
        `select id, drafts_checked_at - interval '6 minutes' as at from mailboxes
         where tenant_id = :tenantId and drafts_checked_at is not null for update`,
        { tenantId },
      )
      for (const box of boxes)
        await em.execute('update mailboxes set drafts_checked_at = :at where tenant_id = :tenantId and id = :id', {
          tenantId,
          ...box,
        })
    })
    await world.app.database.inTenant(tenantId, (em) => putBack(em, tenantId, `l.status = 'sent'`, '6 minutes'))
  }
}

/** Number of accepted emails that no worker has looked for among the drafts of their mailbox. */
async function uncheckedEmails(world: World, { person: { tenantId } }: Workspace): Promise<number> {
  const [row] = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<[{ count: number }]>(
      `select count(*)::int as count from email_logs l
       join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
       where l.tenant_id = :tenantId and ${isToBeChecked('l', 'm')}`,
      { tenantId },
    ),
  )
  return row.count
}

/** Has inboxes read, and messages that could not be read tried, as their pauses would end. */
async function readAgain(world: World, { person: { tenantId } }: Workspace): Promise<void> {
  await world.app.database.inTenant(tenantId, (em) =>
    em.execute(
      `update mailboxes set inbox_retry_at = null, unread_mails = (
         select coalesce(jsonb_agg(case when unread->>'nextAt' is null then unread
           else jsonb_set(unread, '{nextAt}', to_jsonb(:now::text)) end), '[]') from jsonb_array_elements(unread_mails) as unread)
       where tenant_id = :tenantId and (inbox_retry_at is not null or unread_mails <> '[]')`,
      { tenantId, now: new Date().toISOString() },
    ),
  )
}

/** Emails to addresses that do not exist, sent from mailboxes that show reports, without their report. */
async function reportsToCome(world: World, { person: { tenantId } }: Workspace): Promise<number> {
  const [row] = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<[{ count: number }]>(
      `select count(*)::int as count from email_logs l
       join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
       where l.tenant_id = :tenantId and l.status in ('sent', 'delivered') and l.contact_email like :dead
         and m.scopes && array['Mail.ReadWrite', 'https://www.googleapis.com/auth/gmail.modify']`,
      { tenantId, dead: `${DEAD}%` },
    ),
  )
  return row.count
}

/**
 * Cuts all connections, as a restart of the database server does; once this resolves, no earlier connection is left.
 */
async function cutConnections(world: World): Promise<void> {
  const admin = new Client({ connectionString: world.databaseUrl })
  await admin.connect()
  try {
    await admin.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  } finally {
    await admin.end()
  }
}
