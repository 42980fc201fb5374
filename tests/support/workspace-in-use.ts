import type { Page } from 'playwright-core'
import { orderFault, type Product } from './product.ts'
import { CREATE, type Ask, type Signed } from './screen-survey.ts'
import { CHROME } from './tracked-mail.ts'
import { eventually } from './eventually.ts'

/** ms that a test waits for a campaign of forty emails */
const PATIENCE = 60_000

/** The ids of the campaigns that `fillCampaigns` made, by final status. */
export type InUse = Record<'tested' | 'failed' | 'paused' | 'sending', string>

/** Gives the demo workspace tags, a segment and a suppression list. */
export async function fillLists({ ask }: Signed): Promise<void> {
  await ask(
    'mutation { addTags(input: { filter: { search: "an" }, tags: ["Book club", "Invited in 2026"] }) { contactCount errors { code field message } } }',
  )
  await ask(
    'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id } errors { code field message } } }',
    {
      input: { name: 'Regulars', filter: { tags: ['Book club'] } },
    },
  )
  for (const reason of ['unsubscribed', 'bounced']) {
    const emails = Array.from({ length: 9 }, (_, index) => `${reason}${index + 1}@readers.example`)
    await ask(
      'mutation ($input: AddSuppressionsInput!) { addSuppressions(input: $input) { added errors { code field message } } }',
      {
        input: { emails, reason, note: reason === 'bounced' ? 'Left the company' : '' },
      },
    )
  }
}

/**
 * Sends campaigns of the demo workspace: one with an opened and clicked A/B subject test, one that fails, one paused
 * half way, and one waiting for the next interval.
 */
export async function fillCampaigns(product: Product, { ask }: Signed): Promise<InUse> {
  const { contacts } = await ask('{ contacts(first: 20) { edges { node { id } } } }')
  const { edges } = contacts as unknown as { edges: { node: { id: string } }[] }
  const people = edges.map(({ node }) => node.id)
  const content = 'Dear {firstName},\n\n<a href="https://books.example/winter">Our winter list</a> is out.'
  const send = async (input: object) => {
    const { createCampaign } = await ask(CREATE.campaign, {
      input: { subject: 'A winter of books for {firstName|you}', content, selectedContacts: people, ...input },
    })
    const id = createCampaign?.id ?? ''
    await ask(
      'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    return id
  }
  await setPace(ask, { emailsPerInterval: 20, intervalSeconds: 1 })
  const tested = await send({
    name: 'Two subjects',
    isAbTest: true,
    abVariantB: 'What to read when it snows',
    trackOpens: true,
    trackClicks: true,
  })
  await until(ask, tested, ({ status }) => status === 'sent')

  await orderFault(product, { kind: 'badRecipient', operation: 'sendDraft', count: 1 })
  const failed = await send({ name: 'Bad addresses', selectedContacts: people.slice(0, 1) })
  await until(ask, failed, ({ status }) => status !== 'sending')

  await setPace(ask, { emailsPerInterval: 3, intervalSeconds: 1 })
  const paused = await send({ name: 'Held back' })
  await until(ask, paused, ({ sentCount }) => sentCount > 2)
  await ask(
    'mutation ($id: ID!) { pauseCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
    { id: paused },
  )

  const sending = await send({ name: 'Under way' })
  await until(ask, sending, ({ sentCount }) => sentCount > 2)
  await setPace(ask, { emailsPerInterval: 1, intervalSeconds: 3_600 })
  return { tested, failed, paused, sending }
}

const setPace = (ask: Ask, input: object) =>
  ask(
    'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { dailyLimit } errors { code field message } } }',
    { input },
  )

/** Enables warm-up (a daily limit that grows slowly) for all mailboxes of a workspace. */
export const warmUp = ({ ask }: Signed) => setPace(ask, { warmupMode: true })

interface Progress {
  status: string
  sentCount: number
}

async function until(ask: Ask, id: string, isSo: (campaign: Progress) => boolean): Promise<void> {
  await eventually(
    'the campaign reaches that state',
    async () => {
      const { campaign } = await ask('query ($id: ID!) { campaign(id: $id) { status sentCount } }', { id })
      return isSo(campaign as unknown as Progress)
    },
    PATIENCE,
  )
}

/**
 * Opens every second email in the sandbox and clicks a link in every fourth. It first waits, because an open within
 * five seconds of sending counts as a bot's.
 */
export async function readMails(product: Product): Promise<void> {
  const read = async (path: string) => (await fetch(product.sandboxUrl + path)).json()
  const { mailboxes } = (await read('/sandbox/mailboxes')) as { mailboxes: { vendor: string; email: string }[] }
  for (const { vendor, email } of mailboxes) {
    const { messages } = (await read(`/sandbox/mailboxes/${vendor}/${email}/messages?limit=100`)) as {
      messages: { id: string }[]
    }
    for (const [index, { id }] of messages.entries()) {
      const { html } = (await read(`/sandbox/messages/${id}`)) as { html: string }
      const pixel = /<img src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1]
      const link = /<a href="([^"]*\/t\/c\/[^"]*)"/.exec(html)?.[1]
      for (const address of [index % 2 === 0 && pixel, index % 4 === 0 && link]) {
        if (address) await fetch(address, { redirect: 'manual', headers: { 'user-agent': CHROME } })
      }
    }
  }
}

