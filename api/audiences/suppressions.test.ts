import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import type { Em } from '#api/platform/database/database.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { suppress } from './suppressions.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ADD = `mutation ($input: AddSuppressionsInput!) { addSuppressions(input: $input) { added known errors { code field message } } }`
const add = async (person: TestPerson, emails: string[], rest: object = {}) => {
  const { data, errors } = await person.graphql(ADD, { input: { emails, ...rest } })
  expect(errors).toBeUndefined()
  return data.addSuppressions
}
const LIST = `query ($filter: SuppressionFilter) { suppressions(filter: $filter) {
  totalCount edges { node { id email reason note } } } }`
const list = async (person: TestPerson, filter: object = {}) => {
  const { suppressions } = (await person.graphql(LIST, { filter })).data
  return suppressions.edges.map((edge: { node: object }) => edge.node)
}
const remove = (person: TestPerson, ids: string[]) =>
  person.graphql(
    `mutation ($ids: [ID!]!) { removeSuppressions(input: { ids: $ids }) { removedCount errors { code field message } } }`,
    { ids },
  )

async function addContacts(person: TestPerson, emails: string[]) {
  for (const email of emails) await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
}
async function campaignToAll(person: TestPerson): Promise<string> {
  const query = `mutation { createCampaign(input: { name: "News", subject: "S", content: "C", audience: { all: true } }) { campaign { id } errors { code field message } } }`
  return (await person.graphql(query)).data.createCampaign.id
}
const STATE = `query ($id: ID!) { campaign(id: $id) { status totalContacts sentCount failedCount pendingCount
  emailLogs { edges { node { contactEmail status error failure { message howToFix } } } } } }`
const state = async (person: TestPerson, id: string) => (await person.graphql(STATE, { id })).data.campaign
const acceptedFor = async (email: string) =>
  (await readFile(world.acceptancesFile, 'utf8').catch(() => '')).includes(email)

it('the suppression list adds, lists, searches and removes addresses; another workspace sees and changes none of them', async () => {
  const [person, stranger] = [await world.signUp({ unlimited: true }), await world.signUp()]
  expect(
    await add(person, ['One@example.com', 'two@example.com', 'ONE@example.com'], {
      reason: 'complained',
      note: 'by phone',
    }),
  ).toEqual({
    added: 2,
    known: 1,
  })
  expect(await add(person, ['two@example.com', 'three@example.com'])).toEqual({ added: 1, known: 1 })
  expect(await list(person, { search: 'ONE@' })).toMatchObject([
    { email: 'One@example.com', reason: 'complained', note: 'by phone' },
  ])
  expect(await list(person, { reason: 'manual' })).toMatchObject([{ email: 'three@example.com' }])
  const [{ id }] = await list(person, { search: 'three' })
  expect(await list(stranger)).toEqual([])
  expect((await remove(stranger, [id])).data.removeSuppressions).toBe(0)
  const none = [id.slice(0, -1), `con_${id.slice(4)}`, '', '\0']
  expect((await remove(person, none)).data?.removeSuppressions).toBe(0)
  expect((await remove(person, [...none, id])).data?.removeSuppressions).toBe(1)
  expect(await list(person)).toHaveLength(2)
})

it('the suppression list is searched in every script, ignoring case, also for decomposed characters', async () => {
  const person = await world.signUp()
  await add(person, ['ÇELİK@example.com', 'Élodie@example.com', 'ΣΟΦΟΣ@example.com', '100%@example.com'])
  for (const [search, email] of [
    ['ÇELİK', 'ÇELİK@example.com'],
    ['ÉLODIE'.normalize('NFD'), 'Élodie@example.com'],
    ['ΣΟΦΟΣ', 'ΣΟΦΟΣ@example.com'],
    ['%', '100%@example.com'],
  ]) {
    expect(await list(person, { search }), search).toMatchObject([{ email }])
  }
})

it.each([
  ['bounced', 'unsubscribed', 'unsubscribed'],
  ['bounced', 'manual', 'bounced'],
  ['complained', 'unsubscribed', 'complained'],
  ['bounced', 'complained', 'complained'],
  ['unsubscribed', 'complained', 'complained'],
  ['manual', 'complained', 'manual'],
  ['manual', 'unsubscribed', 'manual'],
  ['unsubscribed', 'bounced', 'unsubscribed'],
])('an address listed as %s and added again as %s is then listed as %s', async (before, again, after) => {
  const person = await world.signUp()
  await add(person, ['one@example.com'], { reason: before, note: before })
  const [{ id }] = await list(person)
  expect(await add(person, ['One@example.com', 'ONE@example.com'], { reason: again, note: again })).toEqual({
    added: 0,
    known: 2,
  })
  expect(await list(person)).toEqual([{ id, email: 'one@example.com', reason: after, note: after }])
})

