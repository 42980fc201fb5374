import * as XLSX from 'xlsx'
import { startSession } from '#api/accounts/sessions.ts'
import { encodeId, type IdKind } from '#schema/object-ids.ts'
import { startDeleteTask } from './delete-task.ts'
import { addPasskeyTo } from './passkey.ts'
import { browserOf } from './provider-sign-in-browser.ts'
import { makeWebhook, sendTest } from './webhooks.ts'
import type { TestPerson, World } from './world.ts'

/** Returns how to create one of each kind of what has an id, in anybody's workspace. */
export function oneOfEach(world: World, superAdminId: string) {
  let count = 0
  async function run(of: TestPerson, query: string) {
    const { data, errors } = await of.graphql(query)
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  async function campaign(of: TestPerson): Promise<{ id: string; attachments: { id: string }[] }> {
    const input = `name: "N", subject: "S", content: "C", selectedContacts: ["${await MAKE.Contact(of)}"],
      attachments: [{ name: "a.txt", contentBytes: "aGVsbG8=" }]`
    return (
      await run(
        of,
        `mutation { createCampaign(input: { ${input} }) { campaign { id attachments { id } } errors { code } } }`,
      )
    ).createCampaign
  }

  /** Creates an object of each kind in a workspace; complete by type. */
  const MAKE: Record<IdKind, (of: TestPerson) => Promise<string>> = {
    ApiKey: async (of) =>
      (
        await run(
          of,
          'mutation { createApiKey(input: { name: "K", scopes: [CONTACTS_READ] }) { apiKey { id } errors { code field message } } }',
        )
      ).createApiKey.apiKey.id,
    AuditEvent: async (of) =>
      (await run(of, '{ auditEvents(first: 1) { edges { node { id } } } }')).auditEvents.edges[0]?.node.id ?? '',
    ServiceAccount: async (of) =>
      (
        await run(
          of,
          `mutation { createServiceAccount(input: { name: "S${(count += 1)}" }) { serviceAccount { id } errors { code field message } } }`,
        )
      ).createServiceAccount.id,
    Attachment: async (of) => (await campaign(of)).attachments[0]?.id ?? '',
    Campaign: async (of) => (await campaign(of)).id,
    RecipientFile: async (of) => {
      const { id } = await campaign(of)
      const file = '{ name: "b.txt", contentBytes: "aGVsbG8=" }'
      await run(
        of,
        `mutation { addRecipientFiles(input: { campaignId: "${id}", files: [${file}] }) { campaign { id } errors { code } } }`,
      )
      return (await run(of, `{ recipientFilePlan(id: "${id}") { unused { id } } }`)).recipientFilePlan.unused[0].id
    },
    Sheet: async (of) => {
      const rows = `[{ cells: [{ name: "Email", value: "r${(count += 1)}@isolation.example" }] }]`
      const input = `name: "M", subject: "S", content: "C", rows: ${rows}`
      const made = await run(
        of,
        `mutation { createMerge(input: { ${input} }) { campaign { sheet { id } } errors { code } } }`,
      )
      return made.createMerge.campaign.sheet.id
    },
    Contact: async (of) => {
      const input = `firstName: "A", lastName: "B", email: "c${(count += 1)}@isolation.example"`
      return (await run(of, `mutation { createContact(input: { ${input} }) { contact { id } errors { code } } }`))
        .createContact.id
    },
    ContactImport: rejectedImport,
    EmailLog: async (of) => {
      const { id } = await campaign(of)
      await world.connect(of)
      await run(
        of,
        `mutation { sendCampaign(input: { id: "${id}" }) { campaign { id } errors { code field message } } }`,
      )
      const { emailLogs } = (await run(of, `{ campaign(id: "${id}") { emailLogs { edges { node { id } } } } }`))
        .campaign
      return emailLogs.edges[0].node.id
    },
    Identity: async (of) => {
      await browserOf(world, of).walk('google', `i${(count += 1)}@isolation.example`, '?action=identity')
      return (await run(of, '{ identities { id } }')).identities.at(-1).id
    },
    Image: async (of) =>
      (
        await run(
          of,
          `mutation { uploadImage(input: { contentBytes: "${PIXEL}" }) { image { id } errors { code field message } } }`,
        )
      ).uploadImage.id,
    ImportFile: async (of) => (await sendBook(of, '/api/contacts/imports')).id,
    Mailbox: async (of) => {
      await world.connect(of)
      return (await run(of, '{ mailboxes { id } }')).mailboxes.at(-1).id
    },
    Passkey: async (of) => (await addPasskeyTo(of, world)).id,
    Answer: async (of) =>
      (
        await run(
          of,
          `mutation { saveAnswer(input: { replyId: "${await MAKE.Reply(of)}", content: "A" }) { answer { id } errors { code field message } } }`,
        )
      ).saveAnswer.id,
    Reply: async (of) => {
      const log = await MAKE.EmailLog(of)
      const uuid = (id: string) => id.slice(4)
      const [{ id }] = await world.app.database.inTenant(of.tenantId, (em) =>
        em.execute<[{ id: string }]>(
          `insert into replies (tenant_id, id, campaign_id, log_id, mailbox_id, message_id, from_email, received_at)
           select l.tenant_id, gen_random_uuid(), l.campaign_id, l.id, m.id, 'm-' || l.id, 'r@isolation.example', now()
           from email_logs l join mailboxes m on m.tenant_id = l.tenant_id where l.id = ?::uuid limit 1 returning id`,
          [uuid(log)],
        ),
      )
      return encodeId('Reply', id)
    },
    SavedBlock: async (of) => {
      const input = 'name: "B", elements: [{ id: "a", type: "text", content: "C" }]'
      return (await run(of, `mutation { createSavedBlock(input: { ${input} }) { savedBlock { id } errors { code } } }`))
        .createSavedBlock.id
    },
    Segment: async (of) =>
      (
        await run(
          of,
          `mutation { createSegment(input: { name: "S${(count += 1)}", filter: { search: "s" } }) { segment { id } errors { code field message } } }`,
        )
      ).createSegment.id,
    Session: async (of) => {
      const now = world.app.clock()
      await world.app.database.inTenant(of.tenantId, (em) =>
        startSession(world.app, em, { tenantId: of.tenantId, userId: of.userId, userAgent: 'test', now }),
      )
      const { sessions } = await run(of, '{ sessions { id current } }')
      return sessions.find(({ current }: { current: boolean }) => !current).id
    },
    SuperAdmin: async () => superAdminId,
    Suppression: async (of) => {
      const email = `s${(count += 1)}@isolation.example`
      await run(
        of,
        `mutation { addSuppressions(input: { emails: ["${email}"] }) { added errors { code field message } } }`,
      )
      const { suppressions } = await run(
        of,
        `{ suppressions(filter: { search: "${email}" }) { edges { node { id } } } }`,
      )
      return suppressions.edges[0].node.id
    },
    Task: (of) => startDeleteTask(world, of, { search: 'nobody at all' }),
    Template: async (of) =>
      (
        await run(
          of,
          'mutation { createTemplate(input: { name: "T", subject: "S", content: "C" }) { template { id } errors { code field message } } }',
        )
      ).createTemplate.id,
    Tenant: async (of) => (await run(of, '{ tenant { id } }')).tenant.id,
    User: async (of) => {
      const input = `name: "U", email: "u${(count += 1)}@isolation.example", password: "a good password"`
      return (await run(of, `mutation { createUser(input: { ${input} }) { user { id } errors { code } } }`)).createUser
        .id
    },
    Webhook: async (of) => (await makeWebhook(of)).webhook.id,
    WebhookDelivery: async (of) => sendTest(of, (await makeWebhook(of)).webhook.id),
  }
  const KINDS = Object.keys(MAKE) as IdKind[]

  /** Creates an object of each kind in a workspace. */
  async function belongings(of: TestPerson): Promise<Record<IdKind, string>> {
    const made: Partial<Record<IdKind, string>> = {}
    for (const kind of KINDS) made[kind] = await MAKE[kind](of)
    return made as Record<IdKind, string>
  }

  const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

  async function rejectedImport(of: TestPerson): Promise<string> {
    return (await sendBook(of, '/api/contacts/upload')).importId
  }

  async function sendBook(of: TestPerson, path: string) {
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Email'], ['no address']]))
    const form = new FormData()
    form.append('file', new Blob([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })]), 'contacts.xlsx')
    const headers = { authorization: of.token }
    const response = await fetch(world.url + path, { method: 'POST', headers, body: form })
    return response.json()
  }

  return { make: MAKE, kinds: KINDS, belongings }
}
