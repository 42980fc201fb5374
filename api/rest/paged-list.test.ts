import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignWith, sqlOf, uuidOf } from '#tests/support/campaign-outcomes.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { jsonPieces } from './paged-list.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Rows of a page of the lists in this file. */
const PAGE = 500

/** A workspace with this many contacts. */
async function withContacts(count: number): Promise<TestPerson> {
  const person = await world.signUp({ unlimited: true })
  await sqlOf(world)(
    `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
     select ?, gen_random_uuid(), 'First' || n, 'Last', 'c' || n || '@example.com', '{"City": "Köln"}' from generate_series(1, ?) as n returning 1`,
    [person.tenantId, count],
  )
  return person
}

/** A campaign sent to this many recipients; every third email failed. */
async function campaignTo(count: number) {
  const { person, id } = await campaignWith(world, { ada: {} })
  await sqlOf(world)(
    `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, failed_at, error, created_at)
     select ?, gen_random_uuid(), ?, gen_random_uuid(), 'Name ' || n, 'r' || n || '@example.com', '{"firstName":"","lastName":"","fields":{}}',
       case n % 3 when 0 then 'failed' else 'sent' end, case n % 3 when 0 then now() end,
       case n % 3 when 0 then 'INVALID_RECIPIENT: No such mailbox' end, now()
     from generate_series(2, ?) as n returning 1`,
    [person.tenantId, uuidOf(id), count],
  )
  return { person, id, path: `/api/campaigns/${id}/analytics` }
}

/** Counts the transactions during `work`; fails those selected by `broken`. */
async function watchingReads<T>(work: () => Promise<T>, broken: (read: number) => boolean = () => false) {
  const { database } = world.app
  const { inTenant } = database
  let reads = 0
  database.inTenant = (tenantId, inside) => {
    reads += 1
    return broken(reads) ? Promise.reject(new Error('The database is gone')) : inTenant(tenantId, inside)
  }
  try {
    return { result: await work(), reads }
  } finally {
    database.inTenant = inTenant
  }
}

const get = (person: TestPerson, path: string, method = 'GET') =>
  fetch(world.url + path, { method, headers: { authorization: person.token } })

