import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addColleague } from '#tests/support/colleague.ts'
import { smtpInput, standInMailServers } from '#tests/support/mail-servers.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { Mailbox } from '../mailbox.ts'
import { openGrant } from './stored-credentials.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const MAILBOX =
  'id email name provider status level canSend isMine servers { smtp { host port security user } imap { host } copyToSelf }'
const CONNECT = `mutation ($input: ConnectSmtpMailboxInput!) { connectSmtpMailbox(input: $input) {
  mailbox { ${MAILBOX} } steps { step state problem text fix answer } errors { code field message } } }`

let servers: ReturnType<typeof standInMailServers>
beforeEach(() => {
  servers = standInMailServers()
  world.app.mailServers = servers
})

const connect = async (who: TestPerson, input: object) => {
  const { data, errors = [] } = await who.graphql(CONNECT, { input })
  return { mailbox: null, steps: [], ...data?.connectSmtpMailbox, errors: errors.map(codeOf) }
}
/** The code of a refusal, and the field that it is about. */
const codeOf = ({ message, extensions }: { message: string; extensions?: { code: string; fields?: object } }) => ({
  code: extensions?.code ?? message,
  fields: Object.keys(extensions?.fields ?? {}).toSorted(),
})
const stored = (who: TestPerson, email: string) =>
  world.app.database.inTenant(who.tenantId, (em) => em.findOneOrFail(Mailbox, { tenantId: who.tenantId, email }))

describe('connecting an SMTP mailbox (connectSmtpMailbox)', () => {
  it('connects a mailbox whose connection test passes, and stores its sign-in encrypted', async () => {
    const ada = await world.signUp()
    const { mailbox, steps, errors } = await connect(ada, { ...smtpInput('ada@smtp.test'), name: 'Ada' })
    expect(errors).toEqual([])
    expect(steps).toHaveLength(7)
    expect(mailbox).toMatchObject({
      ...{ email: 'ada@smtp.test', name: 'Ada', provider: 'smtp', status: 'connected', level: 'full', isMine: true },
      servers: {
        smtp: { host: 'mail.smtp.test', port: 465, security: 'tls', user: 'ada@smtp.test' },
        imap: { host: 'mail.smtp.test' },
        copyToSelf: false,
      },
    })
    const row = await stored(ada, 'ada@smtp.test')
    expect(row).toMatchObject({ subject: 'ada@smtp.test@mail.smtp.test', scopes: ['smtp', 'imap'] })
    expect(Buffer.from(row.sealedGrant).toString('latin1')).not.toContain('secret-password')
    expect(openGrant(world.app.secrets, row)).toMatchObject({
      password: 'secret-password',
      folders: { sent: 'Sent', drafts: 'Drafts' },
      keepsCopy: null,
    })
  })

  it('connects nothing if a step of the test fails, and says what to do', async () => {
    const ada = await world.signUp()
    world.app.mailServers = standInMailServers(() => ['smtp_sign_in', 'wrong_password'])
    const { mailbox, steps, errors } = await connect(ada, smtpInput('ada@smtp.test'))
    expect({ mailbox, errors }).toEqual({ mailbox: null, errors: [] })
    expect(steps[1]).toMatchObject({ step: 'smtp_sign_in', state: 'failed', problem: 'wrong_password' })
    expect(steps[1].fix).toContain('app password')
    expect((await ada.graphql('{ mailboxes { id } }')).data.mailboxes).toEqual([])
  })

  it('allows a mailbox without an IMAP server only to send', async () => {
    const ada = await world.signUp()
    const { mailbox } = await connect(ada, { ...smtpInput('ada@smtp.test'), imap: null })
    expect(mailbox).toMatchObject({ level: 'send', servers: { imap: null } })
  })

  it('names every invalid field, and then connects to no server', async () => {
    const ada = await world.signUp()
    const bad = {
      email: 'nobody',
      password: 'a\nb',
      smtp: { host: 'smtp.example.com/x', port: 70_000, security: 'TLS', user: '' },
    }
    const { errors } = await connect(ada, bad)
    expect(errors.flatMap(({ fields }: { fields: string[] }) => fields)).toEqual([
      'email',
      'password',
      'smtp.host',
      'smtp.port',
      'smtp.user',
    ])
    expect(servers.tested).toEqual([])
  })

  it('does not repeat the password in the error about a missing field', async () => {
    const ada = await world.signUp()
    const { smtp: _, ...incomplete } = smtpInput('ada@smtp.test', { password: 'a "quoted" secret' })
    const answer = JSON.stringify(await ada.graphql(CONNECT, { input: incomplete }))
    expect(answer).toContain('required field')
    expect(answer).not.toContain('quoted')
  })

  it('shares a colleague’s mailbox with a user who knows its password, and does not change the mailbox', async () => {
    const ada = await world.signUp()
    const bea = await addColleague(world, ada)
    const { mailbox } = await connect(ada, smtpInput('team@smtp.test'))
    const { mailbox: shared } = await connect(bea, smtpInput('team@smtp.test', { password: 'another app password' }))
    expect(shared).toMatchObject({ id: mailbox.id, isMine: false, canSend: true, servers: null })
    expect(openGrant(world.app.secrets, await stored(ada, 'team@smtp.test'))?.password).toBe('secret-password')
  })

  it("changes the password and server of the user's own mailbox, which keeps its id and settings", async () => {
    const ada = await world.signUp()
    const { mailbox } = await connect(ada, { ...smtpInput('ada@smtp.test'), name: 'Ada' })
    const update =
      'mutation ($id: ID!) { updateMailbox(input: { id: $id, copyToSelf: true }) { mailbox { servers { copyToSelf } } errors { message } } }'
    expect((await ada.graphql(update, { id: mailbox.id })).data.updateMailbox.servers.copyToSelf).toBe(true)
    const moved = smtpInput('ada@smtp.test', { id: mailbox.id, password: 'new', host: 'new.smtp.test' })
    const { mailbox: changed } = await connect(ada, { ...moved, imap: null })
    expect(changed).toMatchObject({
      ...{ id: mailbox.id, name: 'Ada', level: 'send' },
      servers: { smtp: { host: 'new.smtp.test' }, imap: null, copyToSelf: true },
    })
    expect(openGrant(world.app.secrets, await stored(ada, 'ada@smtp.test'))?.password).toBe('new')
  })

  it('changes no mailbox of another user, and no mailbox to another address', async () => {
    const ada = await world.signUp()
    const bea = await addColleague(world, ada)
    const { mailbox } = await connect(ada, smtpInput('ada@smtp.test'))
    expect(await connect(bea, smtpInput('ada@smtp.test', { id: mailbox.id }))).toMatchObject({
      errors: [{ code: 'FORBIDDEN' }],
    })
    expect(await connect(ada, smtpInput('other@smtp.test', { id: mailbox.id }))).toMatchObject({
      errors: [{ code: 'BAD_INPUT', fields: ['email'] }],
    })
    const stranger = await world.signUp()
    expect(await connect(stranger, smtpInput('ada@smtp.test', { id: mailbox.id }))).toMatchObject({
      errors: [{ code: 'NOT_FOUND' }],
    })
    expect(servers.tested).toHaveLength(1)
  })

  it('refuses an address that is already connected at another server', async () => {
    const ada = await world.signUp()
    await connect(ada, smtpInput('ada@smtp.test'))
    expect(await connect(ada, smtpInput('ada@smtp.test', { host: 'other.smtp.test' }))).toMatchObject({
      errors: [{ code: 'CONFLICT' }],
    })
  })

  it('tests one server five times in fifteen minutes, and all servers together twenty times', async () => {
    const ada = await world.signUp()
    world.app.mailServers = standInMailServers(() => ['smtp_sign_in', 'wrong_password'])
    const tryAt = async (host: string) => (await connect(ada, smtpInput('ada@smtp.test', { host }))).errors[0]?.code
    for (let tries = 0; tries < 5; tries += 1) expect(await tryAt('one.smtp.test')).toBeUndefined()
    expect(await tryAt('one.smtp.test')).toBe('TOO_MANY_REQUESTS')
    for (let tries = 0; tries < 15; tries += 1) expect(await tryAt(`s${tries}.smtp.test`)).toBeUndefined()
    expect(await tryAt('more.smtp.test')).toBe('TOO_MANY_REQUESTS')
    const bea = await addColleague(world, ada)
    expect((await connect(bea, smtpInput('bea@smtp.test', { host: 'one.smtp.test' }))).errors).toEqual([])
  })
})

