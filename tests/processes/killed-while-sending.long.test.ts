import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { UNSENT_BEFORE_NEXT_CLAIM, CLAIM_BATCH } from '#api/sending/sending-engine.ts'
import { makeDataDir, startProduct, startSandboxProcess, type Product } from '../support/product.ts'
import { eventually, person, type TestPerson } from '../support/world.ts'

const RECIPIENTS = 500
const KILLS = 2
/** Emails per mailbox that may leave between the chosen moment and the kill. */
const AFTER_THE_MOMENT = 30
/** Emails of one mailbox that may be in flight at once, however slow a claim is: those claimed ahead plus the next claim. */
const AT_ONCE = UNSENT_BEFORE_NEXT_CLAIM.direct.most + CLAIM_BATCH.direct.most
/** ms; a start, a recovery or a send of 500 on a busy machine */
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

// Finding a product's processes relies on /proc.
describe.runIf(process.platform === 'linux')('the product as its own processes', () => {
  it(
    `sends each email exactly once through a mailbox with drafts after kill -9 of everything, ${KILLS}×, during two sends of ${RECIPIENTS}; sends none twice through a send-only one, and marks unknown outcomes UNCERTAIN`,
    async () => {
      const world = await startSending()
      await killAndStartAgain(world)
      const [drafts, direct] = await outcomes(world)
      expect(drafts?.campaign).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0, pendingCount: 0 })
      expect(drafts?.arrived.toSorted()).toEqual(world.recipients.toSorted())
      expect(drafts?.logs.every(({ status }) => status === 'sent')).toBe(true)

      const { campaign, logs, arrived } = direct ?? expect.fail('two campaigns')
      const sent = logs.filter(({ status }) => status === 'sent').map(({ contactEmail }) => contactEmail)
      const failed = logs.filter(({ status }) => status === 'failed')
      const uncertain = failed.map(({ contactEmail }) => contactEmail)
      expect(campaign).toMatchObject({ status: 'sent', sentCount: sent.length, failedCount: failed.length })
      expect([...sent, ...uncertain].toSorted()).toEqual(world.recipients.toSorted())
      expect(failed.filter(({ error }) => !error?.startsWith('UNCERTAIN'))).toEqual([])
      expect(failed.length, 'no more than were in flight').toBeLessThanOrEqual(KILLS * AT_ONCE)
      expect(arrived.length).toBe(new Set(arrived).size)
      expect(sent.filter((recipient) => !arrived.includes(recipient))).toEqual([])
      expect(arrived.filter((recipient) => !sent.includes(recipient) && !uncertain.includes(recipient))).toEqual([])
    },
    PATIENCE,
  )
})

/** The mailboxes: the request that sends an email, and their permissions. */
const MAILBOXES = [
  { email: 'drafts@faults.test', operation: 'sendDraft', scopes: undefined },
  {
    email: 'direct@faults.test',
    operation: 'send',
    scopes: ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send'],
  },
]

interface Sending {
  product: Product
  dataDir: string
  env: Record<string, string>
  token: string
  /** ids of the campaigns, one for each mailbox */
  campaignIds: string[]
  recipients: string[]
  /**
   * Lets the sandbox accept this many more emails per mailbox, then none until the next order; null removes the limit.
   */
  hold(after: number[] | null): Promise<void>
  /** recipients accepted per mailbox, in order, from the sandbox's own file */
  arrived(): Promise<string[][]>
}