describe('a REST list that the server reads in several pages', () => {
  it("contains every contact once, in GraphQL's order", async () => {
    const person = await withContacts(2 * PAGE + 20)
    const response = await get(person, '/api/contacts')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const contacts: { id: string; fields: object }[] = await response.json()
    expect(contacts).toHaveLength(2 * PAGE + 20)
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(contacts.length)
    expect(contacts[0]?.fields).toEqual({ City: 'Köln' })
    const { data } = await person.graphql('{ contacts(first: 2) { edges { node { id } } } }')
    expect(contacts.slice(0, 2).map(({ id }) => id)).toEqual(data.contacts.edges.map(({ node }: any) => node.id))
  })

  itInFull("returns a large campaign's analytics with the same properties as a small one's", async () => {
    const count = 3 * PAGE + 40
    const [{ person, path }, small] = [await campaignTo(count), await campaignTo(3)]
    const { body } = await person.rest('GET', path)
    const { body: shape } = await small.person.rest('GET', small.path)
    expect(Object.keys(body)).toEqual(Object.keys(shape))
    expect(Object.keys(body).slice(-4)).toEqual(['hasAttachments', 'attachmentCount', 'emailLogs', 'failedEmails'])
    expect(Object.keys(body.emailLogs[0])).toEqual(Object.keys(shape.emailLogs[0]))
    expect(body.emailLogs).toHaveLength(count)
    const failed = body.emailLogs.filter((log: { status: string }) => log.status === 'failed')
    expect(failed.length).toBeGreaterThan(PAGE)
    expect(body.failedEmails).toEqual(
      failed.map((log: Record<string, object>) => ({
        contactName: log['contactName'],
        contactEmail: log['contactEmail'],
        error: log['error'],
        timestamp: log['failedAt'],
        ...log['failure'],
      })),
    )
  })

  it('reads the figures of a campaign once, and then makes four small queries per page', async () => {
    const reads = async (count: number) => {
      const { person, path } = await campaignTo(count)
      return (await watchingReads(() => person.rest('GET', path))).reads
    }
    // Three pages of recipients instead of one; the failed ones fit on one page in both.
    expect((await reads(3 * PAGE)) - (await reads(PAGE))).toBe(2 * 4)
  })

  it("answers an error before the first byte with the error's status", async () => {
    const { person, path } = await campaignTo(2 * PAGE)
    const { reads } = await watchingReads(() => person.rest('GET', path))
    const { result } = await watchingReads(
      () => person.rest('GET', path),
      (read) => read === reads - 4,
    )
    expect(result).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    expect((await person.rest('GET', path.replace(/cmp_\w{8}/, 'cmp_00000000'))).status).toBe(404)
  })

  it('closes the connection on a later error, so that a part of the list is not mistaken for the whole', async () => {
    const person = await withContacts(3 * PAGE)
    const { reads } = await watchingReads(() => person.rest('GET', '/api/contacts'))
    const { log } = world.app
    const { error } = log
    const logged: (string | undefined)[] = []
    log.error = (_: object, text?: string) => void logged.push(text)
    await watchingReads(
      async () => {
        const response = await get(person, '/api/contacts')
        expect(response.status).toBe(200)
        await expect(response.text()).rejects.toThrow('terminated')
        await expect.poll(() => logged).toContain('A download failed and was aborted')
      },
      (read) => read === reads,
    ).finally(() => (log.error = error))
  })

  itInFull('stops reading when the client disconnects', async () => {
    const person = await withContacts(40 * PAGE)
    const { log } = world.app
    const { warn } = log
    const { reads } = await watchingReads(async () => {
      const brokenOff = new Promise<void>((resolve) => (log.warn = () => resolve()))
      const headers = { authorization: person.token }
      request(`${world.url}/api/contacts`, { headers }, (response) => {
        response.once('data', () => response.destroy())
      }).end()
      await brokenOff
    }).finally(() => (log.warn = warn))
    expect(reads).toBeLessThan(40)
  })

  it('reads no page for a HEAD request', async () => {
    const person = await withContacts(3 * PAGE)
    const { reads } = await watchingReads(() => get(person, '/api/contacts', 'HEAD'))
    expect(reads).toBeLessThan((await watchingReads(() => get(person, '/api/contacts').then((r) => r.text()))).reads)
  })

  it('counts as a download of its workspace; a list of one page does not', async () => {
    const person = await withContacts(PAGE + 1)
    const pot = { name: `downloads of ${person.tenantId}`, max: LIMITS.downloads.max.workspace }
    const { release } = world.app.live.take(LIMITS.downloads.max.workspace, [pot])
    expect((await person.rest('GET', '/api/contacts')).status).toBe(429)
    expect((await person.rest('GET', '/api/templates')).status).toBe(200)
    release?.()
    expect((await person.rest('GET', '/api/contacts')).status).toBe(200)
    await expect.poll(() => world.app.live.used(pot.name)).toBe(0)
  })
})

describe('JSON that is written page by page', () => {
  async function* pages(...each: unknown[][]) {
    yield* each
  }

  it.each([
    ['a list', pages([1, 'two'], [{ three: null }]), [1, 'two', { three: null }]],
    ['an empty list', pages([], []), []],
    ['a list behind other properties', { a: 'ä"', b: undefined, list: pages([1], [], [2]) }, { a: 'ä"', list: [1, 2] }],
    ['a list in front', { list: pages([1]), none: pages(), last: [3] }, { list: [1], none: [], last: [3] }],
    ['no list', { a: 1 }, { a: 1 }],
    ['nothing', {}, {}],
  ])('equals the JSON of the whole value for %s', async (_, body, whole) => {
    expect((await Array.fromAsync(jsonPieces(body))).join('')).toBe(JSON.stringify(whole))
  })
})
