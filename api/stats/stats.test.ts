import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let now = new Date('2026-03-31T10:00:00Z')
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const changesOf = async (person: TestPerson) => {
  const { clock } = world.app
  world.app.clock = () => now
  try {
    const { data, errors } = await person.graphql(
      '{ stats { openRate clickRate opensTracked clicksTracked fromLastMonth { totalContacts totalCampaigns campaignsSent openRate clickRate } } }',
    )
    expect(errors).toBeUndefined()
    return data.stats
  } finally {
    world.app.clock = clock
  }
}
const contacts = (person: TestPerson, count: number, at: string) =>
  world.app.database.asSystem((em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, created_at)
       select ?, gen_random_uuid(), '', '', gen_random_uuid() || '@example.com', ? from generate_series(1, ?) returning 1`,
      [person.tenantId, at, count],
    ),
  )
const campaign = (person: TestPerson, startedAt: string, sent: number, opened: number, clicked: number) =>
  world.app.database.asSystem((em) =>
    em.execute(
      `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, created_at, started_at, sent_at, sent_count,
         opened_count, clicked_count)
       values (?, gen_random_uuid(), ?, '', '', '', '', 'sent', ?, ?, ?, ?, ?, ?)`,
      [person.tenantId, person.userId, startedAt, startedAt, startedAt, sent, opened, clicked],
    ),
  )

describe("the dashboard's numbers", () => {
  it('show the real change since last month', async () => {
    const person = await world.signUp({ unlimited: true })
    const stranger = await world.signUp({ unlimited: true })
    await contacts(person, 50, '2026-02-28T09:59:59Z')
    await contacts(person, 6, '2026-02-28T10:00:01Z')
    await contacts(stranger, 9, '2026-03-30T00:00:00Z')
    await campaign(person, '2025-12-01T00:00:00Z', 100, 100, 100)
    await campaign(person, '2026-02-10T00:00:00Z', 200, 40, 10)
    await campaign(person, '2026-03-01T00:00:00Z', 100, 30, 2)
    await campaign(person, '2026-03-30T00:00:00Z', 100, 17, 2)
    expect(await changesOf(person)).toEqual({
      openRate: 37.4,
      clickRate: 22.8,
      opensTracked: true,
      clicksTracked: true,
      fromLastMonth: { totalContacts: 12, totalCampaigns: 100, campaignsSent: 100, openRate: 3.5, clickRate: -3 },
    })
  })

  it('count opens and clicks only of campaigns that track them', async () => {
    const person = await world.signUp({ unlimited: true })
    const tracked = (at: string, opens: boolean | null, clicks: boolean | null) =>
      world.app.database.asSystem((em) =>
        em.execute(
          'update campaigns set opens_tracked = ?, clicks_tracked = ? where tenant_id = ? and started_at = ?',
          [opens, clicks, person.tenantId, at],
        ),
      )
    const [february, march, later] = ['2026-02-10T00:00:00Z', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z']
    await campaign(person, march, 100, 0, 0)
    await tracked(march, false, false)
    expect(await changesOf(person)).toMatchObject({ openRate: 0, opensTracked: false, clicksTracked: false })
    await campaign(person, later, 100, 40, 10)
    await campaign(person, february, 100, 20, 20)
    await tracked(later, true, true)
    expect(await changesOf(person)).toMatchObject({
      openRate: 30,
      clickRate: 15,
      opensTracked: true,
      fromLastMonth: { openRate: 20, clickRate: -10 },
    })
    await tracked(february, true, false)
    expect(await changesOf(person)).toMatchObject({ openRate: 30, clickRate: 10, fromLastMonth: { clickRate: null } })
  })

  it('replace the sample numbers once an email was sent, even if it bounced or its campaign was deleted', async () => {
    const hasSent = async (person: TestPerson) => (await person.graphql('{ stats { hasSent } }')).data.stats.hasSent
    const [person, stranger] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await campaign(person, '2026-03-01T00:00:00Z', 0, 0, 0)
    expect(await hasSent(person)).toBe(false)
    await world.app.database.asSystem((em) =>
      em.execute('update campaigns set failed_count = 1, bounced_count = 1 where tenant_id = ?', [person.tenantId]),
    )
    expect(await hasSent(person)).toBe(true)
    const [{ id }] = (await person.rest('GET', '/api/campaigns')).body
    expect((await person.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(200)
    expect(await hasSent(person)).toBe(true)
    expect(await hasSent(stranger)).toBe(false)
  })

  it('show no change without data to compare with', async () => {
    const person = await world.signUp({ unlimited: true })
    await contacts(person, 5, '2026-03-30T00:00:00Z')
    await campaign(person, '2026-03-30T00:00:00Z', 10, 1, 1)
    expect((await changesOf(person)).fromLastMonth).toEqual({
      totalContacts: null,
      totalCampaigns: null,
      campaignsSent: null,
      openRate: null,
      clickRate: null,
    })
    now = new Date('2026-05-15T00:00:00Z')
    expect((await changesOf(person)).fromLastMonth).toEqual({
      totalContacts: 0,
      totalCampaigns: 0,
      campaignsSent: 0,
      openRate: null,
      clickRate: null,
    })
  })
})
