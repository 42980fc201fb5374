import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mutate } from '#tests/support/mutate.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const ask = (method: string, path: string, body?: unknown) => askAs(superAdmin, method, world.url + path, body)

describe('a feature that is disabled for a workspace', () => {
  const off = async (person: TestPerson, feature: string, value = false) =>
    ask('PUT', `/api/supadmin/tenants/${await tenantIdOf(person)}`, { features: { [feature]: value } })
  const campaign = (change: object) => ({ name: 'N', subject: 'S', content: 'C', ...change })

  it.each([
    ['htmlBuilder', ['The HTML builder is', 'it'], { useHtmlBuilder: true }],
    ['htmlBuilder', ['The HTML builder is', 'it'], { htmlTemplate: { elements: [] } }],
    ['abTesting', ['A/B testing is', 'it'], { isAbTest: true, abVariantB: 'T' }],
    ['attachments', ['Attachments are', 'them'], { attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=' }] }],
  ])(
    '(%s) cannot be used to create, change, copy, send or resume a campaign',
    async (feature, [name, pronoun], change) => {
      const person = await world.signUp({ unlimited: true })
      await world.connect(person)
      const { body: contact } = await person.rest('POST', '/api/contacts', {
        firstName: 'A',
        lastName: 'B',
        email: 'a@b.example',
      })
      const before = await person.rest(
        'POST',
        '/api/campaigns',
        campaign({ ...change, selectedContacts: [contact.id] }),
      )
      const plain = await person.rest('POST', '/api/campaigns', campaign({}))
      expect([before.status, plain.status]).toEqual([201, 201])
      const started = await person.rest(
        'POST',
        '/api/campaigns',
        campaign({ ...change, selectedContacts: [contact.id] }),
      )
      const { id } = started.body
      expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
      const control = async (mutation: string) => {
        const { errors } = await mutate(person, mutation, { id })
        return errors?.[0].extensions.code
      }
      await off(person, feature)
      expect(await control('sendToFailed')).toBe('FEATURE_OFF')
      expect(await control('pauseCampaign')).toBeUndefined()
      expect(await control('resumeCampaign')).toBe('FEATURE_OFF')
      const copy =
        'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }'
      for (const answer of [
        await person.rest('POST', '/api/campaigns', campaign(change)),
        await person.rest('PUT', `/api/campaigns/${plain.body.id}`, change),
        await person.rest('POST', `/api/campaigns/${before.body.id}/send`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'FEATURE_OFF'])
        expect(answer.body.message).toBe(
          `${name} turned off for your workspace. Ask the person who runs this installation to turn ${pronoun} on.`,
        )
      }
      expect((await person.graphql(copy, { id: before.body.id })).errors?.[0].extensions.code).toBe('FEATURE_OFF')
      expect((await person.rest('PUT', `/api/campaigns/${plain.body.id}`, { subject: 'Still mine' })).status).toBe(200)
      await off(person, feature, true)
      expect((await person.rest('PUT', `/api/campaigns/${plain.body.id}`, change)).status).toBe(200)
      expect(await control('resumeCampaign')).toBeUndefined()
    },
  )

  it('(warm-up) cannot be enabled, and has no effect until the feature is back', async () => {
    const person = await world.signUp()
    expect((await person.rest('POST', '/api/settings/email', { warmupMode: true })).body.warmupMode).toBe(true)
    await off(person, 'warmup')
    expect((await person.rest('GET', '/api/settings/email')).body).toMatchObject({
      warmupMode: false,
      warmupDaysRemaining: 0,
    })
    const { status, body } = await person.rest('POST', '/api/settings/email', { warmupMode: true })
    expect([status, body.code]).toEqual([403, 'FEATURE_OFF'])
    expect(body.message).toContain('Warm-up is turned off')
    const changed = await person.rest('POST', '/api/settings/email', { dailyLimit: 50 })
    expect([changed.status, changed.body.warmupMode]).toEqual([200, false])
    await off(person, 'warmup', true)
    expect((await person.rest('GET', '/api/settings/email')).body).toMatchObject({ warmupMode: true, dailyLimit: 50 })
  })
})
