import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declineConsent } from '#sandbox/consent-decisions.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { signInWalk } from '#tests/support/provider-sign-in-walk.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const { leave, walk } = signInWalk(() => world.url)
const cookieOf = ({ token }: TestPerson) => ({ cookie: `mergewell_session=${token}` })

const ADDRESSES = '{ mailboxes { id email level maySendShared sendAs { address kind canSend problem } } }'
interface Seen {
  id: string
  email: string
  level: string
  maySendShared: boolean
  sendAs: { address: string; kind: string; canSend: boolean; problem: string | null }[]
}
const mailboxOf = async (who: TestPerson): Promise<Seen> => (await who.graphql(ADDRESSES)).data.mailboxes[0]

let count = 0

/** A person who has connected a mailbox as the product offers it, at the lowest level. */
async function connected(vendor: 'microsoft' | 'google') {
  const owner = await world.signUp({ unlimited: true })
  const email = `send${(count += 1)}@as.example`
  await walk(vendor, email, '', cookieOf(owner))
  return { owner, email, mailbox: await mailboxOf(owner), headers: cookieOf(owner) }
}

const share = (who: TestPerson, id: string, sharedAddresses: unknown) =>
  mutate(who, 'updateMailbox', { id, sharedAddresses }, '{ sendAs { address kind canSend } }')

describe('permission to send from shared mailboxes', () => {
  it("is asked for only on request, in addition to the mailbox's other permissions, and is kept when it is connected again", async () => {
    const { owner, email, mailbox, headers } = await connected('microsoft')
    expect(mailbox).toMatchObject({ level: 'send', maySendShared: false })
    const ask = `?shared=1&mailbox=${encodeURIComponent(mailbox.id)}`
    const scopesOf = async (query: string) =>
      new URL((await leave('microsoft', query, headers)).page).searchParams.get('scope')?.split(' ') ?? []
    expect(await scopesOf(`?mailbox=${encodeURIComponent(mailbox.id)}`)).not.toContain('Mail.Send.Shared')
    expect(await scopesOf(ask)).toEqual(expect.arrayContaining(['Mail.Send', 'Mail.Send.Shared']))
    expect(await scopesOf(ask)).not.toContain('Mail.ReadWrite')

    await walk('microsoft', email, ask, headers)
    expect(await mailboxOf(owner)).toMatchObject({ level: 'send', maySendShared: true })
    await walk('microsoft', email, '', headers)
    expect(await mailboxOf(owner)).toMatchObject({ level: 'send', maySendShared: true })
    await walk('microsoft', email, `?reading=1&mailbox=${encodeURIComponent(mailbox.id)}`, headers)
    expect(await mailboxOf(owner)).toMatchObject({ level: 'full', maySendShared: true })
  })

  it('that the person declines changes nothing', async () => {
    const { owner, email, mailbox, headers } = await connected('microsoft')
    await walk('microsoft', email, `?shared=1&mailbox=${encodeURIComponent(mailbox.id)}`, headers, declineConsent)
    expect(await mailboxOf(owner)).toMatchObject({ maySendShared: false })
  })

  it('is never asked for at Google', async () => {
    const { mailbox, headers } = await connected('google')
    const { page } = await leave('google', `?shared=1&mailbox=${encodeURIComponent(mailbox.id)}`, headers)
    expect(new URL(page).searchParams.get('scope')).toBe(
      'openid email profile https://www.googleapis.com/auth/gmail.send',
    )
  })
})

