import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isStepValid } from '#domain/campaigns/campaign-steps.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { block, BUILDER_ROOT, documentOf, PERSON } from '#web/builder/testing.tsx'
import { ANN, findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CreateCampaignPage } from '../create-campaign-page.tsx'
import { campaign } from '../../testing.ts'
import { contentBox, isNextOff, writtenIn } from '../testing.tsx'
import { storeTabDraft, loadTabDrafts } from '../store/drafts-of-tab.ts'
import { newDraft, type Draft } from '../store/campaign-draft.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const FEATURES = {
  htmlBuilder: true,
  abTesting: false,
  attachments: true,
  tracking: false,
  apiAccess: true,
  warmup: true,
}
const MAIL = documentOf(block('text', 'a', { content: 'Dear {firstName}' }))

interface SaveArgs {
  input: { id?: string } & Record<string, unknown>
}

/** Opens step 3 with a draft that has a name and a recipient. */
function showStep(part: Partial<Draft> = {}, root: Root = {}) {
  const audience = { kind: 'picked' as const, ids: new Set(['zoe']) }
  storeTabDraft(ANN.id, { ...newDraft('d1'), step: 3, name: 'Spring', audience, ...part })
  const saved = ({ input: { id = 'new' } }: SaveArgs) => campaign(id, { name: 'Spring', attachments: [] })
  return show(<CreateCampaignPage />, {
    at: '/campaigns/create',
    root: {
      ...BUILDER_ROOT,
      tenant: { __typename: 'Tenant', id: 't', features: FEATURES },
      contact: { ...(BUILDER_ROOT['contacts'] as (args: object) => ReturnType<typeof pageOf>)({}).edges[0]?.node },
      campaigns: pageOf([], {}),
      segments: [],
      contactTags: [],
      mailboxes: [],
      campaignProblems: [],
      previewRecipient: {
        contact: { __typename: 'Contact', id: 'zoe', firstName: 'Zoë', lastName: '', email: 'zoe@example.com' },
        ...{ position: 1, total: 1, gaps: [] },
      },
      previewMail: {
        ...{ replyTo: [], cc: [], bcc: [] },
        from: null,
        to: { name: 'Zoë', address: 'zoe@example.com' },
        subject: '',
        htmlForDisplay: 'Built',
        attachments: [],
        size: 1,
      },
      createCampaign: saved,
      updateCampaign: saved,
      ...root,
    },
  })
}

const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
const entry = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Elements' })).getByRole('button', { name })

/** All values the server received, the last of each field. */
function told(world: ReturnType<typeof showStep>): Record<string, unknown> {
  const asked = [...world.askedFor('CreateCampaign'), ...world.askedFor('UpdateCampaign')]
  return Object.assign({}, ...asked.map((variables) => (variables as unknown as SaveArgs).input))
}

test.each([
  ['', 0, false],
  ['', 1, false],
  ['  ', 1, false],
  ['Hi', 0, false],
  ['Hi', 1, true],
])('step 3 in builder mode with subject %j and %i elements is valid: %s', (subject, count, valid) => {
  const template = { subject, elements: Array.from({ length: count }, () => ({})) }
  expect(isStepValid(3, { name: 'N', subject: 'x', content: 'x', selectedContacts: [], template })).toBe(valid)
})