/** Revokes the consent of a demo mailbox and lets the product notice. */
export async function breakMailbox(product: Product, { ask }: Signed, email: string): Promise<void> {
  const { mailboxes } = await ask('{ mailboxes { id email status } }')
  const known = mailboxes as unknown as { id: string; email: string; status: string }[]
  const mailbox = known.find((each) => each.email === email)
  await orderFault(product, { kind: 'revoked', email, count: null })
  const { contacts } = await ask('{ contacts(first: 1) { edges { node { id } } } }')
  const { edges } = contacts as unknown as { edges: { node: { id: string } }[] }
  const input = {
    name: 'From a broken mailbox',
    subject: 'Hello',
    content: 'Hello',
    selectedContacts: [edges[0]?.node.id],
  }
  const { createCampaign } = await ask(CREATE.campaign, { input })
  await ask(
    'mutation ($id: ID!, $from: ID!) { sendCampaign(input: { id: $id, mailboxId: $from }) { campaign { id } errors { code field message } } }',
    {
      id: createCampaign?.id,
      from: mailbox?.id,
    },
  )
  await eventually('the mailbox is refused', async () => {
    const { mailboxes: now } = await ask('{ mailboxes { id status } }')
    return (now as unknown as typeof known).some(({ id, status }) => id === mailbox?.id && status === 'error')
  })
}

/** Creates nine campaigns, nine templates, nine people and nine API keys. */
export async function addMany({ ask }: Signed): Promise<void> {
  for (let number = 1; number <= 9; number += 1) {
    const email = `colleague${number}@larkspur.example`
    await ask(CREATE.campaign, { input: { name: `A long name of a campaign, number ${number}`, subject: 'Hello' } })
    await ask(CREATE.template, {
      input: { name: `Template ${number}`, subject: 'Hello', content: 'Dear {firstName}' },
    })
    await ask(CREATE.user, { input: { name: `Colleague ${number}`, email, password: 'twelve white swans' } })
    await ask(CREATE.key, {
      input: { name: `Key ${number}`, scopes: ['contacts:write', 'campaigns:write', 'campaigns:send'] },
    })
  }
}

/** Creates a dozen tenants as the super admin signed in to the browser. */
export async function addTenants(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const tell = async (query: string, variables: object) => {
      const body = JSON.stringify({ query, variables })
      const answer = await fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const { data, errors } = await answer.json()
      const refusals = errors ?? data.createTenant.errors
      if (refusals.length > 0) throw new Error(JSON.stringify(refusals))
    }
    for (let number = 1; number <= 12; number += 1) {
      const input = {
        slug: `tenant-${number}`,
        name: number === 5 ? 'The Society for Reading Aloud to One Another by the Sea' : `Tenant ${number}`,
        domain: `tenant-${number}.example`,
        subscriptionTier: ['FREE', 'BASIC', 'PRO', 'ENTERPRISE'][number % 4],
      }
      await tell(
        'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { tenant { id } errors { code field message } } }',
        { input },
      )
    }
  })
}