describe('the other sender addresses of a mailbox', () => {
  it('are read from Microsoft when it is connected, and from Google only with the full permissions', async () => {
    const one = await connected('microsoft')
    const usable = { kind: 'alias', canSend: true, problem: null }
    expect(one.mailbox.sendAs).toEqual([{ address: one.email.replace('@', '.hello@'), ...usable }])
    const two = await connected('google')
    expect(two.mailbox.sendAs).toEqual([])
    const { errors } = await mutate(two.owner, 'updateMailbox', { id: two.mailbox.id, refreshAddresses: true })
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_INPUT' },
      message: expect.stringContaining('First allow'),
    })
    await walk('google', two.email, `?reading=1&mailbox=${encodeURIComponent(two.mailbox.id)}`, two.headers)
    expect((await mailboxOf(two.owner)).sendAs).toContainEqual({
      address: two.email.replace('@', '.hello@'),
      ...usable,
    })
  })

  it('can be changed by its owner and admins only, within limits', async () => {
    const { owner, mailbox } = await connected('microsoft')
    const added = await share(owner, mailbox.id, ['Team <team@as.example>'])
    expect(added.data.updateMailbox.sendAs).toContainEqual({
      ...{ address: 'team@as.example', kind: 'shared', canSend: false },
    })
    for (const bad of [['team'], ['a@as.example\r\nBcc: b@as.example'], Array(21).fill('a@as.example')]) {
      expect((await share(owner, mailbox.id, bad)).errors?.[0].extensions.code).toBe('BAD_INPUT')
    }
    const colleague = await addColleague(world, owner)
    expect((await share(colleague, mailbox.id, [])).errors?.[0].extensions.code).toBe('FORBIDDEN')
    const stranger = await world.signUp()
    expect((await share(stranger, mailbox.id, [])).errors?.[0].extensions.code).toBe('NOT_FOUND')
    const gmail = await connected('google')
    expect((await share(gmail.owner, gmail.mailbox.id, ['team@as.example'])).errors?.[0].extensions).toMatchObject({
      ...{ code: 'BAD_INPUT', fields: { sharedAddresses: expect.stringContaining('Only Microsoft 365') } },
    })
  })

  it('are shared with the mailbox, and neither shown to nor usable by others before', async () => {
    const { owner, email, mailbox } = await connected('microsoft')
    const fromAddress = email.replace('@', '.hello@')
    const colleague = await addColleague(world, owner)
    const launch = async (mailboxIds: string[]) => {
      const id = await draftCampaign(world, colleague, 1, { fromAddress })
      return (await mutate(colleague, 'sendCampaign', { id, mailboxIds })).errors?.[0].extensions.code
    }
    expect(await launch([mailbox.id])).toBe('FORBIDDEN')
    const draft = await draftCampaign(world, owner, 1)
    expect((await mutate(owner, 'sendCampaign', { id: draft })).errors).toBeUndefined()
    const seen = await colleague.graphql(
      'query ($id: ID!) { campaign(id: $id) { mailboxes { email sendAs { address } } } }',
      { id: draft },
    )
    expect(seen.data.campaign.mailboxes).toEqual([{ email, sendAs: [] }])
    await mutate(owner, 'shareMailbox', { id: mailbox.id, userIds: [colleague.id], everybody: false })
    expect((await mailboxOf(colleague)).sendAs.map(({ address }) => address)).toEqual([fromAddress])
    expect(await launch([mailbox.id])).toBeUndefined()
  })
})

describe('a campaign from a sender address that its mailbox does not have', () => {
  it('has an error in the launch check, shows the address, and cannot be launched', async () => {
    const { owner, email } = await connected('microsoft')
    const id = await draftCampaign(world, owner, 1, { fromAddress: 'boss@as.example' })
    const { data } = await owner.graphql(
      'query ($id: ID!) { campaignProblems(id: $id) { code severity message } previewMail(input: { campaignId: $id }) { from { address } } }',
      { id },
    )
    expect(data.campaignProblems).toContainEqual({
      ...{ code: 'FROM_ADDRESS', severity: 'error' },
      message: expect.stringContaining(`${email} cannot send from boss@as.example`),
    })
    expect(data.previewMail.from).toEqual({ address: 'boss@as.example' })
    const refused = {
      message: expect.stringContaining('cannot send from boss@as.example'),
      extensions: { code: 'BAD_INPUT', fields: { fromAddress: expect.any(String) } },
    }
    expect((await mutate(owner, 'sendCampaign', { id })).errors).toMatchObject([refused])
    expect((await mutate(owner, 'sendTestMail', { campaignId: id }, '{ sent }')).errors).toMatchObject([refused])
    expect((await mutate(owner, 'duplicateCampaign', { id }, '{ fromAddress }')).data.duplicateCampaign).toEqual({
      fromAddress: 'boss@as.example',
    })
    const cleared = await mutate(owner, 'updateCampaign', { id, fromAddress: null }, '{ fromAddress }')
    expect(cleared.data.updateCampaign).toEqual({ fromAddress: null })
  })
})
