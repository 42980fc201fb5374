import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAIL_EVENTS, WEBHOOK_EVENTS, type AnyWebhookEvent } from '#domain/webhooks.ts'
import { encodeId, uuidOf } from '#schema/object-ids.ts'
import { addContacts, draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { answer, mailboxOf, report } from '#tests/support/returned-mail.ts'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { campaignWith } from '#tests/support/sent-mail.ts'
import { answerWith, deliveriesOf, makeWebhook, startReceiver } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { ERASED } from '#domain/personal-data.ts'
import { applyRetention } from '#api/personal-data/retention-periods.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { DeliveryError, type OpenMailbox } from '#api/sending/provider.ts'
import { deliverSlice } from './webhook-delivery.ts'
import { dueWebhooks } from './webhook-worker.ts'
import { noteContactIds, noteEvents } from './webhook-outbox.ts'

/** Events are written with the changes that they tell of. Without a worker, so that they stay where they are written. */
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const accepted = async () => ({ messageId: null, internetMessageId: null })
const refusing = (error: DeliveryError) => async () => {
  throw error
}
/** The events in a workspace, oldest first, without their data. */
const eventsOf = async (who: { tenantId: string }) => (await deliveriesOf(world, who)).map(({ event }) => event)
const dataOf = async (who: { tenantId: string }, event: AnyWebhookEvent) =>
  (await deliveriesOf(world, who, event)).map(({ data }) => data)
const watched = async () => {
  const person = await world.signUp({ unlimited: true })
  return { person, ...(await makeWebhook(person, { events: WEBHOOK_EVENTS })) }
}

describe('a workspace whose API access is off', () => {
  it('stores no webhook events, and sends none that wait', async () => {
    const { person } = await watched()
    const input = { firstName: 'Ann', lastName: 'Lee', email: 'ann@there.test' }
    const first = (await mutate(person, 'createContact', input)).data.createContact.id as string
    const { tenantId } = person
    const before = await eventsOf(person)
    const due = async () => (await dueWebhooks(world.app)).filter((key) => key.tenantId === tenantId).length
    expect([before.length, await due()]).toEqual([1, 1])
    const set = (features: string) =>
      world.app.database.asSystem((em) =>
        em.execute('update tenants set features = :features::jsonb where id = :tenantId', { features, tenantId }),
      )
    await set('{"apiAccess": false}')
    await mutate(person, 'updateContact', { id: first, lastName: 'New' })
    expect([await eventsOf(person), await due()]).toEqual([before, 0])
    await set('{"apiAccess": true}')
    await mutate(person, 'updateContact', { id: first, lastName: 'Newer' })
    expect([(await eventsOf(person)).length, await due()]).toEqual([2, 1])
  })
})

describe('the webhook events of a campaign', () => {
  it.each([
    ['is sent', { send: accepted }, ['email_sent', 'campaign_finished'], null],
    [
      'is refused',
      { send: refusing(new DeliveryError('bad-recipient', '550 no such user')) },
      ['email_failed', 'campaign_finished'],
      expect.any(String),
    ],
    [
      'may have been sent',
      { send: refusing(new DeliveryError('uncertain', 'UNCERTAIN: TIMEOUT: no answer in time')) },
      ['email_uncertain', 'campaign_finished'],
      'UNCERTAIN',
    ],
    [
      'meets an expired sign-in',
      { send: refusing(new DeliveryError('expired', 'EXPIRED_TOKEN: 400 invalid_grant')) },
      ['email_failed', 'mailbox_lost', 'campaign_paused'],
      expect.any(String),
    ],
  ] as [string, Partial<OpenMailbox>, AnyWebhookEvent[], unknown][])(
    'are sent when its only email %s',
    async (_what, script, events, failureCode) => {
      const campaign = await scriptedCampaign(world, script)
      await makeWebhook(campaign.person, { events: WEBHOOK_EVENTS })
      await campaign.send()
      const told = await eventsOf(campaign.person)
      expect(told[0]).toBe('campaign_started')
      expect(told.slice(1).toSorted()).toEqual(events.toSorted())
      const [email] = await dataOf(
        campaign.person,
        events.find((event) => event.startsWith('email'))!,
      )
      const campaignId = uuidOf('Campaign', campaign.id)
      expect(email).toEqual({
        emailLogId: expect.any(String),
        campaignId,
        contactId: expect.any(String),
        failureCode,
        step: 1,
      })
      expect(await dataOf(campaign.person, 'campaign_started')).toEqual([
        { campaignId, status: 'sending', reason: null },
      ])
    },
  )

  it('are sent when a person pauses, resumes and cancels it', async () => {
    const { person, id, press } = await scriptedCampaign(world, { send: accepted })
    await press('sendCampaign')
    await makeWebhook(person, { events: WEBHOOK_EVENTS })
    await press('pauseCampaign')
    await press('resumeCampaign')
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update email_logs set attempts = 1 where tenant_id = :tenantId', { tenantId: person.tenantId }),
    )
    await press('cancelCampaign')
    const campaignId = uuidOf('Campaign', id)
    expect(await dataOf(person, 'campaign_paused')).toEqual([{ campaignId, status: 'paused', reason: 'PAUSED' }])
    expect(await dataOf(person, 'campaign_started')).toEqual([{ campaignId, status: 'sending', reason: null }])
    expect(await dataOf(person, 'campaign_finished')).toEqual([{ campaignId, status: 'failed', reason: null }])
    expect(await dataOf(person, 'email_failed')).toHaveLength(1)
  })

  it('are sent when it becomes a draft again', async () => {
    const { person, press } = await scriptedCampaign(world, { send: accepted })
    await press('sendCampaign')
    await makeWebhook(person, { events: WEBHOOK_EVENTS })
    await press('cancelCampaign')
    expect(await deliveriesOf(world, person)).toMatchObject([
      { event: 'campaign_finished', data: { status: 'draft', reason: null } },
    ])
  })

  /** A launch that is held back for 30 minutes, to an address that is suppressed and one that is not. */
  async function heldLaunch() {
    const { person } = await watched()
    await world.connect(person)
    const id = await draftCampaign(world, person, 2)
    const { data } = await person.graphql(
      'query ($id: ID!) { campaign(id: $id) { selectedContacts(first: 1) { nodes { email } } } }',
      { id },
    )
    const suppressed = await person.graphql(
      'mutation ($emails: [String!]!) { addSuppressions(input: { emails: $emails }) { added errors { message } } }',
      { emails: [data.campaign.selectedContacts.nodes[0].email] },
    )
    expect(suppressed.data.addSuppressions.added).toBe(1)
    const known = (await deliveriesOf(world, person)).length
    const { errors } = await mutate(person, 'sendCampaign', { id, undoSeconds: 1_800 })
    expect(errors).toBeUndefined()
    const press = (field: string, more: object = {}) => mutate(person, field, { id, ...more })
    const told = async () => (await deliveriesOf(world, person)).slice(known)
    return { person, press, told }
  }

  it('wait as long as a launch can be undone', async () => {
    const { told } = await heldLaunch()
    expect((await told()).map(({ event }) => event).toSorted()).toEqual(['campaign_started', 'email_failed'])
    for (const { dueAt, occurredAt } of await told()) {
      expect(Number(dueAt) - Date.now()).toBeGreaterThan(1_700_000)
      expect(occurredAt).toEqual(dueAt)
    }
  })

  it('are not sent for a launch that is undone', async () => {
    const { press, told } = await heldLaunch()
    expect((await press('cancelCampaign', { onlyIfUnsent: true })).errors).toBeUndefined()
    expect(await told()).toEqual([])
  })

  it('are sent at once, in order, when a launch is paused before it can no longer be undone', async () => {
    const { press, told } = await heldLaunch()
    await press('pauseCampaign')
    expect((await told()).map(({ event }) => event).toSorted()).toEqual([
      'campaign_paused',
      'campaign_started',
      'email_failed',
    ])
    for (const { dueAt } of await told()) expect(Number(dueAt)).toBeLessThanOrEqual(Date.now() + 60_000)
    expect((await told()).at(-1)?.event).toBe('campaign_paused')
    await press('cancelCampaign')
    expect((await told()).at(-1)).toMatchObject({ event: 'campaign_finished', data: { status: 'draft' } })
  })

  it('from before the launch are sent unchanged when a launch waits to be undone', async () => {
    const { press, told } = await heldLaunch()
    await press('pauseCampaign')
    await press('cancelCampaign')
    const before = await told()
    expect((await press('sendCampaign', { undoSeconds: 1_800 })).errors).toBeUndefined()
    const after = await told()
    expect(after.filter(({ id }) => before.some((event) => event.id === id))).toEqual(before)
    expect(after).toHaveLength(before.length + 2)
  })

  it('are sent for bounces and replies', async () => {
    const { person } = await watched()
    await world.connect(person)
    const key = await mailboxOf(world, person)
    const { logs } = await campaignWith(world, person, key, [{ email: 'bo@there.test' }, { email: 'al@there.test' }])
    const mails = [report('bo@there.test'), answer('al@there.test')]
    await takeReturns(world.app, key, 'me@here.test', mails)
    await takeReturns(world.app, key, 'me@here.test', mails)
    const told = (await deliveriesOf(world, person)).map(({ event, data }) => [event, data['emailLogId']])
    expect(told.toSorted()).toEqual([
      ['email_bounced', logs[0]],
      ['email_delivered', logs[1]],
      ['email_replied', logs[1]],
    ])
  })
})

