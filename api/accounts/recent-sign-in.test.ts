import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '../testing/world.ts'

let world: World
let now: number
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())
beforeEach(() => {
  now = Date.now()
  world.app.clock = () => new Date(now)
})

const MINUTE = 60_000
const password = 'correct horse battery'

const codeOf = ({ errors }: { errors?: any[] }) => errors?.[0]?.extensions.code ?? 'ok'
const makeKey = async (person: TestPerson) =>
  codeOf(await person.graphql('mutation { createApiKey(input: { name: "x", scopes: [read] }) { token } }'))
const confirm = async (person: TestPerson, secret: string) =>
  codeOf(
    await person.graphql('mutation ($input: ConfirmPasswordInput!) { confirmPassword(input: $input) }', {
      input: { password: secret },
    }),
  )

it('asks for the password again 15 minutes after a sign-in, before an API key is made', async () => {
  const person = await world.signUp()
  now += 14 * MINUTE
  expect(await makeKey(person)).toBe('ok')
  now += 2 * MINUTE
  expect(await makeKey(person)).toBe('REAUTHENTICATE')
  expect(await confirm(person, 'a wrong password')).toBe('BAD_INPUT')
  expect(await makeKey(person)).toBe('REAUTHENTICATE')
  expect(await confirm(person, password)).toBe('ok')
  expect(await makeKey(person)).toBe('ok')
})

it('counts for one session only', async () => {
  const person = await world.signUp()
  const { username } = (await person.rest('GET', '/api/user')).body
  now += 20 * MINUTE
  await world.anybody.rest('POST', '/api/login', { username, password })
  expect(await makeKey(person)).toBe('REAUTHENTICATE')
})

it('limits guesses of the password like those of a sign-in', async () => {
  const person = await world.signUp()
  const answers = []
  for (let guess = 0; guess < 6; guess += 1) answers.push(await confirm(person, `guess ${guess}`))
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'BAD_INPUT'), 'TOO_MANY_REQUESTS'])
})

it('sends people without a password back to their vendor', async () => {
  const person = await world.signUp()
  await world.app.database.asSystem((em) =>
    em.execute('update users set password_hash = null where id = ?', [person.userId]),
  )
  const { errors } = await person.graphql('mutation { confirmPassword(input: { password: "x" }) }')
  expect(errors?.[0].message).toBe('You have no password here. Sign in again with Microsoft or Google instead.')
})
