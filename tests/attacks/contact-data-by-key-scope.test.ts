import { getNamedType, isObjectType, isScalarType } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { tools } from '#api/mcp/tool-list.ts'
import { documentRows } from '#api/rest/routes.ts'
import { allows, API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { schema } from '#schema/index.ts'
import { createKey } from '../support/api-key.ts'
import { agent } from '../support/mcp.ts'
import { mutate } from '../support/mutate.ts'
import { oneOfEach } from '../support/workspace-with-one-of-each.ts'
import { person } from '../support/person.ts'
import { queryPaths } from '../support/schema-paths.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Keys of one scope each look for what a workspace knows of people. */
let world: World
let ada: TestPerson
let ids: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  ada = await world.signUp({ tier: 'pro', unlimited: true })
  ids = await oneOfEach(world, '').belongings(ada)
  await fill()
})
afterAll(() => world.close())

/** Values that only contacts:read may show: they belong to people who never got an email. */
const SECRET = /Quillfeather|Quirke|quirkmark|Springfield/i

/** Makes the campaign of `ids` a draft for people with files of their own, places in doubt and values that are noticed. */
async function fill() {
  const contacts: string[] = []
  for (const [index, lastName] of ['Quirke', 'Quirke', 'Quirke-Three'].entries()) {
    const fields = [
      { name: 'City', value: 'Springfield' },
      { name: 'Due', value: `quirkmark ${index}` },
      { name: 'Boss', value: Array.from({ length: 12 }, (_, at) => `boss${at}@quirkmark.example`).join(', ') },
    ]
    const names = {
      firstName: 'Quillfeather',
      lastName,
      email: `q${index}@quirkmark.example`,
      externalId: `quirkmark-${index}`,
    }
    contacts.push((await mutate(ada, 'createContact', { ...names, fields })).data.createContact.id)
  }
  const draft = {
    ...{
      name: 'Bills',
      subject: 'Hello {firstName}',
      content: 'Due {Due|date:long} {Gap}',
      selectedContacts: contacts,
    },
    ...{ filePattern: 'Bill-{lastName}.pdf', cc: '{Boss}' },
  }
  const { id } = (await mutate(ada, 'createCampaign', draft)).data.createCampaign
  const names = ['Bill-Quirke.pdf', 'Bill-Quirke-Nobody.pdf']
  const files = names.map((name) => ({ name, contentBytes: 'aGVsbG8=' }))
  await mutate(ada, 'addRecipientFiles', { campaignId: id, files })
  ids = { ...ids, Campaign: id, Contact: contacts[0] ?? '' }
}

const program = async (scopes: readonly ApiScope[]): Promise<TestPerson> =>
  person(world.url, await createKey(ada, scopes), ada.tenantId, '')

/** A question to one of the three doors, and how it is asked. */
interface Question {
  name: string
  ask(who: { key: TestPerson; mcp: Awaited<ReturnType<typeof agent>> }): Promise<unknown>
}

/** Returns the documents that a key could write itself, with the arguments that show most. */
function graphqlQuestions(): Question[] {
  const more = [
    ...['missing', 'doubtful', 'shared'].map(
      (only) =>
        `{ recipientFilePlan(id: "${ids['Campaign']}", only: ${only.toUpperCase()}) { rows { name email wanted files { name } } } }`,
    ),
    `{ campaignProblems(id: "${ids['Campaign']}") { message } }`,
    `{ launchForecast(id: "${ids['Campaign']}", localTimeZone: "America/New_York", scheduledAt: "2030-01-01T09:00:00Z") { waves { doubts { text } } } }`,
    `{ previewMail(input: { campaignId: "${ids['Campaign']}" }) { subject text attachments { name } to { name address } } }`,
  ]
  return [...more, ...[...queryPaths(ids, inject('everything') ? 2 : 0)].map(({ query }) => query)].map((query) => ({
    name: query,
    ask: ({ key }) => key.graphql(query).then(({ data }) => data),
  }))
}

const restQuestions = (): Question[] =>
  documentRows
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => ({
      name: `GET ${path}`,
      ask: ({ key }) => {
        const kind = path.includes('/contacts/') ? 'Contact' : 'Campaign'
        return key
          .rest(
            'GET',
            path.replaceAll(/:\w+/g, () => ids[kind] ?? ''),
          )
          .then(({ body }) => body)
      },
    }))

