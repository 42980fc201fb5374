import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addColleague } from '#tests/support/colleague.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const END = 'mutation ($id: ID!) { endUserSessions(input: { id: $id }) { user { id } errors { code field message } } }'
const isSignedIn = async (who: TestPerson) => (await who.graphql('{ currentUser { id } }')).data.currentUser !== null
const idOf = async (who: TestPerson) => (await who.graphql('{ currentUser { id } }')).data.currentUser.id

describe('an admin who ends the sessions of a user', () => {
  it('signs a colleague out on every device; the colleague can sign in again', async () => {
    const admin = await world.signUp({ tier: 'pro' })
    const bea = await addColleague(world, admin)
    const id = await idOf(bea)
    expect((await admin.graphql(END, { id })).data.endUserSessions.id).toBe(id)
    expect([await isSignedIn(bea), await isSignedIn(admin)]).toEqual([false, true])
  })

  it('cannot use that act on their own sessions, which they end in their profile', async () => {
    const admin = await world.signUp()
    const { errors } = await admin.graphql(END, { id: await idOf(admin) })
    expect(errors?.[0]).toMatchObject({
      message: 'Sign out your other devices under Settings → Profile.',
      extensions: { code: 'CONFLICT' },
    })
    expect(await isSignedIn(admin)).toBe(true)
  })

  it('cannot end sessions of users of another workspace', async () => {
    const [admin, other] = [await world.signUp(), await world.signUp()]
    const { errors } = await admin.graphql(END, { id: await idOf(other) })
    expect(errors?.[0].extensions.code).toBe('NOT_FOUND')
    expect(await isSignedIn(other)).toBe(true)
  })
})
