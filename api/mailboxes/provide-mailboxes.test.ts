import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { keepAccount } from './store-mailbox.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const PROVIDE = `mutation ($input: ProvideMailboxesInput!) { provideMailboxes(input: $input) {
  results { email state } proof errors { code field message } } }`

async function provide(who: TestPerson, input: object) {
  const { data, errors = [] } = await who.graphql(PROVIDE, { input })
  const [refusal] = errors as { message: string; extensions?: { code: string; fields?: object } }[]
  return {
    ...data?.provideMailboxes,
    refusal: refusal && [refusal.extensions?.code, ...Object.keys(refusal.extensions?.fields ?? {})],
  }
}

const mailboxesOf = async (who: TestPerson) =>
  (await who.graphql('{ mailboxes { id email provider status level isMine owner { name } } }')).data
    .mailboxes as Record<string, unknown>[]

let count = 0
/** Creates an organization at the sandbox's Microsoft whose application may use ada@ and team@. */
async function organization(change: object = {}) {
  count += 1
  const domain = `provided${count}.test`
  const application = { directory: domain, clientId: `app-${count}`, clientSecret: 'hush' }
  const mailboxes = [`ada@${domain}`, `team@${domain}`]
  await register({
    ...{ vendor: 'microsoft', ...application, mailboxes: [`grace@${domain}`], scopes: ['Mail.Send'] },
    clientId: `other-${count}`,
  })
  const scopes = ['Mail.Send', 'Mail.ReadWrite', 'Mail.Read']
  await register({ vendor: 'microsoft', ...application, mailboxes, scopes, ...change })
  return { domain, microsoft: application, emails: mailboxes, outside: `grace@${domain}` }
}

async function register(application: object): Promise<void> {
  const body = JSON.stringify(application)
  expect((await fetch(`${world.sandboxUrl}/sandbox/applications`, { method: 'POST', body })).status).toBe(201)
}

describe('connecting mailboxes of an organization by an admin (provideMailboxes)', () => {
  it('connects all of them, shared ones too, and reports which one is refused', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { domain: _domain, ...input } = await organization()
    const { results, proof } = await provide(admin, input)
    expect(results).toEqual(input.emails.map((email) => ({ email, state: 'connected' })))
    expect(proof).toBe(`A call to ${input.outside}, which is outside, was tried and refused.`)
    expect(await mailboxesOf(admin)).toMatchObject(
      input.emails.map((email) => ({ email, provider: 'microsoft', status: 'connected', level: 'full', isMine: true })),
    )
    const campaign = await draftCampaign(world, admin, 2)
    expect((await admin.rest('POST', `/api/campaigns/${campaign}/send`)).status).toBe(200)
    const sent = () => Promise.all(input.emails.map((email) => world.accepted(email)))
    await expect.poll(async () => (await sent()).flat(), { timeout: 10_000 }).toHaveLength(2)
  })

  it('connects the mailboxes of the members of a group, and no others', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { domain, emails, ...input } = await organization()
    const group = `sales@${domain}`
    const members = [...emails, `read@${domain}`]
    expect(await provide(admin, { ...input, emails: [], group })).toMatchObject({ refusal: ['BAD_INPUT', 'group'] })
    const scopes = ['Mail.Send', 'Mail.ReadWrite', 'Mail.Read']
    const rights = { vendor: 'microsoft', ...input.microsoft, scopes, mailboxes: emails }
    await register({ ...rights, groups: { [group]: [...members, input.outside] } })
    const other = { ...input, emails: [], group: `nobody@${domain}` }
    expect(await provide(admin, other)).toMatchObject({ refusal: ['BAD_INPUT', 'group'] })
    const { results, proof } = await provide(admin, { ...input, emails: [], group })
    expect(results).toEqual([
      ...emails.map((email) => ({ email, state: 'connected' })),
      { email: `read@${domain}`, state: 'not_found' },
    ])
    expect(proof).toContain(`${input.outside}, which is outside, was tried and refused`)
    const many = Array.from({ length: 101 }, (_, index) => `person${index}@${domain}`)
    await register({ ...rights, groups: { [group]: many } })
    expect(await provide(admin, { ...input, emails: [], group })).toMatchObject({ refusal: ['BAD_INPUT', 'group'] })
  })

  it('reads the members of a Google group in the name of an administrator', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      ...{ modulusLength: 2_048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const domain = `group${(count += 1)}.test`
    const [person, boss] = [`lin@${domain}`, `boss@${domain}`]
    for (const email of [person, boss]) await world.connect(await world.signUp(), 'google', email)
    const scopes = ['https://www.googleapis.com/auth/gmail.send', 'https://www.googleapis.com/auth/gmail.modify']
    const clientId = `service@${domain}`
    const rights = { vendor: 'google', clientId, publicKey, domain, groups: { [`sales@${domain}`]: [person] } }
    await register({ ...rights, scopes })
    const googleKey = JSON.stringify({ client_email: clientId, private_key: privateKey })
    const input = { googleKey, emails: [], group: `sales@${domain}`, groupAdmin: boss }
    expect(await provide(admin, { ...input, groupAdmin: null })).toMatchObject({ refusal: ['BAD_INPUT', 'groupAdmin'] })
    expect(await provide(admin, input)).toMatchObject({ refusal: ['BAD_INPUT', 'group'] })
    scopes.push('https://www.googleapis.com/auth/admin.directory.group.member.readonly')
    await register({ ...rights, scopes })
    expect((await provide(admin, input)).results).toEqual([{ email: person, state: 'connected' }])
  })

  it('gives a mailbox to the user who confirmed its address, who can disconnect it', async () => {
    const admin = await world.signUp()
    const { domain: _domain, ...input } = await organization()
    const [ada, team] = input.emails as [string, string]
    const people = [await addColleague(world, admin), await addColleague(world, admin)] as const
    for (const [index, email] of [ada, team].entries()) {
      await world.app.database.inTenant(admin.tenantId, (em) =>
        em.execute('update users set email = ?, email_proven_at = ? where tenant_id = ? and id = ?', [
          ...[email, index === 0 ? new Date() : null],
          ...[admin.tenantId, people[index]!.userId],
        ]),
      )
    }
    await provide(admin, input)
    const [own, ...others] = await mailboxesOf(people[0])
    expect([own, others]).toMatchObject([{ email: ada, isMine: true }, []])
    expect(await mailboxesOf(people[1])).toEqual([])
    expect((await mailboxesOf(admin)).find(({ email }) => email === team)).toMatchObject({ isMine: true })
    await people[0].graphql('mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } } }', {
      id: own!['id'],
    })
    expect(await mailboxesOf(people[0])).toEqual([])
  })

  it('connects nothing if the application can reach a mailbox outside its group, or if that cannot be tested', async () => {
    const admin = await world.signUp()
    const { domain, ...input } = await organization()
    const reaching = [...input.emails, input.outside]
    await register({ vendor: 'microsoft', ...input.microsoft, mailboxes: reaching, scopes: ['Mail.Read'] })
    expect(await provide(admin, input)).toMatchObject({ refusal: ['BAD_INPUT', 'outside'] })
    expect(await provide(admin, { ...input, outside: `nobody@${domain}` })).toMatchObject({
      refusal: ['BAD_INPUT', 'outside'],
    })
    expect(await provide(admin, { ...input, outside: null })).toMatchObject({ refusal: ['BAD_INPUT', 'outside'] })
    expect(await mailboxesOf(admin)).toEqual([])
  })

  it('leaves a mailbox alone that its owner connected, and names mailboxes it cannot use', async () => {
    const admin = await world.signUp()
    const { domain, ...input } = await organization()
    const [ada] = input.emails as [string, string]
    await world.connect(admin, 'microsoft', ada)
    await register({
      vendor: 'microsoft',
      ...input.microsoft,
      mailboxes: [ada, `read@${domain}`],
      scopes: ['Mail.Send'],
    })
    const emails = [ada, `nobody@${domain}`, input.emails[1]!]
    const { results } = await provide(admin, { ...input, emails })
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['kept', 'not_found', 'not_allowed'])
  })

  it('gives a mailbox to the user who signs in to it, with their own sign-in, and shares it with them until then', async () => {
    const admin = await world.signUp()
    const { domain: _domain, ...input } = await organization()
    const [ada, team] = input.emails as [string, string]
    await provide(admin, input)
    const before = (await mailboxesOf(admin)).find(({ email }) => email === ada)
    const bea = await addColleague(world, admin)
    await world.connect(bea, 'microsoft', ada, ['User.Read', 'Mail.Send'])
    const [mine, ...others] = await mailboxesOf(bea)
    expect([mine, others]).toMatchObject([{ id: before!['id'], isMine: true, level: 'send' }, []])
    const sendable = (await admin.graphql('{ mailboxes { email isMine canSend } }')).data.mailboxes
    expect(sendable).toEqual(
      expect.arrayContaining([
        { email: ada, isMine: false, canSend: true },
        { email: team, isMine: true, canSend: true },
      ]),
    )
    const { results } = await provide(admin, input)
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['kept', 'connected'])
  })

  it('does not give a mailbox to an account whose address is not confirmed', async () => {
    const admin = await world.signUp()
    const { domain, ...input } = await organization()
    await provide(admin, input)
    const account = { subject: 'foreign', email: `ada@${domain}`, name: 'Ada', scopes: ['Mail.Send'], grant: '{}' }
    const signIn = world.app.database.inTenant(admin.tenantId, (em) =>
      keepAccount(world.app, em, admin, 'microsoft', { ...account, emailProven: false }),
    )
    await expect(signIn).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('replaces the client secret of mailboxes it connected', async () => {
    const admin = await world.signUp()
    const { domain: _domain, ...input } = await organization()
    await provide(admin, input)
    const microsoft = { ...input.microsoft, clientSecret: 'new' }
    expect(await provide(admin, { ...input, microsoft })).toMatchObject({ refusal: ['BAD_INPUT', 'microsoft'] })
    const scopes = ['Mail.Send', 'Mail.ReadWrite', 'Mail.Read']
    await register({ vendor: 'microsoft', ...microsoft, mailboxes: input.emails, scopes })
    const { results } = await provide(admin, { ...input, microsoft })
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['connected', 'connected'])
    expect(await mailboxesOf(admin)).toHaveLength(2)
  })

  it('connects a mailbox by a Google service account, and says which mailboxes that can reach', async () => {
    const admin = await world.signUp()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const clientId = 'mergewell@project.iam.gserviceaccount.com'
    const scopes = ['send', 'modify'].map((name) => `https://www.googleapis.com/auth/gmail.${name}`)
    const key = publicKey.export({ type: 'spki', format: 'pem' })
    await register({ vendor: 'google', clientId, publicKey: key, scopes, domain: 'studio-sol.test' })
    const file = { client_email: clientId, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    const input = { googleKey: JSON.stringify(file), emails: ['maria@studio-sol.test'] }
    const { results, proof } = await provide(admin, input)
    expect(results).toEqual([{ email: 'maria@studio-sol.test', state: 'connected' }])
    expect(proof).toContain('Google limits a service account by permission, not by mailbox.')
    expect(await provide(admin, { ...input, googleKey: '{}' })).toMatchObject({ refusal: ['BAD_INPUT', 'googleKey'] })
  })

  it('is refused to users who are not admins', async () => {
    const admin = await world.signUp()
    const { domain: _domain, ...input } = await organization()
    expect(await provide(await addColleague(world, admin), input)).toMatchObject({ refusal: ['FORBIDDEN'] })
  })
})
