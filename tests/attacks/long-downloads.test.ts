import { Agent, fetch } from 'undici'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { INSTALLATION } from '#api/audit/audit-event.ts'
import { createKey } from '../support/api-key.ts'
import { addContacts, draftCampaign } from '../support/campaigns.ts'
import { clockedWorld, SIGN_UP_PASSWORD } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import { withNewSession } from '../support/approval-off.ts'
import { firstOf } from '../support/full-run-only.ts'
import { mutate } from '../support/mutate.ts'
import { overtaken } from '../support/act-between-transactions.ts'
import { askAs, signInSuperAdmin, SUPER_ADMIN } from '../support/super-admin.ts'
import type { TestPerson } from '../support/world.ts'

/** Somebody who reads a file slowly, and goes on after their access has ended. */

const at = clockedWorld()

/** Rows of a file that is read in two batches. */
const ROWS = 2_100
const CONTACTS = '/api/contacts/export'
const ACTIVITY = '/api/activity/export'
const INSTALLATION_LOG = '/api/supadmin/activity/export'

let boss: TestPerson
beforeEach(async () => {
  boss = await at.world.signUp({ unlimited: true })
})

type Headers = Record<string, string>
const headersOf = ({ token }: { token: string }): Headers => ({ authorization: token })
const cookieOf = ({ token }: { token: string }): Headers => ({ cookie: `mergewell_session=${token}` })

/** A connection for each request: one that was cut off is not used again. */
const apart = new Agent({ pipelining: 0 })

/** Returns whether a file arrives as a whole: it is neither refused nor cut off, before its first byte or later. */
async function arrives({ path, method = 'GET', headers }: Attempt): Promise<boolean> {
  const url = path.startsWith('http') ? path : at.world.url + path
  const answer = await fetch(url, { method, headers, dispatcher: apart }).catch(() => null)
  return answer !== null && (await answer.arrayBuffer().catch(() => null)) !== null && answer.ok
}

interface Attempt {
  path: string
  method?: string
  headers: Headers
  /** Returns what happens while the file is read, a second of the product's clock before the next piece. */
  act: () => Promise<unknown>
}

/** `npm test` tries every second moment. */
const PACE = inject('everything') ? 1 : 2

/**
 * Reads a file again and again, and acts before each of its transactions in turn, or before each `step`th one. Returns which
 * readings arrived as a whole.
 */
async function readAtEachMoment(prepare: () => Promise<Attempt>, step = 1): Promise<boolean[]> {
  const whole: boolean[] = []
  for (let turn = 1; ; turn += step * PACE) {
    const attempt = await prepare()
    let arrived = false
    const acted = await overtaken(
      at.world,
      turn,
      async () => {
        await attempt.act()
        at.now += 1_000
      },
      async () => void (arrived = await arrives(attempt)),
    )
    if (!acted) {
      expect(arrived).toBe(true)
      return whole
    }
    whole.push(arrived)
  }
}

/** At which moment it was, a reading never arrived as a whole; there were moments in the middle of the file. */
function expectCutOff(whole: readonly boolean[]): void {
  expect(whole.length).toBeGreaterThan(2)
  expect(whole).toEqual(whole.map(() => false))
}

const execute = (statement: string, values: object = {}) =>
  at.world.app.database.asSystem((em) => em.execute<object[]>(`${statement} returning 1`, { ...values }))

const addEntries = (tenantId: string) =>
  execute(
    `insert into audit_events (tenant_id, id, at, actor, actor_name, address, user_agent, action)
     select :tenantId, gen_random_uuid(), now(), 'product', '', '', '', 'sign_in' from generate_series(1, :ROWS)`,
    { tenantId, ROWS },
  )

