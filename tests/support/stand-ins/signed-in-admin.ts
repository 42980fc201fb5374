import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { eventually } from '../eventually.ts'
import { password, registration } from '../outside-inputs.ts'
import { person, type TestPerson } from '../person.ts'
import { makeDataDir, startProduct, type Product } from '../product.ts'
import { startDns, type DnsStandIn } from './dns.ts'
import { startGmail, type GmailStandIn } from './gmail.ts'
import { startGraph, type GraphStandIn } from './graph.ts'
import { headerOf, type Mailboxes, type SentMail, type StoredMail } from './mailbox.ts'

/** The two providers of the walk; each row of it runs once for either. */
export const PROVIDERS = ['microsoft', 'google'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/**
 * A product that knows only the fake providers (stand-ins): it signs in, sends and reads there, and asks their name
 * server.
 */
export interface Outside {
  product: Product
  url: string
  microsoft: GraphStandIn
  google: GmailStandIn
  dns: DnsStandIn
  close(): Promise<void>
}

/** Starts the product with the fake providers, on the data of a first start if given. */
export async function startOutside(freshData?: string): Promise<Outside> {
  const [microsoft, google, dns, { dataDir, remove }] = await Promise.all([
    startGraph(),
    startGmail(),
    startDns(),
    makeDataDir(),
  ])
  if (freshData) await cp(freshData, dataDir, { recursive: true })
  const env = {
    ...{ MICROSOFT_CLIENT_ID: 'outside', MICROSOFT_CLIENT_SECRET: 'hush', MICROSOFT_BASE_URL: microsoft.url },
    ...{ GOOGLE_CLIENT_ID: 'outside', GOOGLE_CLIENT_SECRET: 'hush', GOOGLE_BASE_URL: google.url },
    ...{ DNS_SERVERS: dns.address, WEBHOOK_ALLOW_PRIVATE: 'true' },
  }
  const product = await startProduct({ dataDir, env })
  const close = async () => {
    await remove()
    await Promise.all([microsoft.close(), google.close()])
    dns.close()
  }
  return { product, url: product.url, microsoft, google, dns, close }
}

/** Registers a workspace with its first admin. */
export async function registerAdmin(url: string, username: string): Promise<TestPerson> {
  const nobody = person(url, '', '', '')
  await nobody.rest('POST', '/api/register', registration(username))
  return signInAs(url, username)
}

export async function signInAs(url: string, username: string): Promise<TestPerson> {
  const { status, body } = await person(url, '', '', '').rest('POST', '/api/login', { username, password })
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
  return person(url, body.sessionToken, body.tenantId, body.id)
}

/** Follows the redirects of a connection like a browser that keeps cookies. @returns the URL where it ends */
async function follow(outside: Outside, who: TestPerson, path: string): Promise<string> {
  const jar = new Map<string, string>()
  let address = outside.url + path
  for (let step = 0; step < 4; step += 1) {
    const isOurs = address.startsWith(outside.url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers: Record<string, string> = isOurs ? { authorization: who.token, cookie } : {}
    const answer = await fetch(address, { redirect: 'manual', headers })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null || /^\/(?!auth\/)/.test(location)) return location ?? (await answer.text())
    address = new URL(location, address).href
  }
  throw new Error(`No end at ${address}`)
}

/** A mailbox as its owner sees it, and the stand-in where it is. */
export interface OwnMailbox {
  id: string
  email: string
  box: Mailboxes
}

/** Connects a mailbox; unless `sendOnly` its owner also lets it be read, in the second step. */
export async function connectMailbox(
  outside: Outside,
  who: TestPerson,
  provider: ProviderName,
  email: string,
  { sendOnly = false }: { sendOnly?: boolean } = {},
): Promise<OwnMailbox> {
  outside[provider].signIn = { email }
  const end = await follow(outside, who, `/auth/${provider}`)
  if (!end.includes(`${provider}_connected`)) throw new Error(`Not connected: ${end}`)
  const find = async () => {
    const { body } = await who.rest('GET', '/api/settings/connected-emails')
    return body.find((one: { email: string }) => one.email === email)
  }
  const { id } = await find()
  if (!sendOnly) {
    await follow(outside, who, `/auth/${provider}?mailbox=${id}&reading=1`)
    if (!(await find()).readsReplies) throw new Error('Its owner allowed it to be read')
  }
  return { id, email, box: outside[provider].mailboxes }
}

export const newTopic = (name: string, description = '') => ({ id: randomUUID(), name, description })

/** A guest of this walk, who gets emails: their address tells who and where. */
export const guest = (name: string, provider: string) => `${name}.${provider}@guest.example`

export interface Sending {
  name: string
  mailboxIds: string[]
  emails: string[]
  topicId?: string
  content?: string
}

/** Launches a campaign to people, who become contacts, and waits until it is over. @returns its id */
export async function sendCampaign(who: TestPerson, { name, mailboxIds, emails, topicId, content }: Sending) {
  const contacts = emails.map((email) => ({ firstName: email.split('.')[0], lastName: 'Guest', email }))
  const { body } = await who.rest('POST', '/api/contacts/upsert', { contacts })
  const selectedContacts = body.results.map((row: { contact: { id: string } }) => row.contact.id)
  const text = content ?? 'Dear {firstName}, <a href="https://firm.example/offer">this is our offer</a>.'
  const draft = { name, subject: `${name} for {firstName}`, content: text, selectedContacts, topicId: topicId ?? null }
  const { id } = (await who.rest('POST', '/api/campaigns', draft)).body
  const launched = await who.rest('POST', `/api/campaigns/${id}/send`, { mailboxIds })
  if (launched.status !== 200) throw new Error(JSON.stringify(launched.body))
  await eventually(`${name} is over`, async () => {
    const { status } = (await who.rest('GET', `/api/campaigns/${id}`)).body
    return status === 'sent' || status === 'failed'
  })
  return id as string
}

/** Returns the one email with a subject that was sent to somebody. */
export function emailTo(box: Mailboxes, recipient: string, subject = ''): SentMail {
  const found = box.sentTo(recipient).filter(({ mail }) => mail.subject?.includes(subject))
  if (found.length !== 1) throw new Error(`${found.length} emails “${subject}” left for ${recipient}`)
  return found[0] as SentMail
}

/** Returns both URLs in List-Unsubscribe (RFC 2369): https and mailto. */
export function unsubscribeOf({ mail }: StoredMail): { https: string; mailto: URL | null } {
  const addresses = [...headerOf(mail, 'list-unsubscribe').matchAll(/<([^>]+)>/g)].map(([, address = '']) => address)
  const mailto = addresses.find((address) => address.startsWith('mailto:'))
  return {
    https: addresses.find((address) => address.startsWith('http')) ?? '',
    mailto: mailto ? new URL(mailto) : null,
  }
}

/** Header lines that answer an email, as mail programs write them. */
export function answering({ mail }: StoredMail): Record<string, string> {
  const id = mail.messageId ?? ''
  return { 'In-Reply-To': id, References: `${headerOf(mail, 'references')} ${id}`.trim() }
}

/** A recipient answers an email that they got; the answer arrives in the inbox that it came from. */
export function reply(
  { box, email }: OwnMailbox,
  got: SentMail,
  text: string,
  header: Record<string, string> = {},
): Promise<StoredMail> {
  const quote = `On Monday ${email} wrote:\r\n> ${(got.mail.text ?? '').split('\n')[0]}`
  return box.arrive(email, {
    from: `Guest <${got.to[0]}>`,
    subject: `Re: ${got.mail.subject}`,
    text: `${text}\r\n\r\n${quote}\r\n`,
    header: { ...answering(got), ...header },
  })
}

/** Waits for the reply of an address. */
export function arrivedReply(who: TestPerson, from: string): Promise<any> {
  return eventually(`the reply of ${from} is listed`, async () => {
    const { body } = await who.rest('GET', '/api/replies?state=all')
    return body.find((one: { fromEmail: string }) => one.fromEmail === from) ?? null
  })
}
