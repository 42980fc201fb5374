import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '#tests/support/full-run-only.ts'
import { answer, mailboxOf, report } from '#tests/support/returned-mail.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createSlices } from '#tests/support/scripted-campaign.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

let count = 0
/** A workspace with a mailbox. */
async function place(vendor: 'microsoft' | 'google' = 'microsoft') {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `copies${(count += 1)}@sandbox.test`
  await world.connect(person, vendor, mailbox)
  return { person, mailbox, key: await mailboxOf(world, person) }
}

const campaignOf = async (person: TestPerson, input: object) => {
  const made = await person.rest('POST', '/api/campaigns', { name: 'N', subject: 'Hello', content: 'Text', ...input })
  expect(made.status).toBe(201)
  return made.body as { id: string; cc: string | null; [name: string]: unknown }
}
const contactOf = async (person: TestPerson, email: string, fields: Record<string, string> = {}) => {
  const made = await person.rest('POST', '/api/contacts', { firstName: 'Zoë', lastName: 'Adams', email })
  expect(made.status).toBe(201)
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute('update contacts set fields = ?::jsonb where tenant_id = ? and email = ?', [
      JSON.stringify(fields),
      person.tenantId,
      email,
    ]),
  )
  return made.body.id as string
}

async function sendAll(
  { person, key }: { person: TestPerson; key: Awaited<ReturnType<typeof mailboxOf>> },
  id: string,
) {
  const sent = await person.rest('POST', `/api/campaigns/${id}/send`)
  expect([sent.status, sent.body]).toEqual([200, expect.anything()])
  await createSlices(
    createSendStore(world.app, () => []),
    key,
  ).toTheEnd()
}

