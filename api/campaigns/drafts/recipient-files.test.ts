import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { fetchCampaign } from '#tests/support/campaigns.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { deleteExpiredFiles } from '#api/personal-data/expired-files.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const zipOf = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
const PLAN = `query ($id: ID!, $only: RecipientFileProblem) { recipientFilePlan(id: $id, only: $only) {
  recipients missing doubtful fileCount bytes unusedCount unused { id name } rowCount rows { email wanted problem files { name size contentType } } } }`

async function draftWith(person: TestPerson, filePattern: string, names: readonly string[]) {
  const ids: string[] = []
  for (const [index, lastName] of names.entries()) {
    const { body } = await person.rest('POST', '/api/contacts', {
      firstName: 'P',
      lastName,
      email: `${lastName.toLowerCase()}-${Math.random().toString(36).slice(2)}@example.com`,
      fields: { Number: String(index + 1) },
    })
    ids.push(body.id)
  }
  const { data, errors } = await mutate(
    person,
    'createCampaign',
    { name: 'Invoices', subject: 'Your invoice', content: 'Attached.', selectedContacts: ids, filePattern },
    '{ id filePattern filesKeptDays }',
  )
  expect(errors).toBeUndefined()
  expect(data.createCampaign).toMatchObject({ filePattern, filesKeptDays: 30 })
  return { id: data.createCampaign.id as string, ids }
}

const add = async (person: TestPerson, campaignId: string, files: readonly object[]) =>
  mutate(person, 'addRecipientFiles', { campaignId, files })

const plan = async (person: TestPerson, id: string, only?: string) => {
  const { data, errors } = await person.graphql(PLAN, { id, only })
  expect(errors).toBeUndefined()
  return data.recipientFilePlan
}

