import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { act, office } from '../support/approval-world.ts'
import { endApproval } from '../support/approval-off.ts'
import { createKey } from '../support/api-key.ts'
import { configureSending, draftCampaign } from '../support/campaigns.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Somebody who may not launch changes what a launched campaign is made of, before its emails leave. */
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const MAILBOX = 'box@sandbox.test'
let boxes = 0

/** A person with a mailbox that has a signature. */
async function signedPerson(who?: TestPerson) {
  const person = who ?? (await world.signUp({ unlimited: true }))
  const email = `${(boxes += 1)}-${MAILBOX}`
  await world.connect(person, 'microsoft', email)
  const mailboxes = async () => (await person.graphql('{ mailboxes { id email signature } }')).data.mailboxes
  const id = (await mailboxes()).find((each: { email: string }) => each.email === email).id
  const sign = (signature: string) => act(person, 'updateMailbox', { id, signature }, '{ signature }')
  await sign('Ann of Contoso')
  return { person, email, id, sign }
}

/** Sends what is due, and returns the texts that the provider accepted. */
async function sent(person: TestPerson, email: string): Promise<string[]> {
  const slices = createSlices(
    createSendStore(world.app, () => []),
    await mailboxOf(world, person),
  )
  await slices.toTheEnd()
  const url = `${world.sandboxUrl}/sandbox/mailboxes/microsoft/${email}/messages?folder=sent&limit=50`
  const { messages } = (await (await fetch(url)).json()) as { messages: { id: string }[] }
  return Promise.all(
    messages.map(async ({ id }) => (await fetch(`${world.sandboxUrl}/sandbox/messages/${id}/raw`)).text()),
  )
}

const CONTENT = 'Dear {firstName},\n\nhello.\n\n{signature}'

describe('after a launch', () => {
  it('a changed signature, language or company name reaches no recipient of the campaign', async () => {
    const { person, email, id: mailboxId, sign } = await signedPerson()
    await configureSending(person, { companyName: 'Contoso', postalAddress: '1 Main Street', language: 'en' })
    const id = await draftCampaign(world, person, 1, { content: CONTENT })
    expect(await act(person, 'sendCampaign', { id, mailboxIds: [mailboxId] })).toMatchObject({ id })
    await sign('Mallory of Evil')
    await configureSending(person, { companyName: 'Evil', postalAddress: '2 Side Street', language: 'de' })
    const [text = ''] = await sent(person, email)
    expect(text).toContain('Ann of Contoso')
    expect(text).toContain('Contoso')
    expect(text).not.toMatch(/Mallory|Evil|Side Street|Abmelden/i)
  })

  it('and its undo, the next launch uses the current text', async () => {
    const { person, email, id: mailboxId, sign } = await signedPerson()
    const id = await draftCampaign(world, person, 1, { content: CONTENT })
    await act(person, 'sendCampaign', { id, mailboxIds: [mailboxId], undoSeconds: 600 })
    await act(person, 'cancelCampaign', { id })
    await sign('Ann, back again')
    await act(person, 'sendCampaign', { id, mailboxIds: [mailboxId] })
    expect((await sent(person, email)).join()).toContain('Ann, back again')
  })
})

describe("the recipients' files of a launched campaign", () => {
  const files = [{ name: 'First0.pdf', contentBytes: Buffer.from('evil').toString('base64') }]
  const replace = (who: Pick<TestPerson, 'graphql'>, campaignId: string) =>
    act(who as TestPerson, 'addRecipientFiles', { campaignId, files }, '{ id }')

  it('cannot be changed where a second person approved the launch, also after approval was turned off', async () => {
    const { boss, ada, bea, id, request, decide } = await office(world)
    await request()
    await decide(ada, 'APPROVE')
    const refused = { code: 'APPROVAL_NEEDED' }
    expect(await replace(bea, id)).toMatchObject(refused)
    expect(await replace(boss, id)).toMatchObject(refused)
    expect(await act(bea, 'removeRecipientFiles', { campaignId: id }, '{ id }')).toMatchObject(refused)
    await endApproval(world, boss)
    expect(await replace(bea, id)).toMatchObject(refused)
  })

  it('cannot be changed with an API key that may not send, and each change is in the activity log', async () => {
    const { person } = await signedPerson()
    const id = await draftCampaign(world, person, 1)
    await act(person, 'sendCampaign', { id })
    const key = await createKey(person, ['campaigns:read', 'campaigns:write'])
    const answer = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation ($input: AddRecipientFilesInput!) { addRecipientFiles(input: $input) { errors { code } } }`,
        variables: { input: { campaignId: id, files } },
      }),
    })
    expect(await answer.text()).toContain('FORBIDDEN')
    expect(await replace(person, id)).toMatchObject({ id })
    const { data } = await person.graphql('{ auditEvents(first: 1) { nodes { action targetLabel } } }')
    expect(data.auditEvents.nodes).toMatchObject([{ action: 'recipient_files_changed' }])
  })
})
