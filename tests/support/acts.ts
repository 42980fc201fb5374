import { AuditEvent } from '#api/audit/audit-event.ts'
import { User } from '#api/accounts/user.ts'
import { expect } from 'vitest'
import { draftCampaign } from './campaigns.ts'
import { run as runAll } from './imports.ts'
import { mutationDocument } from './mutate.ts'
import { askAs, signInSuperAdmin } from './super-admin.ts'
import { systemEmail, tokenIn } from './system-emails.ts'
import { browserOf } from './provider-sign-in-browser.ts'
import type { TestPerson, World } from './world.ts'

/** Returns who paused which campaign and why, from the workspace's activity log, oldest first. */
export async function pausesIn(world: World, { tenantId }: TestPerson) {
  const events = await world.app.database.inTenant(tenantId, (em) =>
    em.find(AuditEvent, { tenantId, action: 'campaign_paused' }, { orderBy: { id: 'asc' } }),
  )
  return events.map(({ actor, targetId, changes }) => ({ actor, target: targetId, reason: changes[0]?.to }))
}

/** A test of what an action records. */
export interface ActCase {
  act: (who: TestPerson) => Promise<unknown>
  says?: Partial<AuditEvent>
  /** place where the action is recorded; default: the person's workspace */
  where?: 'installation' | ((result: unknown) => string)
}

/** Returns helpers for tests of the activity log: perform actions as a person, and read the log's entries. */
export function actsIn(world: () => World) {
  /** Runs a GraphQL document that must succeed, and returns its first field. */
  async function run(who: TestPerson, document: string, variables: object = {}): Promise<any> {
    return Object.values(await runAll(who, document, variables))[0]
  }
  const onId = (who: TestPerson, name: string, id: string, more: object = {}) =>
    run(who, mutationDocument(name), { input: { id, ...more } })
  const userOf = ({ tenantId, userId }: TestPerson) =>
    world().app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))
  const login = async (who: TestPerson, password: string) =>
    world().anybody.rest('POST', '/api/login', { username: (await userOf(who)).username, password })
  const download = (who: TestPerson, path: string) =>
    fetch(world().url + path, { headers: { authorization: who.token } }).then((response) => response.text())
  const sql = (who: TestPerson, statement: string) =>
    world().app.database.inTenant(who.tenantId, (em) => em.execute(statement, { tenantId: who.tenantId }))

  /** Connects a mailbox for a person; returns its id. */
  async function mailbox(who: TestPerson): Promise<string> {
    await world().connect(who, 'google')
    return (await run(who, '{ mailboxes { id } }'))[0].id
  }
  /** Launches a campaign of two recipients for tomorrow. @returns its id */
  async function launched(who: TestPerson): Promise<string> {
    await world().connect(who)
    const id = await draftCampaign(world(), who, 2)
    const at = new Date(Date.now() + 86_400_000).toISOString()
    await run(
      who,
      'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code field message } } }',
      { id, at },
    )
    return id
  }
  const apiKey = async (who: TestPerson): Promise<string> =>
    (
      await run(
        who,
        'mutation { createApiKey(input: { name: "Till", scopes: [CONTACTS_READ] }) { apiKey { id } errors { code field message } } }',
      )
    ).apiKey.id
  const serviceAccount = async (who: TestPerson): Promise<string> =>
    (
      await run(
        who,
        'mutation { createServiceAccount(input: { name: "Shop" }) { serviceAccount { id } errors { code field message } } }',
      )
    ).id
  /** Adds a Google sign-in method to a person; returns its id. */
  async function identity(who: TestPerson): Promise<string> {
    await browserOf(world(), who).walk('google', `id-${who.userId}@sandbox.test`, '?action=identity')
    return (await run(who, '{ identities { id } }'))[0].id
  }
  /** Returns the link to a page in an email that the product sent to a person. */
  async function emailedTo(who: TestPerson, subject: string, page: string): Promise<string> {
    return tokenIn(await systemEmail(world().sandboxUrl, (await userOf(who)).email, subject), page)
  }
  /** Runs a GraphQL document as a super admin; it must succeed. */
  async function askSuperAdmin(query: string, variables: object = {}) {
    const { headers } = await signInSuperAdmin(world())
    const { body } = await askAs(headers, 'POST', `${world().url}/graphql`, { query, variables })
    expect(body.errors).toBeUndefined()
    return body.data
  }
  async function scheduleDeletion(who: TestPerson): Promise<void> {
    const { name } = await run(who, '{ tenant { name } }')
    await run(
      who,
      'mutation ($name: String!) { scheduleWorkspaceDeletion(input: { name: $name }) { tenant { id } errors { code field message } } }',
      { name },
    )
  }
  /** Returns the entries of a workspace's activity log, newest first. */
  const read = (tenantId: string) =>
    world().app.database.asSystem((em) => em.find(AuditEvent, { tenantId }, { orderBy: { id: 'desc' } }))
  return {
    ...{
      run,
      onId,
      userOf,
      login,
      download,
      sql,
      mailbox,
      launched,
      apiKey,
      serviceAccount,
      identity,
      emailedTo,
      read,
    },
    ...{ askSuperAdmin, scheduleDeletion },
  }
}
