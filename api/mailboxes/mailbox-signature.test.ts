import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphqlAs } from '#tests/support/person.ts'
import { readMailbox } from '#tests/support/tracked-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SIGN = `mutation ($id: ID!, $signature: String) { updateMailbox(input: { id: $id, signature: $signature }) {
  mailbox { id signature canEdit } errors { code field message } } }`
const LINKED = '<b>Ada Lovelace</b>\n<a href="https://ada.example.com/{email}">My page</a>'

interface Mailbox {
  id: string
  email: string
}

async function mailboxesOf(person: TestPerson): Promise<Mailbox[]> {
  const { data } = await person.graphql('{ mailboxes { id email } }')
  return data.mailboxes
}

/** Signs a mailbox; returns what the server answered. */
async function sign(person: Pick<TestPerson, 'graphql'>, id: string, signature: string | null) {
  const { data, errors } = await person.graphql(SIGN, { id, signature })
  return errors ? errors[0].extensions : data.updateMailbox
}

async function workspace() {
  const person = await world.signUp({ unlimited: true })
  const tag = Math.random().toString(36).slice(2)
  await world.connect(person, 'microsoft', `first-${tag}@sandbox.test`)
  await world.connect(person, 'google', `second-${tag}@sandbox.test`)
  const [first, second] = await mailboxesOf(person)
  if (!first || !second) throw new Error('Two mailboxes were expected')
  return { person, first, second }
}

async function draft(person: TestPerson, input: object, contacts = 1): Promise<string> {
  const ids = []
  for (let index = 0; index < contacts; index += 1) {
    const email = `c${index}-${Math.random().toString(36).slice(2)}@example.com`
    const contact = { firstName: `Grace${index}`, lastName: 'Hopper', email, fields: { Signature: 'Evil' } }
    ids.push((await person.rest('POST', '/api/contacts', contact)).body.id)
  }
  const { body, status } = await person.rest('POST', '/api/campaigns', {
    name: 'News',
    subject: 'News',
    selectedContacts: ids,
    ...input,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body.id
}

describe('a campaign with the tag {signature}', () => {
  it('contains the signature of the mailbox that sends each email, with tracked links and merge tags', async () => {
    const { person, first, second } = await workspace()
    expect(await sign(person, first.id, LINKED)).toMatchObject({ signature: LINKED })
    await sign(person, second.id, 'Team {firstName}\n\nLtd')
    const id = await draft(person, { subject: 'News{signature}', content: 'Dear {firstName},\n\n{signature}' }, 4)
    const launch =
      'mutation ($input: SendCampaignInput!) { sendCampaign(input: $input) { campaign { id } errors { code field message } } }'
    // One email every three seconds: without a pace, the mailbox whose turn comes first may send all four.
    const limit = { emailsPerInterval: 20, intervalSeconds: 60, enableThrottling: true }
    expect((await person.rest('POST', '/api/settings/email', limit)).status).toBe(200)
    const sent = await person.graphql(launch, { input: { id, mailboxIds: [first.id, second.id] } })
    expect(sent.errors).toBeUndefined()
    const mails = await eventually('both mailboxes have sent', async () => {
      const [ofFirst, ofSecond] = [
        await readMailbox(world, 'microsoft', first.email),
        await readMailbox(world, 'google', second.email),
      ]
      return (
        ofFirst.length + ofSecond.length === 4 && ofFirst.length > 0 && ofSecond.length > 0 && { ofFirst, ofSecond }
      )
    })
    for (const mail of mails.ofFirst) {
      expect(mail.subject).toBe('News')
      expect(mail.html).toContain('<p><b>Ada Lovelace</b><br><a href=')
      expect(mail.links['My page']).toMatch(/^\/t\/c\//)
      expect(mail.text).toContain(`https://ada.example.com/${mail.to}`)
    }
    for (const mail of mails.ofSecond) {
      expect(mail.html).toMatch(/<p>Team Grace\d<\/p>\s*<p>Ltd<\/p>/)
      expect(mail.html).not.toContain('Lovelace')
    }
    expect(JSON.stringify(mails)).not.toContain('Evil')
  })

  it('is previewed and checked with the chosen mailbox, and names a mailbox that has no signature', async () => {
    const { person, first, second } = await workspace()
    await sign(person, first.id, 'Yours,\nAda <a href="https://">x</a>')
    const id = await draft(person, { content: 'Dear {firstName},\n\n{signature}' })
    const preview = async (mailboxId: string) => {
      const query = 'query ($input: MailInput!) { previewMail(input: $input) { html } }'
      return (await person.graphql(query, { input: { campaignId: id, mailboxId } })).data.previewMail.html as string
    }
    expect(await preview(first.id)).toContain('<p>Yours,<br>Ada')
    expect(await preview(second.id)).not.toMatch(/Yours|\{signature\}/)
    const problems = async (...mailboxIds: string[]) => {
      const query = 'query ($id: ID!, $ids: [ID!]) { campaignProblems(id: $id, mailboxIds: $ids) { code message } }'
      const { data } = await person.graphql(query, { id, ids: mailboxIds })
      return data.campaignProblems.filter(({ code }: any) => code !== 'PIXEL_COST')
    }
    const none = {
      code: 'NO_SIGNATURE',
      message: `${second.email} has no signature, so {signature} stays empty there. Add one under Settings → Connected Emails.`,
    }
    expect(await problems(first.id)).toEqual([])
    expect(await problems(first.id, second.id)).toEqual([none])
    await sign(person, first.id, 'See <a href="https://localhost/x">this</a>')
    expect(await problems(first.id)).toMatchObject([{ code: 'LOCAL_LINK' }])
  })

  it('is tested with the signature, also in a designed email', async () => {
    const { person, first } = await workspace()
    await sign(person, first.id, LINKED)
    const id = await draft(person, {
      useHtmlBuilder: true,
      content: '<html><body><p>Bye {signature}</p></body></html>',
    })
    const test =
      'mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) { testMail { error } errors { code field message } } }'
    expect(await person.graphql(test, { input: { campaignId: id, mailboxId: first.id } })).toMatchObject({
      data: { sendTestMail: { error: null } },
    })
    const [mail] = await readMailbox(world, 'microsoft', first.email)
    expect(mail?.html).toContain('<p>Bye <b>Ada Lovelace</b><br><a href="https://ada.example.com/')
  })
})

