import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { wrongCounts } from '#tests/support/counter-consistency.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ mailHost: true })
})
afterAll(() => world.close())

/** timeout of a test, in ms */
const PATIENCE = 120_000

const ANSWER = `id state subject content undoUntil author { name } attachments { id name } emailLog { id status contactEmail failure { code } }`
const REPLY = `id fromEmail answerTo doneAt snoozedUntil answeredAt answering { name } answers { ${ANSWER} }
  campaign { id name } conversation { isAnswer emailLog { id contactEmail } reply { id fromEmail } }`

/** Calls a mutation that answers one noun; returns it, or the refusal. */
async function call(person: TestPerson, name: string, input: object, nouns: string): Promise<any> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`
  const { data, errors } = await person.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${nouns} errors { code field message } } }`,
    { input },
  )
  return errors ? { code: errors[0]?.extensions.code } : data[name]
}
const save = (person: TestPerson, input: object) => call(person, 'saveAnswer', input, `answer { ${ANSWER} }`)
const send = (person: TestPerson, input: object) => call(person, 'sendAnswer', input, `answer { ${ANSWER} }`)
const cancel = (person: TestPerson, id: string) => call(person, 'cancelAnswer', { id }, `answer { ${ANSWER} }`)

async function repliesOf(person: TestPerson, state?: string) {
  const { data } = await person.graphql(
    `query ($filter: ReplyFilter) { replies(filter: $filter, first: 50) { edges { node { ${REPLY} } } } }`,
    { filter: state ? { state } : {} },
  )
  return data.replies.edges.map(({ node }: { node: Record<string, any> }) => node) as Record<string, any>[]
}

/** Answers that would have a gap. */
const GAPS = [
  'Leave here: {unsubscribeUrl}',
  '<a href="{unsubscribeUrl}">Leave</a>',
  'Dear {nonsense}, yes',
  '{Phone} is yours',
]

/** Waits until the first answer to a reply was sent; returns the reply. The sandbox's recipient replies again. */
const untilSent = (person: TestPerson, id: string) =>
  eventually(
    'the answer has left',
    async () => {
      const found = (await repliesOf(person)).find((reply) => reply['id'] === id)
      return found?.['answers'][0].state === 'sent' && found
    },
    PATIENCE,
  )

type Provider = 'microsoft' | 'google' | 'smtp'

/** A workspace whose recipient has replied, by the real providers' clients and the sandbox. */
async function answered(provider: Provider, name: string, recipient = `reply@${name}.test`) {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `${name}@sandbox.test`
  await world.connect(person, provider, mailbox, undefined, { reading: true })
  const contact = { firstName: 'Ada', lastName: 'Lovelace', email: recipient }
  const { body: made } = await person.rest('POST', '/api/contacts', contact)
  const draft = { name: 'News', subject: 'Hello {firstName}', content: 'Dear {firstName}', selectedContacts: [made.id] }
  const { body: campaign } = await person.rest('POST', '/api/campaigns', draft)
  expect((await person.rest('POST', `/api/campaigns/${campaign.id}/send`)).status).toBe(200)
  const [reply] = await eventually(
    'the reply arrives',
    async () => {
      const found = await repliesOf(person)
      return found.length > 0 && found
    },
    PATIENCE,
  )
  return { person, mailbox, campaignId: campaign.id as string, contactId: made.id as string, reply: reply! }
}

/** The folder Sent of a mailbox of the sandbox, oldest first, with the headers that make a conversation. */
async function sentFrom(provider: string, email: string) {
  const get = async (path: string) => fetch(`${world.sandboxUrl}/sandbox${path}`)
  const { messages } = (await (await get(`/mailboxes/${provider}/${email}/messages?folder=sent`)).json()) as {
    messages: { id: string }[]
  }
  return Promise.all(
    messages.toReversed().map(async ({ id }) => {
      const mime = await (await get(`/messages/${encodeURIComponent(id)}/mime`)).text()
      const [head = '', ...rest] = mime.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/)
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
      return {
        subject: header('Subject'),
        to: header('To'),
        messageId: header('Message-ID'),
        inReplyTo: header('In-Reply-To'),
        references: header('References')?.split(/\s+/),
        unsubscribe: header('List-Unsubscribe'),
        body: rest.join('\n\n'),
      }
    }),
  )
}

