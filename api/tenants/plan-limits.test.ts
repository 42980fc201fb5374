import * as XLSX from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import { PLANS } from '#domain/tenants/plans.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

import { DRAFTS_MAX } from './plan-limits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let count = 0

/** Creates one of each kind. */
const create = {
  contacts: (person: TestPerson) =>
    person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: `l${(count += 1)}@limits.example` }),
  campaigns: (person: TestPerson) => person.rest('POST', '/api/campaigns', { name: 'N', subject: 'S', content: 'C' }),
  users: (person: TestPerson) =>
    person.rest('POST', '/api/users', {
      name: 'Kim',
      email: `u${(count += 1)}@limits.example`,
      password: 'a good password',
    }),
  templates: (person: TestPerson) => person.rest('POST', '/api/templates', { name: 'N', subject: 'S', content: 'C' }),
}

/** Uploads a spreadsheet with this many new contacts. */
async function upload(person: TestPerson, rows: number) {
  const book = XLSX.utils.book_new()
  const emails = Array.from({ length: rows }, () => ['A', 'B', `i${(count += 1)}@limits.example`])
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['First Name', 'Last Name', 'Email'], ...emails]))
  const form = new FormData()
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  form.append('file', new Blob([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })], { type }), 'contacts.xlsx')
  const headers = { authorization: person.token }
  const response = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
  return { status: response.status, body: await response.json() }
}

const setLimits = (person: TestPerson, most: number) =>
  world.app.database.asSystem((em) =>
    em.execute('update tenants set max_contacts = ?, max_campaigns = ?, max_users = ? where id = ?', [
      most,
      most,
      most,
      person.tenantId,
    ]),
  )

