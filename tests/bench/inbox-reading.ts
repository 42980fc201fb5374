import { Pool } from 'undici'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { readMailbox } from '#api/inbox/read-mailbox.ts'
import { dueInboxes } from '#api/inbox/inbox-worker.ts'
import { REQUESTS } from '#api/sending/provider.ts'
import { count, inTurn, median, msFigure, timed, type Bench, type Figure, type Setting } from './bench.ts'
import { makeMailbox, makeWorkspace, type Vendor } from './workload.ts'

const PAGE = 50
/** s of a worker's time that a stuck mailbox is watched; `small`: in the test of this bench */
const WATCHED_S = { whole: 3_600, small: 120 }
/** s between two searches for due inboxes, as in inbox/inbox-worker.ts */
const EVERY_S = 5

const READERS = {
  microsoft: { name: 'Graph', lost: '/me/mailFolders/inbox/messages/delta?$deltatoken=lost', bare: bareGraph },
  google: { name: 'Gmail', lost: '{"history":"1"}', bare: bareGmail },
} as const
const STUCK = {
  microsoft: '/me/mailFolders/inbox/messages/delta?$skiptoken=stuck0',
  google: '{"history":"9"}',
} as const

/**
 * An inbox whose place was lost is read again from the beginning, beside a bare loop that lists and reads the same over as many
 * connections, without recognizing or recording anything. Both make the same number of calls, which the bench checks. Then the
 * share of a worker that a mailbox takes in an hour whose list never advances.
 */
export const inboxBench: Bench = {
  name: 'inbox',
  inTable: true,
  async run(setting) {
    const { app, rounds, small } = setting
    const messages = setting.recipients ?? (small ? 200 : 50_000)
    const call = await makeWorkspace(app, 1)
    const figures: Figure[] = []
    for (const vendor of ['microsoft', 'google'] as const) {
      const { name, lost, bare } = READERS[vendor]
      const account = await makeReadMailbox(call, vendor)
      const calls = { ours: 0, bare: 0 }
      const processor = { ours: [] as number[], bare: [] as number[] }
      const both = await inTurn(
        rounds,
        async () => {
          await setPlace(call, account, lost)
          await callsSince(setting, messages)
          const ms = await timed(() => spending(processor.ours, () => readAll(setting, account)))
          calls.ours = await callsSince(setting, messages)
          return ms
        },
        async () => {
          const pool = new Pool(setting.provider, { connections: REQUESTS })
          await callsSince(setting, messages)
          const ms = await timed(() => spending(processor.bare, () => bare(getFrom(pool))))
          calls.bare = await callsSince(setting, messages)
          await pool.close()
          return ms
        },
      )
      if (calls.ours !== calls.bare) throw new Error(`${calls.ours} calls instead of ${calls.bare} to ${name}`)
      const each = (some: readonly number[]) => count(median(some) / messages)
      setting.say(
        `  ${name}: ${count(calls.ours)} calls each; µs of processor per message: ${each(processor.ours)}, bare loop ${each(processor.bare)}`,
      )
      figures.push(msFigure(`read an inbox of ${count(messages)} again, ${name}`, both, '≤ 1.2'))
    }
    for (const vendor of ['microsoft', 'google'] as const) figures.push(await stuckFigure(setting, call, vendor))
    return figures
  },
}

const makeReadMailbox = (call: Call, vendor: Vendor) => makeMailbox(call, vendor, true, 'modify')

async function setPlace({ app }: Call, { tenantId, id }: Mailbox, cursor: string): Promise<void> {
  await app.database.inTenant(tenantId, (em) =>
    em.execute('update mailboxes set inbox_cursor = :cursor where tenant_id = :tenantId and id = :id', {
      tenantId,
      id,
      cursor,
    }),
  )
}

async function callsSince({ provider }: Setting, messages: number): Promise<number> {
  const answer = await fetch(`${provider}/inbox?messages=${messages}`)
  return ((await answer.json()) as { calls: number }).calls
}

/** Adds the processor time of this process for some work to `spent`, in µs. */
async function spending(spent: number[], work: () => Promise<void>): Promise<void> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  spent.push(user + system)
}

/** Reads an inbox as a worker does, in several turns. */
async function readAll({ app }: Setting, { tenantId, id: mailboxId }: Mailbox): Promise<void> {
  while (!(await readMailbox(app, { tenantId, mailboxId })).done);
}

type Get = (path: string) => Promise<Record<string, unknown>>

