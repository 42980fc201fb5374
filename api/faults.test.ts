import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { utils, write } from 'xlsx'
import { acceptConsent } from './sandbox/consent.ts'
import { DEMO } from './seed.ts'
import { AHEAD, CLAIMS } from './sending/engine.ts'
import { makeDataDir, processesOn, startProduct, startSandboxProcess, type Product } from './testing/product.ts'
import { eventually, person, type TestPerson } from './testing/world.ts'

const { RECIPIENTS, KILLS } = inject('everything') ? { RECIPIENTS: 500, KILLS: 2 } : { RECIPIENTS: 250, KILLS: 1 }
/** Mails that may leave after the moment of a kill before it comes: more than do, unless the machine stands still. */
const AFTER_THE_MOMENT = 80
/** Mails of one mailbox that may be under way together, however slow a claim is: those ahead and those claimed on top. */
const AT_ONCE = AHEAD.direct.most + CLAIMS.direct.most
/** ms; a start, a recovery or a send of 500 on a machine that is busy with other tests */
const PATIENCE = 360_000

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function freshDataDir(): Promise<string> {
  const { dataDir, remove } = await makeDataDir()
  endings.push(remove)
  return dataDir
}

async function signIn(product: Product): Promise<TestPerson> {
  const { username, password } = DEMO
  const { body } = await person(product.url, '', '', '').rest('POST', '/api/login', { username, password })
  return person(product.url, body.sessionToken, '', '')
}

// Which processes belong to a product is read from /proc.
describe.runIf(process.platform === 'linux')('the product as its own processes', () => {
  it(
    'ends with exit code 0 and nothing left behind on a Ctrl-C under "npm start", and has its data at the next start',
    async () => {
      const dataDir = await freshDataDir()
      const first = await startProduct({ dataDir, npm: true })
      const before = await (await signIn(first)).rest('GET', '/api/contacts')
      expect(before.body.length).toBeGreaterThan(0)
      expect((await processesOn(dataDir)).length).toBeGreaterThan(1)
      expect(await first.interrupt()).toBe(0)
      expect(await processesOn(dataDir)).toEqual([])

      const second = await startProduct({ dataDir, npm: true })
      expect(second.printed()).not.toContain('Making a database')
      expect((await (await signIn(second)).rest('GET', '/api/contacts')).body).toEqual(before.body)
      expect(await second.interrupt()).toBe(0)
    },
    PATIENCE,
  )

  describe(`kill -9 of everything, ${KILLS}×, in the middle of a send of ${RECIPIENTS}`, () => {
    it(
      'sends each mail exactly once through a mailbox that lets us look at drafts',
      async () => {
        const world = await startSending()
        await killAndStartAgain(world)
        const { campaign, logs, arrived } = await outcome(world)
        expect(campaign).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0, pendingCount: 0 })
        expect(arrived.toSorted()).toEqual(world.recipients.toSorted())
        expect(logs.every(({ status }) => status === 'sent')).toBe(true)
      },
      PATIENCE,
    )

    it(
      'sends none twice through a send-only mailbox, and says UNCERTAIN where nobody can know',
      async () => {
        const world = await startSending(['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send'])
        await killAndStartAgain(world)
        const { campaign, logs, arrived } = await outcome(world)
        const sent = logs.filter(({ status }) => status === 'sent').map(({ contactEmail }) => contactEmail)
        const failed = logs.filter(({ status }) => status === 'failed')
        const uncertain = failed.map(({ contactEmail }) => contactEmail)
        expect(campaign).toMatchObject({ status: 'sent', sentCount: sent.length, failedCount: failed.length })
        expect([...sent, ...uncertain].toSorted()).toEqual(world.recipients.toSorted())
        expect(failed.filter(({ error }) => !error?.startsWith('UNCERTAIN'))).toEqual([])
        expect(failed.length, 'no more than were under way').toBeLessThanOrEqual(KILLS * AT_ONCE)
        expect(arrived.length).toBe(new Set(arrived).size)
        expect(sent.filter((recipient) => !arrived.includes(recipient))).toEqual([])
        expect(arrived.filter((recipient) => !sent.includes(recipient) && !uncertain.includes(recipient))).toEqual([])
      },
      PATIENCE,
    )
  })
})

interface Sending {
  product: Product
  dataDir: string
  env: Record<string, string>
  token: string
  campaignId: string
  recipients: string[]
  /** Lets the sandbox take so many mails more and then none until the next order; null: as many as come. */
  hold(after: number | null): Promise<void>
  /** who the sandbox took a mail for, in its own file, in order */
  arrived(): Promise<string[]>
}

