import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { endApproval } from '#tests/support/approval-off.ts'
import { act, office } from '#tests/support/approval-world.ts'
import { untilCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
/** Without workers. */
let idle: World
beforeAll(async () => {
  world = await createWorld()
  idle = await createWorld({ send: false })
})
afterAll(() => Promise.all([world.close(), idle.close()]))

const sqlOf = (where: World, { tenantId }: TestPerson) => ({
  run: (sql: string, values: object = {}) =>
    where.app.database.inTenant(tenantId, (em) => em.execute<any[]>(sql, { tenantId, ...values })),
})

/** The emails, with what is frozen in each. */
const emailsOf = (where: World, who: TestPerson) =>
  sqlOf(where, who).run(
    `select id, contact_id as "contactId", contact_email as email, contact_name as name, merge_values as merge, status, error
     from email_logs where tenant_id = :tenantId order by id`,
  )

const fail = (where: World, who: TestPerson, error: string) =>
  sqlOf(where, who).run(
    `with failed as (update email_logs set status = 'failed', sent_at = null, failed_at = now(), error = :error
       where tenant_id = :tenantId returning campaign_id)
     update campaigns set sent_count = 0, failed_count = (select count(*) from failed)
     where tenant_id = :tenantId and id in (select campaign_id from failed) returning id`,
    { error },
  )

/** The addresses to which a person's mailbox sent emails. */
async function sentTo(who: TestPerson): Promise<string[]> {
  const [mailbox] = await sqlOf(world, who).run('select provider, email from mailboxes where tenant_id = :tenantId')
  const path = `mailboxes/${mailbox.provider}/${encodeURIComponent(mailbox.email)}/messages?limit=100`
  const response = await fetch(`${world.sandboxUrl}/sandbox/${path}`)
  const { messages } = (await response.json()) as { messages: { to: { address: string }[] }[] }
  return messages.flatMap(({ to }) => to.map(({ address }) => address))
}

const CHANGED = { email: 'other@example.com', firstName: 'Eve' }
const edit = (who: TestPerson, contactId: string, input: object = CHANGED) =>
  mutate(who, 'updateContact', { id: encodeId('Contact', contactId), ...input }, '{ id }')

/** An approved launch to two people whose emails then failed; the contact of the first one is edited. */
async function failedLaunch(where: World, error = '400 refused') {
  const made = await office(where, 2)
  await made.request()
  expect(await made.decide(made.ada, 'approve')).toMatchObject({ status: 'sending' })
  if (where === world) await untilCampaign(made.boss, made.id, 'it is sent', ({ status }) => status === 'sent')
  const [before] = await emailsOf(where, made.bea)
  await fail(where, made.bea, error)
  expect((await edit(made.bea, before.contactId)).errors ?? null).toBeNull()
  const first = async () => (await emailsOf(where, made.bea)).find(({ id }) => id === before.id)
  return { ...made, before, first }
}

describe('an approved email that is sent again', () => {
  it('goes to the approved address with the approved values, though its contact was edited since', async () => {
    const { boss, bea, id, before, first } = await failedLaunch(world)
    expect(await act(bea, 'sendToFailed', { id })).toMatchObject({ status: 'sending' })
    await untilCampaign(boss, id, 'it is sent again', ({ status, sentCount }) => status === 'sent' && sentCount === 2)
    const { email, name, merge } = before
    expect(await first()).toMatchObject({ email, name, merge, error: null })
    const addresses = await sentTo(bea)
    expect(addresses.filter((address) => address === email)).toHaveLength(2)
    expect(addresses).not.toContain(CHANGED.email)
  })

  it('keeps the approved values also after the workspace stops requiring approval', async () => {
    const { boss, bea, id, before, first } = await failedLaunch(idle)
    await endApproval(idle, boss)
    expect(await act(bea, 'sendToFailed', { id })).toMatchObject({ status: 'sending' })
    expect(await first()).toMatchObject({ status: 'pending', email: before.email, merge: before.merge })
  })

  it('keeps the approved values also when the campaign is resumed', async () => {
    const { bea, id, before, first } = await failedLaunch(idle, 'EXPIRED_TOKEN: the sign-in has expired')
    await act(bea, 'pauseCampaign', { id })
    expect(await act(bea, 'resumeCampaign', { id })).toMatchObject({ status: 'sending' })
    expect(await first()).toMatchObject({ status: 'pending', email: before.email, merge: before.merge })
  })

  it.each([
    ['the approved address', ({ email }: { email: string }) => email],
    ['the new address', () => CHANGED.email],
  ])('is not sent if %s of its contact was suppressed meanwhile', async (_, addressOf) => {
    const { boss, bea, id, before, first } = await failedLaunch(idle)
    const { errors } = await mutate(boss, 'addSuppressions', { emails: [addressOf(before)] }, '')
    expect(errors ?? null).toBeNull()
    expect(await act(bea, 'sendToFailed', { id }, '{ status failedCount pendingCount }')).toEqual({
      ...{ status: 'sending', failedCount: 1, pendingCount: 1 },
    })
    expect(await first()).toMatchObject({ status: 'failed', error: 'SUPPRESSED: manual', email: before.email })
  })

  it("is not sent if its recipient's values were deleted", async () => {
    const { bea, id, before, first } = await failedLaunch(idle)
    await sqlOf(idle, bea).run(
      `update email_logs set merge_values = '{"firstName": "", "lastName": "", "fields": {}, "deleted": true}'
       where tenant_id = :tenantId and id = :id returning 1`,
      { id: before.id },
    )
    const emailLogIds = [encodeId('EmailLog', before.id)]
    expect(await act(bea, 'sendToFailed', { id, emailLogIds })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await act(bea, 'sendToFailed', { id })).toMatchObject({ status: 'sending' })
    expect(await first()).toMatchObject({ status: 'failed' })
  })
})
