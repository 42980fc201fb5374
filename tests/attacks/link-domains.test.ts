import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newHost, requestAt, testDns, workingDomain, type HostAnswer, type TestDns } from '../support/link-domains.ts'
import { mutate } from '../support/mutate.ts'
import { systemEmail } from '../support/system-emails.ts'
import { readMailbox, sendMails, type ReadMail } from '../support/tracked-mail.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** A workspace's own host in its emails: what is served there, for whom, and what is not. */

let world: World
let dns: TestDns
let admin: TestPerson
let host = ''
/** the host of another workspace */
let otherHost = ''
let mail: ReadMail
/** an email sent before there was a link domain */
let earlier: ReadMail

beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
  dns = testDns(world)
  admin = await world.signUp({ unlimited: true })
  earlier = (await sendMails(world, admin, { emails: ['ada@example.com'] })).mails['ada@example.com']!
  host = await workingDomain(dns, admin)
  otherHost = await workingDomain(dns, await world.signUp())
  mail = (await sendMails(world, admin, { emails: ['bo@example.com'] })).mails['bo@example.com']!
})
afterAll(() => world.close())

const origin = () => `http://${host}:${new URL(world.url).port}`
const pathOf = (address: string) => address.replace(origin(), '')
const paths = () => [mail.pixel, mail.links['Shop']!, mail.unsubscribe].map(pathOf)
const isBare = ({ headers }: HostAnswer) =>
  headers['set-cookie'] === undefined && headers['strict-transport-security'] === undefined

describe('new emails of a workspace with a link domain', () => {
  it('use it in tracked links, pixel and unsubscribe link, and keep the list address', () => {
    const unsubscribe = mail.headers.find(({ name }) => name === 'List-Unsubscribe')?.value
    for (const address of [mail.pixel, mail.links['Shop'], mail.unsubscribe, unsubscribe?.replace('<', '')]) {
      expect(address).toMatch(new RegExp(`^${origin()}/`))
    }
    const listOf = ({ headers }: ReadMail) => headers.find(({ name }) => name === 'List-ID')?.value
    expect(listOf(mail)).toBe(listOf(earlier))
    expect(mail.html).not.toContain(world.url)
    expect(earlier.html).not.toContain(host)
  })

  it('use it in test emails too, whose unsubscribe link opens there', async () => {
    const mailbox = 'tests@sandbox.test'
    await world.connect(admin, 'google', mailbox)
    await mutate(admin, 'sendTestMail', { subject: 'Look', content: 'Hello' }, '{ sent }')
    const [tested] = await readMailbox(world, 'google', mailbox)
    expect(tested?.unsubscribe).toBe(`${origin()}/u/sample`)
    expect((await requestAt(world, host, '/u/sample')).status).toBe(200)
  })

  it('are announced to the admins by an email that says the link domain works', async () => {
    const { text } = await systemEmail(world.sandboxUrl, await addressOf(admin), host)
    expect(text).toContain(`New emails use ${host}`)
  })
})

const addressOf = async (who: TestPerson) => (await who.graphql('{ currentUser { email } }')).data.currentUser.email

describe('a link domain', () => {
  it('serves the tracking and unsubscribe addresses of its emails, without cookies', async () => {
    const answers = await Promise.all(paths().map((path) => requestAt(world, host, path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 302, 200])
    expect(answers.every(isBare)).toBe(true)
    expect(answers[1]?.headers.location).toBe('https://shop.test/a?x=1&y=2')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    const left = await requestAt(world, host, paths()[2]!, { method: 'POST', headers, body })
    expect([left.status, left.body]).toEqual([200, 'Unsubscribed\n'])
  })

  it('serves emails that were sent before it was set up, as the installation serves all', async () => {
    for (const path of [earlier.pixel, earlier.links['Shop']!, earlier.unsubscribe]) {
      expect([200, 302]).toContain((await requestAt(world, host, path)).status)
    }
    for (const path of paths()) {
      expect([200, 302]).toContain((await fetch(world.url + path, { redirect: 'manual' })).status)
    }
  })

  it('does not accept links of another workspace, however they are written', async () => {
    for (const path of paths()) {
      const slash = path.lastIndexOf('/') + 1
      const encoded = `${path.slice(0, slash)}%${path.charCodeAt(slash).toString(16)}${path.slice(slash + 1)}`
      for (const asked of [path, encoded, path.replace('/t/', '/T/'), `${path}?x=1`, `${path}/`]) {
        const { status, headers } = await requestAt(world, otherHost, asked)
        expect([status, headers.location, asked]).toEqual([404, undefined, asked])
      }
    }
    const encoded = paths()[1]!.replace('/t/c/A', '/t/c/%41')
    expect((await requestAt(world, host, encoded)).status).toBe(302)
  })

  it('serves pictures of its own workspace and of the product only', async () => {
    const bytes = Buffer.from(PNG, 'base64').toString('base64')
    const { data } = await mutate(admin, 'uploadImage', { contentBytes: bytes }, '{ url }')
    const path = new URL(data.uploadImage.url).pathname
    expect((await requestAt(world, host, path)).status).toBe(200)
    expect((await requestAt(world, otherHost, path)).status).toBe(404)
    expect((await requestAt(world, host, '/images/icon-play.png')).status).toBe(200)
  })

  it.each([
    ...['/', '/login', '/settings', '/supadmin', '/index.html', '/assets/x.js', '/favicon.ico', '/.pages.json'],
    ...['/graphql', '/mcp', '/api/user', '/api/settings/email', '/auth/microsoft', '/auth/sso', '/sheets/x.csv'],
    ...['/healthz', '/readyz', '/metrics', '//graphql', '/u/../graphql', '/t', '/images', '/t/c/x/../../../api/user'],
  ])('answers 404 for %s, even to a signed-in person', async (path) => {
    const headers = { cookie: `mergewell_session=${admin.token}`, authorization: admin.token }
    const answer = await requestAt(world, host, path, { headers })
    expect([answer.status, isBare(answer)]).toEqual([404, true])
  })

  it('ignores a POST to the web app', async () => {
    const headers = { 'content-type': 'application/json', authorization: admin.token }
    const body = JSON.stringify({ query: '{ currentUser { id } }' })
    expect((await requestAt(world, host, '/graphql', { method: 'POST', headers, body })).status).toBe(404)
  })

  it('opens no WebSocket', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { host },
    })
    const outcome = await new Promise((resolve) => {
      socket.on('open', () => resolve('open'))
      socket.on('error', (error) => resolve(error.message))
    })
    expect(outcome).toContain('421')
  })
})

describe('a host name that resembles a link domain', () => {
  it.each([
    (name: string) => `${name}.`,
    (name: string) => `${name}.evil.example`,
    (name: string) => `x.${name}`,
    (name: string) => `${name}@evil.example`,
    (name: string) => `evil.example@${name}`,
    (name: string) => `${name}:80:80`,
    (name: string) => `${name}, ${name}`,
    (name: string) => `${name}/`,
    () => newHost(),
  ])('is refused (%#)', async (changed) => {
    expect((await requestAt(world, changed(host), paths()[2]!)).status).toBe(421)
  })

  it('is refused even if proxy headers name the link domain', async () => {
    const headers = { 'x-forwarded-host': host, forwarded: `host=${host}` }
    expect((await requestAt(world, 'evil.example', paths()[2]!, { headers })).status).toBe(421)
  })

  it('is accepted in any case, and at any port', async () => {
    expect((await requestAt(world, `${host.toUpperCase()}:8443`, paths()[2]!)).status).toBe(200)
  })
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
