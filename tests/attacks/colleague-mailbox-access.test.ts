import { graphqlAs } from '#tests/support/person.ts'
import { mutate, mutationDocument } from '#tests/support/mutate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { addColleague } from '../support/colleague.ts'
import { draftCampaign } from '../support/campaigns.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Bea is a regular user in Ada's workspace. Ada connected a mailbox and shares it with nobody. */
let world: World
let ada: TestPerson
let bea: Awaited<ReturnType<typeof addColleague>>
let adasMailbox: string
let draft: string

beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

beforeEach(async () => {
  ada = await world.signUp({ tier: 'pro', unlimited: true })
  bea = await addColleague(world, ada)
  await world.connect(ada)
  adasMailbox = await onlyMailbox(ada)
  draft = await draftCampaign(world, ada, 2)
})

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const onlyMailbox = async (who: TestPerson): Promise<string> =>
  (await who.graphql('{ mailboxes { id } }')).data.mailboxes[0].id
const codeOf = ({ errors }: { errors?: any[] }) => errors?.[0]?.extensions.code ?? 'ok'
const send = (who: TestPerson, id: string, from: string[] = [], scheduledAt: string | null = null) =>
  mutate(who, 'sendCampaign', { id, mailboxIds: from, scheduledAt })
const state = async (id: string) =>
  (await ada.graphql('query ($id: ID!) { campaign(id: $id) { status statusReason } }', { id })).data.campaign
const share = (who: TestPerson, users: string[], everybody = false) =>
  mutate(who, 'shareMailbox', { id: adasMailbox, userIds: users, everybody })

describe('a user whose colleague connected a mailbox', () => {
  it('cannot send from that mailbox over GraphQL, now or later, by id or as the only mailbox', async () => {
    expect(codeOf(await send(bea, draft, [adasMailbox]))).toBe('FORBIDDEN')
    expect(codeOf(await send(bea, draft, [adasMailbox], TOMORROW))).toBe('FORBIDDEN')
    expect(codeOf(await send(bea, draft))).toBe('BAD_INPUT')
    expect((await state(draft)).status).toBe('draft')
  })

  it('cannot send from that mailbox over REST', async () => {
    const { status } = await bea.rest('POST', `/api/campaigns/${draft}/send`, {})
    expect(status).toBe(400)
    expect((await state(draft)).status).toBe('draft')
  })

  it('cannot send a test email from that mailbox, by id or by default', async () => {
    const test = (mailboxId?: string) => mutate(bea, 'sendTestMail', { campaignId: draft, mailboxId }, '{ sent }')
    expect(codeOf(await test(adasMailbox))).toBe('FORBIDDEN')
    expect(codeOf(await test())).toBe('BAD_INPUT')
  })

  it('cannot resume or send again what its owner sends from it, even after editing a draft of the owner', async () => {
    expect(codeOf(await send(ada, draft))).toBe('ok')
    expect(codeOf(await mutate(bea, 'pauseCampaign', { id: draft }))).toBe('ok')
    expect(codeOf(await mutate(bea, 'resumeCampaign', { id: draft }))).toBe('FORBIDDEN')
    await world.app.database.inTenant(ada.tenantId, async (em) => {
      await em.execute(`update email_logs set status = 'failed', error = '550 refused' where tenant_id = ?`, [
        ada.tenantId,
      ])
      await em.execute(
        `update campaigns set status = 'failed', paused_because = null, failed_count = 2 where tenant_id = ?`,
        [ada.tenantId],
      )
    })
    expect(codeOf(await mutate(bea, 'sendToFailed', { id: draft }))).toBe('FORBIDDEN')
    expect(codeOf(await mutate(ada, 'sendToFailed', { id: draft }))).toBe('ok')

    const second = await draftCampaign(world, ada, 1)
    expect(codeOf(await mutate(bea, 'updateCampaign', { id: second, subject: 'Pay here' }))).toBe('ok')
    expect(codeOf(await send(bea, second, [adasMailbox]))).toBe('FORBIDDEN')
  })

  it('cannot see that mailbox in the list, over REST or by id', async () => {
    expect((await bea.graphql('{ mailboxes { id } }')).data.mailboxes).toEqual([])
    expect((await bea.rest('GET', '/api/settings/connected-emails')).body).toEqual([])
    expect((await bea.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: adasMailbox })).data.node).toBeNull()
  })

  it('cannot share that mailbox with themselves', async () => {
    expect(codeOf(await share(bea, [bea.id]))).toBe('FORBIDDEN')
    expect(codeOf(await send(bea, draft, [adasMailbox]))).toBe('FORBIDDEN')
  })
})

describe('an API key', () => {
  it('sends only from the mailboxes of the user who created it', async () => {
    const cleo = await addColleague(world, ada, { name: 'Cleo', role: 'admin' })
    const { data } = await cleo.graphql(
      'mutation { createApiKey(input: { name: "k", scopes: [CONTACTS_READ, CAMPAIGNS_SEND] }) { token errors { code field message } } }',
    )
    const key = { authorization: data.createApiKey.token as string }
    const answer = async (mailboxIds: string[]) =>
      codeOf(await graphqlAs(world.url, key, mutationDocument('sendCampaign'), { input: { id: draft, mailboxIds } }))
    expect(await answer([adasMailbox])).toBe('FORBIDDEN')
    expect(await answer([])).toBe('BAD_INPUT')
    expect(codeOf(await share(ada, [cleo.id]))).toBe('ok')
    expect(await answer([adasMailbox])).toBe('ok')
  })
})

