import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { codesOf, contact, rehearsed } from '#tests/support/rehearsal-requests.ts'
import { linesOf, paragraph, table, wordDocument } from '#tests/support/word-document.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const LETTER = paragraph('Dear {first', 'Name},') + paragraph('{#if City is "Bonn"}Hallo{#else}Hello{/if} {City}')
const template = (body: string, more: object = {}) => ({
  ...{ name: 'Letter {lastName}.docx', contentType: DOCX, document: 'docx' },
  contentBytes: wordDocument({ body }).toString('base64'),
  ...more,
})

async function draftWith(person: TestPerson, attachments: object[], cities: readonly string[] = ['Bonn', 'Rome']) {
  const contacts: string[] = []
  for (const [index, City] of cities.entries()) {
    const address = `${City.toLowerCase()}-${Math.random().toString(36).slice(2)}@example.com`
    contacts.push(await contact(person, `P${index}`, City || 'Nobody', address, City === '' ? {} : { City }))
  }
  const id = await draftCampaign(world, person, 0, { selectedContacts: contacts, attachments })
  return { id, contacts }
}

const preview = async (person: TestPerson, input: object) => {
  const { data, errors } = await person.graphql(
    'query ($input: MailInput!) { previewMail(input: $input) { size attachments { name contentType size inline isDocument problem contentBytes } } }',
    { input },
  )
  expect(errors).toBeUndefined()
  return data.previewMail
}

async function documentsSent(mailbox: string, count: number): Promise<{ name: string; lines: string[] }[]> {
  return eventually(`${count} emails lie in Sent`, async () => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages`)
    const { messages } = (await answer.json()) as { messages: { id: string }[] }
    if (messages.length !== count) return null
    const found: { name: string; lines: string[] }[] = []
    for (const { id } of messages) {
      const url = `${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(id)}`
      const { files } = (await (await fetch(url)).json()) as { files: { name: string }[] }
      for (const [at, { name }] of files.entries()) {
        const content = Buffer.from(await (await fetch(`${url}/attachments/${at}`)).arrayBuffer())
        found.push({ name, lines: linesOf(content) })
      }
    }
    return found.toSorted((a, b) => a.name.localeCompare(b.name))
  })
}

describe('a Word document that is attached as the same file for every recipient', () => {
  const FILES = 'query ($id: ID!) { campaign(id: $id) { attachments { id name document hasMergeTags } } }'
  const PROBLEMS = 'query ($id: ID!) { campaignProblems(id: $id) { code message } }'

  it('is reported before the launch if it contains merge tags, and can still be filled in for each recipient', async () => {
    const person = await world.signUp({ unlimited: true })
    const plain = wordDocument({ body: paragraph('Terms') }).toString('base64')
    const files = [
      template(LETTER, { document: null }),
      { name: 'Terms.docx', contentBytes: plain },
      { name: 'Broken.docx', contentBytes: Buffer.from('no document').toString('base64') },
    ]
    const { id } = await draftWith(person, files, ['Bonn'])
    const stored = async () => (await person.graphql(FILES, { id })).data.campaign.attachments
    expect(await stored()).toMatchObject([
      { name: 'Letter {lastName}.docx', document: null, hasMergeTags: true },
      { name: 'Terms.docx', document: null, hasMergeTags: false },
      { name: 'Broken.docx', document: null, hasMergeTags: false },
    ])
    const problems = async () => (await person.graphql(PROBLEMS, { id })).data.campaignProblems
    const message = expect.stringMatching(/^Letter \{lastName\}\.docx has merge tags, but everybody gets it as it is/)
    expect(await problems()).toContainEqual({ code: 'SAME_DOCUMENT', message })
    const [letter] = await stored()
    await mutate(person, 'updateCampaign', {
      id,
      attachments: [{ id: letter.id, name: letter.name, document: 'docx' }],
    })
    expect(await stored()).toMatchObject([{ document: 'docx', hasMergeTags: true }])
    expect((await problems()).map(({ code }: { code: string }) => code)).not.toContain('SAME_DOCUMENT')
  })
})

describe('a Word document that is filled in for each recipient', () => {
  it('is shown in the preview, rehearsed, and sent to each recipient with their values', async () => {
    const person = await world.signUp({ unlimited: true })
    const mailbox = 'documents@sandbox.test'
    await world.connect(person, 'microsoft', mailbox)
    const { id, contacts } = await draftWith(person, [template(LETTER)])
    const shown = await preview(person, { campaignId: id, contactId: contacts[0] })
    const [file] = shown.attachments
    expect(file).toMatchObject({ name: 'Letter Bonn.docx', contentType: DOCX, inline: false, isDocument: true })
    expect(linesOf(Buffer.from(file.contentBytes, 'base64'))).toEqual(['Dear P0,', 'Hallo Bonn'])
    expect(file.size).toBe(Buffer.from(file.contentBytes, 'base64').length)
    expect(shown.size).toBeGreaterThan(file.size)

    const { report } = await rehearsed(person, id)
    expect(report).toMatchObject({ recipients: 2, emails: 2, findings: [] })
    expect(report.largestBytes).toBeGreaterThan(file.size)

    expect((await mutate(person, 'sendCampaign', { id })).errors).toBeUndefined()
    expect(await documentsSent(mailbox, 2)).toEqual([
      { name: 'Letter Bonn.docx', lines: ['Dear P0,', 'Hallo Bonn'] },
      { name: 'Letter Rome.docx', lines: ['Dear P1,', 'Hello Rome'] },
    ])
  })

  it('is covered by the checks of merge tags, as the email is', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const { id } = await draftWith(person, [template(paragraph('{City} {Nope}'))], ['Bonn', ''])
    const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
      id,
    })
    expect(data.campaignProblems).toContainEqual(
      expect.objectContaining({ code: 'UNKNOWN_TAG', severity: 'error', message: expect.stringContaining('{Nope}') }),
    )
    expect(data.campaignProblems).toContainEqual(
      expect.objectContaining({ code: 'EMPTY_TAG', message: expect.stringContaining('{City}') }),
    )
    const { report } = await rehearsed(person, id)
    expect(codesOf(report)).toEqual({ 'GAP {Nope}': 2, 'GAP {City}': 1 })
    expect((await mutate(person, 'sendCampaign', { id })).errors?.[0]?.message).toContain('{Nope}')
  })

  it('keeps its settings when its campaign is copied and when its draft is saved again', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id } = await draftWith(person, [template(LETTER)])
    const files = async (campaign: string) =>
      (
        await person.graphql('query ($id: ID!) { campaign(id: $id) { attachments { id name document } } }', {
          id: campaign,
        })
      ).data.campaign.attachments
    const [file] = await files(id)
    const update = (change: object) =>
      mutate(person, 'updateCampaign', { id, attachments: [{ id: file.id, name: file.name, ...change }] })
    await update({ name: 'For {firstName}.docx' })
    expect(await files(id)).toEqual([{ id: file.id, name: 'For {firstName}.docx', document: 'docx' }])
    const { data } = await mutate(person, 'duplicateCampaign', { id }, '{ id }')
    expect(await files(data.duplicateCampaign.id)).toMatchObject([{ name: 'For {firstName}.docx', document: 'docx' }])
    await update({ document: null })
    expect(await files(id)).toMatchObject([{ document: null }])
    expect((await preview(person, { campaignId: id })).attachments).toMatchObject([{ isDocument: false }])
  })

  it.each([
    [
      'another kind of file',
      { contentBytes: Buffer.from('hello').toString('base64') },
      'UNREADABLE_FILE',
      'not a Word document',
    ],
    ['another name', { name: 'letter.txt' }, 'BAD_INPUT', 'Only a Word document'],
    ['a condition without an end', { contentBytes: doc(paragraph('{#if City is "Bonn"}x')) }, 'BAD_INPUT', 'no {/if}'],
    ['a marker that is unknown', { contentBytes: doc(paragraph('{#each City}x{/each}')) }, 'BAD_INPUT', '{#each City}'],
    [
      'rows that cross a table',
      { contentBytes: doc(paragraph('{#rows}') + table(['{/rows}', 'x'])) },
      'BAD_INPUT',
      'fit together',
    ],
    ['the unsubscribe link', { contentBytes: doc(paragraph('{unsubscribeUrl}')) }, 'BAD_INPUT', 'email only'],
  ])('refuses %s', async (_, more, code, message) => {
    const person = await world.signUp({ unlimited: true })
    const { errors } = await mutate(person, 'createCampaign', {
      ...{ name: 'N', subject: 'S', content: 'C', attachments: [template(LETTER, more)] },
    })
    expect(errors?.[0]).toMatchObject({ extensions: { code }, message: expect.stringContaining(message) })
  })

  it('fails the email of a recipient whose document would be too long, and says why', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const rows = Array.from({ length: 700 }, (_, index) => ({
      Email: 'ada@rows.example',
      'First name': 'Ada',
      Item: `${index}`,
    }))
    const { body } = await person.rest('POST', '/api/merges', {
      name: 'M',
      subject: 'S',
      content: 'C',
      rows,
      action: 'draft',
    })
    const attachments = [template(paragraph('{#rows}{Item}{/rows}').repeat(3))]
    expect((await mutate(person, 'updateCampaign', { id: body.campaign.id, attachments })).errors).toBeUndefined()
    const { report } = await rehearsed(person, body.campaign.id)
    expect(report).toMatchObject({
      emails: 0,
      findings: [
        { code: 'GAP' },
        { code: 'DOCUMENT_FAILED', examples: [{ reason: expect.stringContaining('2,100 rows') }] },
      ],
    })
    const { attachments: files } = await preview(person, { campaignId: body.campaign.id })
    expect(files).toMatchObject([{ size: 0, contentBytes: null, problem: expect.stringContaining('2,100 rows') }])
    await mutate(person, 'sendCampaign', { id: body.campaign.id })
    const failure = await eventually('it failed', async () => {
      const { data } = await person.graphql(
        'query ($id: ID!) { campaign(id: $id) { emailLogs { nodes { status failure { code detail } } } } }',
        { id: body.campaign.id },
      )
      const [log] = data.campaign.emailLogs.nodes
      return log?.status === 'failed' ? log.failure : null
    })
    expect(failure).toMatchObject({
      code: 'DOCUMENT_FAILED',
      detail: expect.stringContaining('Letter {lastName}.docx: '),
    })
  })
})

describe('a PDF that is created for each recipient', () => {
  it('is refused where LibreOffice is not installed', async () => {
    const person = await world.signUp({ unlimited: true })
    expect((await person.graphql('{ server { makesPdfs } }')).data.server.makesPdfs).toBe(false)
    const { errors } = await mutate(person, 'createCampaign', {
      ...{ name: 'N', subject: 'S', content: 'C', attachments: [template(LETTER, { document: 'PDF' })] },
    })
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('LibreOffice is not installed') })
  })

  it('is shown in the preview and sent, names missing fonts, and is tried again when LibreOffice breaks off', async () => {
    const { office } = world.app
    const stopped = new AppError('UNAVAILABLE', 'LibreOffice stopped while it made a PDF.')
    let failures = 0
    world.app.office = {
      ...office,
      isThere: true,
      toPdf: async (_, document) => {
        if (failures > 0) {
          failures -= 1
          throw stopped
        }
        return Buffer.from(`%PDF ${linesOf(document).join(' ')}`)
      },
      missingFonts: async (fonts) => [...fonts],
    }
    onTestFinished(() => void (world.app.office = office))
    const person = await world.signUp({ unlimited: true })
    const mailbox = 'pdfs@sandbox.test'
    await world.connect(person, 'microsoft', mailbox)
    const body = LETTER + '<w:p><w:r><w:rPr><w:rFonts w:ascii="Aptos"/></w:rPr><w:t>x</w:t></w:r></w:p>'
    const { id, contacts } = await draftWith(person, [template(body, { document: 'PDF' })], ['Bonn'])
    const { attachments } = await preview(person, { campaignId: id, contactId: contacts[0] })
    expect(attachments).toMatchObject([{ name: 'Letter Bonn.pdf', contentType: 'application/pdf', problem: null }])
    expect(Buffer.from(attachments[0].contentBytes, 'base64').toString()).toBe('%PDF Dear P0, Hallo Bonn x')
    const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
      id,
    })
    expect(data.campaignProblems).toContainEqual({
      ...{ code: 'FONT_MISSING', severity: 'warning' },
      message: expect.stringContaining('because Aptos is not installed here'),
    })
    failures = 1
    await mutate(person, 'sendCampaign', { id })
    const sent = await eventually('the email lies in Sent', async () => {
      const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages`)
      const { messages } = (await answer.json()) as { messages: { id: string }[] }
      return messages[0] ? `${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(messages[0].id)}` : null
    })
    expect(failures).toBe(0)
    expect(await (await fetch(`${sent}/attachments/0`)).text()).toBe('%PDF Dear P0, Hallo Bonn x')
  })
})

function doc(body: string): string {
  return wordDocument({ body }).toString('base64')
}
