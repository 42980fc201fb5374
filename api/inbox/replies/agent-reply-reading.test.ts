import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiScope } from '#domain/accounts/api-keys.ts'
import type { OpenMailbox } from '#api/sending/provider.ts'
import { takeReturns } from '../record-inbox-events.ts'
import { createKey } from '#tests/support/api-key.ts'
import { person as personOf } from '#tests/support/person.ts'
import { answer, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith } from '#tests/support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
  for (const provider of ['microsoft', 'google'] as const) {
    const vendor = world.app.vendors[provider]!
    const readMail: OpenMailbox['readMail'] = async () => ({ subject: 'Re: Hello', text: 'Yes', html: '', link: null })
    world.app.vendors[provider] = {
      ...vendor,
      openMailbox: (...values) => ({ ...vendor.openMailbox(...values), canRead: true, readMail }),
    }
  }
})
afterAll(() => world.close())

/** A workspace with a reply in a mailbox at this provider, and a program with a key. */
async function workspace(provider: 'microsoft' | 'google') {
  const admin = await world.signUp({ unlimited: true })
  await world.connect(admin, provider, undefined, undefined, { reading: true })
  const key = await mailboxOf(world, admin)
  await campaignWith(world, admin, key, [{ email: 'a@there.test', threadId: 't' }])
  await takeReturns(world.app, key, 'me@here.test', [
    answer('a@there.test', { threadId: 't', at: new Date(), id: 'm' }),
  ])
  const program = async (scopes: readonly ApiScope[]) =>
    personOf(world.url, await createKey(admin, scopes), admin.tenantId, '')
  return {
    admin,
    program: await program(['mailboxes:read', 'campaigns:read', 'settings:read', 'settings:write']),
    campaignProgram: await program(['campaigns:read']),
  }
}

async function replyRead(by: TestPerson) {
  const list = await by.graphql('{ replies(first: 1) { nodes { id fromEmail canRead } } }')
  const [reply] = list.data.replies.nodes
  expect(reply.fromEmail).toBe('a@there.test')
  const mail = await by.graphql('query ($id: ID!) { replyMail(id: $id) { text problem message } }', { id: reply.id })
  expect(reply.canRead).toBe(mail.data?.replyMail.problem === null)
  return mail.data?.replyMail
}

const CHANGE = `mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) {
  emailSettings { agentsReadGmailReplies } errors { code } } }`
const allow = (by: TestPerson, agentsReadGmailReplies = true) =>
  by.graphql(CHANGE, { input: { agentsReadGmailReplies } })

describe('the reading of a reply by a program with an API key (replyMail)', () => {
  it('works for a reply in a Gmail mailbox only while an admin allows it', async () => {
    const { admin, program } = await workspace('google')
    expect(await replyRead(program)).toEqual({
      text: null,
      problem: 'agentsMayNot',
      message: expect.stringContaining('An admin can allow it under Settings'),
    })
    expect(await replyRead(admin)).toMatchObject({ text: 'Yes', problem: null })
    await allow(admin)
    expect(await replyRead(program)).toMatchObject({ text: 'Yes', problem: null })
    await allow(admin, false)
    expect(await replyRead(program)).toMatchObject({ text: null, problem: 'agentsMayNot' })
  })

  it('works for a reply in a Microsoft mailbox without that permission', async () => {
    const { program } = await workspace('microsoft')
    expect(await replyRead(program)).toMatchObject({ text: 'Yes', problem: null })
  })
})

describe('Reply.canRead', () => {
  it('is false for an API key without the scope that reads replies', async () => {
    const { admin, campaignProgram } = await workspace('microsoft')
    expect(await replyRead(campaignProgram)).toBeUndefined()
    expect(await replyRead(admin)).toMatchObject({ text: 'Yes' })
  })
})

describe('the permission for programs to read replies in Gmail', () => {
  it('is given by a signed-in admin only, and recorded in the activity log', async () => {
    const { admin, program } = await workspace('google')
    const refused = await allow(program)
    expect(JSON.stringify(refused)).toContain('FORBIDDEN')
    const log = '{ auditEvents(first: 1) { nodes { action changes { field from to } } } }'
    await allow(admin)
    expect((await admin.graphql(log)).data.auditEvents.nodes).toEqual([
      { action: 'settings_changed', changes: [{ field: 'agentsReadGmailReplies', from: 'false', to: 'true' }] },
    ])
  })
})
