import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { firstOf } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { countSent } from '#api/emails/ledgers/sent-email-ledger.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const SEND = `mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) { testMail {
  email sent error failure { message howToFix } mailbox { id email dailySent status } } errors { code field message } } }`

const send = (person: TestPerson, input: object = { subject: 'S', content: 'C' }, to?: string) =>
  person.graphql(SEND, { input: { ...input, to } })

let count = 0
/** A person with a mailbox at either vendor, and access to its Sent folder. */
async function sender(vendor: 'microsoft' | 'google' = 'microsoft', scopes?: string[]) {
  count += 1
  const mailbox = `tester${count}@sandbox.test`
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, vendor, mailbox, scopes)
  const lying = async (folder: 'sent' | 'drafts') => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${mailbox}/messages?folder=${folder}`)
    const { messages } = (await answer.json()) as {
      messages: { id: string; subject: string; to: { address: string }[] }[]
    }
    return messages
  }
  const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
  return { person, mailbox, sent: () => lying('sent'), drafts: () => lying('drafts'), email }
}

const sql = <T>(statement: string, values: unknown[]) =>
  world.app.database.asSystem((em) => em.execute<T[]>(statement, values))

describe.each(firstOf(['microsoft', 'google'], 1))('a test email through %s', (vendor) => {
  it('arrives with values filled in and a mark in its subject, with its files, and counts for the mailbox', async () => {
    const { person, mailbox, sent, email } = await sender(vendor)
    const { body } = await person.rest('POST', '/api/campaigns', {
      name: 'News',
      subject: 'Hello {firstName|you}',
      content: 'Dear {fullName}',
      attachments: [{ name: 'a.bin', contentBytes: Buffer.alloc(3_500_000, 'x').toString('base64') }],
    })
    const input = { campaignId: body.id, values: { firstName: 'Zoë' } }
    const { data } = await send(person, input)
    expect(data.sendTestMail).toMatchObject({ email, sent: true, error: null, failure: null })
    expect(data.sendTestMail.mailbox).toMatchObject({ email: mailbox, dailySent: 1 })
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: '[Test] Hello Zoë', to: [{ address: email }] })
    const view = await fetch(`${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(mail?.id ?? '')}`)
    expect(await view.json()).toMatchObject({ files: [{ name: 'a.bin', size: 3_500_000 }] })
  })

  it.each([
    ['forbidden', 0],
    ['unavailable', 1],
    ['cutBefore', 1],
  ] as const)('that the provider did not send (%s) leaves %d messages in its Drafts folder', async (kind, left) => {
    const { person, mailbox, sent, drafts } = await sender(vendor)
    const { body } = await person.rest('POST', '/api/campaigns', {
      name: 'News',
      subject: 'Hello',
      content: 'Text',
      attachments: [{ name: 'a.txt', contentBytes: 'aGk=' }],
    })
    await world.fault({ kind, email: mailbox, operation: 'sendDraft' })
    expect((await send(person, { campaignId: body.id })).data.sendTestMail.sent).toBe(false)
    expect(await sent()).toEqual([])
    expect(await drafts()).toHaveLength(left)
  })
})