/** Runs `work` with the clock `ms` ahead. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = world.app
  world.app.clock = () => new Date(Date.now() + ms)
  try {
    return await work()
  } finally {
    world.app.clock = clock
  }
}

describe('a plan limit', () => {
  it.each(['contacts', 'users', 'templates'] as const)(
    'of %s lets exactly one of twenty simultaneous requests create one when one is left, and reports the usage and what to do',
    async (noun) => {
      const person = await world.signUp({ tier: 'free' })
      await setLimits(person, 3)
      const most = noun === 'templates' ? PLANS.free.templates : 3
      for (let made = noun === 'users' ? 1 : 0; made < most - 1; made += 1) {
        expect((await create[noun](person)).status).toBe(201)
      }
      const answers = await Promise.all(Array.from({ length: 20 }, () => create[noun](person)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = answers.filter(({ status }) => status === 403)
      expect(refused).toHaveLength(19)
      expect(refused[0]?.body).toEqual({
        code: 'LIMIT_REACHED',
        message: `Your Free plan allows ${most} ${noun}; you have ${most}. Delete some, or ask for a higher plan on the Plan page.`,
      })
    },
  )

  it('of campaigns counts launched ones, and then refuses a launch, but neither a draft nor a copy', async () => {
    const person = await world.signUp({ tier: 'free' })
    await world.connect(person)
    await setLimits(person, 2)
    const { body: contact } = await create.contacts(person)
    const drafts = []
    for (let made = 0; made < 4; made += 1) {
      const { body } = await person.rest('POST', '/api/campaigns', {
        name: 'N',
        subject: 'S',
        content: 'C',
        selectedContacts: [contact.id],
      })
      drafts.push(body)
    }
    const use = async () =>
      (await person.graphql('{ tenant { planUse { noun used most } } }')).data.tenant.planUse.find(
        ({ noun }: { noun: string }) => noun === 'campaigns',
      )
    expect(await use()).toEqual({ noun: 'campaigns', used: 0, most: 2 })
    const launches = await Promise.all(
      drafts.slice(0, 3).map(({ id }) => person.rest('POST', `/api/campaigns/${id}/send`)),
    )
    expect(launches.map(({ status }) => status).toSorted()).toEqual([200, 200, 403])
    expect(await use()).toEqual({ noun: 'campaigns', used: 2, most: 2 })
    const message =
      'Your Free plan allows 2 campaigns; you have 2. Delete some, or ask for a higher plan on the Plan page.'
    expect(launches.find(({ status }) => status === 403)?.body.message).toBe(message)
    expect((await create.campaigns(person)).status).toBe(201)
    const copy = await person.graphql(
      'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { name } errors { code field message } } }',
      { id: drafts[0]?.id },
    )
    expect(copy.data.duplicateCampaign.name).toBe('N (Copy)')
    const checks = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code message } }', {
      id: drafts[3]?.id,
    })
    expect(checks.data.campaignProblems).toContainEqual({ code: 'CAMPAIGN_LIMIT', message })
  })

  it('of campaigns also limits drafts to 200', async () => {
    const person = await world.signUp({ tier: 'free' })
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status)
         select ?, gen_random_uuid(), ?, 'N', 'S', 'C', 'both', 'draft' from generate_series(1, ?) returning 1`,
        [person.tenantId, person.userId, DRAFTS_MAX - 1],
      ),
    )
    const answers = await Promise.all(Array.from({ length: 4 }, () => create.campaigns(person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403])
  })

  it('of users also applies to the super admin, and to twenty simultaneous requests', async () => {
    const person = await world.signUp()
    await setLimits(person, 3)
    const { tenant } = (await person.graphql('{ tenant { id } }')).data
    const headers = { ...(await signInSuperAdmin(world)).headers, 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const username = `t${(count += 1)}`
        const input = {
          username,
          password: 'a good password',
          email: `${username}@limits.example`,
          name: 'T',
          role: 'user',
        }
        const response = await fetch(`${world.url}/api/supadmin/tenants/${tenant.id}/users`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        return { status: response.status, body: await response.json() }
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status === 403)
    expect([refused.length, refused[0]?.body.code]).toEqual([18, 'LIMIT_REACHED'])
  })

  it('of segments lets exactly one of twenty simultaneous requests create one when one is left', async () => {
    const person = await world.signUp()
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into segments (tenant_id, id, name, filter, created_by, created_at)
         select ?, gen_random_uuid(), 'S' || n, '{}', ?, now() from generate_series(1, ?) as n returning 1`,
        [person.tenantId, person.userId, AUDIENCE_LIMITS.segments - 1],
      ),
    )
    const document =
      'mutation ($name: String!) { createSegment(input: { name: $name, filter: { search: "a" } }) { segment { id } errors { code field message } } }'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => person.graphql(document, { name: `New ${index}` })),
    )
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1)
    expect(answers.find(({ errors }) => errors)?.errors?.[0]).toMatchObject({
      message: 'A workspace can have 200 segments; you have 200. Delete some before you add another.',
      extensions: { code: 'LIMIT_REACHED' },
    })
  })

  itInFull('rejects a whole import that would exceed it, and says by how much', async () => {
    const person = await world.signUp()
    await setLimits(person, 5)
    expect((await upload(person, 3)).status).toBe(200)
    const { status, body } = await upload(person, 3)
    expect([status, body.code]).toEqual([403, 'LIMIT_REACHED'])
    expect(body.message).toBe(
      'Your Plus plan allows 5 contacts; you have 3, and this would add 3. Delete some, or ask for a higher plan on the Plan page.',
    )
    expect((await person.rest('GET', '/api/contacts')).body).toHaveLength(3)
  })

  itInFull('is not exceeded by simultaneous imports and new contacts', async () => {
    const person = await world.signUp()
    await setLimits(person, 10)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => upload(person, 4)),
      ...Array.from({ length: 12 }, () => create.contacts(person)),
    ])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 403].includes(status))).toEqual([])
    const imported = answers.slice(0, 4).filter(({ status }) => status === 200).length
    const created = answers.slice(4).filter(({ status }) => status === 201).length
    expect((await person.rest('GET', '/api/contacts')).body).toHaveLength(imported * 4 + created)
    expect(imported * 4 + created).toBeLessThanOrEqual(10)
    expect(imported * 4 + created).toBeGreaterThan(10 - 4)
  })

  it('is shown beside the sending settings, of which several can be changed at the same time', async () => {
    const admin = await world.signUp()
    const changes = [{ emailsPerInterval: 7 }, { intervalSeconds: 77 }, { dailyLimit: 777 }, { canaryPercent: 70 }]
    const change = (input: object) =>
      admin.graphql(
        'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { dailyLimit } errors { code field message } } }',
        {
          input,
        },
      )
    await Promise.all(changes.map(change))
    const { data } = await admin.graphql(
      '{ emailSettings { emailsPerInterval intervalSeconds dailyLimit canaryPercent } }',
    )
    expect(data.emailSettings).toEqual(Object.assign({}, ...changes))
  })

  it('of sending is shown with the settings, and applies even if they allow more', async () => {
    const person = await world.signUp({ tier: 'free' })
    const { body } = await person.rest('POST', '/api/settings/email', { dailyLimit: 5_000 })
    expect(body).toMatchObject({
      dailyLimit: 5_000,
      planCeilings: [
        { count: 10, seconds: 1_800 },
        { count: 100, seconds: 86_400 },
      ],
      message: 'Email settings updated successfully',
    })
  })
})

describe('an inactive workspace', () => {
  it('sends nothing more, even if a campaign was being sent', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const contacts = await Promise.all(Array.from({ length: 8 }, () => create.contacts(person)))
    await person.rest('POST', '/api/settings/email', {
      emailsPerInterval: 1,
      intervalSeconds: 3,
      enableThrottling: true,
    })
    const { body: campaign } = await person.rest('POST', '/api/campaigns', {
      name: 'N',
      subject: 'S',
      content: 'C',
      selectedContacts: contacts.map(({ body }) => body.id),
    })
    expect((await person.rest('POST', `/api/campaigns/${campaign.id}/send`)).status).toBe(200)
    const sql = (query: string) => world.app.database.asSystem((em) => em.execute(query, [person.tenantId]))
    await sql('update tenants set is_active = false where id = ?')
    const ended = await eventually('it has ended', async () => {
      const [row] = await sql('select status, paused_because from campaigns where tenant_id = ?')
      return row?.status !== 'sending' && row
    })
    expect(ended).toEqual({ status: 'paused', paused_because: 'TENANT_INACTIVE' })
  })
})

describe('the free trial', () => {
  it('lasts 14 days; afterwards nothing is created, imported or sent, and everything can be read', async () => {
    const person = await world.signUp({ tier: 'free' })
    await world.connect(person)
    const { body: contact } = await create.contacts(person)
    const { body: campaign } = await person.rest('POST', '/api/campaigns', {
      name: 'N',
      subject: 'S',
      content: 'C',
      selectedContacts: [contact.id],
    })
    const { data } = await person.graphql('{ tenant { trialEndsAt createdAt } }')
    const ends = new Date(data.tenant.trialEndsAt)
    expect(ends.getTime() - new Date(data.tenant.createdAt).getTime()).toBe(14 * 86_400_000)

    const left = ends.getTime() - Date.now()
    // A session unused for so long would have expired.
    await world.app.database.asSystem((em) =>
      em.execute('update sessions set last_used_at = ?, authenticated_at = ? where user_id = ?', [
        ends,
        ends,
        person.userId,
      ]),
    )
    expect((await later(left - 60_000, () => create.templates(person))).status).toBe(201)
    await later(left + 1_000, async () => {
      const day = ends.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      for (const [noun, make] of Object.entries(create)) {
        const { status, body } = await make(person)
        expect([status, body.code, body.message]).toEqual([
          403,
          'LIMIT_REACHED',
          `Your trial ended on ${day} (UTC). To add ${noun} again, ask for a higher plan on the Plan page. You can still read everything.`,
        ])
      }
      expect((await upload(person, 1)).body.code).toBe('LIMIT_REACHED')
      const send = await person.rest('POST', `/api/campaigns/${campaign.id}/send`)
      expect([send.status, send.body.code]).toEqual([403, 'LIMIT_REACHED'])
      expect(send.body.message).toContain('To send email again, ask for a higher plan on the Plan page')
      for (const path of ['contacts', 'campaigns', 'users', 'templates', 'stats']) {
        expect((await person.rest('GET', `/api/${path}`)).status, path).toBe(200)
      }
    })
    await world.liftLimits(person)
    expect((await later(left + 1_000, () => create.contacts(person))).status).toBe(201)
  })

  itInFull('pauses running campaigns when it ends', async () => {
    const person = await world.signUp({ tier: 'free' })
    await world.connect(person)
    const contacts = await Promise.all(Array.from({ length: 8 }, () => create.contacts(person)))
    await person.rest('POST', '/api/settings/email', { emailsPerInterval: 1, intervalSeconds: 3 })
    const { body: campaign } = await person.rest('POST', '/api/campaigns', {
      name: 'N',
      subject: 'S',
      content: 'C',
      selectedContacts: contacts.map(({ body }) => body.id),
    })
    expect((await person.rest('POST', `/api/campaigns/${campaign.id}/send`)).status).toBe(200)
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set trial_ends_at = now() - interval '1 second' where id = ?`, [person.tenantId]),
    )
    const paused = await eventually('it is paused', async () => {
      const [row] = (await person.rest('GET', '/api/campaigns')).body
      return row.status !== 'sending' && row
    })
    expect(paused).toMatchObject({ status: 'paused', statusReason: 'TRIAL_ENDED' })
    expect(paused.statusText).toContain('Ask for a higher plan on the Plan page, then resume')
    const { errors } = await person.graphql(
      'mutation ($id: ID!) { resumeCampaign(input: { id: $id }) { campaign { status } errors { code field message } } }',
      {
        id: campaign.id,
      },
    )
    expect(errors?.[0].extensions.code).toBe('LIMIT_REACHED')
  })
})
