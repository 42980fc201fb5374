import { beforeEach, describe, expect, it } from 'vitest'
import { clockedWorld, SIGN_UP_PASSWORD as password } from '../support/clocked-world.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import type { TestPerson } from '../support/world.ts'

/** An attacker who knows the password of somebody with a second factor, and guesses codes. */

const at = clockedWorld({ proxies: 1 })
let person: TestPerson
let username: string
let key: string
beforeEach(async () => {
  person = await at.world.signUp()
  username = (await person.graphql('{ currentUser { username } }')).data.currentUser.username
  key = (await setUpTotp(person, at.now)).key
  at.now += 30_000
})

async function post(path: string, address: string, body: object) {
  const response = await fetch(at.world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { challenge: string; message: string } }
}
const challenge = async (address: string) => (await post('/api/login', address, { username, password })).body.challenge
/** A code that is wrong now. */
const wrong = () => String((Number(appCode(key, at.now)) + 500_000) % 1_000_000).padStart(6, '0')

describe('guessing codes of the second factor', () => {
  it('is stopped for a while after five from one network, also with fresh challenges and all at once', async () => {
    const guesses = Array.from({ length: 12 }, async () =>
      post('/api/login/finish', '192.0.2.1', { challenge: await challenge('192.0.2.1'), code: wrong() }),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5)
    expect(answers.find(({ status }) => status === 429)?.body.message).toMatch(
      /^Too many wrong codes\. Wait \d+ second/,
    )
  })

  it('is stopped for a while after ten from everywhere', async () => {
    const answers = []
    for (let guess = 0; guess < 14; guess += 1) {
      const address = `198.51.100.${guess}`
      answers.push(await post('/api/login/finish', address, { challenge: await challenge(address), code: wrong() }))
    }
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })

  it('is not allowed anew by entering the password again', async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      await post('/api/login/finish', '192.0.2.2', { challenge: await challenge('192.0.2.2'), code: wrong() })
    }
    const token = await challenge('192.0.2.2')
    expect((await post('/api/login/finish', '192.0.2.2', { challenge: token, code: wrong() })).status).toBe(429)
  })

  it('does not lock out the owner at a network from which they signed in before', async () => {
    const home = '203.0.113.9'
    const answer = { challenge: await challenge(home), code: appCode(key, at.now) }
    expect((await post('/api/login/finish', home, answer)).status).toBe(200)
    for (let guess = 0; guess < 14; guess += 1) {
      const address = `198.51.100.${100 + guess}`
      await post('/api/login/finish', address, { challenge: await challenge(address), code: wrong() })
    }
    at.now += 60_000
    const again = { challenge: await challenge(home), code: appCode(key, at.now) }
    expect((await post('/api/login/finish', home, again)).status).toBe(200)
  })

  it('for somebody else’s challenge does not work with one’s own code', async () => {
    const attacker = await at.world.signUp()
    const own = await setUpTotp(attacker, at.now)
    at.now += 30_000
    const answer = { challenge: await challenge('192.0.2.3'), code: appCode(own.key, at.now) }
    expect((await post('/api/login/finish', '192.0.2.3', answer)).status).toBe(400)
  })
})