interface Lying {
  id: string
  from: { name: string; address: string }
  to: { address: string }[]
  cc: { name: string; address: string }[]
  bcc: { address: string }[]
}
async function lying(vendor: string, mailbox: string, folder = 'sent') {
  const listed = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${mailbox}/messages?folder=${folder}`)
  return ((await listed.json()) as { messages: Lying[] }).messages
}
const headersOf = async (id: string) => {
  const view = await fetch(`${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(id)}`)
  return ((await view.json()) as { headers: { name: string; value: string }[] }).headers
}

describe.each(firstOf(['microsoft', 'google'], 1))('an email with CC and BCC copies, sent through %s,', (vendor) => {
  it("goes to the CC and BCC addresses of the recipient's row, with sender name and Reply-To, and counts as one recipient", async () => {
    const { person, mailbox, key } = await place(vendor)
    const [to, other] = [`zoe${count}@example.com`, `yan${count}@example.com`]
    const selectedContacts = [
      await contactOf(person, to, { 'Manager Email': 'Boss@example.com', City: 'Rome' }),
      await contactOf(person, other, { 'Manager Email': 'n/a' }),
    ]
    const made = await campaignOf(person, {
      ...{ selectedContacts, fromName: 'Ann, {City|everywhere}', replyTo: 'Desk <desk@example.com>' },
      ...{ cc: 'The Boss <{Manager Email}>, cc@example.com', bcc: 'archive@example.com' },
    })
    expect(made).toMatchObject({ cc: 'The Boss <{Manager Email}>, cc@example.com', bcc: 'archive@example.com' })
    await sendAll({ person, key }, made.id)
    const mails = await lying(vendor, mailbox)
    const mail = mails.find((each) => each.to[0]?.address === to)
    expect(mail).toMatchObject({
      from: { name: 'Ann, Rome', address: mailbox },
      cc: [{ name: 'The Boss', address: 'Boss@example.com' }, { address: 'cc@example.com' }],
      bcc: [{ address: 'archive@example.com' }],
    })
    expect(mails.find((each) => each.to[0]?.address === other)).toMatchObject({
      from: { name: 'Ann, everywhere' },
      cc: [{ address: 'cc@example.com' }],
    })
    const headers = await headersOf(mail?.id ?? '')
    expect(headers.find(({ name }) => name === 'Reply-To')?.value).toContain('desk@example.com')
    const accepted = (await world.accepted(mailbox)).map(({ recipients }) => recipients)
    expect(accepted.toSorted((a, b) => b.length - a.length)[0]).toEqual([
      to,
      'Boss@example.com',
      'cc@example.com',
      'archive@example.com',
    ])
    const { body } = await person.rest('GET', `/api/campaigns/${made.id}`)
    expect(body).toMatchObject({ totalContacts: 2, sentCount: 2 })
  })

  it('shows no BCC header to any reader', async () => {
    const { person, key } = await place(vendor)
    const reader = `reader${count}@sandbox.test`
    const colleague = await world.signUp({ unlimited: true })
    await world.connect(colleague, vendor, reader)
    const selectedContacts = [await contactOf(person, reader)]
    const { id } = await campaignOf(person, { selectedContacts, cc: 'cc@example.com', bcc: 'secret@example.com' })
    await sendAll({ person, key }, id)
    const inbox = await lying(vendor, reader, 'inbox')
    expect(inbox).toMatchObject([{ cc: [{ address: 'cc@example.com' }], bcc: [] }])
    expect(JSON.stringify(await headersOf(inbox[0]?.id ?? ''))).not.toContain('secret@')
  })
})

it('suppressed addresses in CC or BCC get no copy, and the others do', async () => {
  const { person, mailbox, key } = await place()
  const selectedContacts = [await contactOf(person, `s${count}@example.com`)]
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `insert into suppressions (tenant_id, id, email, reason, note, created_at)
       values (?, gen_random_uuid(), 'Cc@Example.com', 'manual', '', now()) on conflict do nothing`,
      [person.tenantId],
    ),
  )
  const { id } = await campaignOf(person, { selectedContacts, cc: 'cc@example.com, dd@example.com' })
  const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code message } }', { id })
  expect(data.campaignProblems).toContainEqual({
    code: 'COPY_SUPPRESSED',
    message: 'cc@example.com in CC or BCC is on the suppression list and will not get a copy.',
  })
  await sendAll({ person, key }, id)
  expect(await lying('microsoft', mailbox)).toMatchObject([{ cc: [{ address: 'dd@example.com' }], bcc: [] }])
})

it("every CC and BCC address counts towards the organization's recipient limit", async () => {
  const { person, key } = await place()
  const directory = crypto.randomUUID()
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute('update mailboxes set directory = ? where tenant_id = ?', [directory, person.tenantId]),
  )
  const selectedContacts = [await contactOf(person, `l${count}@example.com`)]
  const { id } = await campaignOf(person, {
    selectedContacts,
    cc: 'a@example.com',
    bcc: 'b@example.com, c@sandbox.test',
  })
  await sendAll({ person, key }, id)
  const [row] = await world.app.database.asSystem((em) =>
    em.execute<{ units: string }[]>(`select sum(units) as units from ledger_counts where ledger = ?`, [
      `organisation:${directory}`,
    ]),
  )
  expect(Number(row?.units)).toBe(3)
})

it("a reply or bounce from an address in CC does not change the recipient's status, but a hard bounce suppresses that address", async () => {
  const { person, mailbox, key } = await place()
  const to = `r${count}@example.com`
  const selectedContacts = [await contactOf(person, to, { Boss: 'Boss@example.com' })]
  const { id } = await campaignOf(person, { selectedContacts, cc: '{Boss}' })
  await sendAll({ person, key }, id)
  const [log] = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<{ id: string; attempts: number }[]>('select id, attempts from email_logs where tenant_id = ?', [
      person.tenantId,
    ]),
  )
  const messageId = `<mw.${log?.id.replaceAll('-', '')}.${log?.attempts}@sandbox.test>`
  const take = (mails: Parameters<typeof takeReturns>[3]) => takeReturns(world.app, key, mailbox, mails)
  expect(await take([answer('boss@example.com', { to: messageId })])).toMatchObject({ replies: 0 })
  const suppressed = () =>
    world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('select email, reason from suppressions where tenant_id = ?', [person.tenantId]),
    )
  expect(await suppressed()).toEqual([])
  expect(await take([report('boss@example.com', { original: messageId })])).toMatchObject({ bounces: 0 })
  expect(await suppressed()).toEqual([{ email: 'boss@example.com', reason: 'bounced' }])
  expect(await take([answer('another.address@example.com', { to: messageId })])).toMatchObject({ replies: 1 })
  expect(await take([report(to, { original: messageId })])).toMatchObject({ bounces: 1 })
})

describe('the CC, BCC and Reply-To addresses of a draft', () => {
  const isNoPixel = ({ code }: { code: string }) => code !== 'PIXEL_COST'
  const PROBLEMS = 'query ($id: ID!) { campaignProblems(id: $id) { code severity message count contacts { email } } }'

  it('may be incomplete while the draft is being written, but not when it is launched', async () => {
    const { person } = await place()
    const selectedContacts = [await contactOf(person, `d${count}@example.com`)]
    const { id } = await campaignOf(person, { selectedContacts, cc: 'ann' })
    const { data } = await person.graphql(PROBLEMS, { id })
    const message = 'CC: “ann” is not an email address. Separate addresses with commas.'
    expect(data.campaignProblems.filter(isNoPixel)).toMatchObject([
      { code: 'COPY_ADDRESS', severity: 'error', message },
    ])
    const refused = await person.rest('POST', `/api/campaigns/${id}/send`)
    expect([refused.status, refused.body.message]).toEqual([400, message])
  })

  it('are reported together with the recipients whose values are not valid addresses', async () => {
    const { person } = await place()
    const selectedContacts = [
      await contactOf(person, `e${count}@example.com`, { Boss: 'boss@example.com' }),
      await contactOf(person, `f${count}@example.com`, { Boss: 'n/a' }),
    ]
    const { id } = await campaignOf(person, { selectedContacts, cc: '{Boss}' })
    const { data } = await person.graphql(PROBLEMS, { id })
    expect(data.campaignProblems.filter(isNoPixel)).toMatchObject([
      { code: 'COPY_VALUE', severity: 'warning', count: 1, contacts: [{ email: `f${count}@example.com` }] },
    ])
    expect(data.campaignProblems.find(isNoPixel).message).toMatch(/^One recipient has no valid address for CC\./)
  })

  it('are reported together with the recipients whose values contain too many addresses', async () => {
    const { person } = await place()
    const Team = Array.from({ length: 12 }, (_, index) => `t${index}@example.com`).join(';')
    const selectedContacts = [await contactOf(person, `g${count}@example.com`, { Team })]
    const { id } = await campaignOf(person, { selectedContacts, bcc: '{Team}' })
    const { data } = await person.graphql(PROBLEMS, { id })
    expect(data.campaignProblems.filter(isNoPixel)).toMatchObject([
      {
        ...{ code: 'COPY_VALUE', severity: 'warning', count: 1 },
        message:
          'One recipient has more than 10 addresses for BCC, and only the first 10 are used. Shorten the values.',
      },
    ])
  })

  it('are copied with the campaign, cleared with null, and refused with a line break', async () => {
    const { person } = await place()
    const { id } = await campaignOf(person, {
      fromName: 'Ann',
      replyTo: 'a@example.com',
      cc: 'b@example.com',
      bcc: '{x}',
    })
    const { data } = await mutate(person, 'duplicateCampaign', { id }, '{ id fromName replyTo cc bcc }')
    expect(data.duplicateCampaign).toMatchObject({
      fromName: 'Ann',
      replyTo: 'a@example.com',
      cc: 'b@example.com',
      bcc: '{x}',
    })
    const cleared = await person.rest('PUT', `/api/campaigns/${id}`, { cc: null })
    expect(cleared.body).toMatchObject({ fromName: 'Ann', cc: null, bcc: '{x}' })
    const refused = await person.rest('PUT', `/api/campaigns/${id}`, { cc: 'a@example.com\r\nBcc: x@example.com' })
    expect([refused.status, refused.body.message]).toEqual([400, 'CC must be one line'])
  })

  it('are shown by the preview', async () => {
    const { person, mailbox } = await place()
    const contactId = await contactOf(person, `p${count}@example.com`, { Boss: 'boss@example.com' })
    const { id } = await campaignOf(person, { selectedContacts: [contactId], cc: '{Boss}', fromName: 'Ann' })
    const query = `query ($input: MailInput!) { previewMail(input: $input) {
      from { name address } replyTo { address } cc { address } bcc { address } headers { name value } } }`
    const { data } = await person.graphql(query, {
      input: { campaignId: id, contactId, bcc: 'secret@example.com', replyTo: 'desk@example.com' },
    })
    expect(data.previewMail).toMatchObject({
      from: { name: 'Ann', address: mailbox },
      replyTo: [{ address: 'desk@example.com' }],
      cc: [{ address: 'boss@example.com' }],
      bcc: [{ address: 'secret@example.com' }],
    })
    const headers = Object.fromEntries(
      data.previewMail.headers.map((each: { name: string; value: string }) => [each.name, each.value]),
    )
    expect(headers).toMatchObject({ From: `Ann <${mailbox}>`, 'Reply-To': 'desk@example.com', Cc: 'boss@example.com' })
    expect(JSON.stringify(headers)).not.toContain('secret@')
  })
})