it('the suppression list names every invalid address of a request and then adds none of them', async () => {
  const person = await world.signUp()
  const { errors } = await person.graphql(ADD, { input: { emails: ['good@example.com', 'bad@', 'worse'] } })
  expect(errors?.[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { 'emails.1': '“bad@” is not a valid email', 'emails.2': '“worse” is not a valid email' },
  })
  expect(await list(person)).toEqual([])
})

it('the suppression list can be edited by admins and read by all users', async () => {
  const admin = await world.signUp({ unlimited: true })
  await add(admin, ['gone@example.com'])
  const signIn = { username: `user-${process.pid}@example.com`, password: 'a good password' }
  await admin.rest('POST', '/api/users', { name: 'U', email: signIn.username, password: signIn.password })
  const { sessionToken } = (await admin.rest('POST', '/api/login', signIn)).body
  const ask = (query: string, variables: object) =>
    graphqlAs(world.url, { authorization: sessionToken }, query, variables)
  expect((await ask(LIST, {})).data.suppressions.totalCount).toBe(1)
  expect((await ask(ADD, { input: { emails: ['a@example.com'] } })).errors?.[0].extensions.code).toBe('FORBIDDEN')
})

itInFull(
  'the suppression list lets an import add a suppressed address as a contact, which shows that it is suppressed',
  async () => {
    const person = await world.signUp()
    await add(person, ['gone@example.com'], { reason: 'unsubscribed' })
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Email'], ['GONE@example.com'], ['here@example.com']]))
    const form = new FormData()
    form.append('file', new Blob([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })]), 'contacts.xlsx')
    const headers = { authorization: person.token }
    const uploaded = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
    expect(await uploaded.json()).toMatchObject({ added: 2 })
    const suppressed = async (filter: string) => {
      const { data } = await person.graphql(
        `{ contacts(filter: { ${filter} }) { edges { node { email suppressed } } } }`,
      )
      return data.contacts.edges.map((edge: { node: object }) => edge.node)
    }
    expect(await suppressed('suppressed: true')).toEqual([{ email: 'GONE@example.com', suppressed: true }])
    expect(await suppressed('suppressed: false')).toEqual([{ email: 'here@example.com', suppressed: false }])
  },
)

it('a launch skips suppressed recipients, marks them as failed with a reason and advice, and sends to the others', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await addContacts(person, ['Left-Out@example.com', 'gets-it@example.com'])
  await add(person, ['left-out@example.com'], { reason: 'unsubscribed' })
  const id = await campaignToAll(person)
  const started = await person.graphql(
    `mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { failedCount pendingCount } errors { code field message } } }`,
    {
      id,
    },
  )
  expect(started.data.sendCampaign).toEqual({ failedCount: 1, pendingCount: 1 })
  const done = await eventually('the campaign is sent', async () => {
    const now = await state(person, id)
    return now.status === 'sent' && now
  })
  expect(done).toMatchObject({ totalContacts: 2, sentCount: 1, failedCount: 1, pendingCount: 0 })
  const left = done.emailLogs.edges.find((edge: any) => edge.node.status === 'failed').node
  expect(left).toMatchObject({
    contactEmail: 'Left-Out@example.com',
    error: 'SUPPRESSED: unsubscribed',
    failure: { message: 'This address is on the suppression list', howToFix: expect.stringContaining('on purpose') },
  })
  expect([await acceptedFor('gets-it@example.com'), await acceptedFor('eft-')]).toEqual([true, false])
})

it('a launch is refused for a campaign whose recipients are all suppressed', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await addContacts(person, ['only@example.com'])
  await add(person, ['only@example.com'])
  const id = await campaignToAll(person)
  const { status, body } = await person.rest('POST', `/api/campaigns/${id}/send`)
  expect([status, body.message]).toEqual([
    400,
    'Every recipient of this campaign is on the suppression list. Choose other contacts.',
  ])
  expect((await state(person, id)).status).toBe('draft')
})