const inboxIds = async (provider: string, email: string) => {
  const url = `${world.sandboxUrl}/sandbox/mailboxes/${provider}/${email}/messages?folder=inbox`
  const { messages } = (await (await fetch(url)).json()) as { messages: { internetMessageId: string }[] }
  return messages.map(({ internetMessageId }) => internetMessageId)
}

describe.concurrent.each(['microsoft', 'google', 'smtp'] as const)(
  'an answer that a user writes to a reply, from a mailbox at %s,',
  (provider) => {
    it(
      'leaves from the mailbox that received the reply, in its conversation, with merge tags filled in, and counts towards its limits',
      async () => {
        const { person, mailbox, campaignId, reply } = await answered(provider, `${provider}-answers`)
        await makeWebhook(person, { events: ['reply_answered', 'email_sent', 'campaign_finished'] })
        const draft = await save(person, { replyId: reply['id'], content: '<p>Gladly, {firstName}.</p>' })
        expect(draft).toMatchObject({ state: 'draft', subject: 'Re: Hello {firstName}', emailLog: null })
        expect(await send(person, { id: draft.id })).toMatchObject({ state: 'sending' })
        const now = await untilSent(person, reply['id'])
        expect(now['answers']).toMatchObject([{ emailLog: { contactEmail: reply['fromEmail'], failure: null } }])
        const [first, answer, ...others] = await sentFrom(provider, mailbox)
        expect(others).toEqual([])
        const arrived = (await inboxIds(provider, mailbox)).at(-1)
        expect(answer).toMatchObject({ subject: 'Re: Hello Ada', inReplyTo: arrived })
        expect(answer!.to).toContain(reply['fromEmail'])
        expect(answer!.references).toEqual([first!.messageId, arrived])
        expect([first!.unsubscribe === undefined, answer!.unsubscribe]).toEqual([false, undefined])
        expect(answer!.body).toContain('Gladly, Ada.')
        expect(answer!.body.toLowerCase()).not.toContain('unsubscribe')
        const [usage] = (await person.graphql('{ mailboxes { dailySent } }')).data.mailboxes
        expect(usage).toEqual({ dailySent: 2 })
        expect(await wrongCounts(world.app, person.tenantId)).toEqual([])
        const events = await eventually('the events are written', async () => {
          const found = await deliveriesOf(world, person)
          return found.length === 2 && found
        })
        const campaign = uuidOf('Campaign', campaignId)
        expect(events.map(({ event, data }) => [event, data['campaignId']]).toSorted()).toEqual([
          ['email_sent', campaign],
          ['reply_answered', campaign],
        ])
        if (provider === 'google') {
          const threads = await rowsOf(world, person, 'select distinct thread_id from email_logs where tenant_id = ?', [
            person.tenantId,
          ])
          expect(threads).toHaveLength(1)
        }
      },
      PATIENCE,
    )
  },
)

describe.concurrent.each(['microsoft', 'google', 'smtp'] as const)(
  'answering a reply that has a Reply-To header, in a mailbox at %s,',
  (provider) => {
    it(
      'goes to that address if it is not suppressed, and otherwise to the sender’s',
      async () => {
        const name = `${provider}-elsewhere`
        const [sender, office] = [`reply-elsewhere@${name}.test`, `office@${name}.test`]
        const { person, mailbox, contactId, reply } = await answered(provider, name, sender)
        expect(reply).toMatchObject({ fromEmail: sender, answerTo: office })
        const { id } = await save(person, { replyId: reply['id'], content: 'Gladly' })
        const suppress = (emails: string[]) => call(person, 'addSuppressions', { emails, reason: 'MANUAL' }, 'added')
        await suppress([office, sender])
        expect(await send(person, { id })).toEqual({ code: 'BAD_INPUT' })
        expect(await send(person, { id, toSender: true, undoSeconds: 600 })).toMatchObject({
          emailLog: { contactEmail: sender },
        })
        await cancel(person, id)
        await rowsOf(world, person, 'delete from suppressions where tenant_id = ? returning 1', [person.tenantId])
        await send(person, { id })
        await untilSent(person, reply['id'])
        expect((await sentFrom(provider, mailbox)).at(-1)!.to).toContain(office)
        const { data } = await person.graphql(
          'query ($id: ID!) { contact(id: $id) { emailLogs { edges { node { contactEmail } } } } }',
          { id: contactId },
        )
        const emails = data.contact.emailLogs.edges.map((each: any) => each.node.contactEmail)
        expect(emails).toEqual([office, sender])
        const { body: file } = await person.rest('POST', '/api/people/export', { email: sender })
        expect(file.emails.map((each: any) => each.contact_email)).toEqual([sender, office])
        await call(person, 'erasePerson', { email: sender }, 'emails')
        expect(
          await rowsOf(world, person, 'select distinct contact_email as email from email_logs where tenant_id = ?', [
            person.tenantId,
          ]),
        ).toEqual([{ email: expect.not.stringContaining(name) }])
      },
      PATIENCE,
    )
  },
)