/** A product whose mailboxes live in a sandbox that outlives it. Each mailbox sends a campaign to an uploaded sheet. */
async function startSending(): Promise<Sending> {
  const dataDir = await freshDataDir()
  const outside = await freshDataDir()
  const acceptancesFile = join(outside, 'accepted.jsonl')
  const sandbox = await startSandboxProcess(outside, acceptancesFile)
  endings.push(sandbox.stop)
  const env = { MICROSOFT_BASE_URL: sandbox.url, GOOGLE_BASE_URL: sandbox.url }
  const product = await startProduct({ dataDir, env })
  const owner = await signIn(product)
  for (const { email, scopes } of MAILBOXES) await connectMicrosoft(product, owner.token, email, scopes)
  expect((await owner.rest('POST', '/api/settings/email', { enableThrottling: false })).status).toBe(200)

  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => `reader${index}@faults.example`)
  const selectedContacts = await upload(product, owner.token, recipients)
  const hold = async (after: number[] | null) => {
    const faults = `${sandbox.url}/sandbox/faults`
    expect((await fetch(faults, { method: 'DELETE' })).status).toBe(200)
    for (const [index, { email, operation }] of (after ? MAILBOXES : []).entries()) {
      const order = { kind: 'hang', operation, email, count: null, after: after?.[index] }
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(faults, { method: 'POST', headers, body: JSON.stringify(order) })).status).toBe(201)
    }
  }
  await hold(MAILBOXES.map(() => lastMoment(1) + AFTER_THE_MOMENT))
  const { mailboxes } = (await owner.graphql('{ mailboxes { id email } }')).data
  const campaignIds: string[] = []
  for (const { email } of MAILBOXES) {
    const content = 'Dear {fullName},\n\nthis must reach you once.'
    const { body } = await owner.rest('POST', '/api/campaigns', {
      name: 'To all readers',
      subject: 'Hello {firstName}',
      content,
      selectedContacts,
    })
    const mailbox = mailboxes.find((account: { email: string }) => account.email === email)
    const { errors } = await owner.graphql(
      'mutation ($id: ID!, $mailbox: ID!) { sendCampaign(input: { id: $id, mailboxIds: [$mailbox] }) { campaign { id } errors { code field message } } }',
      { id: body.id, mailbox: mailbox.id },
    )
    expect(errors).toBeUndefined()
    campaignIds.push(body.id)
  }
  return {
    product,
    dataDir,
    env,
    token: owner.token,
    campaignIds,
    recipients,
    hold,
    arrived: async () => {
      const lines = (await readFile(acceptancesFile, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { mailbox: string; recipient: string })
      return MAILBOXES.map(({ email }) =>
        lines.filter(({ mailbox }) => mailbox === email).map(({ recipient }) => recipient),
      )
    },
  }
}

/** The maximum number of emails a mailbox may have sent when a kill comes. */
function lastMoment(kill: number): number {
  return Math.floor((RECIPIENTS * kill) / (KILLS + 1))
}

/** Kills everything at random moments of the sends, with at least one email sent per mailbox between kills. */
async function killAndStartAgain(world: Sending): Promise<void> {
  const left = async () => (await world.arrived()).map(({ length }) => length)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const moments = (await left()).map(
      (before) => before + 1 + Math.floor(Math.random() * Math.max(1, lastMoment(kill) - before)),
    )
    const isTime = async () => (await left()).every((count, index) => count >= (moments[index] ?? 0))
    await eventually(`${moments.join(' and ')} emails have left`, isTime, PATIENCE)
    await world.product.killEverything()
    const gone = await left()
    for (const count of gone) expect(count, 'the send was over before it was interrupted').toBeLessThan(RECIPIENTS)
    await world.hold(
      kill < KILLS ? gone.map((count) => Math.max(1, lastMoment(kill + 1) + AFTER_THE_MOMENT - count)) : null,
    )
    world.product = await startProduct(world)
  }
}

/** The outcome of each mailbox's campaign. */
async function outcomes(world: Sending) {
  const owner = person(world.product.url, world.token, '', '')
  const found = []
  for (const [index, id] of world.campaignIds.entries()) {
    const campaign = await eventually(
      'the campaign is over',
      async () => {
        const { body } = await owner.rest('GET', '/api/campaigns')
        const current = body.find((each: { id: string }) => each.id === id)
        return current.status !== 'sending' && current
      },
      PATIENCE,
    )
    const { body } = await owner.rest('GET', `/api/campaigns/${id}/analytics`)
    const logs = body.emailLogs as { contactEmail: string; status: string; error: string | null }[]
    expect(logs.length).toBe(RECIPIENTS)
    found.push({ campaign, logs, arrived: (await world.arrived())[index] ?? [] })
  }
  expect(await world.product.interrupt()).toBe(0)
  return found
}

/** Uploads a sheet with one row per address; returns the contact ids. */
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

/** Follows the redirects of /auth/microsoft like a browser, granting only `scopes` on the consent page. */
async function connectMicrosoft(
  product: Product,
  token: string,
  email: string,
  scopes: string[] | undefined,
): Promise<void> {
  const headers = { authorization: token }
  const away = await fetch(`${product.url}/auth/microsoft?reading=1`, { redirect: 'manual', headers })
  const back = await acceptConsent(away.headers.get('location') ?? '', email, scopes)
  const cookie = away.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const home = await fetch(back, { redirect: 'manual', headers: { ...headers, cookie } })
  expect(home.headers.get('location')).toBe('/?auth=microsoft_connected')
}
