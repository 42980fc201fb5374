import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkDomain,
  domainOf,
  newHost,
  publish,
  requestAt,
  setDomain,
  testDns,
  workingDomain,
  type TestDns,
} from '#tests/support/link-domains.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { checkDueDomains } from './link-domain-check.ts'
import { linkOrigin, originAt } from './link-origin.ts'

let world: World
let dns: TestDns
let admin: TestPerson
/** ms by which the clock of the product is ahead */
let ahead = 0
beforeAll(async () => {
  world = await createWorld({ send: false })
  dns = testDns(world)
  world.app.clock = () => new Date(Date.now() + ahead)
})
afterAll(() => world.close())
beforeEach(async () => {
  admin = await world.signUp()
  dns.down = false
})

const checkLater = (who: TestPerson) => {
  ahead += 10_000
  return checkDomain(who)
}
const sweepAfter = async (minutes: number) => {
  ahead += minutes * 60_000
  await checkDueDomains(world.app)
}
/** the origin of the addresses in new emails */
const originOf = ({ tenantId }: TestPerson) =>
  world.app.database.inTenant(tenantId, (em) => linkOrigin(world.app, em, tenantId))
const activity = async (who: TestPerson) =>
  (
    await who.graphql(
      '{ auditEvents(filter: { action: LINK_DOMAIN_CHANGED }) { edges { node { actor targetLabel changes { field to } } } } }',
    )
  ).data.auditEvents.edges.map(({ node }: any) => [node.actor, node.changes[0].field, node.changes[0].to])

describe('setLinkDomain', () => {
  it('returns the DNS records to create, and verifies nothing by itself', async () => {
    const host = newHost()
    const set = await setDomain(admin, ` ${host.toUpperCase()} `)
    expect(set).toMatchObject({
      host,
      works: false,
      problem: 'unchecked',
      cname: { name: host, value: '127.0.0.1' },
      txt: { name: `_mergewell.${host}`, value: expect.stringMatching(/^mergewell-verification=\S{43}$/) },
    })
    expect(await setDomain(admin, host)).toEqual(set)
    expect((await requestAt(world, host, '/u/sample')).status).toBe(421)
    expect(await activity(admin)).toEqual([['person', 'host', host]])
  })

  it.each([
    'example.com',
    'links',
    '10.1.2.3',
    'a b.example.com',
    'links.example.com:81',
    '_x.a.example',
    'https://l.example.com',
  ])('refuses %s', async (host) => {
    expect(await setDomain(admin, host)).toMatchObject({ code: 'BAD_INPUT' })
  })

  it('refuses the host name of the installation', async () => {
    const usual = world.app.publicUrl
    world.app.publicUrl = 'https://mail.mergewell.example'
    try {
      expect(await setDomain(admin, 'mail.mergewell.example')).toMatchObject({ code: 'BAD_INPUT' })
    } finally {
      world.app.publicUrl = usual
    }
  })
})

describe('verifyLinkDomain', () => {
  it('needs both DNS records, and a working web server at the host', async () => {
    expect(await checkDomain(admin)).toMatchObject({ code: 'NOT_FOUND' })
    const set = await setDomain(admin, newHost())
    dns.down = true
    expect(await checkLater(admin)).toMatchObject({ works: false, problem: 'noAnswer' })
    dns.down = false
    expect(await checkLater(admin)).toMatchObject({ works: false, problem: 'proof' })
    publish(dns, set)
    dns.cname.set(set.host, ['elsewhere.example'])
    expect(await checkLater(admin)).toMatchObject({ works: false, problem: 'cname' })
    dns.cname.set('elsewhere.example', [set.cname.value])
    const usual = world.app.publicUrl
    world.app.publicUrl = 'http://127.0.0.1:9'
    expect(await checkLater(admin)).toMatchObject({ works: false, problem: 'unreachable' })
    world.app.publicUrl = usual
    expect(await checkLater(admin)).toMatchObject({ works: true, problem: null, advice: null })
    expect(await activity(admin)).toContainEqual(['product', 'inUse', 'true'])
  })

  it('checks again only after five seconds', async () => {
    const set = await setDomain(admin, newHost())
    expect(await checkDomain(admin)).toMatchObject({ problem: 'proof' })
    publish(dns, set)
    expect(await checkDomain(admin)).toMatchObject({ problem: 'proof' })
  })

  it('reports an alias that leads in a circle', async () => {
    const set = await setDomain(admin, newHost())
    publish(dns, set)
    dns.cname.set(set.host, [set.host])
    expect(await checkDomain(admin)).toMatchObject({ problem: 'cname' })
  })
})