describe.concurrent('answers that users write to replies', () => {
  it(
    'can be undone in time, and become drafts again',
    async () => {
      const { person, mailbox, reply } = await answered('microsoft', 'undone')
      const draft = await save(person, { replyId: reply['id'], content: 'Too soon' })
      const { id } = draft
      expect(await send(person, { id, undoSeconds: 600 })).toMatchObject({
        state: 'sending',
        undoUntil: expect.any(String),
      })
      expect((await repliesOf(person, 'waiting')).length).toBe(1)
      expect(await send(person, { id })).toEqual({ code: 'CONFLICT' })
      expect(await cancel(person, id)).toMatchObject({ state: 'draft', content: 'Too soon', emailLog: null })
      expect(await repliesOf(person, 'open')).toMatchObject([{ answeredAt: null }])
      await send(person, { id })
      await untilSent(person, reply['id'])
      expect(await cancel(person, id)).toEqual({ code: 'CONFLICT' })
      expect(await sentFrom('microsoft', mailbox)).toHaveLength(2)
    },
    PATIENCE,
  )

  it(
    'are refused while a merge tag has no value, and sent with a fallback or a value',
    async () => {
      const { person, reply } = await answered('microsoft', 'gaps')
      const write = (content: string) => save(person, { replyId: reply['id'], content })
      for (const content of GAPS) {
        const { id } = await write(content)
        expect([content, await send(person, { id })]).toEqual([content, { code: 'BAD_INPUT' }])
      }
      const { id } = await write('{firstName}, {nonsense|there} {Phone|} {formalSalutation} {signature}')
      expect(await send(person, { id, undoSeconds: 600 })).toMatchObject({ state: 'sending' })
    },
    PATIENCE,
  )

  it(
    "appear in no list of campaigns, but in the person's history and the conversation; a new reply to them belongs to the first campaign",
    async () => {
      const { person, campaignId, contactId, reply } = await answered('microsoft', 'listed')
      const draft = await save(person, { replyId: reply['id'], content: 'Thank you' })
      await send(person, { id: draft.id })
      const [newest, before] = await eventually(
        'the person replies again',
        async () => {
          const found = await repliesOf(person)
          return found.length === 2 && found
        },
        PATIENCE,
      )
      expect(newest).toMatchObject({ campaign: { id: campaignId, name: 'News' }, answers: [] })
      expect(before).toMatchObject({ doneAt: expect.any(String), answeredAt: expect.any(String) })
      const kinds = newest!['conversation'].map((entry: Record<string, unknown>) =>
        entry['reply'] ? 'reply' : entry['isAnswer'] ? 'answer' : 'email',
      )
      // Mailboxes tell times in whole seconds.
      expect(kinds.toSorted()).toEqual(['answer', 'email', 'reply', 'reply'])
      const { data } = await person.graphql(
        'query ($id: ID!) { campaigns { totalCount } stats { totalCampaigns } contact(id: $id) { emailLogs { totalCount } } }',
        { id: contactId },
      )
      expect(data).toEqual({
        campaigns: { totalCount: 1 },
        stats: { totalCampaigns: 1 },
        contact: { emailLogs: { totalCount: 2 } },
      })
      const sent = await person.graphql('query ($id: ID!) { sentMail(id: $id) { subject text from { address } } }', {
        id: newest!['conversation'].find((entry: Record<string, unknown>) => entry['isAnswer']).emailLog.id,
      })
      expect(sent.data.sentMail).toMatchObject({ subject: 'Re: Hello Ada', text: expect.stringContaining('Thank you') })
      expect(sent.data.sentMail.text).not.toContain('nsubscribe')
      expect((await person.rest('DELETE', `/api/campaigns/${campaignId}`)).status).toBe(200)
      const left = await rowsOf(world, person, 'select count(*)::int as count from campaigns where tenant_id = ?', [
        person.tenantId,
      ])
      expect(left).toEqual([{ count: 0 }])
    },
    PATIENCE,
  )

  it(
    'can be sent only by people who may use the mailbox, only with a text, and with files of the workspace',
    async () => {
      const { person, mailbox, reply } = await answered('microsoft', 'allowed')
      const bea = await addColleague(world, person)
      const replyId = reply['id']
      const empty = await save(bea, { replyId, content: '<p></p><p>{signature}</p>' })
      expect(await send(person, { id: empty.id })).toEqual({ code: 'BAD_INPUT' })
      const attachments = [
        { name: 'a.txt', contentType: 'text/plain', contentBytes: Buffer.from('File').toString('base64') },
      ]
      const { id } = await save(bea, { replyId, content: '<p>Hi</p><p>{signature}</p>', attachments })
      expect(id).toBe(empty.id)
      expect(await send(bea, { id })).toEqual({ code: 'FORBIDDEN' })
      const stranger = await world.signUp({ unlimited: true })
      for (const name of ['sendAnswer', 'cancelAnswer', 'discardAnswer']) {
        const noun = name === 'discardAnswer' ? 'reply' : 'answer'
        expect(await call(stranger, name, { id }, `${noun} { id }`)).toEqual({ code: 'NOT_FOUND' })
      }
      await send(person, { id })
      await untilSent(person, reply['id'])
      const [, answer] = await sentFrom('microsoft', mailbox)
      expect(answer!.body).toContain('a.txt')
      expect(answer!.body).not.toContain('{signature}')
    },
    PATIENCE,
  )

  it(
    'wait when the mailbox needs reconnecting, and leave once it is connected again',
    async () => {
      const { person, mailbox, reply } = await answered('microsoft', 'expired')
      const { id } = await save(person, { replyId: reply['id'], content: 'Later' })
      await send(person, { id, undoSeconds: 600 })
      await world.fault({ kind: 'revoked', email: mailbox, operation: 'any', count: 1 })
      const state = async () => (await repliesOf(person)).find((one) => one['id'] === reply['id'])!['answers'][0].state
      await eventually('the answer stops', async () => (await state()) === 'stopped', PATIENCE)
      expect(await send(person, { id })).toEqual({ code: 'BAD_INPUT' })
      await world.connect(person, 'microsoft', mailbox, undefined, { reading: true })
      const soon =
        'update campaigns set scheduled_at = null where tenant_id = ? and answers_reply_id is not null returning 1'
      await rowsOf(world, person, soon, [person.tenantId])
      await send(person, { id })
      await untilSent(person, reply['id'])
      expect(await sentFrom('microsoft', mailbox)).toHaveLength(2)
      expect(await wrongCounts(world.app, person.tenantId)).toEqual([])
    },
    PATIENCE,
  )

  it(
    'show colleagues who is writing one, and can be put off until a day',
    async () => {
      const { person, reply } = await answered('microsoft', 'present')
      const bea = await addColleague(world, person)
      const replyId = reply['id']
      const note = async (who: TestPerson, isAnswering: boolean) =>
        (await call(who, 'noteAnswering', { replyId, isAnswering }, 'reply { answering { name } }')).answering
      const first = await note(person, true)
      expect(first).toEqual({ name: expect.any(String) })
      expect(await note(bea, true)).toEqual(first)
      expect(await note(person, false)).toBeNull()
      expect(await note(bea, true)).not.toBeNull()
      const change = (input: object) => call(person, 'updateReplies', { ids: [replyId], ...input }, 'replies { id }')
      const snoozedUntil = new Date(Date.now() + 86_400_000).toISOString()
      await change({ snoozedUntil })
      expect([(await repliesOf(person, 'open')).length, (await repliesOf(person, 'waiting')).length]).toEqual([0, 1])
      await change({ snoozedUntil: null })
      expect([(await repliesOf(person, 'open')).length, (await repliesOf(person, 'waiting')).length]).toEqual([1, 0])
      const far = new Date(Date.now() + 400 * 86_400_000).toISOString()
      expect(await change({ snoozedUntil: far })).toEqual({ code: 'BAD_INPUT' })
    },
    PATIENCE,
  )
})
