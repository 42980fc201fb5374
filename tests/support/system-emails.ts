import { eventually } from './eventually.ts'

/** An email of the product itself, from the sandbox. */
export interface ReceivedSystemEmail {
  id: string
  subject: string
  to: string
  text: string
  html: string
  /** URLs of the email's links, in order */
  links: string[]
}

async function list(sandboxUrl: string): Promise<{ id: string; subject: string; to: { address: string }[] }[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/mailboxes/microsoft/system%40mergewell.test/messages?limit=200`)
  if (response.status === 404) return []
  const { messages } = (await response.json()) as {
    messages: { id: string; subject: string; to: { address: string }[] }[]
  }
  return messages
}

/** Returns the emails of the product itself to an email address, newest first. */
export async function systemEmailsTo(sandboxUrl: string, address: string): Promise<ReceivedSystemEmail[]> {
  const found = (await list(sandboxUrl)).filter(({ to }) => to[0]?.address === address)
  return Promise.all(
    found.map(async ({ id, subject }) => {
      const response = await fetch(`${sandboxUrl}/sandbox/messages/${encodeURIComponent(id)}`)
      const { text, html } = (await response.json()) as { text: string; html: string }
      return { id, subject, to: address, text, html, links: text.match(/https?:\/\/\S+/g) ?? [] }
    }),
  )
}

/** Waits for the newest email to an address whose subject contains `subject`. */
export async function systemEmail(sandboxUrl: string, address: string, subject: string): Promise<ReceivedSystemEmail> {
  let found: ReceivedSystemEmail | undefined
  await eventually(`an email "${subject}" reaches ${address}`, async () => {
    found = (await systemEmailsTo(sandboxUrl, address)).find((email) => email.subject.includes(subject))
    return found !== undefined
  })
  if (!found) throw new Error('unreachable')
  return found
}

/** Returns the token after the # in the first link to a page. */
export function tokenIn({ links }: ReceivedSystemEmail, page: string): string {
  const link = links.find((each) => each.includes(`${page}#`))
  if (!link) throw new Error(`No link to ${page}`)
  return link.slice(link.indexOf('#') + 1)
}