const mcpQuestions = (): Question[] =>
  tools
    .filter(({ annotations }) => annotations.readOnlyHint)
    .map(({ name }) => ({
      name: `tool ${name}`,
      ask: ({ mcp }) => mcp.call(name, { campaignId: ids['Campaign'] }).then(({ text }) => text),
    }))

const asker = async (scopes: readonly ApiScope[]) => {
  const key = await program(scopes)
  return { key, mcp: await agent(world, key.token) }
}

const BLIND = API_SCOPES.filter((scope) => !allows([scope], 'contacts:read'))
/** `npm test` leaves out scopes that another one includes: who may do more sees all that they see. */
const SCOPES = BLIND.filter(
  (scope) => inject('everything') || !BLIND.some((other) => other !== scope && allows([other], scope)),
)

describe('an API key with one scope', () => {
  it('sees no value of a contact without contacts:read, by any query, REST route or MCP tool', async () => {
    const all = await asker(API_SCOPES)
    const telling: Question[] = []
    for (const question of [...graphqlQuestions(), ...restQuestions(), ...mcpQuestions()]) {
      if (SECRET.test(JSON.stringify(await question.ask(all)))) telling.push(question)
    }
    // Without these the walk would find nothing.
    const found = telling.map(({ name }) => name).join('\n')
    for (const part of [
      'recipientFilePlan',
      'campaignProblems',
      'launchForecast',
      'GET /api/',
      'tool get_recipient_files',
    ]) {
      expect.soft(found).toContain(part)
    }
    const leaks: string[] = []
    for (const scope of SCOPES) {
      const who = await asker([scope])
      for (const question of telling) {
        if (SECRET.test(JSON.stringify(await question.ask(who)))) leaks.push(`${scope}: ${question.name}`)
      }
      await who.mcp.close()
    }
    await all.mcp.close()
    expect(leaks).toEqual([])
  })
})

/**
 * Fields of the contract that may show personal data → who may read them: the scope that a key needs, `person` for
 * people only, `own` for what a workspace wrote or shows of colleagues to whoever may read the object around it.
 */
const PERSONAL: Record<string, ApiScope | 'person' | 'own'> = {
  'AccountLink.email': 'own',
  'AccountLink.username': 'own',
  'AuditEvent.address': 'activity:read',
  'Campaign.fromAddress': 'campaigns:read',
  'Contact.email': 'contacts:read',
  'Contact.externalId': 'contacts:read',
  'Contact.firstName': 'contacts:read',
  'Contact.lastName': 'contacts:read',
  'DeletedContact.externalId': 'contacts:read',
  'EmailLog.contactEmail': 'campaigns:read',
  'EmailLog.contactName': 'campaigns:read',
  'EmailSettings.postalAddress': 'settings:read',
  'ImportColumn.samples': 'contacts:read',
  'ImportNotice.samples': 'contacts:read',
  'ImportRow.email': 'contacts:read',
  'ImportTitles.samples': 'contacts:read',
  'Mailbox.email': 'mailboxes:read',
  'MailPerson.address': 'campaigns:read',
  'PreviewRecipient.gaps': 'contacts:read',
  'ProvidedMailbox.email': 'person',
  'RecipientFileRow.email': 'contacts:read',
  'RecipientFileRow.wanted': 'contacts:read',
  'Reply.fromEmail': 'campaigns:read',
  'SendAsAddress.address': 'mailboxes:read',
  'Server.salesEmail': 'own',
  'SuperAdmin.username': 'person',
  'Suppression.email': 'suppressions:read',
  'TenantUser.email': 'person',
  'TenantUser.username': 'person',
  'TestMail.email': 'campaigns:send',
  'User.email': 'own',
  'User.username': 'own',
}

/** Names of fields whose text can be about a person. */
const NAMES_A_PERSON =
  /^(.*email|.*address|firstName|lastName|fullName|contactName|externalId|fields|samples|gaps|wanted|username)$/i

it('the table of personal fields contains every field that can be about a person', () => {
  const found = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields()).flatMap((field) =>
          NAMES_A_PERSON.test(field.name) && isScalarType(getNamedType(field.type))
            ? [`${type.name}.${field.name}`]
            : [],
        )
      : [],
  )
  expect(found.toSorted()).toEqual(Object.keys(PERSONAL).toSorted())
})
