import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REGISTRATION_LIMITS } from '#domain/accounts/registration-modes.ts'
import { graphqlAs } from '../support/person.ts'
import { createWorld, person as signedInWith, type World } from '../support/world.ts'

/** A stranger who registers many workspaces, uses other people's addresses, and probes who has an account. */

let world: World
let now: number
beforeAll(async () => {
  world = await createWorld({ send: false })
  world.app.trustedProxies = 1
})
afterAll(() => world.close())
beforeEach(async () => {
  now = Date.now()
  world.app.clock = () => new Date(now)
  world.app.registration = { mode: 'open', limits: REGISTRATION_LIMITS }
  await world.app.database.asSystem((em) => em.execute('delete from registrations'))
})

const password = 'correct horse battery'
let count = 0
const registration = (change: object = {}) => {
  count += 1
  return {
    companyName: 'Squatters',
    fullName: 'Mallory',
    email: `mallory${count}@evil.example`,
    username: `mallory${count}`,
    password,
    confirmPassword: password,
    selectedTier: 'free',
    ...change,
  }
}
const ask = async (path: string, body: object, address = '198.51.100.1') => {
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const register = (change: object = {}, address?: string) => ask('/api/register', registration(change), address)
const signIn = (username: string, secret = password) => ask('/api/login', { username, password: secret })
const prove = (username: string) =>
  world.app.database.asSystem((em) =>
    em.execute('update users set email_proven_at = now() where username = ?', [username]),
  )
const workspaces = async () => {
  const [row] = await world.app.database.asSystem((em) =>
    em.execute<[{ count: number }]>('select count(*)::int as count from tenants'),
  )
  return row.count
}

describe('many sign-ups by one attacker', () => {
  it('are counted even if the password is refused, because checking one costs time', async () => {
    const answers = []
    for (let tries = 0; tries < 11; tries += 1) {
      answers.push((await register({ password: 'sunshine1', confirmPassword: 'sunshine1' })).status)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  it('stop at ten per network, with a time to retry after', async () => {
    const before = await workspaces()
    const answers = []
    for (let turn = 0; turn < 24; turn += 1) {
      answers.push(await register({ password: 'x', confirmPassword: 'x' }, '2001:db8::1'))
    }
    expect(answers.every(({ status }) => status === 400)).toBe(true)
    const all = await Promise.all(Array.from({ length: 24 }, (_, turn) => register({}, `2001:db8::${turn + 1}`)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(await workspaces()).toBe(before + 10)
    const refused = await register({}, '2001:db8::1')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many registrations from your network. Try again in an hour.',
    ])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await register({}, '192.0.2.9')).status).toBe(201)
    now += 3_600_000
    expect((await register({}, '2001:db8::1')).status).toBe(201)
  })

  it('stop at a global limit, across all networks', async () => {
    world.app.registration.limits = [{ ms: 3_600_000, network: 10, total: 12, again: 'in an hour' }]
    const answers = []
    for (let turn = 0; turn < 16; turn += 1) answers.push((await register({}, `203.0.113.${turn}`)).status)
    expect(answers.filter((status) => status === 201)).toHaveLength(12)
    expect(answers.slice(12)).toEqual([429, 429, 429, 429])
  })

  it('cannot be sent in one document with aliases or fragments', async () => {
    const before = await workspaces()
    const fields = (from: number) =>
      Array.from({ length: 15 }, (_, index) => {
        const { email, username } = registration()
        return `r${from + index}: register(input: { companyName: "A", fullName: "B", email: "${email}",
          username: "${username}", password: "${password}", confirmPassword: "${password}" }) { user { id } errors { code } }`
      }).join('\n')
    const documents = [
      `mutation { ${fields(0)} }`,
      `mutation { ...A ...B } fragment A on Mutation { ${fields(0).split('\nr1')[0]} } fragment B on Mutation { ${fields(20).split('\nr21')[0]} }`,
    ]
    for (const query of documents) {
      const { body } = await ask('/graphql', { query })
      expect(body.errors[0].message).toBe('A document may call register only once.')
    }
    const guesses = Array.from(
      { length: 20 },
      (_, index) => `g${index}: login(input: { username: "a", password: "${index}" }) { sessionToken errors { code } }`,
    )
    const { body } = await ask('/graphql', { query: `mutation { ${guesses.join('\n')} }` })
    expect(body.errors[0].message).toBe('A document may call login only once.')
    expect(await workspaces()).toBe(before)
  })
})

describe('a stranger who tries to find out whether an email address has an account', () => {
  it('gets the same answer for an address that is free, taken or verified', async () => {
    const taken = registration()
    await ask('/api/register', taken)
    const proven = registration()
    await ask('/api/register', proven)
    await prove(proven.username)
    const answers = []
    for (const email of ['free@nobody.example', taken.email, proven.email.toUpperCase()]) {
      const input = registration({ email })
      const { status, body } = await ask('/api/register', input)
      answers.push({ status, keys: Object.keys(body), message: body.message, same: body.username === input.username })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.status).toBe(201)
  })

  it('learns nothing by adding the address as a colleague from another workspace either', async () => {
    const victim = registration()
    await ask('/api/register', victim)
    await prove(victim.username)
    const admin = await world.signUp()
    const add = (email: string) => admin.rest('POST', '/api/users', { name: 'X', email, password })
    const [free, taken] = [await add('free-colleague@nobody.example'), await add(victim.email)]
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)])
    const stem = (name: string) => name.replace(/-[a-z0-9]{6}$/, '*')
    expect([free, taken].map(({ body }) => stem(body.username))).toEqual([
      'free-colleague*',
      `${victim.email.split('@')[0]}*`,
    ])
  })

  it('gets the same status and text from a sign-in for any username', async () => {
    const known = registration()
    await ask('/api/register', known)
    const answers = []
    for (const name of ['nobody@nowhere.example', known.email, 'nobody-has-this', known.username]) {
      const { status, body } = await signIn(name, 'a wrong password')
      answers.push({ status, body })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(401)
  })
})

