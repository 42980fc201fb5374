import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const CONTENT = `Hello {firstName},
{#if Country is "Germany" and tag has "VIP"}
your <a href="https://offers.example/vip">offer</a> ends on {Due|date:long}.
{#else}
see our <a href="https://offers.example/all">offers</a>.
{/if}
Bye`

async function audience(person: TestPerson): Promise<string[]> {
  const people = [
    { firstName: 'Greta', fields: { Country: 'Germany', Due: '2026-07-01' } },
    { firstName: 'Hans', fields: { Country: 'Germany' } },
    { firstName: 'Marie', fields: { Country: 'France' } },
  ]
  const ids: string[] = []
  for (const { firstName, fields } of people) {
    const email = `${firstName.toLowerCase()}-${Math.random().toString(36).slice(2)}@example.com`
    const { data, errors } = await person.graphql(
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }',
      {
        input: {
          firstName,
          lastName: 'X',
          email,
          fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
        },
      },
    )
    expect(errors).toBeUndefined()
    ids.push(data.createContact.id)
  }
  const { errors } = await person.graphql(
    'mutation ($ids: [ID!], $tags: [String!]!) { addTags(input: { ids: $ids, tags: $tags }) { errors { code field message } } }',
    { ids: ids.slice(0, 1), tags: ['vip'] },
  )
  expect(errors).toBeUndefined()
  return ids
}

const createDraft = async (person: TestPerson, input: object): Promise<string> => {
  const { data, errors } = await person.graphql(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id language } errors { code field message } } }',
    { input: { name: 'News', ...input } },
  )
  expect(errors).toBeUndefined()
  return data.createCampaign.id
}

it('each recipient gets the conditional parts of an email whose conditions hold for them, in the language of the campaign', async () => {
  const mailbox = 'conditions@sandbox.test'
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', mailbox)
  const ids = await audience(person)
  const id = await createDraft(person, {
    subject: '{#if Country is "France"}Bonjour{#else}Hallo{/if} {firstName|upper}',
    content: CONTENT,
    language: 'DE',
    selectedContacts: ids,
  })
  const { data } = await person.graphql(
    'query ($id: ID!, $of: ID) { campaignConditions(id: $id) { text count total } campaignProblems(id: $id) { code } previewMail(input: { campaignId: $id, contactId: $of }) { subject text } }',
    { id, of: ids[0] },
  )
  expect(data.campaignConditions).toEqual([
    { text: 'Country is "France"', count: 1, total: 3 },
    { text: 'Country is "Germany" and tag has "VIP"', count: 1, total: 3 },
  ])
  expect(data.campaignProblems.map(({ code }: { code: string }) => code)).not.toContain('CONDITION')
  expect(data.previewMail).toMatchObject({ subject: 'Hallo GRETA', text: expect.stringContaining('1. Juli 2026') })
  await person.rest('POST', `/api/campaigns/${id}/send`)
  const mails = await eventually('three emails lie in Sent', async () => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages`)
    const { messages } = (await answer.json()) as { messages: { id: string; subject: string }[] }
    return messages.length === 3 ? messages : null
  })
  const texts = await Promise.all(
    mails.map(async ({ id: mail, subject }) => {
      const answer = await fetch(`${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(mail)}`)
      const whole = JSON.stringify(await answer.json())
      return [subject, whole.includes('1. Juli 2026'), /see our/.test(whole), whole.includes('{')] as const
    }),
  )
  expect(texts.map(([subject, offer, all]) => [subject, offer, all]).toSorted()).toEqual([
    ['Bonjour MARIE', false, true],
    ['Hallo GRETA', true, false],
    ['Hallo HANS', false, true],
  ])
})

it('a condition with a syntax error is reported as an error before the launch', async () => {
  const person = await world.signUp()
  const id = await createDraft(person, { subject: 'S', content: 'Hi {#if Country}there{/if}' })
  const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
    id,
  })
  expect(data.campaignProblems).toContainEqual({
    code: 'CONDITION',
    severity: 'error',
    message: 'The condition {#if Country} cannot be read. Remove it and choose the condition again.',
  })
})

it('a workspace sets the language of campaigns that have none of their own', async () => {
  const person = await world.signUp()
  const { errors } = await person.graphql(
    'mutation { updateEmailSettings(input: { language: PL }) { emailSettings { language } errors { code field message } } }',
  )
  expect(errors).toBeUndefined()
  const preview = async (input: object) => {
    const { data } = await person.graphql('query ($input: MailInput!) { previewMail(input: $input) { subject } }', {
      input: { subject: '{Due|date:long}', content: 'x', values: { fields: { Due: '2026-07-01' } }, ...input },
    })
    return data.previewMail.subject
  }
  expect([await preview({}), await preview({ language: 'FR' })]).toEqual(['1 lipca 2026', '1 juillet 2026'])
})
