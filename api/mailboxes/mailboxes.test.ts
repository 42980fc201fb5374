import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphqlAs } from '#tests/support/person.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function workspace(mails: readonly SentMail[] = []) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  if (mails.length > 0) await campaignWith(world, person, key, mails)
  return { person, key }
}
const account = async (person: TestPerson) => (await person.rest('GET', '/api/settings/connected-emails')).body[0]
/** Calls GraphQL in a session. */
const as =
  (token: string) =>
  (query: string, variables: object = {}) =>
    graphqlAs(world.url, { authorization: token }, query, variables)
const mailboxes = async (ask: ReturnType<typeof as>) =>
  (await ask('{ mailboxes { id canDisconnect isMine } }')).data.mailboxes
const many = (count: number, mail: Omit<SentMail, 'email'> = {}): SentMail[] =>
  Array.from({ length: count }, (_, index) => ({ email: `m${index}-${JSON.stringify(mail).length}@x.test`, ...mail }))

describe('a connected mailbox', () => {
  it('has its documented fields over REST', async () => {
    const { person } = await workspace()
    expect(await account(person)).toMatchObject({
      id: expect.any(String),
      email: expect.stringContaining('@sandbox.test'),
      provider: 'microsoft',
      status: 'connected',
      dailySent: 0,
      lastUsed: null,
      reputation: 'good',
      reputationReason: 'Nothing was sent in the last 30 days.',
      readsReplies: true,
    })
  })

  it('is chosen by default for the next campaign if it is the newest working one that the person owns', async () => {
    const { person } = await workspace()
    const defaults = async () => {
      const { data } = await person.graphql('{ mailboxes { email isDefault } }')
      return data.mailboxes.filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    }
    const [first] = await defaults()
    const newest = `newest${Date.now()}@sandbox.test`
    await world.connect(person, 'google', newest)
    expect(await defaults()).toEqual([{ email: newest, isDefault: true }])
    const broken = `update mailboxes set status = 'error' where tenant_id = ? and email = ?`
    await world.app.database.asSystem((em) => em.execute(broken, [person.tenantId, newest]))
    expect(await defaults()).toEqual([first])

    const contact = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@x.test' })
    const draft = { name: 'News', subject: 'Hi', content: 'x', selectedContacts: [contact.body.id] }
    const { body } = await person.rest('POST', '/api/campaigns', draft)
    const { data } = await person.graphql(
      'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { mailboxes { email isDefault } } errors { code field message } } }',
      { id: body.id },
    )
    expect(data.sendCampaign.mailboxes).toEqual([first])
  })

  it('counts the emails sent in the last 24 hours, including bounced ones, and reports the last send', async () => {
    const { person, key } = await workspace([
      { email: 'a@x.test', ago: 10 },
      { email: 'b@x.test', ago: 25 * 60 },
      { email: 'c@x.test', status: 'failed', ago: 5 },
      { email: 'd@x.test', status: 'pending' },
    ])
    const bounced = await campaignWith(world, person, key, [{ email: 'e@x.test', ago: 20 }])
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'failed', error = 'NON_DELIVERY_ADDRESS: x', bounced_at = now() where campaign_id = ?`,
      [bounced.campaignId],
    )
    const { dailySent, lastUsed } = await account(person)
    expect(dailySent).toBe(2)
    const minutes = (Date.now() - Date.parse(lastUsed)) / 60_000
    expect(Math.round(minutes)).toBe(10)
  })

  it('tells its owner and admins that they may disconnect it, and only its owner that it is their own', async () => {
    const { person: admin } = await workspace()
    const signIn = { username: `mailbox-${process.pid}@example.com`, password: 'a good password' }
    await admin.rest('POST', '/api/users', { name: 'U', email: signIn.username, password: signIn.password })
    const { sessionToken } = (await admin.rest('POST', '/api/login', signIn)).body
    const user = as(sessionToken)
    const [mailbox] = await mailboxes(as(admin.token))
    await admin.graphql(
      'mutation ($id: ID!) { shareMailbox(input: { id: $id, userIds: [], everybody: true }) { mailbox { id } errors { code field message } } }',
      {
        id: mailbox.id,
      },
    )
    const [theirs] = await mailboxes(user)
    expect(theirs).toMatchObject({ canDisconnect: false, isMine: false })
    const refused = await user(
      'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }',
      { id: theirs.id },
    )
    expect(refused.errors?.[0].extensions.code).toBe('FORBIDDEN')
    await world.app.database.asSystem((em) =>
      em.execute('update mailboxes set user_id = (select id from users where email = ?) where tenant_id = ?', [
        signIn.username,
        admin.tenantId,
      ]),
    )
    expect((await mailboxes(user))[0]).toMatchObject({ canDisconnect: true, isMine: true })
    expect((await mailboxes(as(admin.token)))[0]).toMatchObject({ canDisconnect: true, isMine: false })
  })

  it('is in its warm-up as long as its workspace is; "needs reconnecting" is shown instead of it', async () => {
    const { person } = await workspace()
    await person.rest('POST', '/api/settings/email', { warmupMode: true })
    expect(await account(person)).toMatchObject({ status: 'warming_up' })
    await rowsOf(
      world,
      person,
      `update email_settings set warmup_started_at = now() - interval '31 days' where tenant_id = ?`,
      [person.tenantId],
    )
    expect(await account(person)).toMatchObject({ status: 'connected' })
    await rowsOf(
      world,
      person,
      `update mailboxes set status = 'error', status_reason = 'EXPIRED_TOKEN' where tenant_id = ?`,
      [person.tenantId],
    )
    expect(await account(person)).toMatchObject({ status: 'error', statusReason: 'EXPIRED_TOKEN', readsReplies: false })
  })

  it.each([
    ['excellent', many(250), '250 emails'],
    ['good', many(60), 'So far so good'],
    [
      'fair',
      [...many(90), ...many(10, { status: 'failed', error: '550 refused' })],
      '10% of 100 emails in the last 30 days were refused',
    ],
    [
      'poor',
      [...many(90), ...many(10, { unsubscribed: true }), ...many(12, { status: 'failed', error: '550 refused' })],
      'were refused',
    ],
    [
      'fair',
      [...many(90), ...many(10, { unsubscribed: true })],
      '10% of 100 emails in the last 30 days led to an unsubscribe',
    ],
    [
      'excellent',
      [
        ...many(250),
        ...many(100, { status: 'failed', error: 'SUPPRESSED: manual' }),
        ...many(100, { ago: 31 * 24 * 60, status: 'failed' }),
      ],
      '250 emails',
    ],
  ])('is rated %s by the outcome of its emails', async (reputation, mails, reason) => {
    const { person } = await workspace(mails)
    expect(await account(person)).toMatchObject({ reputation, reputationReason: expect.stringContaining(reason) })
  })

  it('is rated lower after bounces and complaints', async () => {
    const { person } = await workspace(many(100))
    await person.graphql(
      `mutation { addSuppressions(input: { emails: ["m0-2@x.test"], reason: COMPLAINED }) { added errors { code field message } } }`,
    )
    expect(await account(person)).toMatchObject({
      reputation: 'poor',
      reputationReason: '1% of 100 emails in the last 30 days led to a complaint.',
    })
    await rowsOf(world, person, 'delete from suppressions')
    await rowsOf(
      world,
      person,
      `update email_logs set status = 'failed', bounced_at = now(), error = 'NON_DELIVERY_ADDRESS: x' where contact_email like 'm1%'`,
    )
    expect(await account(person)).toMatchObject({
      reputation: 'poor',
      reputationReason: '11% of 100 emails in the last 30 days bounced.',
    })
  })

  it('is not rated by the emails of another workspace', async () => {
    const { person } = await workspace(many(250))
    await workspace(many(60, { status: 'failed', error: '550 refused' }))
    expect(await account(person)).toMatchObject({ reputation: 'excellent' })
  })
})
