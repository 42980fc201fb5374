import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { forgetAnswers } from './expired-answers.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const CREATE = `mutation ($input: CreateTemplateInput!) {
  createTemplate(input: $input) { template { id } errors { code message } } }`

async function call(who: TestPerson, key: string, path: string, body: unknown) {
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { authorization: who.token, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    location: response.headers.get('location'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}
const template = (name: string) => ({ name, subject: 'S', content: 'C' })
const count = async (who: TestPerson) => (await who.graphql('{ templates { totalCount } }')).data.templates.totalCount

describe('a request with an Idempotency-Key', () => {
  it('runs once over REST, however often it is sent', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    const first = await call(ann, 'a', '/api/templates', template('One'))
    const again = await call(ann, 'a', '/api/templates', template('One'))
    expect(first).toMatchObject({ status: 201, replayed: null, location: `/api/templates/${first.body.id}` })
    expect(again).toEqual({ ...first, replayed: 'true' })
    expect(await count(ann)).toBe(1)
  })

  it('runs once over GraphQL, also if it is refused', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    const ask = (name: string) => call(ann, 'b', '/graphql', { query: CREATE, variables: { input: template(name) } })
    const first = await ask('One')
    expect(first.body.data.createTemplate.template.id).toMatch(/^tpl_/)
    expect(await ask('One')).toEqual({ ...first, replayed: 'true' })
    expect(await count(ann)).toBe(1)
    const refused = await call(ann, 'c', '/graphql', { query: CREATE, variables: { input: template('') } })
    expect(refused.body.data.createTemplate.errors).toMatchObject([{ code: 'BAD_INPUT' }])
    const again = await call(ann, 'c', '/graphql', { query: CREATE, variables: { input: template('') } })
    expect(again).toEqual({ ...refused, replayed: 'true' })
  })

  it('is refused when the key was used for another body or path', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    await call(ann, 'd', '/api/templates', template('One'))
    expect(await call(ann, 'd', '/api/templates', template('Two'))).toMatchObject({
      status: 409,
      retryAfter: null,
      body: { code: 'CONFLICT' },
    })
    expect((await call(ann, 'd', '/api/contacts', template('One'))).status).toBe(409)
    expect(await count(ann)).toBe(1)
  })

  it('is refused while the first one runs, so that only one of many at once runs', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(ann, 'e', '/api/templates', template('One'))),
    )
    expect(await count(ann)).toBe(1)
    for (const { status, body } of answers) expect([201, 409]).toContain(body.code === 'CONFLICT' ? 409 : status)
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    for (const { status, retryAfter } of answers) expect(retryAfter).toBe(status === 409 ? '1' : null)
  })

  it('is independent of the keys of other people and workspaces', async () => {
    const [ann, bob] = [await world.signUp({ tier: 'pro' }), await world.signUp({ tier: 'pro' })]
    const mine = await call(ann, 'same', '/api/templates', template('Mine'))
    const his = await call(bob, 'same', '/api/templates', template('His'))
    expect([mine.status, his.status, his.replayed]).toEqual([201, 201, null])
  })

  it('runs again after a day, and its stored response is deleted', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    await call(ann, 'f', '/api/templates', template('One'))
    const { clock } = world.app
    world.app.clock = () => new Date(clock().getTime() + 25 * 3_600_000)
    try {
      expect(await call(ann, 'f', '/api/templates', template('Two'))).toMatchObject({ status: 201, replayed: null })
      await forgetAnswers(world.app)
    } finally {
      world.app.clock = clock
    }
    expect(await count(ann)).toBe(2)
  })

  it('has its response stored encrypted', async () => {
    const ann = await world.signUp({ tier: 'pro' })
    await call(ann, 'g', '/api/templates', template('A name to look for'))
    const rows = await world.app.database.inTenant(ann.tenantId, (em) =>
      em.execute<{ answer: string }[]>(
        `select encode(sealed_answer, 'escape') as answer from idempotency_keys where tenant_id = :tenantId`,
        { tenantId: ann.tenantId },
      ),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answer).not.toContain('A name')
  })

  it.each(['', 'x'.repeat(256)])('is refused if the key is empty or too long', async (key) => {
    const ann = await world.signUp()
    expect((await call(ann, key, '/api/templates', template('One'))).status).toBe(400)
  })
})