it('each recipient gets their own file, and a recipient whose file is missing gets no email until it is uploaded', async () => {
  const mailbox = 'own-files@sandbox.test'
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', mailbox)
  const { id, ids } = await draftWith(person, 'Invoice-{Number}.pdf', ['Mueller', 'Schroeder', 'Wagner'])
  const archive = zipOf({
    'all/Invoice-1.pdf': 'one',
    'all/invoice-2.PDF': 'two',
    '__MACOSX/x.pdf': '',
    'extra.pdf': 'x',
  })
  expect(
    (await add(person, id, [{ name: 'all.zip', contentBytes: archive.toString('base64') }])).errors,
  ).toBeUndefined()

  const before = await plan(person, id)
  expect(before).toMatchObject({
    recipients: 3,
    missing: 1,
    doubtful: 0,
    fileCount: 3,
    bytes: 7,
    unusedCount: 1,
    rowCount: 3,
  })
  expect(before.unused).toMatchObject([{ name: 'extra.pdf' }])
  expect(before.rows.map((row: { wanted: string[]; problem: string | null }) => [row.wanted, row.problem])).toEqual([
    [['Invoice-1.pdf'], null],
    [['Invoice-2.pdf'], null],
    [['Invoice-3.pdf'], 'missing'],
  ])
  expect(await plan(person, id, 'MISSING')).toMatchObject({ rowCount: 1, rows: [{ problem: 'missing' }] })
  const preview = await person.graphql(
    'query ($input: MailInput!) { previewMail(input: $input) { attachments { name size } } }',
    { input: { campaignId: id, contactId: ids[1] } },
  )
  expect(preview.data.previewMail.attachments).toEqual([{ name: 'invoice-2.PDF', size: 3 }])

  await person.rest('POST', `/api/campaigns/${id}/send`)
  const sent = async (count: number) =>
    eventually(`${count} emails lie in Sent`, async () => {
      const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages`)
      const { messages } = (await answer.json()) as { messages: { id: string }[] }
      if (messages.length !== count) return null
      return Promise.all(
        messages.map(async (mail) => {
          const url = `${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(mail.id)}`
          return JSON.stringify(await (await fetch(url)).json())
        }),
      )
    })
  const first = await sent(2)
  expect(first.filter((mail) => mail.includes('Invoice-1.pdf'))).toHaveLength(1)
  expect(first.filter((mail) => mail.includes('invoice-2.PDF'))).toHaveLength(1)
  const held = await fetchCampaign(person, id)
  expect(held.failedCount).toBe(1)
  const failure = await person.graphql(
    'query ($id: ID!) { campaign(id: $id) { emailLogs(filter: { status: FAILED }) { nodes { failure { code detail message } } } } }',
    { id },
  )
  expect(failure.data.campaign.emailLogs.nodes).toEqual([
    {
      failure: {
        code: 'FILE_MISSING',
        detail: 'Invoice-3.pdf',
        message: 'Not sent: the file for this recipient is missing',
      },
    },
  ])

  await add(person, id, [{ name: 'Invoice-3.pdf', contentBytes: base64('three') }])
  expect((await mutate(person, 'sendToFailed', { id })).errors).toBeUndefined()
  expect((await sent(3)).filter((mail) => mail.includes('Invoice-3.pdf'))).toHaveLength(1)
})

it('a file that is named after another recipient is reported as doubtful', async () => {
  const person = await world.signUp({ unlimited: true })
  const { id } = await draftWith(person, '{Number}', ['Mueller', 'Schroeder'])
  await add(person, id, [
    { name: '1', contentBytes: base64('a') },
    { name: '2', contentBytes: base64('b') },
  ])
  expect(await plan(person, id)).toMatchObject({ missing: 0, doubtful: 0 })
  await mutate(person, 'updateCampaign', { id, filePattern: 'schroeder-{Number}.pdf' })
  await add(person, id, [
    { name: 'schroeder-1.pdf', contentBytes: base64('a') },
    { name: 'schroeder-2.pdf', contentBytes: base64('b') },
  ])
  expect(await plan(person, id)).toMatchObject({ missing: 0, doubtful: 1, unusedCount: 2 })
  await mutate(person, 'updateCampaign', { id, filePattern: 'schroeder-{Number}.pdf;letter.pdf' })
  const { data } = await person.graphql(
    'query ($id: ID!) { campaignProblems(id: $id) { code severity count message } }',
    { id },
  )
  const found = data.campaignProblems.filter(({ code }: { code: string }) => code.startsWith('FILES'))
  expect(found).toEqual([
    {
      code: 'FILES_MISSING',
      severity: 'error',
      count: 2,
      message: expect.stringContaining('2 recipients would get no email'),
    },
    { code: 'FILES_UNUSED', severity: 'warning', count: null, message: '2 files are not used by any recipient.' },
  ])
})

it("recipients' files are encrypted, replaced by name, removed, and deleted some days after the campaign", async () => {
  const person = await world.signUp({ unlimited: true })
  const { id } = await draftWith(person, '{Number}', ['Mueller'])
  await add(person, id, [{ name: 'a.txt', contentBytes: base64('a secret text') }])
  const rows = () =>
    world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<{ content: Buffer; size: number }[]>(
        'select sealed_content as content, size from recipient_files where tenant_id = ?',
        [person.tenantId],
      ),
    )
  const [row] = await rows()
  expect(Buffer.from(row?.content ?? []).includes('secret')).toBe(false)
  await add(person, id, [{ name: 'A.TXT', contentBytes: base64('other') }])
  expect((await rows()).map(({ size }) => size)).toEqual([5])
  expect((await mutate(person, 'removeRecipientFiles', { campaignId: id })).errors).toBeUndefined()
  expect(await rows()).toEqual([])
  await add(person, id, [{ name: 'a.txt', contentBytes: base64('x') }])
  const end = async (days: number) => {
    const sentAt = new Date(Date.now() - days * 86_400_000)
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute("update campaigns set status = 'sent', sent_at = ? where tenant_id = ?", [sentAt, person.tenantId]),
    )
    await deleteExpiredFiles(world.app)
    return (await rows()).length
  }
  expect([await end(29), await end(31)]).toEqual([1, 0])
})

interface Kept {
  keptDays: number
  status: string
  daysSinceUpload: readonly number[]
  daysSinceSent?: number
}

it.each<[string, Kept, number]>([
  ['30 days after their last upload, if it is a draft', { keptDays: 1, status: 'draft', daysSinceUpload: [31, 45] }, 0],
  [
    'not before for a draft, however few days were chosen',
    { keptDays: 1, status: 'draft', daysSinceUpload: [29, 45] },
    2,
  ],
  ['later for a draft, if more days were chosen', { keptDays: 90, status: 'draft', daysSinceUpload: [89] }, 1],
  ['never, while it is paused', { keptDays: 1, status: 'paused', daysSinceUpload: [400] }, 1],
  ['the chosen days after it was sent', { keptDays: 7, status: 'sent', daysSinceUpload: [9], daysSinceSent: 8 }, 0],
  ['not before the chosen days', { keptDays: 7, status: 'sent', daysSinceUpload: [400], daysSinceSent: 6 }, 1],
  ['later, if more were chosen', { keptDays: 90, status: 'sent', daysSinceUpload: [400], daysSinceSent: 89 }, 1],
])(
  "the recipients' files of a campaign are deleted %s",
  async (_, { keptDays, status, daysSinceUpload, daysSinceSent }, left) => {
    const person = await world.signUp({ unlimited: true })
    const { id } = await draftWith(person, '{Number}', ['Mueller'])
    const names = daysSinceUpload.map((days) => ({ name: `${days}.txt`, contentBytes: base64('x') }))
    expect((await add(person, id, names)).errors).toBeUndefined()
    expect((await mutate(person, 'updateCampaign', { id, filesKeptDays: keptDays })).errors).toBeUndefined()
    await world.app.database.inTenant(person.tenantId, async (em) => {
      for (const days of daysSinceUpload) {
        const at = new Date(Date.now() - days * 86_400_000)
        await em.execute('update recipient_files set created_at = ? where tenant_id = ? and name = ?', [
          ...[at, person.tenantId, `${days}.txt`],
        ])
      }
      const sentAt = daysSinceSent === undefined ? null : new Date(Date.now() - daysSinceSent * 86_400_000)
      await em.execute(
        "update campaigns set status = ?, sent_at = ?, created_at = now() - interval '500 days' where tenant_id = ?",
        [status, sentAt, person.tenantId],
      )
    })
    await deleteExpiredFiles(world.app)
    const { files } = await world.app.database.inTenant(person.tenantId, async (em) => {
      const [row] = await em.execute<{ files: number }[]>(
        'select count(*)::int as files from recipient_files where tenant_id = ?',
        [person.tenantId],
      )
      return row ?? { files: -1 }
    })
    expect(files).toBe(left)
  },
)

it.each([
  [{ name: 'a.pdf', contentBytes: 'not base64!' }, 'BAD_INPUT', 'not base64'],
  [{ name: ' ', contentBytes: '' }, 'BAD_INPUT', 'needs a name'],
  [{ name: 'a.zip', contentBytes: base64('PK nothing') }, 'UNREADABLE_FILE', 'damaged'],
  [
    { name: 'a.zip', contentBytes: zipOf({ 'Ann/Report.pdf': 'a', 'Ben/report.pdf': 'b' }).toString('base64') },
    'BAD_INPUT',
    'Two of these files are called “report.pdf”',
  ],
  [{ name: 'a\r\nBcc: x@example.com.pdf', contentBytes: '' }, 'BAD_INPUT', 'Rename the file'],
  [
    { name: 'a.zip', contentBytes: zipOf({ 'ä\r\nBcc: x@example.com.pdf': 'x' }).toString('base64') },
    'BAD_INPUT',
    'Rename the file',
  ],
])("the upload of a recipient's file refuses %o with %s", async (file, code, words) => {
  const person = await world.signUp({ unlimited: true })
  const { id } = await draftWith(person, '{Number}', ['Mueller'])
  const { errors } = await add(person, id, [file])
  expect(errors).toMatchObject([{ extensions: { code }, message: expect.stringContaining(words) }])
})

itInFull(
  "the REST upload of recipients' files takes a file or an archive, one per request, and refuses what GraphQL refuses",
  async () => {
    const person = await world.signUp({ unlimited: true })
    const { id } = await draftWith(person, 'Invoice-{Number}.pdf', ['Mueller', 'Schroeder'])
    const send = async (name: string, content: Buffer | string, to = id, who = person) => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(Buffer.from(content))], name))
      const headers = { authorization: who.token }
      const path = `${world.url}/api/campaigns/${to}/recipient-files`
      const response = await fetch(path, { method: 'POST', headers, body: form })
      return { status: response.status, body: await response.json() }
    }
    expect(await send('Invoice-1.pdf', 'one')).toEqual({
      status: 201,
      body: { added: ['Invoice-1.pdf'], fileCount: 1, bytes: 3 },
    })
    const archive = zipOf({ 'all/Invoice-1.pdf': 'again', 'all/Invoice-2.pdf': 'two' })
    expect((await send('all.zip', archive)).body).toEqual({
      added: ['Invoice-1.pdf', 'Invoice-2.pdf'],
      fileCount: 2,
      bytes: 8,
    })
    expect(await plan(person, id)).toMatchObject({ missing: 0, fileCount: 2, bytes: 8 })
    expect(await send('large.pdf', Buffer.alloc(10 * 1_048_576 + 1))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    })
    expect(await send('a.zip', 'PK nothing')).toMatchObject({ status: 422, body: { code: 'UNREADABLE_FILE' } })
    const stranger = await world.signUp()
    expect(await send('Invoice-1.pdf', 'one', id, stranger)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await plan(person, id)).toMatchObject({ fileCount: 2, bytes: 8 })
  },
)