const getFrom =
  (pool: Pool): Get =>
  async (path) => {
    const headers = { authorization: 'Bearer token', prefer: `IdType="ImmutableId", odata.maxpagesize=${PAGE}` }
    const answer = await pool.request({ method: 'GET', path, headers })
    return JSON.parse(await answer.body.text()) as Record<string, unknown>
  }

interface Message {
  id: string
  internetMessageHeaders?: { name: string }[]
  payload?: { headers: { name: string }[] }
}

const answers = ({ internetMessageHeaders, payload }: Message) =>
  (internetMessageHeaders ?? payload?.headers ?? []).some(({ name }) => name === 'In-Reply-To')

/** Reads the messages of a page over as many connections as a mailbox has. */
async function inLanes(messages: readonly Message[], read: (message: Message) => Promise<unknown>): Promise<void> {
  const queue = [...messages]
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await read(next)
  }
  await Promise.all(Array.from({ length: REQUESTS }, lane))
}

async function bareGraph(get: Get): Promise<void> {
  const list = '/v1.0/me/mailFolders/inbox/messages/delta'
  await get(`${list}?$deltatoken=lost`)
  for (let path: string | undefined = list; path;) {
    const page = (await get(path)) as { value: Message[]; '@odata.nextLink'?: string }
    await inLanes(page.value.filter(answers), ({ id }) => get(`/v1.0/me/messages/${id}?$select=bodyPreview`))
    const next = page['@odata.nextLink']
    path = next && new URL(next).pathname + new URL(next).search
  }
}

async function bareGmail(get: Get): Promise<void> {
  const me = '/gmail/v1/users/me'
  await get(`${me}/history?startHistoryId=1`)
  await get(`${me}/profile`)
  for (let token: string | undefined = '0'; token;) {
    const page = (await get(`${me}/messages?maxResults=${PAGE}&pageToken=${token}`)) as {
      messages: Message[]
      nextPageToken?: string
    }
    await inLanes(page.messages, async ({ id }) => {
      const message = (await get(`${me}/messages/${id}?format=metadata&${WANTED}`)) as unknown as Message
      if (answers(message)) await get(`${me}/messages/${id}?format=full`)
    })
    token = page.nextPageToken
  }
}

/** Header names for Gmail's metadata format, as many as our reader asks for. */
const WANTED = Array.from({ length: 39 }, (_, n) => `metadataHeaders=x-header-number-${n}`).join('&')

/**
 * Measures the processor time of this process for a mailbox whose list leads to itself, in a simulated hour of a
 * worker.
 */
async function stuckFigure(setting: Setting, call: Call, vendor: Vendor): Promise<Figure> {
  const { app } = setting
  const { tenantId } = viewerOf(call)
  const account = await makeReadMailbox(call, vendor)
  let now = app.clock().getTime()
  const simulated = { ...app, clock: () => new Date(now) }
  await app.database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, total_contacts, sent_count)
       values (:tenantId, :id, :userId, 'Bench', 's', 'c', 'both', 'sending', 1, 1)`,
      { tenantId, id: account.id, userId: viewerOf(call).userId },
    ),
  )
  await app.database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, mailbox_id,
         attempted_at, sent_at)
       values (:tenantId, :id, :id, :id, 'Somebody', 'somebody@bench.example', '{}', 'sent', :id, :at, :at)`,
      { tenantId, id: account.id, at: new Date(now) },
    ),
  )
  await setPlace(call, account, STUCK[vendor])
  await callsSince(setting, PAGE)
  const began = process.cpuUsage()
  let looks = 0
  const watched = setting.small ? WATCHED_S.small : WATCHED_S.whole
  for (const end = now + watched * 1_000; now < end; now += EVERY_S * 1_000) {
    if (!(await dueInboxes(simulated)).some(({ mailboxId }) => mailboxId === account.id)) continue
    looks += 1
    await readMailbox(simulated, { tenantId, mailboxId: account.id }).catch(() => undefined)
  }
  const { user, system } = process.cpuUsage(began)
  const calls = await callsSince(setting, PAGE)
  setting.say(`  ${READERS[vendor].name}: ${looks} looks, ${calls} calls in ${watched / 60} minutes`)
  return {
    name: `stuck mailbox, share of a worker, ${READERS[vendor].name}`,
    ours: `${((user + system) / 10_000 / watched).toFixed(2)} %`,
    bound: '',
    ratio: null,
    goal: '≤ 1 %',
  }
}
