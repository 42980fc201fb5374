import { describe, expect, it } from 'vitest'
import { User } from '#api/accounts/user.ts'
import { createKey } from '../support/api-key.ts'
import { office } from '../support/approval-world.ts'
import { clockedWorld } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import { mutate } from '../support/mutate.ts'
import { person as signedInWith, type TestPerson } from '../support/person.ts'

/** Test emails as a way out for what nobody approved, and for what an agent was told to send to a stranger. */

const at = clockedWorld()
const SEND = `mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) {
  testMail { email sent others { email sent } } errors { code field message } } }`
const byKey = (token: string) => signedInWith(at.world.url, token, '', '')

/** Sends a test email and returns who got it, or why nobody did. */
async function send(
  who: TestPerson,
  input: object,
): Promise<string[] | { code: string; field: string; message: string }> {
  const { data, errors } = await who.graphql(SEND, { input: { subject: 'S', content: 'C', ...input } })
  if (errors) return { code: errors[0].extensions.code, field: errors[0].path?.at(-1), message: errors[0].message }
  const { others, ...first } = data.sendTestMail
  return [first, ...others].map(({ email }: { email: string }) => email)
}
const emailOf = ({ tenantId, userId }: TestPerson) =>
  at.world.app.database.inTenant(tenantId, async (em) => (await em.findOneOrFail(User, { tenantId, id: userId })).email)
const mailboxOf = async (who: TestPerson): Promise<string> => {
  const { data } = await who.graphql('{ mailboxes { email isDefault } }')
  return data.mailboxes.find(({ isDefault }: { isDefault: boolean }) => isDefault).email
}
const acceptedFrom = async (who: TestPerson) =>
  (await at.world.accepted(await mailboxOf(who))).map(({ recipient }) => recipient)
const STRANGER = 'stranger@elsewhere.example'

describe('a test email where launches need approval', () => {
  it('can be sent to members, to oneself and to the mailbox, and to nobody else', async () => {
    const { boss, bea, id } = await office(at.world)
    const stranger = await send(bea, { campaignId: id, toAddresses: [await emailOf(boss), STRANGER] })
    expect(stranger).toMatchObject({
      code: 'BAD_INPUT',
      message: `${STRANGER} is not a member of this workspace. Launches need approval here, so tests go to members only. Remove it from the addresses.`,
    })
    const mailbox = await mailboxOf(bea)
    const members = [await emailOf(boss), (await emailOf(bea)).toUpperCase(), mailbox]
    expect(await send(bea, { campaignId: id, toAddresses: members })).toHaveLength(3)
    expect(await acceptedFrom(bea)).not.toContain(STRANGER)
  })

  it('of a follow-up, with changed words or by an admin follows the same rule', async () => {
    const { boss, id } = await office(at.world)
    await at.world.connect(boss)
    const followUp = { campaignId: id, content: 'Again', attachesFiles: false, toAddresses: [STRANGER] }
    expect(await send(boss, followUp)).toMatchObject({ code: 'BAD_INPUT' })
    expect(await send(boss, { toAddresses: [STRANGER] })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await acceptedFrom(boss)).toEqual([])
  })

  it('cannot be sent to former members, or to members of another workspace', async () => {
    const { boss, bea } = await office(at.world)
    const cid = await addColleague(at.world, boss)
    expect(await send(bea, { toAddresses: [cid.email] })).toEqual([cid.email])
    await mutate(boss, 'updateUser', { id: cid.id, isActive: false })
    expect(await send(bea, { toAddresses: [cid.email] })).toMatchObject({ code: 'BAD_INPUT' })
    const elsewhere = await emailOf(await at.world.signUp())
    expect(await send(bea, { toAddresses: [elsewhere] })).toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('a test email by an API key', () => {
  it.each(['with approval', 'without'])(
    'can be sent only to the key’s creator or the mailbox, %s',
    async (approval) => {
      const { boss, bea } = await office(at.world)
      await at.world.connect(boss)
      if (approval === 'without') {
        await at.world.app.database.inTenant(boss.tenantId, (em) =>
          em.execute('update email_settings set launch_approval = false'),
        )
      }
      const key = byKey(await createKey(boss, ['campaigns:send']))
      const mailbox = await mailboxOf(boss)
      const own = await emailOf(boss)
      const only = `An API key can send tests only to ${own} or ${mailbox}.`
      for (const address of [STRANGER, await emailOf(bea)]) {
        expect(await send(key, { toAddresses: [own, address] })).toMatchObject({ code: 'BAD_INPUT', message: only })
        expect(await send(key, { to: address })).toMatchObject({ code: 'BAD_INPUT', message: only })
      }
      expect(await acceptedFrom(boss)).toEqual([])
      expect(await send(key, {})).toEqual([own])
      expect(await send(key, { toAddresses: [own.toUpperCase(), mailbox] })).toEqual([own, mailbox])
    },
  )

  it('of a service account can be sent only to the mailbox', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    await at.world.connect(admin)
    const { data } = await mutate(admin, 'createServiceAccount', { name: 'Till' })
    const serviceAccountId = data.createServiceAccount.id
    const key = byKey(await createKey(admin, ['campaigns:send'], { serviceAccountId }))
    const [{ id, email }] = (await admin.graphql('{ mailboxes { id email } }')).data.mailboxes
    await mutate(admin, 'shareMailbox', { id, everybody: true, userIds: [] })
    expect(await send(key, { toAddresses: [await emailOf(admin)] })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await send(key, {})).toEqual([email])
  })
})
