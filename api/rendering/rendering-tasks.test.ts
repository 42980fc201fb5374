import { afterAll, expect, it } from 'vitest'
import { createThreads, SMALL } from '#api/platform/threads/worker-thread-pool.ts'
import { filledSizeOf, renderingTasks, type RenderingTasks } from './rendering-tasks.ts'
import { paragraph, wordDocument } from '#tests/support/word-document.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const filename = new URL('./rendering-thread.ts', import.meta.url).href
const threads = createThreads({ tasks: renderingTasks, filename })
afterAll(() => threads.close())

const publicUrl = 'https://mail.mergewell.example'
const html = '<p>Dear {firstName|you}, <a href="https://{City}.example.org/x">read</a> <img src="/images/x.png"></p>'
const htmlTemplate = {
  subject: 'News for {firstName}',
  elements: [{ id: 'a', type: 'text', content: '<p>Hello {firstName}</p>' }],
}
const content = {
  subject: 'S',
  subjectB: null,
  language: 'en' as const,
  content: html,
  useHtmlBuilder: true,
  attachments: [],
  pictures: new Map(),
}
const person = { name: 'Ada', address: 'ada@example.com' }
const recipient = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', fields: { City: 'here' } }
const sample = { content, recipient, publicUrl, postalAddress: 'Street 1', from: person }

const template = wordDocument({ body: paragraph('Dear {firstName}') })

/** Sample input for each rendering task. */
const inputs: { [Name in keyof RenderingTasks]: Parameters<RenderingTasks[Name]>[0] } = {
  contentOf: { subject: 'S', content: html, useHtmlBuilder: true, publicUrl: 'https://mail.example.com' },
  builtFrom: { htmlTemplate, publicUrl: 'https://mail.example.com', subject: '' },
  upToDate: {
    htmlTemplate: { elements: [{ id: 'a', type: 'text', content: 'Old', saved: { id: 'blk_1' } }] },
    blocks: { blk_1: [{ id: 'b', type: 'text', content: 'New', styles: {} }] },
  },
  templatePreviews: [{ content: html, htmlTemplate: null }],
  signed: {
    mail: { subject: 'S', content: '<p>{signature}</p>', useHtmlBuilder: true },
    signature: '<b>Ada</b>\n\nLtd',
  },
  sendable: content,
  links: content,
  compile: { ...content, places: { links: new Set(['https://x.example']), opens: true, postalAddress: 'Street 1' } },
  preview: { ...sample, from: null, standIn: person, htmlTemplate: null },
  composeTest: sample,
  readTemplate: new Uint8Array(template),
  fillDocument: { content: new Uint8Array(template), recipient },
  rehearse: {
    content,
    from: person,
    publicUrl,
    postalAddress: null,
    opens: true,
    clicks: true,
    recipients: [recipient],
  },
  pictures: html,
  unreachable: { publicUrl, html },
  check: {
    publicUrl,
    countsOpens: true,
    approval: { signatures: [] },
    content,
    htmlTemplate: null,
    subjects: ['S', '{Company}'],
  },
}

it.each(Object.keys(inputs) as (keyof RenderingTasks)[])(
  'a rendering task gives the same answer in another thread: %s',
  async (name) => {
    const here = await threads.run('A', name, inputs[name], SMALL)
    expect(await threads.run('A', name, inputs[name], SMALL + 1)).toEqual(here)
  },
)

itInFull('the preview is refused if merge values make it too long', async () => {
  const long = { ...content, content: '{x}'.repeat(100_000) }
  const mail = { ...inputs.preview, content: long, recipient: { ...recipient, fields: { x: 'x'.repeat(1_000) } } }
  await expect(threads.run('A', 'preview', mail, 300_000)).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

it('filledSizeOf estimates how much the values of a recipient add to a short email', () => {
  const values = { ...recipient, fields: { x: 'x'.repeat(2_000) } }
  expect(filledSizeOf('Hello', values)).toBe(5)
  expect(filledSizeOf('{x}'.repeat(1_333), values)).toBe(1_333 * 2_003)
})