it('suppressing an address stops pending emails to it in an active campaign', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await world.app.database.asSystem((em) =>
    em.execute(
      `update email_settings set emails_per_interval = 1, interval_seconds = 3600, enable_throttling = true where tenant_id = ?`,
      [person.tenantId],
    ),
  )
  await addContacts(person, ['first@slow.example', 'second@slow.example', 'third@slow.example'])
  const id = await campaignToAll(person)
  await person.rest('POST', `/api/campaigns/${id}/send`)
  const under = await eventually('the first mail has left', async () => {
    const now = await state(person, id)
    return now.sentCount === 1 && now
  })
  const pending = under.emailLogs.edges.flatMap((edge: any) =>
    edge.node.status === 'pending' ? [edge.node.contactEmail] : [],
  )
  expect(pending).toHaveLength(2)
  await add(person, [pending[0]], { reason: 'bounced' })
  const after = await state(person, id)
  expect(after).toMatchObject({ sentCount: 1, failedCount: 1, pendingCount: 1 })
  expect(after.emailLogs.edges.find((edge: any) => edge.node.contactEmail === pending[0]).node.error).toBe(
    'SUPPRESSED: bounced',
  )
})

describe('an address that is suppressed just as a campaign starts', () => {
  /** Returns whether something waits for our lock, or `work` finished without waiting. */
  const waitsOrIsDone = (work: Promise<unknown>) =>
    Promise.race([
      work.then(() => 'done'),
      eventually('something waits', () =>
        world.app.database.asSystem(async (em) => {
          const [row] = await em.execute<[{ waits: boolean }]>(
            `select exists (select from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())) as waits`,
          )
          return row.waits && 'waits'
        }),
      ),
    ])
  /** Runs `work` in a transaction that ends on request. */
  async function held(person: TestPerson, work: (em: Em) => Promise<unknown>) {
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = world.app.database.inTenant(person.tenantId, async (em) => {
      await work(em)
      begun.resolve()
      await go.promise
    })
    await begun.promise
    return async () => {
      go.resolve()
      await ended
    }
  }

  it.each(['send', 'resume'])(
    "gets no email if the campaign's %s arrives while the suppression is being stored",
    async (verb) => {
      const person = await world.signUp({ unlimited: true })
      await addContacts(person, ['one@race.example', 'two@race.example'])
      await world.connect(person)
      const id = await campaignToAll(person)
      if (verb === 'resume') {
        await world.app.database.asSystem((em) =>
          em.execute(
            `update email_settings set emails_per_interval = 1, interval_seconds = 3600, enable_throttling = true where tenant_id = ?`,
            [person.tenantId],
          ),
        )
        await person.rest('POST', `/api/campaigns/${id}/send`)
        await eventually('one is gone', async () => (await state(person, id)).sentCount === 1)
        await person.graphql(
          'mutation ($id: ID!) { pauseCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
          { id },
        )
      }
      const pending = verb === 'resume' ? (await state(person, id)).emailLogs.edges : []
      const email = pending.find(({ node }: any) => node.status === 'pending')?.node.contactEmail ?? 'two@race.example'
      const finish = await held(person, (em) =>
        suppress(world.app, em, person.tenantId, { emails: [email], reason: 'unsubscribed', note: '' }),
      )
      const started = mutate(person, `${verb}Campaign`, { id })
      const before = await waitsOrIsDone(started)
      await finish()
      expect((await started).errors).toBeUndefined()
      expect(before).toBe('waits')
      const after = await eventually('all is settled', async () => {
        const now = await state(person, id)
        return now.pendingCount === 0 && now
      })
      const { node } = after.emailLogs.edges.find((edge: any) => edge.node.contactEmail === email)
      expect([node.status, node.error]).toEqual(['failed', 'SUPPRESSED: unsubscribed'])
      expect(await acceptedFor(email)).toBe(false)
    },
  )

  it('is stored only once the emails that are being claimed at that moment are claimed', async () => {
    const person = await world.signUp({ unlimited: true })
    const finish = await held(person, (em) => shareLock(em, 'suppressions', person.tenantId))
    const added = add(person, ['late@race.example'])
    expect(await waitsOrIsDone(added)).toBe('waits')
    await finish()
    expect(await added).toEqual({ added: 1, known: 0 })
  })
})