describe('the step Design Email with the email builder', () => {
  test.each([
    ['Use my text', [{ type: 'text', content: 'Dear {firstName|you}{#if City is "Cork"}!{/if}' }]],
    ['Start with an empty email', null],
  ])('offers to take over text that was typed before: %s', async (answer, elements) => {
    const content = 'Dear {firstName|you}{#if City is "Cork"}!{/if}'
    const world = showStep({ subject: 'News', content })
    await world.user.click(await screen.findByRole('radio', { name: 'HTML Builder' }))
    const dialog = await screen.findByRole('dialog', { name: 'Use your text in the builder?' })
    expect(loadTabDrafts(ANN.id)[0]?.draft.useHtmlBuilder).toBe(false)
    await world.user.click(within(dialog).getByRole('button', { name: answer }))
    await entry('Text Block')
    window.dispatchEvent(new Event('pagehide'))
    const { draft } = loadTabDrafts(ANN.id)[0] ?? {}
    expect(draft).toMatchObject({
      useHtmlBuilder: true,
      content,
      htmlTemplate: elements && { subject: 'News', elements },
    })
    await world.user.click(screen.getByRole('radio', { name: 'Simple Text' }))
    expect(writtenIn(await contentBox())).toContain('Dear {firstName|you}')
  })

  test('is one of two modes, and can be left once there are a subject and an element', async () => {
    const world = showStep()
    const ways = within(await screen.findByRole('radiogroup', { name: 'Design' }))
    expect(ways.getAllByRole('radio').map((each) => each.textContent)).toEqual(['Simple Text', 'HTML Builder'])
    await world.user.click(ways.getByRole('radio', { name: 'HTML Builder' }))
    await world.user.click(await entry('Divider'))
    expect(isNextOff()).toBe(true)
    expect(screen.getByText('Write a subject to continue.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'For you' } })
    await waitFor(() => expect(isNextOff()).toBe(false))
  })

  test('saves the document, the generated HTML as content, and the subject', async () => {
    const world = showStep({ useHtmlBuilder: true, subject: 'Spring', htmlTemplate: MAIL })
    await world.user.click(await entry('Spacer'))
    await waitFor(() => expect(told(world)['content']).toBeDefined())
    const { htmlTemplate, ...rest } = told(world)
    expect(htmlTemplate).toMatchObject({ elements: [{ type: 'text' }, { type: 'spacer' }] })
    expect(rest).toMatchObject({
      useHtmlBuilder: true,
      subject: 'Spring',
      content: renderDocument(htmlTemplate as typeof MAIL),
    })
  })

  describe('the button Save Template in the wizard', () => {
    const template = ({ input: { id = 't1', ...input } }: SaveArgs) => ({
      ...{
        __typename: 'Template',
        id,
        name: 'Spring',
        content: '',
        preview: '',
        createdAt: '2026-01-31T12:00:00.000Z',
      },
      ...input,
    })
    const built = { useHtmlBuilder: true, subject: 'Spring', htmlTemplate: MAIL }
    const press = async ({ user }: ReturnType<typeof show>) => {
      await user.click(await screen.findByRole('button', { name: 'Save Template' }))
      return within(await findToast('Template Saved'))
    }

    itInFull('saves the email as a template, confirms, and updates that template from then on', async () => {
      const world = showStep(built, { createTemplate: template, updateTemplate: template })
      const toast = await press(world)
      expect(toast.getByText('Your HTML email template has been saved successfully!')).toBeTruthy()
      expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: { name: 'Spring', htmlTemplate: MAIL } }])
      window.dispatchEvent(new Event('pagehide'))
      const kept = loadTabDrafts(ANN.id)[0]?.draft
      tearDown()
      const later = showStep({ ...kept }, { createTemplate: template, updateTemplate: template })
      await press(later)
      expect(later.askedFor('CreateTemplate')).toEqual([])
      expect(later.askedFor('UpdateTemplate')).toEqual([{ input: { id: 't1', subject: 'Spring', htmlTemplate: MAIL } }])
    })

    test('creates a new template when the first one was deleted meanwhile', async () => {
      const gone = () => Promise.reject(knownError('NOT_FOUND', 'This template is not there any more.'))
      const world = showStep({ ...built, templateId: 't0' }, { createTemplate: template, updateTemplate: gone })
      await press(world)
      expect(world.askedFor('CreateTemplate')).toHaveLength(1)
    })

    test('says why the template limit is reached', async () => {
      const full = () => Promise.reject(knownError('LIMIT_REACHED', 'Your plan has room for 2 templates.'))
      const world = showStep(built, { createTemplate: full })
      await world.user.click(await screen.findByRole('button', { name: 'Save Template' }))
      const toast = within(await findToast('Create Failed'))
      expect(toast.getByText('Failed to create template. Your plan has room for 2 templates.')).toBeTruthy()
      expect(screen.queryByText('Template Saved')).toBeNull()
    })
  })

  test('reports a save error, not a create error, when a second Save Template fails', async () => {
    const refused = () => Promise.reject(knownError('BAD_INPUT', 'The subject is too long.'))
    const built = { useHtmlBuilder: true, subject: 'Spring', htmlTemplate: MAIL, templateId: 't0' }
    const world = showStep(built, { updateTemplate: refused })
    await world.user.click(await screen.findByRole('button', { name: 'Save Template' }))
    const toast = within(await findToast('Save Failed'))
    expect(toast.getByText('Failed to save template. The subject is too long.')).toBeTruthy()
    expect(world.askedFor('CreateTemplate')).toEqual([])
  })

  test('keeps text and blocks separately: returning to Simple Text shows the written text', async () => {
    const world = showStep({ subject: 'Spring', content: 'My own words', htmlTemplate: MAIL })
    await world.user.click(await screen.findByRole('radio', { name: 'HTML Builder' }))
    await screen.findByRole('group', { name: /^Text Block/ })
    await world.user.click(screen.getByRole('radio', { name: 'Simple Text' }))
    expect(writtenIn(await contentBox())).toBe('My own words')
  })

  test('leaves an unreadable builder email unchanged until a new one is started', async () => {
    const unread = documentOf(block('image', 'a', { alt: 'x'.repeat(501) }))
    const world = showStep({ useHtmlBuilder: true, subject: 'Spring', htmlTemplate: unread })
    await screen.findByText('This email could not be read')
    expect(screen.queryByRole('list', { name: 'Elements' })).toBeNull()
    window.dispatchEvent(new Event('pagehide'))
    expect(loadTabDrafts(ANN.id)[0]?.draft.htmlTemplate).toEqual(unread)
    await world.user.click(screen.getByRole('button', { name: 'Start a new email' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Spring')
  })

  itInFull('leads to a review that shows the email as built, for one of the selected contacts', async () => {
    const world = showStep({ useHtmlBuilder: true, subject: 'Spring', htmlTemplate: MAIL })
    await screen.findByRole('list', { name: 'Blocks' })
    await world.user.click(next())
    const frame = await screen.findByTitle<HTMLIFrameElement>('Content preview')
    expect([frame.getAttribute('sandbox'), frame.srcdoc]).toEqual(['', 'Built'])
    expect(world.askedFor('PreviewMail').at(-1)).toMatchObject({
      input: { useHtmlBuilder: true, htmlTemplate: MAIL, contactId: 'zoe' },
    })
  })

  test.each([
    ['de', 'Bis 1. Juli 2026'],
    [null, 'Bis 1 juillet 2026'],
  ] as const)(
    'shows its preview in the language of the campaign (%s), or else of the workspace',
    async (language, subject) => {
      const person = { ...PERSON, fields: [{ __typename: 'ContactField', name: 'Due', value: '2026-07-01' }] }
      const world = showStep(
        { useHtmlBuilder: true, subject: 'Bis {Due|date:long}', htmlTemplate: MAIL, language },
        {
          contacts: (args: { first?: number }) => pageOf([person], args),
          emailSettings: { ...(BUILDER_ROOT['emailSettings'] as object), language: 'fr' },
        },
      )
      await world.user.click(await screen.findByRole('button', { name: 'Preview' }))
      expect(await screen.findByText(subject)).toBeTruthy()
      await waitFor(() =>
        expect(world.askedFor('RenderMail').at(-1)).toMatchObject({ input: { language, contactId: 'zoe' } }),
      )
    },
  )

  test('says when the email builder is turned off for the workspace', async () => {
    showStep({}, { tenant: { __typename: 'Tenant', id: 't', features: { ...FEATURES, htmlBuilder: false } } })
    expect(await screen.findByText('The HTML builder is turned off for this workspace.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('radio', { name: 'HTML Builder' }).disabled).toBe(true)
  })
})