describe('an email address with which somebody else registered', () => {
  it('can still be registered by its owner, and signs the owner in once it is confirmed', async () => {
    const squatter = registration({ email: 'victim@owner.example' })
    await ask('/api/register', squatter)
    const owner = registration({
      email: 'victim@owner.example',
      password: 'the owner battery',
      confirmPassword: 'the owner battery',
    })
    expect((await ask('/api/register', owner)).status).toBe(201)
    expect((await signIn(owner.username, owner.password)).body.username).toBe(owner.username)
    await prove(owner.username)
    expect((await signIn('victim@owner.example', owner.password)).body.username).toBe(owner.username)
    expect((await signIn('victim@owner.example')).body.username).toBe(squatter.username)
    expect((await signIn('victim@owner.example', 'neither of the two')).status).toBe(401)
  })

  it('signs in a colleague whom an admin adds later, each with their own password', async () => {
    const squatter = registration({ email: 'cfo@bigcorp.example' })
    await ask('/api/register', squatter)
    const admin = await world.signUp()
    const cfo = { name: 'CFO', email: 'CFO@bigcorp.example', password: 'the treasury battery' }
    const { body: added } = await admin.rest('POST', '/api/users', cfo)
    expect((await signIn('cfo@bigcorp.example', cfo.password)).body.username).toBe(added.username)
    expect((await signIn('cfo@bigcorp.example')).body.username).toBe(squatter.username)
  })

  it('signs in the owner who confirmed it when two accounts have the same password', async () => {
    const [squatter, owner] = [
      registration({ email: 'same@owner.example' }),
      registration({ email: 'same@owner.example' }),
    ]
    await ask('/api/register', squatter)
    now += 1_000
    await ask('/api/register', owner)
    expect((await signIn('same@owner.example')).body.username).toBe(squatter.username)
    await prove(owner.username)
    expect((await signIn('same@owner.example')).body.username).toBe(owner.username)
  })

  it('is not shown to a person who registers with it and signs in', async () => {
    const taken = registration({
      email: 'taken@owner.example',
      password: 'the owner battery',
      confirmPassword: 'the owner battery',
    })
    await ask('/api/register', taken)
    await prove(taken.username)
    const answers = []
    for (const email of ['taken@owner.example', 'free@owner.example']) {
      await register({ email })
      answers.push((await signIn(email)).status)
    }
    expect(answers).toEqual([200, 200])
  })

  it('has a separate count of failed guesses for each account', async () => {
    await register({
      email: 'guessed@owner.example',
      password: 'the owner battery',
      confirmPassword: 'the owner battery',
    })
    await register({ email: 'guessed@owner.example' })
    const answers = []
    for (let guess = 0; guess < 6; guess += 1) {
      answers.push((await signIn('guessed@owner.example', `guess ${guess}`)).status)
      if (guess < 4) answers.push((await signIn('guessed@owner.example')).status)
    }
    expect(answers).toEqual([401, 200, 401, 200, 401, 200, 401, 200, 401, 429])
  })

  it('cannot be another account’s username, and cannot be reserved as a username by its owner', async () => {
    const other = await register({ username: 'victim@names.example' })
    expect([other.status, other.body.fields]).toEqual([
      400,
      { username: 'Username must not contain @, unless it is your own email address' },
    ])
    const own = await register({ username: 'Both@names.example', email: 'both@names.example' })
    // Always with a suffix: without one, the name would reveal that the address is free.
    expect([own.status, own.body.username]).toEqual([201, expect.stringMatching(/^both-[a-z0-9]{6}$/)])
    expect((await signIn('both@names.example')).status).toBe(200)
    const again = await register({ username: 'both@names.example', email: 'both@names.example' })
    expect([again.status, again.body.username]).toEqual([201, expect.stringMatching(/^both-[a-z0-9]{6}$/)])
    expect((await signIn(again.body.username)).status).toBe(200)
  })

  it.each(['super admin boss', 'a\u200bdmin', 'x\ty', 'a\u202eb', 'nul\0'])(
    'as a sign-up with the reserved username %j is refused for everyone',
    async (username) => {
      expect((await register({ username })).status).toBe(400)
      const admin = await world.signUp()
      const colleague = { name: 'X', email: 'x@names.example', password, username }
      expect((await admin.rest('POST', '/api/users', colleague)).status).toBe(400)
    },
  )
})