describe('a link domain of another workspace', () => {
  it('cannot be taken while its DNS proof exists', async () => {
    const host = await workingDomain(dns, admin)
    const other = await world.signUp()
    const set = await setDomain(other, host)
    expect(set.txt.value).not.toBe((await domainOf(admin)).txt.value)
    expect(await checkLater(other)).toMatchObject({ works: false, problem: 'proof' })
    dns.txt.get(set.txt.name)?.push(set.txt.value)
    expect(await checkLater(other)).toMatchObject({ works: false, problem: 'taken' })
    expect(await domainOf(admin)).toMatchObject({ works: true })
  })

  it('is taken by the workspace that proves it once the former proof is gone, and the former workspace is told', async () => {
    const host = await workingDomain(dns, admin)
    const other = await world.signUp()
    publish(dns, await setDomain(other, host))
    expect(await checkLater(other)).toMatchObject({ works: true })
    expect(await domainOf(admin)).toMatchObject({ works: false, problem: 'proof' })
    expect(await activity(admin)).toContainEqual(['product', 'inUse', 'false'])
    expect(await world.app.linkHosts.tenantOf(host)).toBe(other.tenantId)
  })

  it('goes to only one of two workspaces that prove it at the same time', async () => {
    const host = newHost()
    const both = [admin, await world.signUp()]
    const sets = await Promise.all(both.map((who) => setDomain(who, host)))
    publish(dns, sets[0])
    dns.txt.set(
      sets[0].txt.name,
      sets.map(({ txt }) => txt.value),
    )
    const found = await Promise.all(both.map((who) => checkDomain(who)))
    expect(found.map(({ problem }) => problem).toSorted()).toEqual(['taken', null].toSorted())
  })
})

describe('checkDueDomains', () => {
  it('stops using a link domain after two failed checks in a row, and uses it again once it works', async () => {
    const host = await workingDomain(dns, admin)
    const records = dns.cname.get(host)!
    dns.cname.delete(host)
    await sweepAfter(61)
    expect(await domainOf(admin)).toMatchObject({ works: true })
    expect(await originOf(admin)).toBe(originAt(world.app, host))
    await sweepAfter(6)
    expect(await domainOf(admin)).toMatchObject({ works: false, problem: 'cname' })
    expect(await originOf(admin)).toBe(world.url)
    expect((await activity(admin))[0]).toEqual(['product', 'inUse', 'false'])
    dns.cname.set(host, records)
    await sweepAfter(6)
    expect(await domainOf(admin)).toMatchObject({ works: true, problem: null })
    expect((await activity(admin))[0]).toEqual(['product', 'inUse', 'true'])
  })

  it('keeps a link domain in use when DNS does not answer', async () => {
    await workingDomain(dns, admin)
    dns.down = true
    for (const minutes of [61, 61, 61]) await sweepAfter(minutes)
    expect(await domainOf(admin)).toMatchObject({ works: true })
  })

  it('gives up on a link domain without DNS records after 14 days', async () => {
    const set = await setDomain(admin, newHost())
    await world.app.database.asSystem((em) =>
      em.execute(`update link_domains set created_at = created_at - interval '15 days' where host = ?`, [set.host]),
    )
    publish(dns, set)
    await sweepAfter(60)
    expect(await domainOf(admin)).toMatchObject({ works: false, checkedAt: null })
    expect(await checkDomain(admin)).toMatchObject({ works: true })
  })
})

describe('removeLinkDomain', () => {
  it('keeps serving the links in emails that were already sent, until another workspace proves the domain', async () => {
    const host = await workingDomain(dns, admin)
    expect((await mutate(admin, 'removeLinkDomain', {}, '')).data.removeLinkDomain).toBe(true)
    expect(await domainOf(admin)).toBeNull()
    expect(await originOf(admin)).toBe(world.url)
    expect((await requestAt(world, host, '/u/sample')).status).toBe(200)
    const other = await world.signUp()
    const set = await setDomain(other, host)
    dns.txt.get(set.txt.name)?.push(set.txt.value)
    expect(await checkLater(other)).toMatchObject({ works: true })
  })

  it('can be undone', async () => {
    const host = await workingDomain(dns, admin)
    await setDomain(admin, newHost())
    expect(await setDomain(admin, host)).toMatchObject({ host, works: false })
    expect(await checkLater(admin)).toMatchObject({ works: true })
  })
})
