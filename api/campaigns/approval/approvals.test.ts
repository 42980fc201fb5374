import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { createKey } from '#tests/support/api-key.ts'
import { endApproval } from '#tests/support/approval-off.ts'
import { act, approvalOf, office, TOMORROW } from '#tests/support/approval-world.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate, mutationDocument } from '#tests/support/mutate.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function actsOf(who: TestPerson, count: number) {
  const { data } = await who.graphql(
    `{ auditEvents(first: ${count}) { nodes { action actorName targetLabel changes { field to } } } }`,
  )
  return data.auditEvents.nodes
}

describe('a workspace where launches need approval', () => {
  it('refuses a launch without approval from every person and through every API', async () => {
    const { boss, bea, id, look } = await office(world)
    const key = await createKey(boss, ['campaigns:send'])
    const refused = { code: 'APPROVAL_NEEDED' }
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject(refused)
    expect(await act(bea, 'sendCampaign', { id, scheduledAt: TOMORROW() })).toMatchObject(refused)
    expect(await act(boss, 'sendCampaign', { id })).toMatchObject(refused)
    const byKey = await byToken(key, 'sendCampaign', { id })
    expect(JSON.stringify(byKey)).toContain('APPROVAL_NEEDED')
    const rest = await fetch(`${world.url}/api/campaigns/${id}/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(rest.status).toBe(403)
    expect(await rest.json()).toMatchObject({ code: 'APPROVAL_NEEDED' })
    expect(await look()).toMatchObject({ status: 'draft', logs: [] })
  })

  it('must have two admins', async () => {
    const boss = await world.signUp({ unlimited: true })
    await addColleague(world, boss)
    const on = { launchApproval: true }
    expect(await act(boss, 'updateEmailSettings', on, '{ launchApproval }')).toMatchObject({ code: 'BAD_INPUT' })
    await addColleague(world, boss, { role: 'admin' })
    const settings = '{ launchApproval approverCount }'
    expect(await act(boss, 'updateEmailSettings', on, settings)).toEqual({ launchApproval: true, approverCount: 2 })
    expect(await actsOf(boss, 1)).toMatchObject([
      { action: 'settings_changed', changes: [{ field: 'launchApproval', to: 'true' }] },
    ])
  })

  it('differs from others, where a campaign launches at once and a request for approval is refused', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draftCampaign(world, person, 1)
    expect(await act(person, 'requestApproval', { id })).toMatchObject({ code: 'CONFLICT' })
    expect(await act(person, 'sendCampaign', { id })).toMatchObject({ status: 'sending', approval: null })
  })
})

describe('an approved launch', () => {
  it('launches the campaign as it was requested, for the person who asked', async () => {
    const { boss, ada, bea, id, request, decide, look } = await office(world)
    const scheduledAt = TOMORROW()
    const asked = await request({ scheduledAt, note: 'For Monday' })
    expect(asked.approval).toEqual({
      ...{ status: 'waiting', request: 1, requestedBy: 'Bea', note: 'For Monday', changed: [] },
      ...{ decidedBy: null, reason: null, canDecide: false, canWithdraw: true },
    })
    expect(await approvalOf(ada, id)).toMatchObject({ canDecide: true, canWithdraw: false })
    expect(await look()).toMatchObject({ status: 'draft', logs: [] })
    const approved = await decide(ada, 'approve')
    expect(approved).toMatchObject({
      ...{ status: 'sending', launchedBy: { name: 'Bea' } },
      approval: { status: 'approved', decidedBy: 'Ada', canDecide: false },
    })
    expect(await look()).toMatchObject({ status: 'sending', scheduledAt, pendingCount: 3 })
    expect(await actsOf(boss, 3)).toEqual([
      {
        ...{ action: 'campaign_launched', actorName: 'Ada', targetLabel: 'News' },
        changes: [
          { field: 'recipients', to: '3' },
          { field: 'requestedBy', to: 'Bea' },
        ],
      },
      {
        ...{ action: 'approval_given', actorName: 'Ada', targetLabel: 'News' },
        changes: [{ field: 'requestedBy', to: 'Bea' }],
      },
      {
        ...{ action: 'approval_requested', actorName: 'Bea', targetLabel: 'News' },
        changes: [
          { field: 'recipients', to: '3' },
          { field: 'note', to: 'For Monday' },
        ],
      },
    ])
    await act(bea, 'pauseCampaign', { id })
    expect(await act(bea, 'resumeCampaign', { id })).toMatchObject({ status: 'sending' })
  })

  it('covers its mailboxes only: resuming or sending again from others is refused', async () => {
    const { boss, ada, bea, id, request, decide, look } = await office(world)
    const own = await mailboxGlobalId(bea)
    await request({ scheduledAt: TOMORROW() })
    await decide(ada, 'approve')
    await world.connect(bea, 'google', 'other@sandbox.test')
    const other = await mailboxGlobalId(bea)
    expect(other).not.toBe(own)
    await act(bea, 'pauseCampaign', { id })
    const refused = { code: 'APPROVAL_NEEDED', message: expect.stringMatching(/mailboxes/) }
    expect(await act(bea, 'resumeCampaign', { id, mailboxIds: [other] })).toMatchObject(refused)
    expect(await act(bea, 'resumeCampaign', { id, mailboxIds: [own, other] })).toMatchObject(refused)
    expect(await look()).toMatchObject({ status: 'paused' })
    expect(await act(bea, 'resumeCampaign', { id, mailboxIds: [own] })).toMatchObject({ status: 'sending' })
    await world.app.database.inTenant(boss.tenantId, (em) =>
      em.execute(
        `update email_logs set status = 'failed', failed_at = now(), error = 'REFUSED' where tenant_id = :tenantId returning 1`,
        {
          tenantId: boss.tenantId,
        },
      ),
    )
    expect(await act(bea, 'sendToFailed', { id, mailboxIds: [other] })).toMatchObject(refused)
    expect(await act(bea, 'sendToFailed', { id })).toMatchObject({ status: 'sending' })
  })

  it('covers its mailboxes only, even after they are disconnected or the workspace stops requiring approval', async () => {
    const { boss, ada, bea, id, request, decide } = await office(world)
    await request({ scheduledAt: TOMORROW() })
    await decide(ada, 'approve')
    await act(bea, 'pauseCampaign', { id })
    const own = await mailboxGlobalId(bea)
    expect(await act(bea, 'disconnectMailbox', { id: own }, '{ id }')).toEqual({ id: own })
    await world.connect(bea, 'google', 'next@sandbox.test')
    expect(await act(bea, 'resumeCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
    await endApproval(world, boss)
    expect(await act(bea, 'resumeCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
  })

  it('can be launched once: after an undo, approval must be requested again', async () => {
    const { ada, bea, id, request, decide } = await office(world)
    await request({ undoSeconds: 600 })
    await decide(ada, 'approve')
    expect(await act(bea, 'cancelCampaign', { id, onlyIfUnsent: true })).toMatchObject({ status: 'draft' })
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
    expect(await decide(ada, 'approve')).toMatchObject({ code: 'CONFLICT' })
    expect(await request()).toMatchObject({ approval: { request: 2, status: 'waiting' } })
    expect(await decide(ada, 'approve', { request: 2 })).toMatchObject({ status: 'sending' })
  })

  it('can instead be refused with a reason, which the requester reads, or withdrawn by the requester', async () => {
    const { ada, bea, id, request, decide, look } = await office(world)
    await request()
    expect(await decide(ada, 'decline', { reason: ' ' })).toMatchObject({ code: 'BAD_INPUT' })
    await decide(ada, 'decline', { reason: 'The price is wrong.' })
    expect(await approvalOf(bea, id)).toMatchObject({
      ...{ status: 'declined', decidedBy: 'Ada', reason: 'The price is wrong.', canDecide: false, canWithdraw: false },
    })
    expect(await decide(ada, 'approve')).toMatchObject({ code: 'CONFLICT' })
    await request()
    expect(await decide(bea, 'withdraw', { request: 2 })).toMatchObject({ approval: { status: 'withdrawn' } })
    expect(await decide(ada, 'approve', { request: 2 })).toMatchObject({ code: 'CONFLICT' })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('is listed for the admins who can decide on it while it waits, and for nobody else', async () => {
    const { boss, ada, bea, id, request } = await office(world)
    const waiting = async (who: TestPerson) => {
      const { data } = await who.graphql('{ campaigns(filter: { awaitsMe: true }) { totalCount nodes { id } } }')
      return data.campaigns.nodes.map((node: { id: string }) => node.id)
    }
    expect(await waiting(ada)).toEqual([])
    await request({}, bea)
    for (const who of [ada, boss]) expect(await waiting(who)).toEqual([id])
    expect(await waiting(bea)).toEqual([])
  })
})

describe('the admin who decides on a launch', () => {
  it('may preview and rehearse it from mailboxes that are not shared with them, but sends nothing from those', async () => {
    const { ada, bea, id, request, decide } = await office(world)
    const beasMailbox = await mailboxGlobalId(bea)
    const rehearse = () => act(ada, 'rehearseCampaign', { id, mailboxIds: [beasMailbox] }, '{ id }')
    const preview = async () => {
      const document = `query ($input: MailInput!) { previewMail(input: $input) { from { address } } }`
      const { data, errors } = await ada.graphql(document, { input: { campaignId: id, mailboxId: beasMailbox } })
      return errors ? { code: errors[0].extensions.code } : data.previewMail
    }
    expect([await rehearse(), await preview()]).toMatchObject([{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }])
    await request()
    expect(await rehearse()).toEqual({ id })
    expect(await preview()).toEqual({ from: { address: expect.stringContaining('@') } })
    const test = await act(ada, 'sendTestMail', { campaignId: id, mailboxId: beasMailbox }, '{ sent }')
    expect(test).toMatchObject({ code: 'FORBIDDEN' })
    await decide(ada, 'decline', { reason: 'No' })
    expect(await preview()).toEqual({ code: 'FORBIDDEN' })
  })
})

describe('a launch cannot be approved by', () => {
  it('the requester, also as an admin and with their own API key', async () => {
    const { boss, bea, id, look } = await office(world)
    await world.connect(boss)
    const key = await createKey(boss, ['campaigns:send'])
    const asked = await byToken(key, 'requestApproval', { id })
    expect(JSON.stringify(asked)).not.toContain('FORBIDDEN')
    const own = { id, request: 1, decision: 'approve' }
    expect(await act(boss, 'decideApproval', own)).toMatchObject({ code: 'FORBIDDEN' })
    const byKey = await byToken(key, 'decideApproval', own)
    expect(JSON.stringify(byKey)).toContain('FORBIDDEN')
    expect(await act(bea, 'decideApproval', own)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('the admin who created the API key of the service account that requested it', async () => {
    const { boss, ada, bea, id } = await office(world)
    await mutate(bea, 'shareMailbox', { id: await mailboxGlobalId(bea), userIds: [], everybody: true })
    const key = await serviceKey(boss)
    const { errors } = await byToken(key, 'requestApproval', { id })
    expect(errors).toBeUndefined()
    const decision = { id, request: 1, decision: 'approve' }
    expect(await act(boss, 'decideApproval', decision)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await act(ada, 'decideApproval', decision)).toMatchObject({ status: 'sending' })
  })

  it('somebody who is no longer an admin', async () => {
    const { boss, ada, request, decide, look } = await office(world)
    await request()
    await mutate(boss, 'updateUser', { id: ada.id, role: 'user' })
    expect(await decide(ada, 'approve')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('an admin of another workspace', async () => {
    const { request, decide, look } = await office(world)
    await request()
    const stranger = await world.signUp({ unlimited: true })
    expect(await decide(stranger, 'approve')).toMatchObject({ code: 'NOT_FOUND' })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('an admin who looked at an earlier request for it', async () => {
    const { ada, request, decide } = await office(world)
    await request()
    await request({ scheduledAt: TOMORROW() })
    expect(await decide(ada, 'approve')).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/requested again/),
    })
  })

  it('a second admin at the same time: it is launched once', async () => {
    const { boss, ada, request, decide, look } = await office(world)
    await request()
    const answers = await Promise.all([boss, ada].map((who) => decide(who, 'approve')))
    expect(answers.filter((answer) => answer.status === 'sending')).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 'CONFLICT')).toHaveLength(1)
    expect((await look()).logs).toHaveLength(3)
  })
})

describe('the requester of a launch', () => {
  it('must still be allowed to use the mailboxes when it is approved', async () => {
    const { boss, ada, bea, id, request, decide } = await office(world)
    await world.connect(ada)
    const mailbox = await mailboxGlobalId(ada)
    await mutate(ada, 'shareMailbox', { id: mailbox, userIds: [bea.id], everybody: false })
    expect(await request({ mailboxIds: [mailbox] })).toMatchObject({ approval: { status: 'waiting' } })
    await mutate(ada, 'shareMailbox', { id: mailbox, userIds: [], everybody: false })
    expect(await decide(boss, 'approve')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await approvalOf(boss, id)).toMatchObject({ status: 'waiting' })
  })

  it('must not be deactivated when it is approved', async () => {
    const { boss, ada, bea, request, decide, look } = await office(world)
    await request()
    await mutate(boss, 'updateUser', { id: bea.id, isActive: false })
    expect(await decide(ada, 'approve')).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/deactivated/),
    })
    expect(await look()).toMatchObject({ status: 'draft' })
  })

  it('must still exist when it is approved, and another admin must exist when it is requested', async () => {
    const { boss, ada, bea, id, request, decide } = await office(world)
    await request()
    await world.app.database.inTenant(boss.tenantId, (em) =>
      em.execute('delete from users where tenant_id = :tenantId and id = :id returning 1', {
        tenantId: boss.tenantId,
        id: bea.userId,
      }),
    )
    expect((await decide(ada, 'approve')).code).toMatch(/CONFLICT|FORBIDDEN|NOT_FOUND/)
    await mutate(boss, 'updateUser', { id: ada.id, role: 'user' })
    await world.connect(boss)
    expect(await act(boss, 'requestApproval', { id })).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/No other admin/),
    })
  })
})

async function mailboxGlobalId(who: TestPerson): Promise<string> {
  const { mailboxId } = await mailboxOf(world, who)
  return encodeId('Mailbox', mailboxId)
}

/** The token of a service account's key that may send, which this admin creates. */
async function serviceKey(admin: TestPerson): Promise<string> {
  const account = await act(admin, 'createServiceAccount', { name: 'Robot' }, '{ id }')
  return createKey(admin, ['campaigns:send'], { serviceAccountId: account.id })
}

const byToken = (key: string, name: string, input: object) =>
  graphqlAs(world.url, { authorization: `Bearer ${key}` }, mutationDocument(name), { input })