describe('the webhook events of contacts', () => {
  const add = (who: TestPerson, email = 'ada@example.com') =>
    mutate(who, 'createContact', { firstName: 'Ada', lastName: 'L', email })

  it('are sent when a contact is created, changed and deleted', async () => {
    const { person } = await watched()
    const { id } = (await add(person)).data.createContact
    await mutate(person, 'updateContact', { id, firstName: 'Augusta' })
    await mutate(person, 'deleteContact', { id })
    const contactIds = [uuidOf('Contact', id)]
    expect(await dataOf(person, 'contact_changed')).toEqual(
      ['created', 'updated', 'deleted'].map((change) => ({ change, contactIds })),
    )
  })

  it('name at most a hundred contacts each, and each contact once', async () => {
    const { person } = await watched()
    const ids = (await addContacts(world, person, 250)).map((id) => uuidOf('Contact', id))
    const { errors } = await mutate(person, 'addTags', { tags: ['VIP'], filter: { search: '@example.com' } }, '')
    expect(errors).toBeUndefined()
    const told = await dataOf(person, 'contact_changed')
    expect(told.map(({ change, contactIds }) => [change, (contactIds as string[]).length]).toSorted()).toEqual([
      ['updated', 100],
      ['updated', 100],
      ['updated', 50],
    ])
    expect(told.flatMap(({ contactIds }) => contactIds as string[]).toSorted()).toEqual(ids.toSorted())
  })

  it('are not sent for a change that was refused', async () => {
    const { person } = await watched()
    await add(person)
    const before = await eventsOf(person)
    expect((await add(person)).errors?.[0].extensions.code).toBe('CONFLICT')
    expect(await eventsOf(person)).toEqual(before)
  })
})

