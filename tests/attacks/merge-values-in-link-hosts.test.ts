import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/**
 * Contact values often come from a form the contact filled in. None may redirect the author's link to another website.
 */

let world: World
let person: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp({ unlimited: true })
  await world.connect(person)
})
afterAll(() => world.close())

const ask = async (document: string, variables: object) => {
  const { data, errors } = await person.graphql(document, variables)
  if (errors) throw new Error(JSON.stringify(errors[0]))
  return data
}

async function contact(email: string, host: string): Promise<string> {
  const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
  const update =
    'mutation ($id: ID!, $fields: [ContactFieldInput!]) { updateContact(input: { id: $id, fields: $fields }) { contact { id } errors { code field message } } }'
  await ask(update, { id: body.id, fields: [{ name: 'Host', value: host }] })
  return body.id as string
}

const MAILS: [string, { content: string; useHtmlBuilder: boolean }][] = [
  ['HTML', { content: '<p>Go to <a href="https://{host}.good.example/x">your shop</a> now</p>', useHtmlBuilder: true }],
  [
    'HTML with entities',
    {
      content: '<p>Go to <a href="https://{host}.good.example/caf&eacute;">your shop</a> now</p>',
      useHtmlBuilder: true,
    },
  ],
  ['Simple Text', { content: 'Go to https://{host}.good.example/x now', useHtmlBuilder: false }],
  [
    'an image',
    { content: '<p>Go <img alt="x" src="https://{host}.good.example/x.png"> now</p>', useHtmlBuilder: true },
  ],
]
const HOSTS = [
  'evil.example/',
  'evil.example?',
  'evil.example#',
  'evil.example\\',
  'u:p@evil.example:80/',
  'evil.example。/',
  '%2f',
  'a b',
]

describe('a value that would change a link’s host', () => {
  it.each(MAILS)('is not inserted into a link: %s', async (name, mail) => {
    for (const [index, host] of HOSTS.entries()) {
      const email = `c${index}-${name.replaceAll(' ', '')}@example.com`
      const id = await contact(email, host)
      const preview = `query ($input: MailInput!) { previewMail(input: $input) { html text } }`
      const { previewMail } = await ask(preview, { input: { subject: 'S', ...mail, contactId: id } })
      expect([host, `${previewMail.html}${previewMail.text}`]).toEqual([host, expect.not.stringContaining('evil')])
      expect([host, previewMail.html.includes('href="https://')]).toEqual([host, false])
    }
  })

  it('is reported before the launch, with the recipients whose link is omitted', async () => {
    await contact('good@example.com', 'shop')
    await contact('empty@example.com', ' ')
    const create =
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }'
    const [, mail] = MAILS[0] ?? ['', {}]
    const { createCampaign } = await ask(create, {
      input: { name: 'N', subject: 'S', ...mail, audience: { all: true } },
    })
    const problems = '{ code severity count message contacts { email } }'
    const found = await ask(`query ($id: ID!) { campaignProblems(id: $id) ${problems} }`, { id: createCampaign.id })
    const [problem] = found.campaignProblems.filter(({ code }: { code: string }) => code === 'LINK_VALUE')
    expect(problem).toMatchObject({ severity: 'warning', count: HOSTS.length * MAILS.length })
    expect(problem.message).toMatch(/^32 recipients have a value that would change where a link leads/)
    expect(problem.contacts).toHaveLength(10)
    expect(problem.contacts.map(({ email }: { email: string }) => email)).not.toContain('good@example.com')
  })
})