describe('the download of a person', () => {
  it('ends when they sign out, at whichever moment', async () => {
    await addContacts(at.world, boss, ROWS)
    const whole = await readAtEachMoment(async () => {
      const who = await withNewSession(at.world, boss)
      return { path: CONTACTS, headers: headersOf(who), act: () => who.rest('POST', '/api/logout') }
    })
    expectCutOff(whole)
  })

  const LISTS = [
    [CONTACTS, ROWS],
    ['/api/contacts', 600],
  ] as const
  it.each(firstOf(LISTS, 1))('ends when they are deactivated: %s', async (path, rows) => {
    await addContacts(at.world, boss, rows)
    const bea = await addColleague(at.world, boss)
    const whole = await readAtEachMoment(async () => {
      await execute('update users set is_active = true where id = :userId', bea)
      const headers = headersOf(await withNewSession(at.world, bea))
      return { path, headers, act: () => mutate(boss, 'updateUser', { id: bea.id, isActive: false }) }
    })
    expectCutOff(whole)
  })

  it('of the whole workspace ends when they are no longer an admin', async () => {
    const ada = await addColleague(at.world, boss, { role: 'admin' })
    const setRole = (role: string) => mutate(boss, 'updateUser', { id: ada.id, role })
    const whole = await readAtEachMoment(async () => {
      await setRole('admin')
      const headers = headersOf(await withNewSession(at.world, ada))
      return { path: '/api/workspace/export', method: 'POST', headers, act: () => setRole('user') }
    }, 7)
    expectCutOff(whole)
  })

  it('ends when they are no longer an admin', async () => {
    await addEntries(boss.tenantId)
    const ada = await addColleague(at.world, boss, { role: 'admin' })
    const whole = await readAtEachMoment(async () => {
      await mutate(boss, 'updateUser', { id: ada.id, role: 'admin' })
      const act = () => mutate(boss, 'updateUser', { id: ada.id, role: 'user' })
      return { path: ACTIVITY, headers: headersOf(ada), act }
    })
    expectCutOff(whole)
  })

  it('ends when their workspace is suspended', async () => {
    await addContacts(at.world, boss, ROWS)
    const setActive = (isActive: boolean) =>
      execute('update tenants set is_active = :isActive where id = :tenantId', { ...boss, isActive })
    const whole = await readAtEachMoment(async () => {
      await setActive(true)
      return { path: CONTACTS, headers: headersOf(boss), act: () => setActive(false) }
    })
    expectCutOff(whole)
  })

  it('continues when their browser gets a new cookie', async () => {
    await addContacts(at.world, boss, ROWS)
    const whole = await readAtEachMoment(async () => {
      const who = await withNewSession(at.world, boss)
      const headers = { ...cookieOf(who), origin: at.world.url }
      const act = async () => {
        const query = 'mutation ($password: String!) { confirmPassword(input: { password: $password }) { done } }'
        const variables = { password: SIGN_UP_PASSWORD }
        const { body } = await askAs(headers, 'POST', `${at.world.url}/graphql`, { query, variables })
        expect(body.errors).toBeUndefined()
      }
      return { path: CONTACTS, headers, act }
    })
    // Before the first transaction, the request is not signed in yet.
    expect(whole).toEqual(whole.map((_, index) => index > 0))
  })
})

it('the download of a program ends when its API key is revoked', async () => {
  await addContacts(at.world, boss, ROWS)
  const whole = await readAtEachMoment(async () => {
    const token = await createKey(boss, ['contacts:read'])
    const { data } = await boss.graphql('{ apiKeys { id } }')
    const act = () => mutate(boss, 'revokeApiKey', { id: data.apiKeys.at(-1).id })
    return { path: CONTACTS, headers: { authorization: `Bearer ${token}` }, act }
  })
  expectCutOff(whole)
})

describe('the live link of a spreadsheet', () => {
  it('ends in the middle of a download when it is revoked', async () => {
    await at.world.connect(boss)
    const id = await draftCampaign(at.world, boss, ROWS)
    await mutate(boss, 'sendCampaign', { id, scheduledAt: new Date(at.now + 86_400_000).toISOString() })
    const whole = await readAtEachMoment(async () => {
      at.now += 60_000
      const { data } = await boss.graphql(
        'mutation ($id: ID!) { createSheetLink(input: { id: $id }) { url errors { code message } } }',
        { id },
      )
      return { path: data.createSheetLink.url, headers: {}, act: () => mutate(boss, 'revokeSheetLink', { id }) }
    })
    expectCutOff(whole)
  })
})

describe('the download of a super admin', () => {
  it('ends when they sign out', async () => {
    await addEntries(INSTALLATION)
    const whole = await readAtEachMoment(async () => {
      const { headers } = await signInSuperAdmin(at.world)
      const act = () =>
        askAs(headers, 'POST', `${at.world.url}/graphql`, { query: 'mutation { superAdminLogout { done } }' })
      return { path: INSTALLATION_LOG, headers, act }
    })
    expectCutOff(whole)
  })

  it('continues when they confirm their password, and ends when they change it', async () => {
    await addEntries(INSTALLATION)
    const query = 'mutation ($password: String!) { superAdminConfirmPassword(input: { password: $password }) { done } }'
    const confirmed = await readAtEachMoment(async () => {
      const { headers } = await signInSuperAdmin(at.world)
      const variables = { password: SUPER_ADMIN.password }
      const act = () => askAs(headers, 'POST', `${at.world.url}/graphql`, { query, variables })
      return { path: INSTALLATION_LOG, headers, act }
    })
    expect(confirmed).toEqual(confirmed.map((_, index) => index > 0))
    const changed = await readAtEachMoment(async () => {
      const { headers } = await signInSuperAdmin(at.world)
      return { path: INSTALLATION_LOG, headers, act: () => signInSuperAdmin(at.world) }
    })
    expectCutOff(changed)
  })
})
