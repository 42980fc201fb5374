import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it.each([
  { reading: false, followUps: 1, warned: true },
  { reading: true, followUps: 1, warned: false },
  { reading: false, followUps: 0, warned: false },
])(
  'the launch check warns of follow-ups that replies cannot stop (mailbox may be read: $reading, follow-ups: $followUps)',
  async (given) => {
    const person = await world.signUp({ unlimited: true })
    const email = `replies-${given.reading}-${given.followUps}@sandbox.test`
    await world.connect(person, 'google', email, undefined, { reading: given.reading })
    const followUps = Array.from({ length: given.followUps }, () => ({ content: 'Again' }))
    const id = await draftCampaign(world, person, 1, { followUps })
    const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
      id,
    })
    const found = data.campaignProblems.filter(({ code }: { code: string }) => code === 'FOLLOW_UP_NO_REPLIES')
    const message = `Replies to ${email} cannot be seen, so they do not stop follow-ups, and recipients may see follow-ups as new conversations. Allow reading under Settings → Connected Emails, or remove the follow-ups.`
    expect(found).toEqual(given.warned ? [{ code: 'FOLLOW_UP_NO_REPLIES', severity: 'warning', message }] : [])
  },
)

const ALIAS = { address: 'sales@sandbox.test', name: '', kind: 'alias', isVerified: true, isDefault: false }
const SHARED = { ...ALIAS, address: 'team@sandbox.test', kind: 'shared' }

it.each([
  ['a Reply-To elsewhere', { replyTo: 'Desk <desk@elsewhere.test>' }, 'Desk <desk@elsewhere.test>'],
  ['a Reply-To from a merge tag', { replyTo: '{Owner}' }, '{Owner}'],
  ['the mailbox itself as Reply-To', { replyTo: 'BOX@sandbox.test, desk@elsewhere.test' }, null],
  ['an alias as Reply-To', { replyTo: 'sales@sandbox.test' }, null],
  ['another mailbox that is read as Reply-To', { replyTo: 'Read@sandbox.test' }, null],
  ['another mailbox that may only send as Reply-To', { replyTo: 'sends@sandbox.test' }, 'sends@sandbox.test'],
  ['an alias of another mailbox as Reply-To', { replyTo: 'help@sandbox.test' }, null],
  ['an alias as From', { fromAddress: 'sales@sandbox.test' }, null],
  ['a shared mailbox as From', { fromAddress: 'team@sandbox.test' }, 'team@sandbox.test'],
  ['a shared mailbox as From with a Reply-To', { fromAddress: 'team@sandbox.test', replyTo: 'box@sandbox.test' }, null],
  ['no other address', {}, null],
])('the launch check warns of follow-ups when replies go to another mailbox: %s', async (_, input, address) => {
  const person = await world.signUp({ unlimited: true })
  const scopes = ['mail.read', 'mail.send', 'mail.send.shared']
  const setSendAs = (email: string, addresses: readonly object[]) =>
    world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        'update mailboxes set send_as = :sendAs::jsonb where tenant_id = :tenantId and email = :email returning 1',
        { tenantId: person.tenantId, email, sendAs: JSON.stringify(addresses) },
      ),
    )
  await world.connect(person, 'google', 'read@sandbox.test', undefined, { reading: true })
  await setSendAs('read@sandbox.test', [{ ...ALIAS, address: 'help@sandbox.test' }])
  await world.connect(person, 'google', 'sends@sandbox.test')
  await world.connect(person, 'microsoft', 'box@sandbox.test', scopes)
  await setSendAs('box@sandbox.test', [ALIAS, SHARED])
  const id = await draftCampaign(world, person, 1, { ...input, followUps: [{ content: 'Again' }] })
  const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
    id,
  })
  const found = data.campaignProblems.filter(({ code }: { code: string }) => code === 'FOLLOW_UP_NO_REPLIES')
  const isFrom = !('replyTo' in input)
  const message = `Replies go to the ${isFrom ? 'From' : 'Reply-To'} address ${address}, so they do not arrive in box@sandbox.test and do not stop follow-ups. ${
    isFrom ? 'Set Reply-To to box@sandbox.test' : 'Remove Reply-To'
  }, or remove the follow-ups.`
  expect(found).toEqual(address === null ? [] : [{ code: 'FOLLOW_UP_NO_REPLIES', severity: 'warning', message }])
})