describe('the signature of a mailbox', () => {
  it('is changed by its owner and admins, not by users with whom the mailbox is shared', async () => {
    const { person: admin, first } = await workspace()
    const signIn = { username: `sign-${process.pid}@example.com`, password: 'a good password' }
    await admin.rest('POST', '/api/users', { name: 'U', email: signIn.username, password: signIn.password })
    const { sessionToken } = (await admin.rest('POST', '/api/login', signIn)).body
    const user = {
      graphql: (query: string, variables: object = {}) =>
        graphqlAs(world.url, { authorization: sessionToken }, query, variables),
    } as Pick<TestPerson, 'graphql'>
    await sign(admin, first.id, 'Ada')
    expect(await sign(user, first.id, 'Mine')).toMatchObject({ code: 'FORBIDDEN' })
    const share =
      'mutation ($id: ID!) { shareMailbox(input: { id: $id, userIds: [], everybody: true }) { mailbox { id } errors { code field message } } }'
    await admin.graphql(share, { id: first.id })
    const seen = await user.graphql('{ mailboxes { signature canEdit } }')
    expect(seen.data.mailboxes).toEqual([{ signature: 'Ada', canEdit: false }])
    expect(await sign(user, first.id, 'Mine')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await sign(admin, first.id, ' \r\n ')).toMatchObject({ signature: null, canEdit: true })
  })

  it('is refused with a reason if it is invalid, and nothing changes', async () => {
    const { person, first } = await workspace()
    await sign(person, first.id, 'Ada')
    const refused = await sign(person, first.id, '<b>Ada')
    expect(refused).toMatchObject({ code: 'BAD_INPUT', fields: { signature: expect.stringContaining('<b>') } })
    const { data } = await person.graphql(
      '{ mailboxes { signature } auditEvents(first: 1) { nodes { action changes { to } } } }',
    )
    expect(data.mailboxes).toContainEqual({ signature: 'Ada' })
    expect(data.auditEvents.nodes).toEqual([{ action: 'mailbox_signature_changed', changes: [] }])
  })
})
