import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { openTenant } from './open-tenant.ts'
import { Tenant } from './tenant.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

describe('a workspace without a slug', () => {
  it.each([
    ['Agentur Ümlaut & Söhne', 'agentur-umlaut-sohne'],
    ['Agentur Ümlaut'.normalize('NFD'), 'agentur-umlaut'],
    ['Café №5, Großhandel', 'cafe-no5-grosshandel'],
    [`${'x'.repeat(39)} Ltd`, 'x'.repeat(39)],
    ['株式会社', 'workspace'],
  ])('gets one from the letters of its name: %s', async (name, words) => {
    const slug = await world.app.database.asSystem(async (em) => {
      const limits = tierDefaults('enterprise')
      const id = await openTenant(em, { name, domain: '', tier: 'pro', limits, now: new Date() })
      return (await em.findOneOrFail(Tenant, { id })).slug
    })
    expect(slug).toMatch(new RegExp(`^${words}-[a-z0-9]{6}$`))
  })
})