describe('an admin', () => {
  it('sees every mailbox with its owner, and sends from one only after sharing it, which the owner can see', async () => {
    const cleo = await addColleague(world, ada, { name: 'Cleo', role: 'admin' })
    const list = '{ mailboxes { id canSend owner { id } sharedWith { user { name } sharedBy } } }'
    const seen = async (who: TestPerson) => (await who.graphql(list)).data.mailboxes
    const owner = { id: encodeId('User', ada.userId) }
    expect(await seen(cleo)).toEqual([{ id: adasMailbox, canSend: false, owner, sharedWith: [] }])
    expect(codeOf(await send(cleo, draft, [adasMailbox]))).toBe('FORBIDDEN')
    expect(codeOf(await share(cleo, [cleo.id]))).toBe('ok')
    const sharedWith = [{ user: { name: 'Cleo' }, sharedBy: 'Cleo' }]
    expect(await seen(ada)).toEqual([{ id: adasMailbox, canSend: true, owner, sharedWith }])
    expect(codeOf(await send(cleo, draft, [adasMailbox]))).toBe('ok')
  })
})

describe('a shared mailbox', () => {
  it.each([
    ['with a named person', () => share(ada, [bea.id])],
    ['with everybody', () => share(ada, [], true)],
  ])('that is shared %s can be used by the other user, who sees its owner', async (_, shared) => {
    await shared()
    const { data } = await bea.graphql('{ mailboxes { id isMine canSend owner { name } sharedWith { sharedBy } } }')
    expect(data.mailboxes).toMatchObject([{ id: adasMailbox, isMine: false, canSend: true, sharedWith: null }])
    expect(codeOf(await send(bea, draft))).toBe('BAD_INPUT')
    expect(codeOf(await send(bea, draft, [adasMailbox]))).toBe('ok')
  })

  it.each([
    ['sending', null],
    ['scheduled', TOMORROW],
  ])('pauses another user’s %s campaign when the share ends', async (_, at) => {
    await share(ada, [bea.id])
    const own = await draftCampaign(world, ada, 1)
    await send(ada, own, [adasMailbox])
    expect(codeOf(await send(bea, draft, [adasMailbox], at))).toBe('ok')
    await share(ada, [])
    expect(await state(draft)).toMatchObject({ status: 'paused', statusReason: 'NOT_SHARED' })
    expect((await state(own)).status).toBe('sending')
    const resume = (who: TestPerson) => mutate(who, 'resumeCampaign', { id: draft })
    expect(codeOf(await resume(bea))).toBe('FORBIDDEN')
    expect(codeOf(await resume(ada))).toBe('ok')
  })

  it('pauses a colleague’s campaigns from it when that colleague is deleted', async () => {
    await share(ada, [bea.id])
    await send(bea, draft, [adasMailbox])
    expect(codeOf(await mutate(ada, 'deleteUser', { id: bea.id }))).toBe('ok')
    expect(await state(draft)).toMatchObject({ status: 'paused', statusReason: 'NOT_SHARED' })
  })

  it('can be replaced by resuming from one’s own mailbox', async () => {
    await share(ada, [bea.id])
    await send(bea, draft, [adasMailbox])
    await share(ada, [])
    await world.connect(bea)
    const from = await onlyMailbox(bea)
    const resume = (mailbox: string) =>
      mutate(bea, 'resumeCampaign', { id: draft, mailboxIds: [mailbox] }, '{ mailboxes { id } }')
    const { data } = await resume(from)
    expect(data.resumeCampaign.mailboxes).toEqual([{ id: from }])

    const stranger = await world.signUp()
    await world.connect(stranger)
    await mutate(bea, 'pauseCampaign', { id: draft })
    const foreign = await resume(await onlyMailbox(stranger))
    expect(codeOf(foreign)).toBe('NOT_FOUND')
  })

  it('can be shared only within the workspace', async () => {
    const stranger = await world.signUp()
    expect(codeOf(await share(ada, [encodeId('User', stranger.userId)]))).toBe('NOT_FOUND')
    expect(codeOf(await share(stranger, []))).toBe('NOT_FOUND')
  })
})

describe('a mailbox connected by two colleagues', () => {
  it('stays with the first owner and their sign-in; the second may send from it, which the first can see', async () => {
    const email = `news@${ada.tenantId}.example`
    await world.connect(ada, 'google', email)
    const sealed = () =>
      world.app.database.inTenant(ada.tenantId, (em) =>
        em.execute<{ grant: Buffer; owner: string }[]>(
          'select sealed_grant as grant, user_id as owner from mailboxes where email = ?',
          [email],
        ),
      )
    const before = await sealed()
    await world.connect(bea, 'google', email)
    expect(await sealed()).toEqual(before)
    expect((await bea.graphql('{ mailboxes { email isMine canSend } }')).data.mailboxes).toEqual([
      { email, isMine: false, canSend: true },
    ])
    const { data } = await ada.graphql('{ mailboxes { email sharedWith { user { id } sharedBy } } }')
    expect(data.mailboxes).toContainEqual({ email, sharedWith: [{ user: { id: bea.id }, sharedBy: 'Bea' }] })
  })

  it('can be reconnected by either of them when its sign-in has expired', async () => {
    const email = `old@${ada.tenantId}.example`
    await world.connect(ada, 'google', email)
    await world.app.database.inTenant(ada.tenantId, (em) =>
      em.execute(`update mailboxes set status = 'error' where email = ?`, [email]),
    )
    await world.connect(bea, 'google', email)
    const { data } = await ada.graphql('{ mailboxes { email status isMine } }')
    expect(data.mailboxes).toContainEqual({ email, status: 'connected', isMine: true })
  })
})
