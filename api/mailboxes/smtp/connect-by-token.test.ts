import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { signInWalk } from '#tests/support/provider-sign-in-walk.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { Mailbox } from '../mailbox.ts'
import { openMailbox } from '../open-mailbox.ts'
import { openGrant } from './stored-credentials.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ mailHost: true })
})
afterAll(() => world.close())

const { walk } = signInWalk(() => world.url)
const cookieOf = (person: TestPerson) => ({ cookie: `mergewell_session=${person.token}` })
const MAILBOXES =
  '{ mailboxes { id email provider level status statusReason servers { signIn imap { user } smtp { user } } } }'
const mailboxesOf = async (person: TestPerson) => (await person.graphql(MAILBOXES)).data.mailboxes
const rowOf = ({ tenantId }: TestPerson) =>
  world.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Mailbox, { tenantId }))
const WITHOUT_IMAP = ['openid', 'profile', 'email', 'offline_access', 'https://outlook.office.com/SMTP.Send']

describe.each(['microsoft', 'google'] as const)(
  'an SMTP mailbox that signs in with a token of %s instead of a password',
  (vendor) => {
    it('sends a campaign, and is read where that is permitted', async () => {
      const ada = await world.signUp({ unlimited: true })
      const email = `ada@${vendor}-smtp.test`
      const { location } = await walk(vendor, email, '?action=smtp&reading=1', cookieOf(ada))
      expect(location).toBe(`/?auth=${vendor}_connected`)
      expect(await mailboxesOf(ada)).toEqual([
        expect.objectContaining({
          ...{ email, provider: 'smtp', level: 'full', status: 'connected' },
          servers: { signIn: vendor, smtp: { user: email }, imap: { user: email } },
        }),
      ])
      expect(openGrant(world.app.secrets, await rowOf(ada))).toMatchObject({ password: '', folders: { sent: 'Sent' } })

      const id = await draftCampaign(world, ada, 3)
      await ada.rest('POST', `/api/campaigns/${id}/send`)
      const counts = async () =>
        (await ada.graphql('query ($id: ID!) { campaign(id: $id) { sentCount failedCount } }', { id })).data.campaign
      await eventually('all emails to be sent', async () => (await counts()).sentCount === 3)
      expect(await world.accepted(email)).toHaveLength(3)
    })

    it('gets a new token when the servers refuse the old one, and stores it', async () => {
      const ada = await world.signUp()
      const email = `renews@${vendor}-smtp.test`
      await walk(vendor, email, '?action=smtp&reading=1', cookieOf(ada))
      const before = openGrant(world.app.secrets, await rowOf(ada))?.tokens?.grant
      await world.fault({ vendor: 'smtp', email, kind: 'refused', operation: 'signIn', count: 1 })
      const box = openMailbox(world.app, await rowOf(ada))
      await box?.probe()
      await box?.listInbox(null, new Date(0), 10)
      const after = openGrant(world.app.secrets, await rowOf(ada))?.tokens?.grant
      expect(tokenIn(after)).not.toBe(tokenIn(before))

      await world.fault({ vendor: 'smtp', email, kind: 'refused', operation: 'signIn', count: 2 })
      await expect(openMailbox(world.app, await rowOf(ada))?.probe()).rejects.toMatchObject({ kind: 'sign-in-doubt' })
    })

    it('must be connected again once the sign-in is revoked, and then keeps its id', async () => {
      const ada = await world.signUp()
      const email = `revoked@${vendor}-smtp.test`
      await walk(vendor, email, '?action=smtp', cookieOf(ada))
      const [{ id }] = await mailboxesOf(ada)
      await fetch(`${world.sandboxUrl}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vendor, email, kind: 'revoked', operation: 'token' }),
      })
      const box = openMailbox(world.app, await rowOf(ada))
      await expect(box?.renewSignIn()).rejects.toThrow('EXPIRED_TOKEN')
      const again = await walk(vendor, email, `?action=smtp&mailbox=${encodeURIComponent(id)}`, cookieOf(ada))
      expect(again.location).toBe(`/?auth=${vendor}_connected`)
      expect((await mailboxesOf(ada)).map((each: { id: string }) => each.id)).toEqual([id])
      await openMailbox(world.app, await rowOf(ada))?.probe()
    })
  },
)

const tokenIn = (grant: string | undefined): string =>
  (JSON.parse(grant ?? '{}') as { accessToken: string }).accessToken

describe('connecting an SMTP mailbox with a token instead of a password', () => {
  it('allows only sending if the organization does not permit IMAP', async () => {
    const ada = await world.signUp()
    const email = 'sends@contoso-smtp.test'
    await walk('microsoft', email, '?action=smtp&reading=1', cookieOf(ada), (page) =>
      acceptConsent(page, email, WITHOUT_IMAP),
    )
    expect(await mailboxesOf(ada)).toMatchObject([{ level: 'send', servers: { imap: null } }])
  })

  it('fails where the SMTP server refuses the mailbox, and says what to do', async () => {
    const ada = await world.signUp()
    const email = 'off@contoso-smtp.test'
    await world.fault({
      ...{ vendor: 'smtp', email, kind: 'refused', operation: 'signIn', count: 1 },
      message: '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    })
    const { location } = await walk('microsoft', email, '?action=smtp', cookieOf(ada))
    expect(location).toContain('allow_Authenticated_SMTP')
    expect(await mailboxesOf(ada)).toEqual([])
  })

  it('is refused with the account of another mailbox than the one that is connected again', async () => {
    const ada = await world.signUp()
    await walk('microsoft', 'one@contoso-smtp.test', '?action=smtp', cookieOf(ada))
    const [{ id }] = await mailboxesOf(ada)
    const query = `?action=smtp&mailbox=${encodeURIComponent(id)}`
    const { location } = await walk('microsoft', 'two@contoso-smtp.test', query, cookieOf(ada))
    expect(location).toContain('different_account')
    expect(await mailboxesOf(ada)).toHaveLength(1)
  })

  it('can be followed by a connection test with the stored tokens', async () => {
    const ada = await world.signUp()
    await walk('google', 'again@gmail-smtp.test', '?action=smtp&reading=1', cookieOf(ada))
    const [{ id }] = await mailboxesOf(ada)
    const TEST = 'mutation ($id: ID!) { testMailbox(input: { id: $id }) { steps { state } errors { message } } }'
    const { data, errors } = await ada.graphql(TEST, { id })
    expect(errors).toBeUndefined()
    expect(data.testMailbox.map(({ state }: { state: string }) => state)).toEqual(Array(7).fill('passed'))
  })
})
