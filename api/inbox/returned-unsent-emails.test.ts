import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { mailboxOf, report } from '#tests/support/returned-mail.ts'
import { createSlices } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { readMailbox } from './read-mailbox.ts'
import { takeReturns } from './record-inbox-events.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, returnMailMs: 0 })
})
afterAll(() => world.close())

const DAY = 86_400_000
const EXCHANGE = 'microsoftexchange329e71ec88ae4615bbc36ab6ce41109e@here.test'

/** A workspace with a mailbox and a campaign with these emails. */
async function workspace(mails: readonly SentMail[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const { campaignId, logs } = await campaignWith(world, person, key, mails)
  const nameOf = (index: number, attempt = 1) => ownMessageId(logs[index] ?? '', attempt, 'me@here.test')
  /** A report of the own Exchange about the first email. */
  const notice = (status: string, options: Parameters<typeof report>[1] = {}) =>
    report(mails[0]?.email ?? '', { status, from: EXCHANGE, results: '', original: nameOf(0), ...options })
  const sql = <T extends object>(text: string) => rowsOf<T>(world, person, text)
  return {
    ...{ person, key, campaignId, logs, nameOf, notice },
    take: (...mail: Parameters<typeof takeReturns>[3]) => takeReturns(world.app, key, 'me@here.test', mail),
    emails: () => sql<{ status: string; error: string | null }>('select status, error from email_logs order by id'),
    suppressions: () => sql('select email from suppressions'),
    campaign: async () =>
      (
        await sql<{ status: string; reason: string | null; counts: number[] }>(
          `select status, paused_because as reason, array[sent_count, delivered_count, failed_count, bounced_count] as counts from campaigns`,
        )
      )[0],
    mailbox: async () =>
      (
        await sql<{ wait: string | null; reason: string | null }>(
          `select round(extract(epoch from quota_until - now()) / 3600)::text as wait, quota_reason as reason from mailboxes`,
        )
      )[0],
    events: () => sql<{ kind: string }>('select kind from email_events order by id'),
  }
}

describe('an email that the provider returns because of its sender', () => {
  it.each([
    ['5.1.90', null],
    ['5.7.232', 'ORGANISATION_LIMIT'],
    ['5.7.233', 'ORGANISATION_LIMIT'],
    ['5.7.236', 'ONMICROSOFT_LIMIT'],
  ])('waits with its mailbox for a day when a sending limit is reached: %s', async (status, reason) => {
    const { notice, take, emails, suppressions, campaign, mailbox, person, key } = await workspace([
      { email: 'bo@there.test', status: 'delivered' },
      { email: 'al@there.test' },
    ])
    await rowsOf(world, person, `update mailboxes set email = 'me@here.onmicrosoft.com' returning id`)
    expect(await take(notice(status))).toMatchObject({ bounces: 0 })
    expect(await emails()).toMatchObject([{ status: 'pending' }, { status: 'sent' }])
    expect(await campaign()).toEqual({ status: 'sending', reason: null, counts: [1, 0, 0, 0] })
    expect(await mailbox()).toEqual({ wait: '24', reason })
    expect(await suppressions()).toEqual([])
    const store = createSendStore(world.app, () => [])
    await store.throttle(key, 'quotaUntil', new Date(Date.now() + 2 * DAY))
    expect(await mailbox()).toEqual({ wait: '48', reason: null })
  })

  it.each([
    ['5.1.8', 'MAILBOX_BLOCKED'],
    ['5.7.501', 'MAILBOX_BLOCKED'],
    ['5.7.705', 'ORGANISATION_BLOCKED'],
    ['5.7.708', 'ORGANISATION_BLOCKED'],
    ['5.7.60', 'FROM_ADDRESS'],
  ])('waits until a person resumes its campaign when the sender is blocked: %s', async (status, reason) => {
    const { notice, take, emails, suppressions, campaign, mailbox } = await workspace([{ email: 'bo@there.test' }])
    await take(notice(status))
    expect(await emails()).toMatchObject([{ status: 'pending' }])
    expect(await campaign()).toEqual({ status: 'paused', reason, counts: [0, 0, 0, 0] })
    expect(await mailbox()).toEqual({ wait: null, reason: null })
    expect(await suppressions()).toEqual([])
  })

  it('sets a finished campaign back to sending', async () => {
    const { notice, take, campaign, person } = await workspace([{ email: 'bo@there.test' }])
    await rowsOf(world, person, `update campaigns set status = 'sent', sent_at = now() returning id`)
    await take(notice('5.1.90'))
    expect(await campaign()).toMatchObject({ status: 'sending', counts: [0, 0, 0, 0] })
  })

  it('is put back in the queue when it was uncertain', async () => {
    const { notice, take, emails, campaign } = await workspace([
      { email: 'bo@there.test', status: 'failed', error: 'UNCERTAIN: x' },
    ])
    await take(notice('5.1.90'))
    expect(await emails()).toMatchObject([{ status: 'pending' }])
    expect(await campaign()).toMatchObject({ counts: [0, 0, 0, 0] })
  })

  it('is recorded in its history, and makes the other mailboxes of the organization wait', async () => {
    const { notice, take, events, person } = await workspace([{ email: 'bo@there.test' }])
    await world.connect(person)
    await rowsOf(world, person, `update mailboxes set directory = 'contoso' returning id`)
    await take(notice('5.7.232'))
    expect(await events()).toEqual([{ kind: 'unsent' }])
    const waiting = await rowsOf(world, person, 'select id from mailboxes where quota_until > now()')
    expect(waiting).toHaveLength(2)
  })

  it.each<[string, Parameters<typeof report>[1], string, string[]]>([
    ['another organization', { from: 'postmaster@there.test' }, 'failed', ['bounce']],
    [
      'somebody whom the provider does not believe',
      { results: 'spf=fail smtp.mailfrom=here.test;dmarc=fail' },
      'failed',
      ['bounce'],
    ],
    ['somebody who names no email', { original: '' }, 'sent', ['unproven']],
  ])('is not assumed for a notice from %s', async (_, changes, status, kinds) => {
    const { notice, take, emails, mailbox, events } = await workspace([{ email: 'bo@there.test' }])
    await take(notice('5.7.705', changes))
    expect(await emails()).toMatchObject([{ status }])
    expect(await mailbox()).toEqual({ wait: null, reason: null })
    expect((await events()).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('is marked as failed, and not sent again, if some of its recipients got it', async () => {
    const { notice, take, emails, person } = await workspace([{ email: 'bo@there.test' }])
    await rowsOf(world, person, `update campaigns set cc = 'boss@there.test' returning id`)
    await take(notice('5.7.232'))
    expect(await emails()).toMatchObject([{ status: 'failed', error: expect.stringContaining('NON_DELIVERY_REFUSED') }])
  })

  it('is marked as failed if its campaign was cancelled', async () => {
    const { notice, take, emails, campaign, person } = await workspace([{ email: 'bo@there.test' }])
    await rowsOf(world, person, `update campaigns set cancelled_at = now(), status = 'sent' returning id`)
    await take(notice('5.1.90'))
    expect(await emails()).toMatchObject([{ status: 'failed' }])
    expect(await campaign()).toMatchObject({ status: 'sent', counts: [0, 0, 1, 1] })
  })

  it('is marked as failed after it was returned four times', async () => {
    const { notice, take, emails, nameOf, person, events } = await workspace([{ email: 'bo@there.test' }])
    for (const attempt of [1, 2, 3, 4]) {
      await rowsOf(
        world,
        person,
        `update email_logs set status = 'sent', attempts = ${attempt}, attempted_at = now(), sent_at = now(), error = null returning id`,
      )
      await take(notice('5.1.90', { original: nameOf(0, attempt) }))
    }
    expect(await emails()).toMatchObject([{ status: 'failed' }])
    expect(await events()).toHaveLength(4)
  })

  it('is not put back in the queue again by a late copy of the notice', async () => {
    const { notice, take, emails, person } = await workspace([{ email: 'bo@there.test' }])
    await take(notice('5.1.90'))
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'sent', attempts = 2, attempted_at = now(), sent_at = now() returning id`,
    )
    await take(notice('5.1.90', { at: new Date(Date.now() + 60_000) }))
    expect(await emails()).toMatchObject([{ status: 'sent' }])
  })
})

describe.each(firstOf(['microsoft', 'google'], 1))('a mailbox at %s that reached its sending limit', (provider) => {
  const NOTICES = {
    microsoft: [
      'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@sandbox.test',
      '550 5.1.90 You reached your daily limit for message recipients',
    ],
    google: ['mailer-daemon@googlemail.com', 'You have reached a limit for sending mail. Your message was not sent.'],
  } as const

  it('waits, says why, and sends the returned email once when the day is over', async () => {
    const person = await world.signUp({ unlimited: true })
    const address = `limited-${provider}@sandbox.test`
    await world.connect(person, provider, address, undefined, { reading: true })
    const key = await mailboxOf(world, person)
    const id = await draftCampaign(world, person, 1)
    await mutate(person, 'sendCampaign', { id })
    const slices = createSlices(
      createSendStore(world.app, () => []),
      key,
    )
    await slices.toTheEnd()
    const [log] = await rowsOf<{ id: string; email: string }>(
      world,
      person,
      'select id, contact_email as email from email_logs',
    )
    const [from, said] = NOTICES[provider]
    const arrive = async () => {
      const message = `From: Mail Delivery Subsystem <${from}>\nSubject: Undeliverable: Hello\nX-Failed-Recipients: ${log?.email}\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n${said}\n--b\nContent-Type: message/rfc822\n\nMessage-ID: ${ownMessageId(log?.id ?? '', 1, address)}\n\nText\n--b--\n`
      await fetch(`${world.sandboxUrl}/mailboxes/${address}/inbox`, {
        method: 'POST',
        headers: { 'Content-Type': 'message/rfc822' },
        body: message,
      })
      expect(await readMailbox(world.app, key)).toEqual({ done: true })
    }
    await arrive()
    const waiting = await fetchCampaign(person, id)
    expect(waiting).toMatchObject({ status: 'sending', sentCount: 0, statusReason: 'QUOTA_USED_UP' })
    expect(Date.parse(waiting.resumesAt ?? '') - Date.now()).toBeGreaterThan(0.9 * DAY)
    await slices.toTheEnd()
    expect(slices.pauses.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0.9 * DAY)
    await arrive()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
    const url = `${world.sandboxUrl}/sandbox/mailboxes/${provider}/${address}/messages?folder=sent`
    const { messages } = (await (await fetch(url)).json()) as { messages: unknown[] }
    // The sandbox took both: a real provider would have returned the first one.
    expect(messages).toHaveLength(2)
    const { data } = await person.graphql(
      'query ($id: ID!) { campaign(id: $id) { emailLogs(first: 1) { edges { node { events { kind } } } } } }',
      { id },
    )
    expect(data.campaign.emailLogs.edges[0].node.events.map(({ kind }: { kind: string }) => kind)).toContain(
      'returnedUnsent',
    )
  })
})