describe('signing up', () => {
  it('is closed in invitation-only mode, and the page says so', async () => {
    world.app.registration.mode = 'invitation'
    const { status, body } = await register()
    expect([status, body.message]).toEqual([
      403,
      'New workspaces are by invitation only. Ask the person who runs this installation.',
    ])
    expect((await world.anybody.graphql('{ server { registration } }')).data.server.registration).toBe('invitation')
  })

  it('is open in approval mode, but a paid plan sends at Free’s pace until a super admin confirms it', async () => {
    world.app.registration.mode = 'approval'
    const query = '{ tenant { id subscriptionTier planConfirmed } emailSettings { planCeilings { count seconds } } }'
    const open = async (tier: string) => {
      const input = registration({ selectedTier: tier })
      await ask('/api/register', input)
      const { body } = await signIn(input.username)
      return signedInWith(world.url, body.sessionToken, '', '')
    }
    const free = (await (await open('free')).graphql(query)).data
    expect(free.tenant.planConfirmed).toBe(true)
    const paid = await open('pro')
    const { data } = await paid.graphql(query)
    expect(data.tenant).toMatchObject({ subscriptionTier: 'pro', planConfirmed: false })
    expect(data.emailSettings.planCeilings).toEqual(free.emailSettings.planCeilings)

    const confirm =
      'mutation ($id: ID!) { confirmPlan(input: { id: $id }) { tenant { planConfirmed } errors { code field message } } }'
    expect((await paid.graphql(confirm, { id: data.tenant.id })).errors?.[0].extensions.code).toBe('FORBIDDEN')
    const { signInSuperAdmin } = await import('../support/super-admin.ts')
    const { headers } = await signInSuperAdmin(world)
    const answer = await graphqlAs(world.url, headers, confirm, { id: data.tenant.id })
    expect(answer.data.confirmPlan.planConfirmed).toBe(true)
    const confirmed = (await paid.graphql(query)).data
    expect(confirmed.tenant.planConfirmed).toBe(true)
    expect(confirmed.emailSettings.planCeilings).toEqual([{ count: 1000, seconds: 86_400 }])
  })
})
