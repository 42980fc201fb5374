import { describe, expect, it } from 'vitest'
import { turnOffDue } from '#api/settings/launch-approval.ts'
import { createKey } from '../support/api-key.ts'
import { act, office } from '../support/approval-world.ts'
import { joinedLongAgo, signedInNow, withNewSession } from '../support/approval-off.ts'
import { clockedWorld } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import { person, type TestPerson } from '../support/person.ts'

/** An admin, or whoever has an admin's session or key, wants to launch without the second person. */

const at = clockedWorld()
const HOUR = 3_600_000

const set = (who: TestPerson, input: object) => act(who, 'updateEmailSettings', input, '{ launchApproval }')
const off = (who: TestPerson) => set(who, { launchApproval: false })
const on = (who: TestPerson) => set(who, { launchApproval: true })
const isOn = { launchApproval: true }
const isOff = { launchApproval: false }

const asProgram = async (admin: TestPerson) =>
  person(at.world.url, await createKey(admin, ['settings:write', 'campaigns:send']), admin.tenantId, '')

async function pendingOf(who: TestPerson) {
  const { data } = await who.graphql('{ emailSettings { approvalOff { at askedBy canConfirm } } }')
  return data.emailSettings.approvalOff
}

async function actsOf(who: TestPerson, count: number) {
  const { data } = await who.graphql(
    `{ auditEvents(first: ${count}) { nodes { action actor actorName changes { field from to } } } }`,
  )
  return data.auditEvents.nodes
}

/** Moves the clock, and lets these people sign in again. */
async function pass(ms: number, ...people: TestPerson[]) {
  at.now += ms
  for (const who of people) await signedInNow(at.world, who)
}

describe('the requirement to approve launches', () => {
  it('cannot be turned off by one admin at once, nor by asking twice', async () => {
    const { boss, bea, id } = await office(at.world)
    expect(await off(boss)).toEqual(isOn)
    expect(await off(boss)).toEqual(isOn)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
  })

  it('is turned off 24 hours after an admin asks for it, which every admin sees, and is recorded', async () => {
    const { boss, ada, bea, id } = await office(at.world)
    await off(boss)
    const when = new Date(at.now + 24 * HOUR).toISOString()
    const { name } = (await boss.graphql('{ currentUser { name } }')).data.currentUser
    expect(await pendingOf(boss)).toEqual({ at: when, askedBy: name, canConfirm: false })
    expect(await pendingOf(ada)).toMatchObject({ at: when, askedBy: name })
    expect(await pendingOf(bea)).toBeNull()
    expect(await actsOf(boss, 1)).toMatchObject([
      { action: 'approval_off_requested', changes: [{ field: 'turnsOffAt', from: null, to: when }] },
    ])
    await pass(24 * HOUR - 1)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
    await pass(1)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ id })
    expect(await pendingOf(boss)).toBeNull()
    expect(await turnOffDue(at.world.app)).toBeGreaterThan(0)
    expect(await actsOf(boss, 1)).toMatchObject([
      {
        ...{ action: 'approval_turned_off', actor: 'product' },
        changes: [
          { field: 'launchApproval', from: 'true', to: 'false' },
          { field: 'requestedBy', from: null, to: name },
        ],
      },
    ])
    expect((await boss.graphql('{ emailSettings { launchApproval } }')).data.emailSettings).toEqual(isOff)
  })

  it('is turned off at once when another admin confirms it', async () => {
    const { boss, ada, bea, id } = await office(at.world)
    await joinedLongAgo(at.world, ada)
    await off(boss)
    expect(await pendingOf(ada)).toMatchObject({ canConfirm: true })
    expect(await off(bea)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await off(ada)).toEqual(isOff)
    expect(await actsOf(boss, 1)).toMatchObject([{ action: 'approval_turned_off', actorName: 'Ada' }])
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ id })
  })

  it('cannot be turned off with the confirmation of a user who became an admin less than 24 hours ago', async () => {
    const { boss, bea } = await office(at.world)
    const eve = await addColleague(at.world, boss, { name: 'Eve', role: 'admin' })
    await off(boss)
    expect(await off(eve)).toMatchObject({ code: 'FORBIDDEN', message: expect.stringMatching(/24 hours.*UTC/) })
    await joinedLongAgo(at.world, bea)
    await act(boss, 'updateUser', { id: bea.id, role: 'ADMIN' }, '{ id }')
    expect(await off(bea)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await pendingOf(bea)).toMatchObject({ canConfirm: false })
  })

  it('cannot be turned off with the confirmation of an admin who was activated again less than 24 hours ago', async () => {
    const { boss, ada } = await office(at.world)
    await joinedLongAgo(at.world, ada)
    await off(boss)
    for (const isActive of [false, true]) await act(boss, 'updateUser', { id: ada.id, isActive }, '{ id }')
    const again = await withNewSession(at.world, ada)
    expect(await pendingOf(again)).toMatchObject({ canConfirm: false })
    expect(await off(again)).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('stays on when any admin keeps it on, and the next request waits 24 hours again', async () => {
    const { boss, ada, bea, id } = await office(at.world)
    await off(boss)
    await pass(20 * HOUR, boss, ada)
    expect(await on(ada)).toEqual(isOn)
    expect(await actsOf(boss, 1)).toMatchObject([{ action: 'approval_off_cancelled', actorName: 'Ada' }])
    await off(boss)
    await pass(10 * HOUR)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
  })

  it('is turned off after 24 hours where only one admin is left', async () => {
    const { boss, ada, bea, id } = await office(at.world)
    await act(boss, 'updateUser', { id: ada.id, role: 'USER' }, '{ id }')
    expect(await off(boss)).toEqual(isOn)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
    await pass(24 * HOUR)
    expect(await act(bea, 'sendCampaign', { id })).toMatchObject({ id })
  })

  it('is turned on again after the 24 hours with an entry for each in the activity log', async () => {
    const { boss } = await office(at.world)
    await off(boss)
    await pass(25 * HOUR, boss)
    expect(await on(boss)).toEqual(isOn)
    expect(await actsOf(boss, 2)).toMatchObject([{ action: 'settings_changed' }, { action: 'approval_turned_off' }])
  })
})

