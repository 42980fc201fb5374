import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allows, API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { schema } from '#schema/index.ts'
import { createKey } from '../support/api-key.ts'
import { itInFull } from '../support/full-run-only.ts'
import { oneOfEach } from '../support/workspace-with-one-of-each.ts'
import { pathsFrom, queryPaths, type SchemaPath } from '../support/schema-paths.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Keys of one scope each walk through the schema: no value of a noun comes out without its scope. */
let world: World
let ada: TestPerson
let ids: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  ada = await world.signUp({ tier: 'pro', unlimited: true })
  ids = await oneOfEach(world, '').belongings(ada)
})
afterAll(() => world.close())

/** Scopes that show objects of a type, each of which is enough; everybody sees objects of all other types. */
const SHOWN_BY: Record<string, ApiScope[]> = {
  ...Object.fromEntries(
    Object.entries({
      'contacts:read':
        'Contact ContactField ContactImport ImportUndo ImportPreview ImportRows ImportRow Segment SegmentFilter DeletedContact NameInUse Task',
      'suppressions:read': 'Suppression',
      'campaigns:read':
        'Campaign FollowUp NextFollowUp Attachment EmailLog Reply RecipientEvent LinkClicks CampaignTimeline TimelinePoint AbResults Stats StatsChanges MailPreview MailProblem',
      'templates:read': 'Template SavedBlock',
      'mailboxes:read': 'LandingReport LandingCheck ReplyMail',
      'settings:read': 'Tenant Features EmailSettings OrganisationUse PaceFigures SendWindow',
      'webhooks:read': 'Webhook WebhookDelivery',
      'activity:read': 'AuditEvent AuditChange',
    }).flatMap(([scope, types]) => types.split(' ').map((type) => [type, [scope as ApiScope]])),
  ),
  // A campaign has images, and names the mailboxes that it leaves from.
  Image: ['templates:read', 'campaigns:read'],
  Mailbox: ['mailboxes:read', 'campaigns:read'],
  // For people only.
  ...Object.fromEntries(
    ['ApiKey', 'Passkey', 'Session', 'Identity', 'ServiceAccount', 'SingleSignOn', 'SecondFactor', 'TenantUser'].map(
      (type) => [type, []],
    ),
  ),
}

const mayShow = (scope: ApiScope, type: string): boolean =>
  SHOWN_BY[type.replace(/Connection$/, '')]?.some((one) => allows([scope], one)) ?? true

/** Returns what is reached by the id of each object. */
function* byId(depth: number): Generator<SchemaPath> {
  for (const [kind, id] of Object.entries(ids)) {
    const type = schema.getType(kind)
    if (!isObjectType(type) || !type.getInterfaces().some(({ name }) => name === 'Node')) continue
    for (const path of pathsFrom(type, depth)) {
      yield { ...path, query: `{ node(id: "${id}") { ... on ${kind} ${path.query} } }` }
    }
  }
}

/** Returns whether an answer holds a value beneath its lists and objects. */
const holdsValue = (data: unknown): boolean =>
  typeof data === 'object' && data !== null ? Object.values(data).some(holdsValue) : data !== null && data !== undefined

async function answerTo(token: string, query: string): Promise<unknown> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const response = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  return ((await response.json()) as { data?: unknown }).data
}

/** Two keys cannot see the same noun, so that two of them check every noun; `npm test` takes these. */
const WALKERS = API_SCOPES.filter(
  (scope) => inject('everything') || ['contacts:write', 'campaigns:send', 'webhooks:write'].includes(scope),
)

describe('an API key', () => {
  const depth = inject('everything') ? 2 : 0
  it.each(WALKERS)('with only the scopes for %s sees nothing else by any path of the schema', async (scope) => {
    const token = await createKey(ada, [scope])
    const leaks: string[] = []
    let seen = 0
    for (const { query, type } of [...byId(depth), ...queryPaths(ids, depth)]) {
      const shows = mayShow(scope, type)
      if (shows && depth === 0) continue
      const held = holdsValue(await answerTo(token, query))
      if (held) seen += 1
      if (held && !shows) leaks.push(query)
    }
    expect(leaks).toEqual([])
    if (depth > 0) expect(seen).toBeGreaterThan(2)
  })

  itInFull('with every scope sees each kind of object, so that the test can find something', async () => {
    const token = await createKey(ada, API_SCOPES)
    const seen = new Set<string>()
    for (const { query, type } of [...byId(0), ...queryPaths(ids, 0)]) {
      if (holdsValue(await answerTo(token, query))) seen.add(type.replace(/Connection$/, ''))
    }
    const nouns = ['Contact', 'Segment', 'Suppression', 'Campaign', 'EmailLog', 'Template', 'SavedBlock', 'Image']
    const others = ['Mailbox', 'EmailSettings', 'Tenant', 'Webhook', 'WebhookDelivery', 'AuditEvent', 'Task']
    expect([...seen]).toEqual(expect.arrayContaining([...nouns, ...others]))
    expect([...seen]).not.toEqual(expect.arrayContaining(['ApiKey']))
  })
})
