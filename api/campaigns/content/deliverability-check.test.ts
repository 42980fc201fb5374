import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const FIELDS = 'state error findings { code verdict }'

const mailboxOf = async (person: TestPerson): Promise<string> =>
  (await person.graphql('{ mailboxes { id } }')).data.mailboxes[0].id

async function check(person: TestPerson) {
  const { data } = await person.graphql(`query ($id: ID!) { landing(id: $id) { check { ${FIELDS} } } }`, {
    id: await mailboxOf(person),
  })
  return data.landing.check as {
    state: string
    error: string | null
    findings: { code: string; verdict: string }[]
  } | null
}

async function send(person: TestPerson) {
  return person.graphql(
    `mutation ($id: ID!) { sendLandingCheck(input: { id: $id }) { landingCheck { ${FIELDS} } errors { code field message } } }`,
    {
      id: await mailboxOf(person),
    },
  )
}

/** Lets the two seconds between two looks pass. */
const lookAgain = (person: TestPerson) =>
  world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(`update mailboxes set landing_check = jsonb_set(landing_check, '{lookedAt}', '0') where tenant_id = ?`, [
      person.tenantId,
    ]),
  )

async function arrived(person: TestPerson) {
  return eventually('the email has arrived', async () => {
    await lookAgain(person)
    const found = await check(person)
    return found?.state !== 'waiting' && found
  })
}

describe.each(firstOf(['google', 'microsoft'], 1))(
  'the landing check, which sends an email from a mailbox at %s to itself,',
  (vendor) => {
    it.each([
      ['fine', { RECEIVED_SPF: 'ok', RECEIVED_DKIM: 'ok', RECEIVED_DMARC: 'ok' }],
      ['nodkim', { RECEIVED_SPF: 'ok', RECEIVED_DKIM: 'error', RECEIVED_DMARC: 'ok' }],
      ['noresults', { RECEIVED_DMARC: 'unknown' }],
    ])('reports how that email arrived: %s', async (name, verdicts) => {
      const person = await world.signUp({ unlimited: true })
      const email = `${vendor}@${name}.test`
      await world.connect(person, vendor, email, undefined, { reading: true })
      expect(await check(person)).toBeNull()
      const { data, errors } = await send(person)
      expect(errors).toBeUndefined()
      expect(data.sendLandingCheck.state).toBe('waiting')
      const { state, findings } = await arrived(person)
      expect(state).toBe('arrived')
      expect(Object.fromEntries(findings.map(({ code, verdict }) => [code, verdict]))).toEqual(verdicts)
      expect((await world.accepted(email)).map(({ recipient }) => recipient)).toEqual([email])
    })

    it('reports the email as missing after five minutes, and as failed when the provider refuses it', async () => {
      const person = await world.signUp({ unlimited: true })
      const email = `late-${vendor}@fine.test`
      await world.connect(person, vendor, email, undefined, { reading: true })
      await send(person)
      await world.app.database.inTenant(person.tenantId, (em) =>
        em.execute(
          `update mailboxes set landing_check = landing_check || '{"state": "waiting", "token": "never sent", "lookedAt": 0, "sentAt": 1}' where tenant_id = ?`,
          [person.tenantId],
        ),
      )
      expect((await check(person))?.state).toBe('missing')

      await world.fault({ kind: 'badRecipient', email, count: 2 })
      await send(person)
      expect(await check(person)).toMatchObject({ state: 'failed', error: expect.stringContaining('invalid email') })
    })
  },
)

describe('the landing check does not yet report its email as missing after five minutes', () => {
  const BEFORE = Date.UTC(2020, 0, 1)
  const sent = async (name: string) => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'microsoft', `${name}@fine.test`, undefined, { reading: true })
    await send(person)
    return person
  }
  const store = (person: TestPerson, fields: object, status = 'connected') =>
    world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `update mailboxes set status = :status, landing_check = landing_check || :fields::jsonb where tenant_id = :tenantId`,
        { tenantId: person.tenantId, status, fields: JSON.stringify(fields) },
      ),
    )

  it.each([
    ['between two checks', Date.now() + 3_600_000, 'connected'],
    ['for a mailbox that has to be reconnected', 0, 'error'],
  ])('but goes on waiting %s', async (name, lookedAt, status) => {
    const person = await sent(name.replaceAll(' ', '-'))
    await store(person, { sentAt: BEFORE, lookedAt, token: 'never sent' }, status)
    expect((await check(person))?.state).toBe('waiting')
  })

  it('but goes on waiting when the inbox cannot be read', async () => {
    const person = await sent('unread')
    await store(person, { sentAt: BEFORE, lookedAt: 0, token: 'never sent' })
    await world.fault({ kind: 'forbidden', email: 'unread@fine.test', operation: 'changes', count: 5 })
    await world.fault({ kind: 'forbidden', email: 'unread@fine.test', operation: 'read', count: 5 })
    expect((await check(person))?.state).toBe('waiting')
  })
})

it('a landing check is refused for a mailbox whose inbox may not be read', async () => {
  const person = await world.signUp({ unlimited: true })
  const scopes = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']
  await world.connect(person, 'microsoft', 'blind@fine.test', scopes)
  const { errors } = await send(person)
  expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  expect(errors?.[0].message).toContain('cannot be read')
  expect(await world.accepted('blind@fine.test')).toEqual([])
})
