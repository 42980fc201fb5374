import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { addContacts, configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { describeInFull, itInFull } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

let number = 0
/** Returns a new domain, so that each test has an organization of its own. */
const domainOfTest = () => `organization${(number += 1)}.test`

/** A workspace with a mailbox, and a running campaign to this many people. */
async function colleague(
  email: string,
  count: number,
  {
    settings = {},
    provider = 'microsoft',
    to = 'example.com',
  }: { settings?: object; provider?: 'microsoft' | 'google'; to?: string } = {},
) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, provider, email)
  await configureSending(person, { enableThrottling: false, ...settings })
  return count > 0 ? launch(person, count, to) : { person, id: '', key: await mailboxOf(world, person) }
}

async function launch(person: TestPerson, count: number, to = 'example.com') {
  const selectedContacts = await addContacts(world, person, count, to)
  const id = await draftCampaign(world, person, 0, { selectedContacts })
  await launchDraft(person, id)
  return { person, id, key: await mailboxOf(world, person) }
}

async function launchDraft(person: TestPerson, id: string) {
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
}

type Colleague = Awaited<ReturnType<typeof launch>>

/** Runs one slice of a colleague's mailbox under the provider's limits; returns their campaign. */
async function slice({ person, id, key }: Colleague, ceilings: readonly ProviderCeiling[] = []) {
  const { ceilings: usual } = world.app
  world.app.ceilings = () => ceilings
  const store = createSendStore(world.app, world.app.ceilings)
  const deps = { clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
  await runSlice({ ...deps, store }, key)
  return fetchCampaign(person, id).finally(() => (world.app.ceilings = usual))
}

/** Claims emails of a mailbox without sending them. */
async function claim(key: MailboxKey, most: number, room: number | null = null) {
  const store = createSendStore(world.app, () => [])
  const work = await store.open(key)
  if (!work) throw new Error('The mailbox cannot be opened')
  const now = world.app.clock()
  return store.claim(key, { rules: work.rules, most, protocol: 'draft', room }, now)
}

const FIVE = { organisationLimit: 5, organisationHeadroom: 0 }

const organisations = async (person: TestPerson) =>
  (await person.graphql('{ emailSettings { organisations { domains used limit isAssumed } } }')).data.emailSettings
    .organisations

describe('the limit of recipients of an organization', () => {
  it('counts external recipients of all its mailboxes, whichever workspaces they are in', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 3, { settings: FIVE })
    const bo = await colleague(`bo@${domain}`, 9, { settings: FIVE })
    expect(await slice(ann)).toMatchObject({ sentCount: 3 })
    const waiting = await slice(bo)
    expect(waiting).toMatchObject({ sentCount: 2, statusReason: 'ORGANISATION_LIMIT' })
    const wait = Date.parse(waiting.resumesAt ?? '') - Date.now()
    expect(wait).toBeGreaterThan(86_000_000)
    expect(wait).toBeLessThanOrEqual(86_400_000 + 1_440_000)
    expect(Date.parse(waiting.finishesAt ?? '')).toBeGreaterThan(Date.now() + 86_000_000)
    expect(await organisations(bo.person)).toEqual([{ domains: [domain], used: 5, limit: 5, isAssumed: false }])
  })

  itInFull('does not count recipients at the mailbox’s own domain', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 7, { settings: FIVE, to: domain })
    expect(await slice(ann)).toMatchObject({ sentCount: 7, statusReason: null })
    expect(await organisations(ann.person)).toMatchObject([{ used: 0 }])
  })

  itInFull('applies to the workspace whose admin entered it, and not to others', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 9, { settings: FIVE })
    const bo = await colleague(`bo@${domain}`, 9)
    expect(await slice(bo)).toMatchObject({ sentCount: 9 })
    expect(await slice(ann)).toMatchObject({ sentCount: 0, statusReason: 'ORGANISATION_LIMIT' })
  })

  it('is never exceeded by two mailboxes that claim emails at the same time', async () => {
    const domain = domainOfTest()
    const people = []
    for (const name of ['ann', 'bo', 'cy', 'di']) {
      people.push(await colleague(`${name}@${domain}`, 4, { settings: FIVE }))
    }
    const claims = await Promise.all(people.map(({ key }) => claim(key, 4)))
    expect(claims.reduce((sum, { attempts }) => sum + attempts.length, 0)).toBe(5)
    expect(await organisations(people[0]!.person)).toMatchObject([{ used: 5 }])
  })

  it('holds although the mailbox was told earlier that more emails were allowed', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 9, { settings: FIVE })
    const bo = await colleague(`bo@${domain}`, 9, { settings: FIVE })
    expect(await claim(ann.key, 2)).toMatchObject({ pace: { room: 5 } })
    expect((await claim(bo.key, 2)).attempts).toHaveLength(2)
    const rest = await claim(ann.key, 9, 3)
    expect(rest).toMatchObject({ attempts: { length: 1 }, pace: { room: 1 } })
    expect(await claim(bo.key, 9, 3)).toMatchObject({ attempts: [], pace: { room: 0, reason: 'ORGANISATION_LIMIT' } })
  })

  it('is named before a launch that would exceed it, and counted once for all mailboxes of the campaign', async () => {
    const domain = domainOfTest()
    const { person } = await colleague(`ann@${domain}`, 0, { settings: FIVE })
    await world.connect(person, 'microsoft', `bo@${domain}`)
    const id = await draftCampaign(world, person, 6)
    const { data } = await person.graphql('{ mailboxes { id } }')
    const found = await person.graphql(
      'query ($id: ID!, $from: [ID!]) { campaignProblems(id: $id, mailboxIds: $from) { code message } }',
      { id, from: data.mailboxes.map((one: { id: string }) => one.id) },
    )
    expect(found.data.campaignProblems.filter(({ code }: any) => code !== 'PIXEL_COST')).toEqual([
      {
        code: 'DAILY_LIMIT',
        message: expect.stringMatching(
          /^This campaign has 6 recipients, but only 5 .*Your Microsoft 365 organization allows no more/,
        ),
      },
    ])
  })

  it('is shown to admins only', async () => {
    const { person } = await colleague(`ann@${domainOfTest()}`, 1)
    const bea = await addColleague(world, person)
    expect(await organisations(person)).toMatchObject([{ used: 0, limit: null, isAssumed: false }])
    expect(await organisations(bea)).toBeNull()
  })

  it('is given back for emails that were claimed and not sent', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 5, { settings: FIVE })
    const store = createSendStore(world.app, () => [])
    const { attempts } = await claim(ann.key, 5)
    await store.release(ann.key, attempts.slice(0, 2), null)
    const retryAt = world.app.clock()
    await store.release(ann.key, attempts.slice(2, 4), { retryAt, failed: true })
    expect(await organisations(ann.person)).toMatchObject([{ used: 1 }])
    await store.release(ann.key, attempts.slice(0, 4), null)
    await store.release(ann.key, attempts.slice(4), { retryAt, failed: false, mayHaveLeft: true })
    expect(await organisations(ann.person)).toMatchObject([{ used: 1 }])
  })

  itInFull('takes effect when an admin enters the size of the organization, and ends when it is cleared', async () => {
    const ann = await colleague(`ann@${domainOfTest()}`, 7, { settings: FIVE })
    expect(await slice(ann)).toMatchObject({ sentCount: 5, statusReason: 'ORGANISATION_LIMIT' })
    await configureSending(ann.person, { organisationLimit: null })
    expect(await slice(ann)).toMatchObject({ sentCount: 7, statusReason: null })
  })

  it('is that of the smallest organization until an admin enters its size', async () => {
    const least: ProviderCeiling = { count: 10, seconds: 86_400, per: 'organization' }
    const ann = await colleague(`ann@${domainOfTest()}`, 9)
    expect(await slice(ann, [least])).toMatchObject({ sentCount: 8, statusReason: 'ORGANISATION_LIMIT' })
  })

  it('counts test emails too', async () => {
    const domain = domainOfTest()
    const ann = await colleague(`ann@${domain}`, 9, { settings: FIVE })
    const test =
      'mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) { testMail { sent } errors { code field message } } }'
    await ann.person.graphql(test, { input: { subject: 'Hello', content: 'Text' } })
    expect(await organisations(ann.person)).toMatchObject([{ used: 1 }])
    expect(await slice(ann)).toMatchObject({ sentCount: 4, statusReason: 'ORGANISATION_LIMIT' })
    const { errors } = await ann.person.graphql(test, { input: { subject: 'Hello', content: 'Text' } })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_REACHED' } })
    expect(errors?.[0].message).toContain('limit of external recipients')
  })
})