/** A product whose mailboxes are a sandbox that outlives it, with a campaign to all of an uploaded sheet on its way. */
async function startSending(scopes?: string[]): Promise<Sending> {
  const dataDir = await freshDataDir()
  const outside = await freshDataDir()
  const acceptancesFile = join(outside, 'accepted.jsonl')
  const sandbox = await startSandboxProcess(outside, acceptancesFile)
  endings.push(sandbox.stop)
  const env = { MICROSOFT_BASE_URL: sandbox.url, GOOGLE_BASE_URL: sandbox.url }
  const product = await startProduct({ dataDir, env })
  const owner = await signIn(product)
  await connectMicrosoft(product, owner.token, scopes)
  expect((await owner.rest('POST', '/api/settings/email', { enableThrottling: false })).status).toBe(200)

  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => `reader${index}@faults.example`)
  const contacts = await upload(product, owner.token, recipients)
  const hold = async (after: number | null) => {
    const faults = `${sandbox.url}/sandbox/faults`
    expect((await fetch(faults, { method: 'DELETE' })).status).toBe(200)
    if (after === null) return
    const order = { kind: 'hang', operation: scopes ? 'send' : 'sendDraft', count: null, after }
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(faults, { method: 'POST', headers, body: JSON.stringify(order) })).status).toBe(201)
  }
  await hold(lastMoment(1) + AFTER_THE_MOMENT)
  const { body } = await owner.rest('POST', '/api/campaigns', {
    name: 'To all readers',
    subject: 'Hello {firstName}',
    content: 'Dear {fullName},\n\nthis must reach you once.',
    selectedContacts: contacts,
  })
  expect((await owner.rest('POST', `/api/campaigns/${body.id}/send`)).status).toBe(200)
  return {
    product,
    dataDir,
    env,
    token: owner.token,
    campaignId: body.id,
    recipients,
    hold,
    arrived: async () =>
      (await readFile(acceptancesFile, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { recipient: string }).recipient),
  }
}

/** How many mails may have left at the most when a kill comes. */
function lastMoment(kill: number): number {
  return Math.floor((RECIPIENTS * kill) / (KILLS + 1))
}

/** Kills everything at random moments of the send, each time with at least one mail gone since the last. */
async function killAndStartAgain(world: Sending): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = (await world.arrived()).length
    const moment = before + 1 + Math.floor(Math.random() * Math.max(1, lastMoment(kill) - before))
    await eventually(`${moment} mails have left`, async () => (await world.arrived()).length >= moment, PATIENCE)
    await world.product.killEverything()
    const left = (await world.arrived()).length
    expect(left, 'the send was over before it was interrupted').toBeLessThan(RECIPIENTS)
    await world.hold(kill < KILLS ? lastMoment(kill + 1) + AFTER_THE_MOMENT - left : null)
    world.product = await startProduct(world)
  }
}

async function outcome(world: Sending) {
  const owner = person(world.product.url, world.token, '', '')
  const campaign = await eventually(
    'the campaign is over',
    async () => {
      const { body } = await owner.rest('GET', '/api/campaigns')
      const found = body.find(({ id }: { id: string }) => id === world.campaignId)
      return found.status !== 'sending' && found
    },
    PATIENCE,
  )
  const { body } = await owner.rest('GET', `/api/campaigns/${world.campaignId}/analytics`)
  const logs = body.emailLogs as { contactEmail: string; status: string; error: string | null }[]
  expect(logs.length).toBe(RECIPIENTS)
  expect(await world.product.interrupt()).toBe(0)
  return { campaign, logs, arrived: await world.arrived() }
}

/** Uploads a sheet of one row per address; returns the contacts' ids. */
async function upload(product: Product, token: string, addresses: string[]): Promise<string[]> {
  const rows = addresses.map((email, index) => ({
    'First Name': `First${index}`,
    'Last Name': `Last${index}`,
    Email: email,
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Readers')
  const form = new FormData()
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  form.append(
    'file',
    new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], { type }),
    'readers.xlsx',
  )
  const headers = { authorization: token }
  const answer = await fetch(`${product.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  const { body } = await person(product.url, token, '', '').rest('GET', '/api/contacts')
  const wanted = new Set(addresses)
  const ids = (body as { id: string; email: string }[]).filter(({ email }) => wanted.has(email)).map(({ id }) => id)
  expect(ids.length).toBe(addresses.length)
  return ids
}

/** Walks the redirects of /auth/microsoft as a browser does, allowing only `scopes` on the consent page. */
async function connectMicrosoft(product: Product, token: string, scopes: string[] | undefined): Promise<void> {
  const headers = { authorization: token }
  const away = await fetch(`${product.url}/auth/microsoft`, { redirect: 'manual', headers })
  const back = await acceptConsent(away.headers.get('location') ?? '', 'sender@faults.test', scopes)
  const cookie = away.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const home = await fetch(back, { redirect: 'manual', headers: { ...headers, cookie } })
  expect(home.headers.get('location')).toBe('/?auth=microsoft_connected')
}