describe('a webhook event', () => {
  it('is stored in the transaction of the change, or not at all', async () => {
    const { person } = await watched()
    const write = (fails: boolean) =>
      world.app.database.inTenant(person.tenantId, async (em) => {
        await noteEvents(em, person.tenantId, [{ event: 'mailbox_lost', data: { mailboxId: 'x' } }])
        await noteContactIds(em, person.tenantId, 'updated', ['y'])
        if (fails) throw new Error('rolled back')
      })
    await expect(write(true)).rejects.toThrow('rolled back')
    expect(await eventsOf(person)).toEqual([])
    await write(false)
    expect((await eventsOf(person)).toSorted()).toEqual(['contact_changed', 'mailbox_lost'])
  })

  it('is stored once for each webhook that subscribes to it, and for none that is disabled', async () => {
    const { person, key } = await watched()
    const other = await makeWebhook(person, { events: ['mailbox_lost'] })
    await makeWebhook(person, { events: ['email_sent'] })
    const disabled = await makeWebhook(person, { events: ['mailbox_lost'] })
    await mutate(person, 'updateWebhook', { id: disabled.webhook.id, enabled: false })
    await world.app.database.inTenant(person.tenantId, (em) =>
      noteEvents(em, person.tenantId, [{ event: 'mailbox_lost', data: {} }]),
    )
    const webhooks = (await deliveriesOf(world, person)).map(({ webhookId }) => webhookId)
    expect(webhooks.toSorted()).toEqual([key.webhookId, other.key.webhookId].toSorted())
  })

  it('is stored for webhooks of its own workspace only', async () => {
    const { person } = await watched()
    const { person: stranger } = await watched()
    await mutate(person, 'createContact', { firstName: 'Ada', lastName: 'L', email: 'ada@example.com' })
    expect(await eventsOf(person)).toEqual(['contact_changed'])
    expect(await eventsOf(stranger)).toEqual([])
    // Also where row-level security does not help.
    await world.app.database.asSystem((em) =>
      noteEvents(em, person.tenantId, [{ event: 'mailbox_lost', data: { mailboxId: 'x' } }]),
    )
    expect(await eventsOf(person)).toEqual(['contact_changed', 'mailbox_lost'])
    expect(await eventsOf(stranger)).toEqual([])
    const forged = world.app.database.inTenant(person.tenantId, (em) =>
      noteEvents(em, stranger.tenantId, [{ event: 'mailbox_lost', data: {} }]),
    )
    await forged.catch(() => undefined)
    expect(await eventsOf(stranger)).toEqual([])
  })

  it('never contains an email address, in any workspace', async () => {
    const rows = await world.app.database.asSystem((em) =>
      em.execute<{ data: string }[]>('select data::text as data from webhook_deliveries'),
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ data }) => data.includes('@'))).toEqual([])
  })
})

