import { describe, expect, it } from 'vitest'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { mutate } from '#tests/support/mutate.ts'
import { complaint, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import type { TestPerson } from '#tests/support/world.ts'
import { judgeMailboxes } from './complaint-slowdowns.ts'
import { sendingRules } from './mailbox-rules.ts'
import { Mailbox } from './mailbox.ts'

const at = clockedWorld()
const DAY = 86_400_000
const TOPIC = { id: '0198a1a5-7d1c-7000-8000-000000000002', name: 'Offers', description: '' }

/** A workspace that sent 500 emails in five days a month ago, and 100 an hour ago, all about one topic. */
async function sent() {
  const { world } = at
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const mails = (name: string, count: number, ago: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => ({
      email: `${name}${index}@there.test`,
      internetMessageId: `<${name}${index}@x>`,
      ago: ago(index),
    }))
  const now = new Date(at.now)
  await campaignWith(
    world,
    person,
    key,
    mails('old', 500, (index) => (30 + (index % 5)) * 1_440),
    now,
  )
  await campaignWith(
    world,
    person,
    key,
    mails('new', 100, () => 60),
    now,
  )
  await mutate(person, 'updateEmailSettings', { topics: [TOPIC] }, '{ topics { id } }')
  await rowsOf(world, person, 'update campaigns set topic_id = ? where tenant_id = ? returning 1', [
    TOPIC.id,
    person.tenantId,
  ])
  return { person, key }
}

const complain = ({ key }: Awaited<ReturnType<typeof sent>>, count: number) =>
  takeReturns(
    at.world.app,
    key,
    'me@here.test',
    Array.from({ length: count }, (_, index) => complaint(`<new${index}@x>`, { at: new Date(at.now) })),
  )
const choose = ({ person }: Awaited<ReturnType<typeof sent>>, name: string, changes: object) =>
  rowsOf(
    at.world,
    person,
    `insert into preferences (tenant_id, email_key, left_topics, is_monthly, paused_until, changed_at)
     values (?, ?, coalesce(?::uuid[], '{}'), ?, ?, ?) returning 1`,
    Object.values({
      tenantId: person.tenantId,
      email: `${name}@there.test`,
      ...{ left: null, monthly: false, paused: null, ...changes },
      at: new Date(at.now),
    }),
  )
const cautionOf = async (person: TestPerson) =>
  (await person.graphql('{ mailboxes { caution { since reason perDay } } }')).data.mailboxes[0].caution
const limitOf = async ({ person, key }: Awaited<ReturnType<typeof sent>>) =>
  at.world.app.database.inTenant(person.tenantId, async (em) => {
    const tenant = await em.findOneOrFail(Tenant, { id: person.tenantId })
    const mailbox = await em.findOneOrFail(Mailbox, { tenantId: person.tenantId, id: key.mailboxId })
    const rules = await sendingRules(em, tenant, mailbox, { providerCeilings: [], now: new Date(at.now) })
    return rules.windows.find(({ reason }) => reason === 'UNWELCOME')?.count ?? null
  })

describe('judgeMailboxes, which looks for warning signs,', () => {
  it('slows down a mailbox whose complaints rise, until they fall or an admin turns it off', async () => {
    const space = await sent()
    const { person } = space
    await judgeMailboxes(at.world.app)
    expect([await cautionOf(person), await limitOf(space)]).toEqual([null, null])
    await complain(space, 5)
    await judgeMailboxes(at.world.app)
    expect(await cautionOf(person)).toEqual({
      since: new Date(at.now).toISOString(),
      perDay: 10,
      reason:
        '5 of 100 emails of the last 7 days led to a complaint, more than usual for this mailbox (0 of 500 in the 90 days before), so it sends at most 10 a day until that is over.',
    })
    expect(await limitOf(space)).toBe(10)
    await mutate(person, 'updateEmailSettings', { slowDownUnwelcome: false }, '{ slowDownUnwelcome }')
    expect([await cautionOf(person), await limitOf(space)]).toEqual([null, null])
    await mutate(person, 'updateEmailSettings', { slowDownUnwelcome: true }, '{ slowDownUnwelcome }')
    expect(await limitOf(space)).toBe(10)
    at.now += 8 * DAY
    await judgeMailboxes(at.world.app)
    const stored = await rowsOf(at.world, person, 'select caution from mailboxes where tenant_id = ?', [
      person.tenantId,
    ])
    expect([stored, await limitOf(space)]).toEqual([[{ caution: null }], null])
  })

  it('slows down a mailbox whose recipients unsubscribe from its topic, but not for other choices', async () => {
    const space = await sent()
    for (let index = 0; index < 5; index += 1) await choose(space, `new${index}`, { monthly: true })
    await judgeMailboxes(at.world.app)
    expect(await limitOf(space)).toBeNull()
    for (let index = 10; index < 15; index += 1) await choose(space, `new${index}`, { left: `{${TOPIC.id}}` })
    await judgeMailboxes(at.world.app)
    expect((await cautionOf(space.person)).reason).toMatch(/^5 of 100 emails .* made their recipient leave the topic/)
  })
})

describe('the reception of emails', () => {
  it('counts complaints and unsubscribes of the last days per topic and mailbox, in GraphQL and REST', async () => {
    const space = await sent()
    const { person } = space
    await complain(space, 2)
    await choose(space, 'new7', { left: `{${TOPIC.id}}` })
    await choose(space, 'new8', { monthly: true, paused: new Date(at.now + 90 * DAY) })
    const numbers = { positive: 0, left: 1, choseLess: 1, paused: 1, complained: 2 }
    const row = { topicId: TOPIC.id, topic: { id: TOPIC.id, name: 'Offers' }, ...numbers }
    expect((await person.rest('GET', '/api/welcomes')).body).toMatchObject([{ ...row, sent: 600 }])
    expect((await person.rest('GET', '/api/welcomes?days=7')).body).toMatchObject([{ ...row, sent: 100 }])
    expect((await person.rest('GET', '/api/welcomes?days=0')).status).toBe(400)
    await rowsOf(
      at.world,
      person,
      `update campaigns set topic_id = null where tenant_id = ? and id = (
      select campaign_id from email_logs where tenant_id = ? and contact_email = 'new1@there.test') returning 1`,
      [person.tenantId, person.tenantId],
    )
    const { data } = await person.graphql(
      '{ welcomes { topic { name } sent left paused complained mailbox { email } } }',
    )
    const mailbox = { email: expect.any(String) }
    expect(data.welcomes).toEqual([
      { topic: { name: 'Offers' }, mailbox, sent: 500, left: 0, paused: 0, complained: 0 },
      { topic: null, mailbox, sent: 100, left: 0, paused: 1, complained: 2 },
    ])
    const stranger = await at.world.signUp()
    expect((await stranger.rest('GET', '/api/welcomes')).body).toEqual([])
  })
})