describe('an API key with settings:write', () => {
  it.each([
    ['the approval of launches', isOff],
    ['how long contents are kept', { contentsKeptDays: 30 }],
    ['how long recipients are kept', { recipientsKeptDays: 30 }],
  ])('cannot change %s, through GraphQL or REST', async (_, input) => {
    const { boss } = await office(at.world)
    const key = await asProgram(boss)
    const refused = { code: 'FORBIDDEN', message: expect.stringMatching(/API key/) }
    expect(await set(key, input)).toMatchObject(refused)
    expect(await key.rest('POST', '/api/settings/email', input)).toMatchObject({ status: 403, body: refused })
    expect(await set(key, { undoSeconds: 20, ...isOn })).toEqual(isOn)
  })

  it('cannot keep the approval of launches on or turn it on', async () => {
    const { boss } = await office(at.world)
    const key = await asProgram(boss)
    await off(boss)
    expect(await on(key)).toMatchObject({ code: 'FORBIDDEN' })
    expect((await key.graphql('{ emailSettings { approvalOff { at } } }')).data.emailSettings.approvalOff).toBeNull()
    await pass(25 * HOUR)
    expect(await on(key)).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a stolen session of an admin whose last sign-in was an hour ago', () => {
  const SSO = { issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's', defaultRole: 'USER' }
  it.each([
    ['updateEmailSettings', isOff, '{ launchApproval }'],
    ['updateEmailSettings', { contentsKeptDays: 30 }, '{ launchApproval }'],
    ['updateEmailSettings', { recipientsKeptDays: 30 }, '{ launchApproval }'],
    ['requireSecondFactor', { required: false }, '{ id }'],
    ['updateSingleSignOn', { ...SSO, adminValues: [], required: false }, '{ issuer }'],
  ])('cannot use %s with %j', async (name, input, selection) => {
    const { boss } = await office(at.world)
    const key = await asProgram(boss)
    await pass(HOUR)
    expect(await act(boss, name, input, selection)).toMatchObject({ code: 'REAUTHENTICATE' })
    expect(await act(key, name, input, selection)).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a campaign that was approved', () => {
  it('sends to no changed contact when it is sent again after approval was turned off', async () => {
    const { boss, ada, bea, id, request, decide } = await office(at.world, 1)
    await request()
    await decide(ada, 'APPROVE')
    const sql = (statement: string) =>
      at.world.app.database.inTenant(boss.tenantId, (em) =>
        em.execute<{ email: string }[]>(statement, { tenantId: boss.tenantId }),
      )
    const emails = 'contact_email as email from email_logs where tenant_id = :tenantId'
    const [before] = await sql(`select ${emails}`)
    await sql(`update email_logs set status = 'failed', failed_at = now(), error = 'REFUSED'
      where tenant_id = :tenantId returning contact_email as email`)
    await sql(`update campaigns set failed_count = 1 where tenant_id = :tenantId and status = 'sending' returning id`)
    await sql(`update contacts set email = 'eve@evil.example' where tenant_id = :tenantId returning email`)
    await off(boss)
    await pass(25 * HOUR)
    expect(await act(bea, 'sendToFailed', { id })).toMatchObject({ status: 'sending' })
    expect(await sql(`select ${emails}`)).toEqual([before])
  })

  it('continues from no other mailbox after approval was turned off', async () => {
    const { boss, ada, bea, id, request, decide } = await office(at.world, 1)
    await request()
    await decide(ada, 'APPROVE')
    await act(bea, 'pauseCampaign', { id })
    await at.world.connect(bea, 'google', 'elsewhere@sandbox.test')
    const { data } = await bea.graphql('{ mailboxes { id email } }')
    const other = data.mailboxes.find(({ email }: { email: string }) => email === 'elsewhere@sandbox.test').id
    await off(boss)
    await pass(25 * HOUR)
    const answer = await act(bea, 'resumeCampaign', { id, mailboxIds: [other] })
    expect(answer).toMatchObject({ code: 'APPROVAL_NEEDED' })
    expect(await act(bea, 'resumeCampaign', { id })).toMatchObject({ status: 'sending' })
  })
})

describe('a launch while turning off approval is pending', () => {
  it('is refused to API keys too', async () => {
    const { boss, id } = await office(at.world)
    await off(boss)
    await at.world.connect(boss)
    expect(await act(await asProgram(boss), 'sendCampaign', { id })).toMatchObject({ code: 'APPROVAL_NEEDED' })
  })
})
