import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestPerson } from './person.ts'
import type { World } from './world.ts'

/** An email as shown in the sandbox's mailbox. */
export interface ReadMail {
  /** the sandbox's id */
  id: string
  to: string
  subject: string
  html: string
  text: string
  headers: { name: string; value: string }[]
  /** path of the pixel, and of each tracked link by its text */
  pixel: string
  links: Record<string, string>
  /** path of the unsubscribe page, from the HTML */
  unsubscribe: string
}

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const CONTENT =
  'Dear {firstName},\n\n<a href="https://shop.test/a?x=1&amp;y=2">Shop</a> <a href="https://shop.test/b?e={email}">Yours</a> <a href="mailto:me@shop.test">Write</a>'

/**
 * Sends a campaign to these addresses through the sandbox, dated a minute ago; returns it with its emails by address. The
 * mailbox can be read if `reading` is set, at Microsoft in any case.
 */
export async function sendMails(
  world: World,
  person: TestPerson,
  {
    emails,
    provider = 'google',
    input = {},
    reading = false,
  }: { emails: string[]; provider?: 'microsoft' | 'google' | 'smtp'; input?: object; reading?: boolean },
): Promise<{ id: string; mailbox: string; mails: Record<string, ReadMail> }> {
  const mailbox = `${provider}-${Math.random().toString(36).slice(2)}@sandbox.test`
  await world.connect(person, provider, mailbox, undefined, { reading })
  const selectedContacts = []
  for (const email of emails) {
    const firstName = email.split('@')[0]
    const { body } = await person.rest('POST', '/api/contacts', { firstName, lastName: 'X', email })
    selectedContacts.push(body.id ?? (await contactId(person, email)))
  }
  const draft = { name: 'News', subject: 'Hello {firstName}', content: CONTENT, selectedContacts, ...input }
  const { body, status } = await person.rest('POST', '/api/campaigns', draft)
  expect([status, body.message]).toEqual([201, undefined])
  expect((await person.rest('POST', `/api/campaigns/${body.id}/send`)).status).toBe(200)
  await eventually('the campaign is sent', async () => (await campaignOf(person, body.id)).status === 'sent')
  await world.app.database.asSystem((em) =>
    em.execute(`update email_logs set sent_at = now() - interval '1 minute' where tenant_id = ?`, [person.tenantId]),
  )
  const mails = (await readMailbox(world, provider, mailbox)).map((mail): [string, ReadMail] => [mail.to, mail])
  return { id: body.id, mailbox, mails: Object.fromEntries(mails) }
}

async function contactId(person: TestPerson, email: string): Promise<string> {
  const { body } = await person.rest('GET', '/api/contacts')
  return body.find((contact: { email: string }) => contact.email === email).id
}

/** Returns all emails that a sandbox mailbox has sent. */
export async function readMailbox(world: World, provider: string, mailbox: string): Promise<ReadMail[]> {
  const get = async (path: string) => {
    const response = await fetch(world.sandboxUrl + path)
    return response.json()
  }
  const { messages } = await get(`/sandbox/mailboxes/${provider}/${mailbox}/messages?limit=100`)
  return Promise.all(
    messages.map(async ({ id, to }: { id: string; to: { address: string }[] }) => {
      const { html, text, headers, subject } = await get(`/sandbox/messages/${id}`)
      const path = (address: string) => address.replace(world.url, '')
      const anchors = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [
        words,
        path(href),
      ])
      const links: Record<string, string> = Object.fromEntries(anchors)
      const pixel = path(/<img src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1] ?? '')
      const mail = {
        id,
        subject,
        html,
        text: text ?? '',
        headers,
        pixel,
        links,
        unsubscribe: links['Unsubscribe'] ?? '',
      }
      return { to: to[0]?.address ?? '', ...mail }
    }),
  )
}

const CAMPAIGN = `query ($id: ID!) { campaign(id: $id) { status sentCount failedCount pendingCount deliveredCount openedCount
  clickedCount unsubscribedCount machineOpenedCount openRate clickRate trackOpens trackClicks opensTracked clicksTracked } }`

export async function campaignOf(person: TestPerson, id: string) {
  const { data, errors } = await person.graphql(CAMPAIGN, { id })
  expect(errors).toBeUndefined()
  return data.campaign
}

/** Follows a link of an email like a client program, without following redirects. */
export function visit(
  world: World,
  path: string,
  { userAgent = CHROME, ...init }: RequestInit & { userAgent?: string } = {},
): Promise<Response> {
  return fetch(world.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'user-agent': userAgent, ...(init.headers as Record<string, string>) },
  })
}