describe("a person's address in the delivery log of webhooks", () => {
  const email = 'ada@personal.example'

  /** A sent email of which a webhook was told; the receiver repeats what it gets. */
  async function told(erasing?: (who: TestPerson) => Promise<unknown>) {
    const receiver = await startReceiver((response, request) => {
      const done = () => answerWith(200, request.body)(response, request)
      void (erasing?.(person) ?? Promise.resolve()).finally(done)
    })
    const person = await world.signUp({ unlimited: true })
    const { key } = await makeWebhook(person, { url: receiver.url, events: EMAIL_EVENTS })
    await world.connect(person)
    const mailbox = await mailboxOf(world, person)
    const { campaignId, logs } = await campaignWith(world, person, mailbox, [{ email }])
    await takeReturns(world.app, mailbox, 'me@here.test', [report(email)])
    const deliver = () => deliverSlice(world.app, key)
    await deliver()
    return { person, campaignId, logs, receiver, deliver }
  }
  const erase = (who: TestPerson) => mutate(who, 'erasePerson', { email }, '')
  const answers = async (who: TestPerson) => (await deliveriesOf(world, who)).map(({ responseBody }) => responseBody)

  it('is in the log until the person is erased, and not afterwards', async () => {
    const { person, logs, receiver, deliver } = await told()
    expect(receiver.requests).toMatchObject([
      { type: 'email.bounced', data: { email, emailLogId: encodeId('EmailLog', logs[0] ?? '') } },
    ])
    expect(await answers(person)).toEqual([expect.stringContaining(email)])
    expect((await erase(person)).errors).toBeUndefined()
    expect(await answers(person)).toEqual([''])
    const [delivery] = await deliveriesOf(world, person)
    await mutate(person, 'resendWebhookDelivery', { id: encodeId('WebhookDelivery', delivery?.id ?? '') })
    await deliver()
    expect(receiver.requests.at(-1)?.data.email).toBeNull()
    await receiver.close()
  })

  it('is not in the log either if the person is erased during the request', async () => {
    const { person, receiver } = await told(erase)
    expect(receiver.requests.at(-1)?.data.email).toBe(email)
    expect(await answers(person)).toEqual([''])
    await receiver.close()
  })

  it('is not in the log after a retention period deleted it', async () => {
    const { person, campaignId, receiver } = await told()
    await mutate(person, 'updateEmailSettings', { recipientsKeptDays: 30 }, '{ dailyLimit }')
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(`update campaigns set status = 'sent', sent_at = now() - interval '31 days' where id = :campaignId`, {
        campaignId,
      }),
    )
    await applyRetention(world.app)
    const [log] = await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<{ email: string }[]>('select contact_email as email from email_logs where campaign_id = :campaignId', {
        campaignId,
      }),
    )
    expect(log?.email).toBe(ERASED.email)
    expect(await answers(person)).toEqual([''])
    await receiver.close()
  })
})