describeInFull("the quota of the installation's Google Cloud project", () => {
  /** 550 units a minute: five drafts of 110 units. */
  const QUOTA: readonly ProviderCeiling[] = [{ count: 550, seconds: 60, per: 'project', inUnits: true }]

  it('the limit of the installation counts all its Gmail mailboxes', async () => {
    const [ann, bo] = [
      await colleague(`ann@${domainOfTest()}`, 3, { provider: 'google' }),
      await colleague(`bo@${domainOfTest()}`, 9, { provider: 'google' }),
    ]
    const now = world.app.clock()
    const { clock } = world.app
    world.app.clock = () => now
    expect(await slice(ann, QUOTA)).toMatchObject({ sentCount: 3 })
    const waiting = await slice(bo, QUOTA)
    world.app.clock = clock
    expect(waiting).toMatchObject({ sentCount: 2, statusReason: 'PROJECT_LIMIT' })
    expect(Date.parse(waiting.resumesAt ?? '') - now.getTime()).toBeLessThanOrEqual(61_000)
  })
})

describe('a domain that sends much to private email addresses', () => {
  /** Workspaces with a mailbox at one domain, from which this much went to Gmail today. */
  async function domain(sent: number) {
    const name = domainOfTest()
    await world.app.database.asSystem((em) =>
      em.execute(`insert into ledger_counts (ledger, seconds, bucket, units) values (:ledger, 86400, :bucket, :sent)`, {
        ledger: `receiver:${name}:Gmail`,
        bucket: new Date(Date.now() - 3_600_000),
        sent,
      }),
    )
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'microsoft', `ann@${name}`)
    const selectedContacts = await addContacts(world, person, 30, 'gmail.com')
    return { name, person, id: await draftCampaign(world, person, 0, { selectedContacts }) }
  }
  const problems = async (person: TestPerson, id: string) =>
    (
      await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', { id })
    ).data.campaignProblems.filter(({ code }: any) => code !== 'PIXEL_COST')
  const warnings = async (person: TestPerson) =>
    (await person.graphql('{ mailboxes { bulkSenderWarnings } }')).data.mailboxes[0].bulkSenderWarnings

  it('gets a warning before a launch, and on its mailboxes', async () => {
    const { name, person, id } = await domain(3_980)
    expect(await warnings(person)).toEqual([])
    expect(await problems(person, id)).toEqual([
      {
        code: 'BULK_SENDER',
        severity: 'warning',
        message: expect.stringContaining(`With this campaign there are 4,010 emails from ${name} to Gmail addresses`),
      },
    ])
    await launchDraft(person, id)
    await slice({ person, id, key: await mailboxOf(world, person) })
    expect(await warnings(person)).toEqual([expect.stringContaining('There were 4,010 emails')])
  })

  it('gets no warning while it sends little', async () => {
    const { person, id } = await domain(3_000)
    expect(await problems(person, id)).toEqual([])
  })
})