describe('a test email', () => {
  it("can be sent only to the caller's own address or that of the mailbox, ignoring case", async () => {
    const { person, mailbox, sent, email } = await sender()
    expect((await send(person, undefined, mailbox.toUpperCase())).data.sendTestMail.email).toBe(mailbox)
    for (const stranger of [
      'stranger@example.com',
      `${email}, stranger@example.com`,
      `"${email}" <x@example.com>`,
      '',
    ]) {
      const { errors } = await send(person, undefined, stranger)
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
      expect(errors?.[0].message).toContain(`only to yourself: ${email} or ${mailbox}`)
    }
    expect((await sent()).map(({ to }) => to[0]?.address)).toEqual([mailbox])
  })

  it.each([
    ['the mailbox may not send', 'forbidden', 'google', "Your account doesn't have permission to send emails"],
    ['the address is invalid', 'badRecipient', 'microsoft', 'Invalid email address'],
    ['the connection broke before the answer', 'cutAfter', 'microsoft', 'We are not sure whether this email was sent'],
  ] as const)('that fails because %s is explained in plain words', async (_, kind, vendor, message) => {
    const { person, mailbox } = await sender(vendor)
    await world.fault({ kind, email: mailbox, operation: 'send' })
    const { data } = await send(person)
    expect(data.sendTestMail).toMatchObject({ sent: false, failure: { message, howToFix: expect.any(String) } })
    expect(data.sendTestMail.error).toBeTruthy()
    const rows = await sql('select status, error from test_mails where tenant_id = ?', [person.tenantId])
    expect(rows).toEqual([{ status: 'failed', error: data.sendTestMail.error }])
  })

  it('marks the mailbox for reconnecting if its sign-in is refused twice, seconds apart', async () => {
    const { person, mailbox, sent } = await sender('google')
    await world.fault({ kind: 'revoked', email: mailbox })
    const first = await send(person)
    expect(first.data.sendTestMail).toMatchObject({ sent: false, mailbox: { status: 'connected' } })
    expect(first.data.sendTestMail.error).toContain('SIGN_IN_DOUBT')
    const { clock } = world.app
    world.app.clock = () => new Date(clock().getTime() + 10_000)
    onTestFinished(() => void (world.app.clock = clock))
    const { data } = await send(person)
    expect(data.sendTestMail).toMatchObject({ sent: false, mailbox: { status: 'error' } })
    expect(data.sendTestMail.error).toContain('EXPIRED_TOKEN')
    expect(await sent()).toEqual([])
  })

  it('pauses the mailbox as long as the provider asks', async () => {
    const { person, mailbox } = await sender()
    await world.fault({ kind: 'throttled', email: mailbox, operation: 'send', retryAfter: 600 })
    expect((await send(person)).data.sendTestMail).toMatchObject({
      sent: false,
      failure: { message: 'Email sending limit reached' },
    })
    const { errors } = await send(person)
    expect(errors?.[0].message).toMatch(/^The email provider asked us to slow down\. Try again in (9|10) minutes\.$/)
  })

  it("is subject to the mailbox's daily limit, and counts towards it", async () => {
    const { person, sent } = await sender()
    await sql('update email_settings set daily_limit = 2 where tenant_id = ?', [person.tenantId])
    for (let round = 0; round < 2; round += 1) expect((await send(person)).data.sendTestMail.sent).toBe(true)
    const { errors } = await send(person)
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_REACHED' } })
    expect(errors?.[0].message).toMatch(/daily limit of the mailbox is reached\. Try again in 24 hours/)
    expect(await sent()).toHaveLength(2)
  })

  it("is subject to the provider's daily limit, unless a stand-in replaces the provider", async () => {
    const { person } = await sender()
    const { ceilings } = world.app
    world.app.ceilings = () => [{ count: 1, seconds: 86_400 }]
    try {
      expect((await send(person)).data.sendTestMail.sent).toBe(true)
      expect((await send(person)).errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_REACHED' } })
    } finally {
      world.app.ceilings = ceilings
    }
  })

  it('goes to each chosen address separately and without CC and BCC, with the values of a chosen recipient', async () => {
    const { person, mailbox, sent, email } = await sender()
    const input = { subject: 'For {firstName}', content: 'C', fromName: 'Desk', values: { firstName: 'Zoë' } }
    const toAddresses = ['stranger@example.com', email.toUpperCase(), mailbox, 'Stranger@example.com']
    const TESTS = `mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) {
      testMail { email sent others { email sent } } errors { code field message } } }`
    const { data } = await person.graphql(TESTS, { input: { ...input, toAddresses } })
    expect(data.sendTestMail).toEqual({
      ...{ email: 'Stranger@example.com', sent: true },
      others: [
        { email, sent: true },
        { email: mailbox, sent: true },
      ],
    })
    const mails = await sent()
    expect(mails.map(({ to }) => to.map(({ address }) => address)).toSorted()).toEqual(
      [['Stranger@example.com'], [email], [mailbox]].toSorted(),
    )
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['[Test] For Zoë']))
  })

  it('of a campaign with CC and BCC goes to no address in CC and BCC', async () => {
    const { person, mailbox } = await sender('google')
    const { body } = await person.rest('POST', '/api/campaigns', {
      ...{ name: 'News', subject: 'S', content: 'C', cc: 'cc@example.com', bcc: 'bcc@example.com' },
    })
    await send(person, { campaignId: body.id })
    expect((await world.accepted(mailbox)).map(({ recipients }) => recipients.length)).toEqual([1])
  })

  it('is refused for invalid, suppressed or too many addresses, and for both to and toAddresses', async () => {
    const { person, email, sent } = await sender()
    await sql(
      `insert into suppressions (tenant_id, id, email, reason, note, created_at) values (?, gen_random_uuid(), 'gone@example.com', 'manual', '', now())`,
      [person.tenantId],
    )
    const asked = async (toAddresses: string[], to?: string) =>
      (await send(person, { subject: 'S', content: 'C', toAddresses }, to)).errors?.[0]
    const many = Array.from({ length: 6 }, (_, index) => `p${index}@example.com`)
    for (const [addresses, message, to] of [
      [['x'], /valid email address/],
      [['a@example.com\r\nBcc: b@example.com'], /valid email address/],
      [['Gone@example.com'], /^Gone@example\.com is on the suppression list and cannot get a test\./],
      [many, /at most 5 addresses/],
      [['a@example.com'], /either to or toAddresses/, email],
    ] as const) {
      const error = await asked([...addresses], to)
      expect(error).toMatchObject({ extensions: { code: 'BAD_INPUT' }, message: expect.stringMatching(message) })
    }
    expect(await sent()).toEqual([])
  })

  it('counts each of its addresses towards ten in ten minutes', async () => {
    const { person, sent } = await sender()
    const five = Array.from({ length: 5 }, (_, index) => `p${index}@example.com`)
    const input = { subject: 'S', content: 'C', toAddresses: five }
    expect((await send(person, input)).errors).toBeUndefined()
    expect((await send(person, { ...input, toAddresses: five.slice(1) })).errors).toBeUndefined()
    expect((await send(person, { ...input, toAddresses: five.slice(3) })).errors?.[0].extensions.code).toBe(
      'TOO_MANY_REQUESTS',
    )
    expect((await send(person)).errors).toBeUndefined()
    expect(await sent()).toHaveLength(10)
  })

  it("neither counts towards the plan's email limit nor is stopped by it", async () => {
    const { person } = await sender()
    const key = await mailboxOf(world, person)
    const window = { count: 5, seconds: 60, reason: 'PLAN_LIMIT', scope: 'workspace' } as const
    await send(person)
    const counted = await world.app.database.inTenant(person.tenantId, (em) =>
      countSent(em, key, [window, { ...window, reason: 'NEW_WORKSPACE' }], new Date()),
    )
    expect(counted.map(({ used }) => used)).toEqual([0, 1])
  })

  it("ignores the interval between a campaign's emails", async () => {
    const { person } = await sender()
    await sql(
      'update email_settings set enable_throttling = true, emails_per_interval = 1, interval_seconds = 3600 where tenant_id = ?',
      [person.tenantId],
    )
    for (let round = 0; round < 3; round += 1) expect((await send(person)).data.sendTestMail.sent).toBe(true)
  })

  it('is allowed ten times in ten minutes, even concurrently', async () => {
    const { person, sent } = await sender('google')
    const answers = await Promise.all(Array.from({ length: 14 }, () => send(person)))
    const codes = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? [])
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'TOO_MANY_REQUESTS'))
    expect(await sent()).toHaveLength(10)
    await sql(`update test_mails set attempted_at = now() - interval '10 minutes' where tenant_id = ?`, [
      person.tenantId,
    ])
    expect((await send(person)).data.sendTestMail.sent).toBe(true)
  })

  it('requires a connected and working mailbox', async () => {
    const lonely = await world.signUp({ unlimited: true })
    expect((await send(lonely)).errors?.[0].message).toContain('No mailbox is connected')
    const { person } = await sender()
    await sql(`update mailboxes set throttled_until = now() + interval '5 minutes' where tenant_id = ?`, [
      person.tenantId,
    ])
    expect((await send(person)).errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_REACHED' } })
    await sql(`update mailboxes set status = 'error' where tenant_id = ?`, [person.tenantId])
    expect((await send(person)).errors?.[0].message).toContain('needs to be reconnected')
  })

  it('is rejected in a workspace that may not send', async () => {
    const { person } = await sender()
    await sql(`update tenants set trial_ends_at = now() - interval '1 day' where id = ?`, [person.tenantId])
    expect((await send(person)).errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_REACHED' } })
  })

  it("does not reach another workspace's mailbox or campaign", async () => {
    const { person: owner } = await sender()
    const [mailbox] = (await owner.rest('GET', '/api/settings/connected-emails')).body
    const campaign = await owner.rest('POST', '/api/campaigns', { name: 'N', subject: 'S', content: 'C' })
    const { person, sent } = await sender()
    for (const input of [{ campaignId: campaign.body.id }, { subject: 'S', content: 'C', mailboxId: mailbox.id }]) {
      expect((await send(person, input)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
    }
    expect(await sent()).toEqual([])
  })
})
