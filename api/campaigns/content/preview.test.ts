import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PREVIEW = `query ($input: MailInput!) { previewMail(input: $input) {
  from { name address } to { name address } subject html htmlForDisplay text size
  headers { name value } attachments { name contentType size inline } problems { code severity message } } }`

const preview = async (person: TestPerson, input: object) => {
  const { data, errors } = await person.graphql(PREVIEW, { input })
  if (errors) throw new Error(errors[0].message)
  return data.previewMail
}

const contact = async (person: TestPerson, more: object = {}) =>
  (
    await person.rest('POST', '/api/contacts', {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: `grace-${Math.random().toString(36).slice(2)}@example.com`,
      ...more,
    })
  ).body

const draft = async (person: TestPerson, input: object) =>
  (await person.rest('POST', '/api/campaigns', { name: 'News', subject: 'S', content: 'C', ...input })).body
    .id as string

describe.each(firstOf(['microsoft', 'google'], 1))('the preview of an email sent by %s', (vendor) => {
  it('equals the email that arrives: subject, sender, HTML, text and files', async () => {
    const mailbox = `${vendor}-preview@sandbox.test`
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, vendor, mailbox)
    const grace = await contact(person)
    const id = await draft(person, {
      subject: 'Hello {firstName|you}',
      content: 'Dear {fullName},\n\n<img src="cid:logo.png" alt="L"> see <a href="https://example.com">this</a>.',
      selectedContacts: [grace.id],
      trackOpens: false,
      trackClicks: false,
      attachments: [
        { name: 'logo.png', contentBytes: PNG, contentType: 'image/png' },
        {
          name: 'terms.txt',
          contentBytes: Buffer.alloc(40_000, 'terms').toString('base64'),
          contentType: 'text/plain',
        },
      ],
    })
    const seen = await preview(person, { campaignId: id, contactId: grace.id })
    await person.rest('POST', `/api/campaigns/${id}/send`)
    const [summary] = await eventually('the mail lies in Sent', async () => {
      const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${mailbox}/messages`)
      const { messages } = (await answer.json()) as { messages: { id: string; size: number }[] }
      return messages.length > 0 && messages
    })
    const url = `${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(summary?.id ?? '')}`
    const sent = (await (await fetch(url)).json()) as Record<string, any>
    const plain = (text: string) =>
      text
        .replaceAll('\r\n', '\n')
        .replace(/\/u\/[\w-]+/g, '/u/TOKEN')
        .replace(/cid:[\w-]+@/g, 'cid:ID@')
        .trim()

    expect(seen).toMatchObject({
      from: { address: mailbox },
      to: { name: 'Grace Hopper', address: grace.email },
      subject: sent['subject'],
      attachments: [
        { name: 'logo.png', contentType: 'image/png', inline: true },
        { name: 'terms.txt', contentType: 'text/plain', size: 40_000, inline: false },
      ],
    })
    expect(seen.from.address).toBe(sent['from'].address)
    expect(plain(seen.html)).toBe(plain(sent['html']))
    expect(seen.htmlForDisplay).toContain(`data:image/png;base64,${PNG}`)
    const names = seen.headers.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['From', 'To', 'Subject', 'List-Unsubscribe', 'List-Unsubscribe-Post']),
    )
    expect(plain(seen.text)).toBe(plain(sent['text']))
    // The real unsubscribe link occurs three times; its token is longer than the sample's, and base64 adds a third.
    expect(sent['size'] - seen.size).toBeGreaterThanOrEqual(0)
    expect(sent['size'] - seen.size).toBeLessThan(1_500)
  })
})

describe('the preview of an email', () => {
  it('applies the overrides of the request to the campaign, for a sample recipient', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draft(person, { subject: 'Old', content: 'Old for {City}' })
    const seen = await preview(person, {
      campaignId: id,
      subject: 'New for {firstName}',
      values: { firstName: 'Zoë', fields: { City: 'Łódź' } },
    })
    expect(seen).toMatchObject({ from: null, subject: 'New for Zoë', to: { name: 'Zoë Lovelace' } })
    expect(seen.text).toContain('Old for Łódź')
    expect((await preview(person, { subject: 'Only {fullName}', content: 'x' })).subject).toBe('Only Ada Lovelace')
  })

  it('of a follow-up that does not attach files shows no files', async () => {
    const person = await world.signUp({ unlimited: true })
    const attachments = [{ name: 'terms.txt', contentBytes: 'aGk=', contentType: 'text/plain' }]
    const campaignId = await draft(person, { attachments })
    const filesOf = async (input: object) => (await preview(person, { campaignId, ...input })).attachments
    expect(await filesOf({})).toMatchObject([{ name: 'terms.txt' }])
    expect(await filesOf({ attachesFiles: true })).toMatchObject([{ name: 'terms.txt' }])
    expect(await filesOf({ attachesFiles: false })).toEqual([])
  })

  it('shows a recipient of the campaign if the request names none, before and after the launch', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const grace = await contact(person)
    const id = await draft(person, { subject: 'Hello {firstName}', selectedContacts: [grace.id] })
    expect(await preview(person, { campaignId: id })).toMatchObject({
      subject: 'Hello Grace',
      to: { address: grace.email },
    })
    expect((await preview(person, { campaignId: id, values: { firstName: 'Zoë' } })).subject).toBe('Hello Zoë')
    await person.rest('POST', `/api/campaigns/${id}/send`)
    expect((await preview(person, { campaignId: id })).subject).toBe('Hello Grace')
  })

  it('shows either subject of an A/B test', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draft(person, { subject: 'First', isAbTest: true, abVariantType: 'subject', abVariantB: 'Second' })
    expect((await preview(person, { campaignId: id })).subject).toBe('First')
    expect((await preview(person, { campaignId: id, variant: 'B' })).subject).toBe('Second')
  })

  it("of a launched campaign shows the recipient's data as recorded at the launch", async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const grace = await contact(person)
    const id = await draft(person, { subject: 'Hello {firstName}', selectedContacts: [grace.id] })
    await person.rest('POST', `/api/campaigns/${id}/send`)
    await person.graphql(
      'mutation ($id: ID!) { updateContact(input: { id: $id, firstName: "Amazing" }) { contact { id } errors { code field message } } }',
      {
        id: grace.id,
      },
    )
    expect((await preview(person, { campaignId: id, contactId: grace.id })).subject).toBe('Hello Grace')
    expect((await preview(person, { subject: 'Hello {firstName}', contactId: grace.id })).subject).toBe('Hello Amazing')
  })

  it('reports problems that do not depend on the recipient', async () => {
    const person = await world.signUp({ unlimited: true })
    const { problems } = await preview(person, { subject: '', content: 'See <a href="https://nohost">this</a>' })
    expect(problems.map(({ code }: { code: string }) => code)).toEqual(['NO_SUBJECT', 'BROKEN_LINK'])
  })

  it("does not reach another workspace's campaign, contact or mailbox", async () => {
    const owner = await world.signUp({ unlimited: true })
    await world.connect(owner)
    const grace = await contact(owner)
    const campaignId = await draft(owner, {})
    const [mailbox] = (await owner.rest('GET', '/api/settings/connected-emails')).body
    const stranger = await world.signUp({ unlimited: true })
    for (const input of [{ campaignId }, { contactId: grace.id }, { mailboxId: mailbox.id }]) {
      const { errors } = await stranger.graphql(PREVIEW, { input })
      expect(errors?.[0].extensions.code).toBe('NOT_FOUND')
    }
  })
})