describeInFull('a mailbox whose organization is unknown,', () => {
  it('is assigned to its organization when its sign-in is renewed', async () => {
    const email = `ann@${domainOfTest()}`
    const ann = await colleague(email, 1)
    const directory = () =>
      world.app.database.inTenant(ann.person.tenantId, (em) =>
        em.execute<{ directory: string | null }[]>('select directory from mailboxes where tenant_id = ?', [
          ann.person.tenantId,
        ]),
      )
    const [known] = await directory()
    expect(known?.directory).toMatch(/^[0-9a-f-]{36}$/)
    await world.app.database.inTenant(ann.person.tenantId, (em) =>
      em.execute('update mailboxes set directory = null where tenant_id = ?', [ann.person.tenantId]),
    )
    await world.fault({ kind: 'expired', email })
    expect(await slice(ann)).toMatchObject({ sentCount: 1 })
    expect(await directory()).toEqual([known])
  })
})

describe("a mailbox's limit of recipients", () => {
  const used = async (person: TestPerson) => {
    const { mailboxes } = (await person.graphql('{ mailboxes { recipientsInDay recipientLimit } }')).data
    return Object.values(mailboxes[0])
  }

  it.each([
    ['microsoft', 10_000],
    ['google', 2_000],
  ] as const)('counts what people themselves send from their mailbox at %s, once', async (provider, limit) => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, provider, `ann@${domainOfTest()}`, undefined, { reading: true })
    await configureSending(person, { enableThrottling: false })
    const ann = await launch(person, 3)
    expect(await slice(ann)).toMatchObject({ sentCount: 3 })
    expect(await used(ann.person)).toEqual([3, limit])
    // Without the ledger the three emails in the Sent folder are somebody else's.
    await world.app.database.asSystem((em) =>
      em.execute(`delete from ledger_counts where ledger like 'mailbox:' || :provider || ':%' returning 1`, {
        provider,
      }),
    )
    expect(await slice(await launch(ann.person, 2))).toMatchObject({ sentCount: 2 })
    expect(await used(ann.person)).toEqual([5, limit])
    expect(await slice(await launch(ann.person, 1))).toMatchObject({ sentCount: 1 })
    expect(await used(ann.person)).toEqual([6, limit])
  })

  it('counts CC and BCC copies, and stops the mailbox at the limit', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'google', `ann${(number += 1)}@gmail.com`)
    await configureSending(person, { enableThrottling: false })
    const key = await mailboxOf(world, person)
    const send = async (count: number, more: object = {}) => {
      const selectedContacts = await addContacts(world, person, count)
      const id = await draftCampaign(world, person, 0, { selectedContacts, ...more })
      await launchDraft(person, id)
      return slice({ person, id, key })
    }
    expect(await send(2, { cc: 'boss@example.com, team@example.com' })).toMatchObject({ sentCount: 2 })
    expect(await used(person)).toEqual([6, 500])
    await world.app.database.asSystem((em) =>
      em.execute(
        `update ledger_counts set units = units + 492 where ledger like 'mailbox:google:%' and units = 6 returning 1`,
      ),
    )
    expect(await send(4)).toMatchObject({ sentCount: 2, statusReason: 'PROVIDER_LIMIT' })
    expect(await used(person)).toEqual([500, 500])
  })
})
