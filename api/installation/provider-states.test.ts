import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markSignInLost } from '#api/mailboxes/lost-sign-in.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let headers: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  headers = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const STATE = `{ installation { timeZoneData { release isOutdated } providers { provider client redirectUrl redirectProblem lastReturnAt
  mailboxes working longestWorked medianWorked lost medianLost verification { tone text } quota { perUserMinute isScaled } breaks } } }`
const DAY = 86_400

async function google() {
  const { data, errors } = await graphqlAs(world.url, headers, STATE)
  expect(errors).toBeUndefined()
  return data.installation.providers.find(({ provider }: { provider: string }) => provider === 'google')
}

/** Moves the sign-in of a mailbox back, and its last use to `used` days ago. */
const signedIn = (key: { tenantId: string; mailboxId: string }, days: number, used: number) =>
  world.app.database.inTenant(key.tenantId, (em) =>
    em.execute(
      `update mailboxes set connected_at = now() - :days * interval '1 day', inbox_read_at = now() - :used * interval '1 day'
       where tenant_id = :tenantId and id = :id`,
      { days, used, tenantId: key.tenantId, id: key.mailboxId },
    ),
  )

describe("the super admin's view of the providers", () => {
  it('shows how long sign-ins last, from the mailboxes of all workspaces', async () => {
    expect(await google()).toMatchObject({ mailboxes: 0, lastReturnAt: null, longestWorked: null, lost: 0 })
    const [one, two] = [await world.signUp(), await world.signUp()]
    await world.connect(one, 'google', 'one@example.com')
    await world.connect(two, 'google', 'two@example.com')
    const [first, second] = [await mailboxOf(world, one), await mailboxOf(world, two)]
    await signedIn(first, 40, 10)
    await signedIn(second, 7, 0.1)
    const before = await google()
    expect(before).toMatchObject({
      ...{ client: 'standIn', redirectUrl: `${world.app.publicUrl}/auth/google/callback`, redirectProblem: null },
      ...{ mailboxes: 2, working: 2, lost: 0, quota: { perUserMinute: 6_000, isScaled: false } },
    })
    expect(before.longestWorked / DAY).toBeCloseTo(30, 2)
    expect(before.verification[0].tone).toBe('good')

    const lost = await world.app.database.inTenant(two.tenantId, (em) =>
      markSignInLost(em, second, { reason: 'invalid_grant', now: world.app.clock() }),
    )
    expect(lost).toBe(true)
    const after = await google()
    expect(after).toMatchObject({ mailboxes: 2, working: 1, lost: 1 })
    expect(after.medianLost / DAY).toBeCloseTo(7, 2)
    expect(after.verification[0].text).toContain('1 of the 1 mailbox')
  })

  it('still counts a lost sign-in when the mailbox is connected again', async () => {
    const person = await world.signUp()
    await world.connect(person, 'google', 'again@example.com')
    const key = await mailboxOf(world, person)
    await signedIn(key, 7, 1)
    const { lost } = await google()
    await world.app.database.inTenant(person.tenantId, (em) =>
      markSignInLost(em, key, { reason: 'invalid_grant', now: world.app.clock() }),
    )
    await world.connect(person, 'google', 'again@example.com')
    expect((await google()).lost).toBe(lost + 1)
  })

  it('is refused to the users of a workspace', async () => {
    const person = await world.signUp()
    const { data, errors } = await person.graphql(STATE)
    expect([data?.installation ?? null, errors?.length]).toEqual([null, 1])
  })
})

describe('markSignInLost', () => {
  it('does not mark a mailbox that was connected again after the refused sign-in', async () => {
    const person = await world.signUp()
    await world.connect(person, 'google', 'new@example.com')
    const key = await mailboxOf(world, person)
    const old = { reason: 'invalid_grant', now: world.app.clock(), connectedAt: new Date('2026-01-01') }
    const marked = await world.app.database.inTenant(person.tenantId, (em) => markSignInLost(em, key, old))
    expect(marked).toBe(false)
  })
})
