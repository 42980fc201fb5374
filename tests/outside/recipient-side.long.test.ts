import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { requestAt } from '../support/link-domains.ts'
import { mutate } from '../support/mutate.ts'
import { person as asPerson, PATIENCE } from '../support/outside-inputs.ts'
import type { TestPerson } from '../support/person.ts'
import { headerOf, type SentMail } from '../support/stand-ins/mailbox.ts'
import {
  arrivedReply,
  connectMailbox,
  emailTo,
  guest,
  newTopic,
  PROVIDERS,
  registerAdmin,
  reply,
  sendCampaign,
  signInAs,
  startOutside,
  unsubscribeOf,
  type Outside,
  type OwnMailbox,
} from '../support/stand-ins/signed-in-admin.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'

/**
 * The recipient’s side, walked from outside over REST: a product that runs as its own process, with stand-ins of
 * Microsoft 365 and Gmail that were written from the vendors’ references alone, and real DNS. Only addresses, documents
 * and emails are known. `replies-by-keyboard.long.browser.test.ts` walks the same in a browser.
 */

let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
}, PATIENCE)
afterAll(() => outside?.close())

type FourEmails = [SentMail, SentMail, SentMail, SentMail]

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

describe.each(PROVIDERS)('what recipients do, with a mailbox at %s:', (provider) => {
  const domain = `${provider}-firm.example`
  const offers = newTopic('Offers', 'What costs less')
  const news = newTopic('News')
  let admin: TestPerson
  let colleague: TestPerson
  let ann: OwnMailbox
  let bob: OwnMailbox
  let hooks: Receiver
  const to = (name: string) => guest(name, provider)

  beforeAll(async () => {
    admin = await registerAdmin(outside.url, `walk-${provider}`)
    await admin.rest('POST', '/api/users', { ...asPerson(`mate-${provider}`), role: 'user' })
    colleague = await signInAs(outside.url, `mate-${provider}`)
    ann = await connectMailbox(outside, admin, provider, `ann@${domain}`)
    bob = await connectMailbox(outside, admin, provider, `bob@${domain}`)
    await admin.rest('PUT', `/api/settings/connected-emails/${bob.id}`, { signature: 'Bob of the firm' })
    await admin.rest('PUT', `/api/settings/connected-emails/${ann.id}`, { signature: 'Ann of the firm' })
    const settings = { topics: [offers, news], enableThrottling: false, weeklyCeiling: null }
    await admin.rest('POST', '/api/settings/email', settings)
    hooks = await startReceiver()
    const events = [
      'EMAIL_REPLIED',
      'EMAIL_UNSUBSCRIBED',
      'REPLY_ANSWERED',
      'REPLY_ASSIGNED',
      'REPLY_DONE',
      'REPLY_REOPENED',
    ]
    await mutate(admin, 'createWebhook', { url: hooks.url, events }, '')
  }, PATIENCE)
  afterAll(() => hooks?.close())

  const suppressed = async () =>
    (await admin.graphql('{ suppressions(first: 100) { nodes { email reason } } }')).data.suppressions.nodes
  const heard = (type: string, email: string) =>
    eventually(`${type} of ${email} was called`, async () =>
      hooks.requests.some((one) => one.type === type && one.data.email === email),
    )
  const owner = ({ from }: SentMail) => (from === ann.email ? ann : bob)
  const mailboxIds = () => [ann.id, bob.id]
  const stateOf = async (id: string) => {
    const lists = await Promise.all(
      ['open', 'waiting', 'done'].map(async (state) => {
        const { body } = await admin.rest('GET', `/api/replies?state=${state}`)
        return body.some((one: { id: string }) => one.id === id) ? [state] : []
      }),
    )
    return lists.flat()
  }

  it('a reply is answered once, from the mailbox that got it, in its conversation and to its Reply-To address', async () => {
    const spring = (from: OwnMailbox, names: string[]) =>
      sendCampaign(admin, { name: 'Spring', mailboxIds: [from.id], emails: names.map(to), topicId: offers.id })
    await spring(ann, ['cy', 'dee'])
    const id = await spring(bob, ['bea', 'eli'])
    const [bea, cy, dee, eli] = ['bea', 'cy', 'dee', 'eli'].map((name) => emailTo(ann.box, to(name))) as FourEmails
    expect([bea, cy, dee, eli].map(({ from }) => from)).toEqual([bob, ann, ann, bob].map(({ email }) => email))
    const asked = await reply(owner(bea), bea, 'Yes please, tell me more.', { 'Reply-To': to('desk') })
    await reply(owner(cy), cy, 'Please call me in spring.')
    await reply(owner(dee), dee, 'Who are you?', { 'Reply-To': to('gone') })
    await reply(owner(eli), eli, 'I am interested!')
    expect(await arrivedReply(admin, to('bea'))).toMatchObject({
      answerTo: to('desk'),
      canRead: true,
      campaign: { id },
    })
    const { id: replyId } = await arrivedReply(admin, to('bea'))
    const { body: mail } = await admin.rest('GET', `/api/replies/${replyId}/mail`)
    expect(mail.text.trim()).toBe('Yes please, tell me more.')
    expect(mail.wholeText).toContain('> ')
    await heard('email.replied', to('bea'))

    await admin.rest('POST', `/api/replies/${replyId}/answering`, { isAnswering: true })
    const seen = (await colleague.rest('GET', `/api/replies/${replyId}`)).body
    expect(seen).toMatchObject({
      answering: { name: 'Out Side' },
      canRead: false,
      conversation: [{ isAnswer: false }, {}],
    })
    const file = {
      name: 'Prices.txt',
      contentType: 'text/plain',
      contentBytes: Buffer.from('1 EUR').toString('base64'),
    }
    const written = { content: '<p>Dear {firstName}, gladly.</p><p>{signature}</p>', attachments: [file] }
    const { body: draft } = await admin.rest('PUT', `/api/replies/${replyId}/answer`, written)
    expect(draft).toMatchObject({ state: 'draft', subject: expect.stringMatching(/^Re: /) })
    const send = (seconds: number) => admin.rest('POST', `/api/answers/${draft.id}/send`, { undoSeconds: seconds })
    expect((await colleague.rest('POST', `/api/answers/${draft.id}/send`, {})).status).toBe(403)
    expect((await send(600)).body).toMatchObject({ state: 'sending' })
    expect((await admin.rest('POST', `/api/answers/${draft.id}/cancel`)).body.state).toBe('draft')
    const twice = await Promise.all([send(2), send(2), send(2)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(ann.box.sentTo(to('desk'))).toEqual([])
    await eventually('the answer has left', async () => ann.box.sentTo(to('desk')).length > 0)
    const left = emailTo(ann.box, to('desk'))
    expect(left).toMatchObject({ from: bea.from, threadId: bea.threadId, to: [to('desk')] })
    expect(left.mail.subject).toBe('Re: Spring for bea')
    expect(headerOf(left.mail, 'in-reply-to')).toBe(asked.mail.messageId)
    for (const one of [bea, asked]) expect(headerOf(left.mail, 'references')).toContain(one.mail.messageId)
    expect(left.mail.text).toContain('Dear bea, gladly.')
    expect(left.mail.text).toContain('Bob of the firm')
    expect(
      left.mail.attachments.map((one) => [one.filename, Buffer.from(one.content as ArrayBuffer).toString()]),
    ).toEqual([['Prices.txt', '1 EUR']])
    expect(headerOf(left.mail, 'list-unsubscribe')).toBe('')
    expect(`${left.mail.html}${left.mail.text}`).not.toContain(outside.url)
    expect(await stateOf(replyId)).toEqual(['waiting'])
    await heard('reply.answered', to('bea'))
    await eventually('the answer is sent', async () => {
      const { body } = await admin.rest('GET', `/api/replies/${replyId}`)
      return body.answers[0]?.state === 'sent'
    })
    const history = `query ($id: ID!) { node(id: $id) { ... on Contact { emailLogs { nodes { id mailbox { email } } } } } }`
    const { contactId } = (await admin.rest('GET', `/api/replies/${replyId}`)).body.emailLog
    const { data, errors } = await admin.graphql(history, { id: contactId })
    expect(errors).toBeUndefined()
    expect(data.node.emailLogs.nodes.map((one: any) => one.mailbox.email)).toEqual([bea.from, bea.from])
    const later = await owner(bea).box.arrive(left.from, {
      ...{ from: to('bea'), subject: `Re: ${left.mail.subject}`, text: 'Great!' },
      header: { 'In-Reply-To': left.mail.messageId ?? '', References: left.mail.messageId ?? '' },
    })
    expect(later.threadId).toBe(bea.threadId)
    await eventually('the reply to the answer is open, and the first one done', async () => {
      const { body } = await admin.rest('GET', '/api/replies?state=open')
      const isOpen = body.some((one: any) => one.fromEmail === to('bea') && one.id !== replyId)
      return isOpen && (await stateOf(replyId)).includes('done')
    })
    expect((await admin.rest('GET', `/api/replies/${replyId}`)).body.conversation).toHaveLength(4)
    expect(ann.box.sentTo(to('desk'))).toHaveLength(1)
  })

  it('replies are put off, finished and assigned, and none is answered to a suppressed Reply-To address', async () => {
    const [cy, dee] = [await arrivedReply(admin, to('cy')), await arrivedReply(admin, to('dee'))]
    const change = (id: string, values: object) => admin.rest('PUT', '/api/replies', { ids: [id], ...values })
    await change(cy.id, { snoozedUntil: new Date(Date.now() + 3000).toISOString() })
    expect(await stateOf(cy.id)).toEqual(['waiting'])
    await eventually('it is open again after its time', async () => (await stateOf(cy.id)).includes('open'))
    await change(cy.id, { done: true })
    expect(await stateOf(cy.id)).toEqual(['done'])
    await heard('reply.done', to('cy'))
    await change(cy.id, { done: false })
    await heard('reply.reopened', to('cy'))
    await change(cy.id, { assigneeId: (await colleague.rest('GET', '/api/user')).body.id })
    await heard('reply.assigned', to('cy'))
    const mine = (who: TestPerson) => who.rest('GET', '/api/replies?state=mine')
    expect((await mine(colleague)).body).toMatchObject([{ id: cy.id }])
    expect((await mine(admin)).body).toEqual([])

    const listed = `mutation { addSuppressions(input: { emails: ["${to('gone')}"] }) { added errors { message } } }`
    expect((await admin.graphql(listed)).data.addSuppressions.added).toBe(1)
    const { body: draft } = await admin.rest('PUT', `/api/replies/${dee.id}/answer`, { content: 'We are the firm.' })
    expect((await admin.rest('POST', `/api/answers/${draft.id}/send`, {})).status).toBe(400)
    expect((await admin.rest('POST', `/api/answers/${draft.id}/send`, { toSender: true })).status).toBe(200)
    await eventually('the answer goes to the sender', async () => ann.box.sentTo(to('dee')).length === 2)
    expect(ann.box.sentTo(to('gone'))).toEqual([])
  })

  it('an AI agent can draft an answer to a reply, but not send it', async () => {
    const scopes = ['CAMPAIGNS_SEND', 'CAMPAIGNS_WRITE', 'MAILBOXES_READ']
    const document =
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token errors { message } } }'
    const { createApiKey } = (await admin.graphql(document, { input: { name: 'Agent', scopes } })).data
    const call = async (method: string, params: object) => {
      const answer = await fetch(`${outside.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${createApiKey.token}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return JSON.parse(/\{.*\}/s.exec(await answer.text())?.[0] ?? '').result
    }
    const { tools } = await call('tools/list', {})
    const names: string[] = tools.map(({ name }: { name: string }) => name)
    expect(names.filter((name) => name.includes('answer'))).toEqual(['draft_answer'])
    const { inputSchema } = tools.find(({ name }: { name: string }) => name === 'draft_answer')
    const eli = await arrivedReply(admin, to('eli'))
    const named = Object.keys(inputSchema.properties).find((name) => /reply|^id$/i.test(name)) ?? ''
    await call('tools/call', { name: 'draft_answer', arguments: { [named]: eli.id, content: 'An idea' } })
    const { body } = await admin.rest('GET', `/api/replies/${eli.id}`)
    expect(body.answers).toMatchObject([{ state: 'draft', content: expect.stringContaining('An idea') }])
    expect(ann.box.sentTo(to('eli'))).toHaveLength(1)
  })

  it('people can make choices on the preferences page, and the launch check says who is left out because of them', async () => {
    const names = ['fay', 'gus', 'hal', 'ian', 'joy']
    await sendCampaign(admin, { name: 'Choices', mailboxIds: mailboxIds(), emails: names.map(to), topicId: offers.id })
    const link = (name: string) => unsubscribeOf(emailTo(ann.box, to(name), 'Choices')).https
    const pageOf = async (name: string, language = 'en') =>
      (await fetch(link(name), { headers: { 'accept-language': language } })).text()
    for (const name of names) {
      const page = await pageOf(name)
      expect(page).toContain(`value="${offers.id}" checked`)
      expect(page).not.toContain('<script')
    }
    expect(await suppressed()).toHaveLength(1)
    const choose = (name: string, fields: Record<string, string>) =>
      fetch(link(name), form({ action: 'choose', ...fields }))
    expect((await choose('fay', { topic: news.id })).status).toBe(200)
    expect((await choose('gus', { topic: offers.id, monthly: 'yes' })).status).toBe(200)
    await fetch(link('hal'), { method: 'POST', body: new URLSearchParams({ action: 'choose', pause: 'yes' }) })
    expect(await pageOf('fay')).not.toContain(`value="${offers.id}" checked`)
    expect(await pageOf('gus')).toMatch(/name="monthly" value="yes" checked/)
    const oneClick = await fetch(link('ian'), form({ 'List-Unsubscribe': 'One-Click' }))
    expect(oneClick.status).toBe(200)
    expect(await suppressed()).toContainEqual({ email: to('ian'), reason: 'unsubscribed' })
    await heard('email.unsubscribed', to('ian'))

    const { body: found } = await admin.rest('POST', '/api/contacts/upsert', {
      contacts: names.map((name) => ({ email: to(name) })),
    })
    const selectedContacts = found.results.map((row: any) => row.contact.id)
    const draft = { name: 'Summer', subject: 'Summer', content: 'It is warm.', selectedContacts, topicId: offers.id }
    const { id } = (await admin.rest('POST', '/api/campaigns', draft)).body
    const { campaignProblems } = (
      await admin.graphql('query ($id: ID!) { campaignProblems(id: $id) { code count message } }', { id })
    ).data
    expect(campaignProblems).toContainEqual(expect.objectContaining({ code: 'DECLINED', count: 3 }))
    const { body: forecast } = await admin.rest('GET', `/api/campaigns/${id}/forecast`)
    expect(forecast).toMatchObject({ recipients: 5, suppressed: 1, declined: 3 })
    await admin.rest('POST', `/api/campaigns/${id}/send`, { mailboxIds: mailboxIds() })
    await eventually('it is over', async () => (await admin.rest('GET', `/api/campaigns/${id}`)).body.status === 'sent')
    const { body: report } = await admin.rest('GET', `/api/campaigns/${id}/analytics`)
    expect(report).toMatchObject({ sentCount: 1, leftOutCount: 4 })
    const told = report.failedEmails.map((one: any) => [one.contactEmail, one.error.split(/[ :]/)[0]])
    expect(Object.fromEntries(told)).toEqual({
      ...{ [to('fay')]: 'DECLINED', [to('gus')]: 'DECLINED', [to('hal')]: 'DECLINED', [to('ian')]: 'SUPPRESSED' },
    })
    await sendCampaign(admin, {
      name: 'Other topic',
      mailboxIds: mailboxIds(),
      emails: [to('fay'), to('hal')],
      topicId: news.id,
    })
    expect(ann.box.sentTo(to('fay'))).toHaveLength(2)
    expect(ann.box.sentTo(to('hal'))).toHaveLength(1)
    await choose('fay', { topic: offers.id })
    await sendCampaign(admin, { name: 'Back again', mailboxIds: mailboxIds(), emails: [to('fay')], topicId: offers.id })
    emailTo(ann.box, to('fay'), 'Back again')
    const { body: held } = await admin.rest('POST', '/api/people/export', { email: to('gus') })
    expect(JSON.stringify(held)).toContain('monthly')
  })

  it('the unsubscribe email that Outlook or Apple Mail sends works and is archived', async () => {
    const names = ['kim', 'lea', 'max', 'noa']
    await sendCampaign(admin, { name: 'By email', mailboxIds: mailboxIds(), emails: names.map(to), topicId: news.id })
    const got = (name: string) => emailTo(ann.box, to(name), 'By email')
    const write = (name: string, more: { text?: string; header?: Record<string, string>; subject?: string } = {}) => {
      const { mailto } = unsubscribeOf(got(name))
      const subject = more.subject ?? mailto?.searchParams.get('subject') ?? ''
      return ann.box.arrive(mailto?.pathname ?? '', { from: to(name), ...more, subject })
    }
    for (const name of names) expect(unsubscribeOf(got(name)).mailto?.pathname).toBe(got(name).from)
    const apple = 'Apple Mail sent this email to unsubscribe from the message “By email”.'
    const { mailto } = unsubscribeOf(got('max'))
    const forged = (mailto?.searchParams.get('subject') ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const wrong = await write('max', { subject: forged })
    const byOutlook = await write('kim')
    const byApple = await write('lea', { text: apple, header: { 'In-Reply-To': got('lea').mail.messageId ?? '' } })
    await eventually('both addresses are suppressed', async () => {
      const list = await suppressed()
      return ['kim', 'lea'].every((name) =>
        list.some((one: any) => one.email === to(name) && one.reason === 'unsubscribed'),
      )
    })
    await eventually('both emails are filed away', async () => {
      const now = [byOutlook, byApple].map((one) => ann.box.box(one.mail.to?.[0]?.address ?? '').get(one.id))
      return now.every((one) => one?.folder === 'archive' && one.isRead)
    })
    expect(wrong.folder).toBe('inbox')
    expect((await suppressed()).map((one: any) => one.email)).not.toContain(to('max'))
    const { body: replies } = await admin.rest('GET', '/api/replies?state=all')
    expect(replies.map((one: any) => one.fromEmail)).not.toContain(to('lea'))
    await heard('email.unsubscribed', to('kim'))
    const cat = await connectMailbox(outside, admin, provider, `cat@${domain}`, { sendOnly: true })
    await sendCampaign(admin, { name: 'Only sends', mailboxIds: [cat.id], emails: [to('noa')] })
    const { https, mailto: none } = unsubscribeOf(emailTo(cat.box, to('noa'), 'Only sends'))
    expect([https, none]).toEqual([expect.stringContaining(`${outside.url}/u/`), null])
  })

  it("new emails use the workspace's link domain once DNS proves it", async () => {
    const host = `links.${domain}`
    const check = () => admin.rest('POST', '/api/settings/link-domain/check')
    const { body: asked } = await admin.rest('PUT', '/api/settings/link-domain', { host })
    expect((await check()).body).toMatchObject({ works: false })
    expect((await check()).body.advice).toMatch(/record/)
    outside.dns.records.set(asked.txt.name, { TXT: [asked.txt.value] })
    outside.dns.records.set(asked.cname.name, { CNAME: asked.cname.value })
    await eventually('the check finds both records', async () => (await check()).body.works)
    await sendCampaign(admin, { name: 'Own domain', mailboxIds: [ann.id], emails: [to('noa')], topicId: news.id })
    const sent = emailTo(ann.box, to('noa'), 'Own domain')
    const addresses = [...(sent.mail.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address),
    )
    const ours = `${host}:${new URL(outside.url).port}`
    expect(new Set(addresses.map((address) => address.host))).toEqual(new Set([ours]))
    expect(addresses.length).toBeGreaterThanOrEqual(3)
    expect(new URL(unsubscribeOf(sent).https).host).toBe(ours)
    const earlier = new URL(unsubscribeOf(emailTo(ann.box, to('noa'), 'By email')).https)
    expect((await fetch(earlier)).status).toBe(200)
    const at = (path: string, name = ours) => requestAt({ url: outside.url } as never, name, path)
    const statuses = await Promise.all(addresses.map(async ({ pathname }) => (await at(pathname)).status))
    expect(statuses.every((status) => status === 200 || status === 302)).toBe(true)
    expect((await at('/login')).status).toBe(404)
    expect((await at('/graphql')).status).toBe(404)
    expect((await at(addresses[0]?.pathname ?? '', `links.nobody.example`)).status).toBe(421)

    const rival = await registerAdmin(outside.url, `rival-${provider}`)
    const { body: claimed } = await rival.rest('PUT', '/api/settings/link-domain', { host })
    const checked = await rival.rest('POST', '/api/settings/link-domain/check')
    expect({ ...claimed, ...checked.body }.works ?? false).toBe(false)
    expect((await check()).body.works).toBe(true)
    expect((await admin.rest('DELETE', '/api/settings/link-domain')).status).toBe(200)
    expect((await at(new URL(unsubscribeOf(sent).https).pathname)).status).toBe(200)
    await sendCampaign(admin, { name: 'Without', mailboxIds: [ann.id], emails: [to('noa')], topicId: news.id })
    expect(unsubscribeOf(emailTo(ann.box, to('noa'), 'Without')).https).toContain(`${outside.url}/u/`)
  })

  it('the report shows who chose less, paused, answered positively and complained', async () => {
    const names = ['pia', 'quin', 'ray', 'sue', 'tom']
    const id = await sendCampaign(admin, {
      name: 'Evidence',
      mailboxIds: [ann.id],
      emails: names.map(to),
      topicId: offers.id,
    })
    const got = (name: string) => emailTo(ann.box, to(name), 'Evidence')
    await fetch(unsubscribeOf(got('pia')).https, form({ action: 'choose', topic: news.id }))
    await fetch(unsubscribeOf(got('quin')).https, form({ action: 'choose', topic: offers.id, pause: 'yes' }))
    await reply(ann, got('ray'), 'Yes, I want one.')
    const report = [
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n',
      ...['--b', 'Content-Type: text/plain', '', 'This is an email abuse report.', ''],
      ...['--b', 'Content-Type: message/feedback-report', ''],
      ...['Feedback-Type: abuse', 'User-Agent: Feedback/1.0', 'Version: 1', `Original-Rcpt-To: ${to('sue')}`, ''],
      ...['--b', 'Content-Type: message/rfc822', '', got('sue').raw, '--b--', ''],
    ].join('\r\n')
    await ann.box.arrive(ann.email, { from: 'staff@hotmail.example', subject: 'complaint about message', body: report })
    const ray = await arrivedReply(admin, to('ray'))
    await admin.rest('PUT', '/api/replies', { ids: [ray.id], isPositive: true })
    await eventually('the report has all four', async () => {
      const { welcome } = (await admin.rest('GET', `/api/campaigns/${id}/analytics`)).body
      const { choseLess, paused, positive, complained } = welcome
      return [choseLess, paused, positive, complained].join() === '1,1,1,1'
    })
    expect(await suppressed()).toContainEqual({ email: to('sue'), reason: 'complained' })
    const { body: welcomes } = await admin.rest('GET', '/api/welcomes?days=30')
    const row = welcomes.find((one: any) => one.topicId === offers.id && one.mailbox.email === ann.email)
    expect(row).toMatchObject({ left: expect.any(Number), paused: expect.any(Number), complained: 1, positive: 1 })
  })

  it('links and ids of another workspace have no effect', async () => {
    const other = await registerAdmin(outside.url, `stranger-${provider}`)
    const zed = await connectMailbox(outside, other, provider, `zed@stranger-${provider}.example`)
    const theirs = newTopic('Theirs')
    await other.rest('POST', '/api/settings/email', { topics: [theirs], enableThrottling: false })
    const emails = [to('uma'), to('vic')]
    await sendCampaign(other, { name: 'Stranger', mailboxIds: [zed.id], emails, topicId: theirs.id })
    await sendCampaign(admin, { name: 'Ours', mailboxIds: [ann.id], emails, topicId: news.id })
    const strangers = emailTo(zed.box, to('uma'), 'Stranger')
    const own = emailTo(ann.box, to('uma'), 'Ours')

    const token = (one: SentMail) => new URL(unsubscribeOf(one).https).pathname
    const [mine, his] = [token(own), token(strangers)]
    const cut = (at: number) => `${mine.slice(0, at)}${mine[at] === 'A' ? 'B' : 'A'}${mine.slice(at + 1)}`
    const mixed = mine.slice(0, 30) + his.slice(30)
    const tampered = [cut(4), cut(20), cut(50), cut(mine.length - 2), mine.slice(0, -1), mixed, '/u/x']
    const answers = await Promise.all(
      tampered.map(async (path) => {
        const [shown, posted] = await Promise.all([
          fetch(outside.url + path),
          fetch(outside.url + path, form({ 'List-Unsubscribe': 'One-Click' })),
        ])
        return [
          shown.status,
          posted.status,
          /guest\.example|Outside/.test((await shown.text()) + (await posted.text())),
        ]
      }),
    )
    expect(answers).toEqual(tampered.map(() => [404, 404, false]))

    const page = await (await fetch(outside.url + mine)).text()
    expect(page).not.toContain(theirs.id)
    await fetch(outside.url + mine, form({ action: 'choose', topic: theirs.id }))
    await fetch(outside.url + mine, form({ action: 'choose', topic: 'no id at all' }))
    expect(await (await fetch(outside.url + his)).text()).toContain(`value="${theirs.id}" checked`)
    const topicOf = { name: 'Theirs', subject: 'S', content: 'C', selectedContacts: [], topicId: theirs.id }
    expect((await admin.rest('POST', '/api/campaigns', topicOf)).status).toBe(400)

    const subject = unsubscribeOf(strangers).mailto?.searchParams.get('subject') ?? ''
    await ann.box.arrive(ann.email, { from: to('uma'), subject })
    const vic = emailTo(ann.box, to('vic'), 'Ours')
    await ann.box.arrive(ann.email, {
      from: to('vic'),
      subject: unsubscribeOf(vic).mailto?.searchParams.get('subject') ?? '',
    })
    await eventually('the one after it is read', async () =>
      (await suppressed()).some((one: any) => one.email === to('vic')),
    )
    expect((await suppressed()).map((one: any) => one.email)).not.toContain(to('uma'))
    const theirList = await other.graphql('{ suppressions(first: 10) { nodes { email } } }')
    expect(theirList.data.suppressions.nodes).toEqual([])

    const bea = await arrivedReply(admin, to('bea'))
    for (const [method, path, body] of [
      ['GET', `/api/replies/${bea.id}`],
      ['GET', `/api/replies/${bea.id}/mail`],
      ['PUT', `/api/replies/${bea.id}/answer`, { content: 'Hi' }],
      ['POST', `/api/replies/${bea.id}/answering`, { isAnswering: true }],
      ['PUT', '/api/replies', { ids: [bea.id], done: true }],
      ['POST', `/api/answers/${bea.answers[0]?.id}/cancel`],
      ['POST', `/api/answers/${bea.answers[0]?.id}/send`, {}],
    ] as const) {
      expect([path, (await other.rest(method, path, body)).status]).toEqual([path, 404])
    }
    expect(outside[provider].unknown).toEqual([])
  })
})
