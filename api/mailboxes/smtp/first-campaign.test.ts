import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ mailHost: true })
})
afterAll(() => world.close())

it('a campaign can be sent from an SMTP mailbox whose owner typed only its address and password', async () => {
  const ada = await world.signUp({ unlimited: true })
  const email = 'ada@own-host.test'
  const FIND = `query ($email: String!) { mailServers(email: $email) {
    smtp { host port security user } imap { host port security user } before } }`
  const { smtp, imap, before } = (await ada.graphql(FIND, { email })).data.mailServers
  const password = /“(.+)”/.exec(before)?.[1]
  const CONNECT =
    'mutation ($input: ConnectSmtpMailboxInput!) { connectSmtpMailbox(input: $input) { mailbox { status } errors { code field message } } }'
  const connected = await ada.graphql(CONNECT, { input: { email, password, smtp, imap } })
  expect(connected.data.connectSmtpMailbox.mailbox).toEqual({ status: 'connected' })

  const id = await draftCampaign(world, ada, 3)
  await ada.rest('POST', `/api/campaigns/${id}/send`)
  const counts = async () =>
    (await ada.graphql('query ($id: ID!) { campaign(id: $id) { sentCount failedCount } }', { id })).data.campaign
  await eventually('all emails to be sent', async () => (await counts()).sentCount === 3)
  expect(await counts()).toMatchObject({ failedCount: 0 })
  expect(await world.accepted(email)).toHaveLength(3)
})