describe('the connection test of an SMTP mailbox (testMailbox)', () => {
  const TEST = 'mutation ($id: ID!) { testMailbox(input: { id: $id }) { steps { step state } errors { code } } }'

  it('uses the stored sign-in, for the owner and admins only', async () => {
    const ada = await world.signUp()
    const bea = await addColleague(world, ada)
    const { mailbox } = await connect(bea, smtpInput('bea@smtp.test'))
    const { testMailbox: steps } = (await ada.graphql(TEST, { id: mailbox.id })).data
    expect(steps).toHaveLength(7)
    expect(servers.tested.at(-1)).toMatchObject({ email: 'bea@smtp.test', password: 'secret-password' })
    const cleo = await addColleague(world, ada, { name: 'Cleo' })
    expect((await cleo.graphql(TEST, { id: mailbox.id })).errors?.map(codeOf)).toMatchObject([{ code: 'FORBIDDEN' }])
  })
})

describe('the search for the servers of an email address (mailServers)', () => {
  const FIND =
    'query ($email: String!) { mailServers(email: $email) { source smtp { host } imap { host } appPassword refusal } }'

  it('returns the servers that were found, and refuses an invalid address', async () => {
    const ada = await world.signUp()
    expect((await ada.graphql(FIND, { email: ' Ada <ada@smtp.test> ' })).data.mailServers).toEqual({
      ...{ source: 'autoconfig', smtp: { host: 'smtp.smtp.test' }, imap: null, appPassword: 'never', refusal: null },
    })
    expect((await ada.graphql(FIND, { email: 'nobody' })).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  })
})
