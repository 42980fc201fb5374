import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SIGN_UP_PASSWORD as password } from '../support/clocked-world.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import { createWorld, type World } from '../support/world.ts'

/** Somebody who knows a password, and tries codes at two processes of one installation at the same time. */

let now = 0
let processes: readonly [World, World]
let username: string
let key: string
let codes: string[]
beforeAll(async () => {
  const first = await createWorld({ send: false })
  processes = [first, await createWorld({ send: false, databaseUrl: first.databaseUrl })]
  for (const { app } of processes) app.clock = () => new Date(now)
})
afterAll(async () => {
  for (const world of [...processes].toReversed()) await world.close()
})
beforeEach(async () => {
  now = Date.now()
  const [{ app, signUp }] = processes
  await app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
  const person = await signUp()
  username = (await person.graphql('{ currentUser { username } }')).data.currentUser.username
  ;({ key, codes } = await setUpTotp(person, now))
  now += 60_000
})

const challengeAt = async ({ anybody }: World): Promise<string> =>
  (await anybody.rest('POST', '/api/login', { username, password })).body.challenge
const finishAt = async ({ anybody }: World, challenge: string, code: string): Promise<number> =>
  (await anybody.rest('POST', '/api/login/finish', { challenge, code })).status
/** Answers the same code at both processes at the same time, each with its own challenge. */
async function finishAtBoth(code: string): Promise<number[]> {
  const open: [World, string][] = []
  for (const world of processes) open.push([world, await challengeAt(world)])
  return (await Promise.all(open.map(([world, challenge]) => finishAt(world, challenge, code)))).toSorted()
}

describe('a code of an authenticator app', () => {
  it('opens one session only, also when sent to two processes at once', async () => {
    expect(await finishAtBoth(appCode(key, now))).toEqual([200, 400])
  })

  it('is no longer accepted after a newer one, even if not expired', async () => {
    const [one, other] = processes
    const [older, newer] = [appCode(key, now), appCode(key, now + 30_000)]
    expect(await finishAt(one, await challengeAt(one), newer)).toBe(200)
    for (const code of [newer, older]) expect(await finishAt(other, await challengeAt(other), code)).toBe(400)
  })
})

describe('a recovery code', () => {
  it('opens one session only, also when sent to two processes at once', async () => {
    expect(await finishAtBoth(codes[0] ?? '')).toEqual([200, 400])
    expect(await finishAtBoth(codes[0] ?? '')).toEqual([400, 400])
  })

  it('stays usable when another code finished the same sign-in at the same time', async () => {
    const [one, other] = processes
    const challenge = await challengeAt(one)
    const [, second = '', third = ''] = codes
    const answers = await Promise.all([finishAt(one, challenge, second), finishAt(other, challenge, third)])
    expect(answers.toSorted()).toEqual([200, 401])
    const left = answers[0] === 200 ? third : second
    expect(await finishAt(one, await challengeAt(one), left)).toBe(200)
  })
})

it('the limit on wrong codes counts the attempts at both processes together', async () => {
  const wrong = String((Number(appCode(key, now)) + 500_000) % 1_000_000).padStart(6, '0')
  const open: [World, string][] = []
  for (let guess = 0; guess < 12; guess += 1) {
    const world = guess % 2 === 0 ? processes[0] : processes[1]
    open.push([world, await challengeAt(world)])
  }
  const answers = await Promise.all(open.map(([world, challenge]) => finishAt(world, challenge, wrong)))
  expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(5)
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(7)
})
