// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createElement } from '#domain/builder/blocks.ts'
import { emptyDocument } from '#domain/builder/document.ts'
import { loadDrafts, keepDraft } from '#web/campaigns/create/draft-store.ts'
import { newDraft } from '#web/campaigns/create/draft.ts'
import { campaign } from '#web/campaigns/testing.ts'
import { ANN, breakdown, findToast, pageOf, refusal, show, tearDown } from '#web/testing/world.tsx'
import { TemplatesPage } from './templates-page.tsx'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

function template(id: string, fields: Record<string, unknown> = {}) {
  const content = `<p>Dear <b>{firstName}</b>, this is ${id}.</p>`
  const preview = `Dear {firstName} , this is ${id}.`
  const createdAt = '2026-01-31T12:00:00.000Z'
  return {
    __typename: 'Template',
    id,
    name: `Name ${id}`,
    subject: `Subject ${id}`,
    content,
    htmlTemplate: null,
    preview,
    createdAt,
    ...fields,
  }
}

/** Most tests look at templates of words; the gallery takes its time to draw. */
const WITHOUT_BUILDER = { id: 't1', features: { htmlBuilder: false } }
const WITH_BUILDER = { id: 't1', features: { htmlBuilder: true } }

interface Saved {
  name: string
  subject: string
  content: string
}

function showPage(start = [template('one'), template('two')], root: Record<string, unknown> = {}) {
  let templates = start
  return show(<TemplatesPage />, {
    at: '/templates',
    root: {
      templates: (args: object) => pageOf(templates, args),
      createTemplate: ({ input }: { input: Saved }) => {
        const created = template('new', { ...input })
        templates = [created, ...templates]
        return created
      },
      updateTemplate: ({ id, input }: { id: string; input: Partial<Saved> }) => {
        templates = templates.map((each) => (each.id === id ? { ...each, ...input } : each))
        return templates.find((each) => each.id === id)
      },
      tenant: WITHOUT_BUILDER,
      deleteTemplate: ({ id }: { id: string }) => {
        const gone = templates.find((each) => each.id === id)
        templates = templates.filter((each) => each !== gone)
        return gone
      },
      ...root,
    },
  })
}

async function openDialog(world: ReturnType<typeof show>): Promise<HTMLElement> {
  await screen.findByText('Name one')
  await world.user.click(screen.getByRole('button', { name: 'Create Template' }))
  return screen.getByRole('dialog')
}

async function create(world: ReturnType<typeof show>, dialog: HTMLElement) {
  await world.user.click(within(dialog).getByRole('button', { name: 'Create Template' }))
}

describe('the grid of templates', () => {
  test('shows name, subject and a preview without tags', async () => {
    showPage()
    const card = (await screen.findByText('Name one')).closest('li')
    if (!card) throw new Error('The template is not in a list')
    expect(within(card).getByText('Subject one')).toBeTruthy()
    expect(within(card).getByText('Dear {firstName} , this is one.')).toBeTruthy()
  })

  test('says so when there are none', async () => {
    showPage([])
    expect(await screen.findByText('No templates yet')).toBeTruthy()
  })

  test('comes page by page, and says how many there are', async () => {
    const all = [template('one'), template('two'), template('three')]
    const { user } = showPage(all, { templates: (args: object) => pageOf(all, { ...args, first: 2 }) })
    expect(await screen.findByText('3 templates')).toBeTruthy()
    expect(screen.queryByText('Name three')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more templates' }))
    expect(await screen.findByText('Name three')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more templates' })).toBeNull()
  })

  test('a page that does not come says so, and can be asked for again', async () => {
    const all = [template('one'), template('two')]
    let broken = true
    const { user } = showPage(all, {
      templates: (args: { after?: string | null }) =>
        broken && args.after ? Promise.reject(breakdown()) : pageOf(all, { ...args, first: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Show more templates' }))
    expect(await screen.findByText('More templates could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Name two')).toBeTruthy()
  })

  test('Escape asks before it takes away what was written', async () => {
    const { user } = showPage()
    await user.click(await screen.findByRole('button', { name: 'Create Template' }))
    await user.type(screen.getByLabelText('Subject'), 'Hello')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Hello')
  })

  test('starter templates that cannot be offered say so, and can be asked for again', async () => {
    let broken = true
    const tenant = () => (broken ? Promise.reject(breakdown()) : WITHOUT_BUILDER)
    const { user } = showPage([template('one')], { tenant })
    expect(await screen.findByText('The starter templates could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('The starter templates could not be loaded')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Build with blocks' })).toBeNull()
  })

  test('a failure says what happened and can be tried again', async () => {
    let broken = true
    const { user } = showPage([], {
      templates: () => (broken ? Promise.reject(breakdown()) : pageOf([template('one')], {})),
    })
    expect(await screen.findByText('Your templates could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Name one')).toBeTruthy()
  })
})

describe('deleting a template', () => {
  async function deleteFirst(world: ReturnType<typeof show>) {
    await world.user.click(await screen.findByRole('button', { name: 'Delete Name one' }))
    const question = screen.getByRole('alertdialog')
    expect(within(question).getByText('This action cannot be undone.')).toBeTruthy()
    await world.user.click(within(question).getByRole('button', { name: 'Delete' }))
  }

  test('asks first, then says "Template Deleted" and asks for nothing again', async () => {
    const world = showPage()
    await deleteFirst(world)
    await findToast('Template Deleted')
    expect(screen.queryByText('Name one')).toBeNull()
    expect(screen.getByText('1 template')).toBeTruthy()
    expect(world.askedFor('Templates')).toHaveLength(1)
  })

  test('that fails says "Failed to delete template" and keeps it', async () => {
    await deleteFirst(showPage(undefined, { deleteTemplate: () => Promise.reject(breakdown()) }))
    const toast = await findToast('Delete Failed')
    expect(within(toast).getByText('Failed to delete template')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
  })
})

describe('creating a template', () => {
  test('needs a name', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await create(world, dialog)
    expect(await within(dialog).findByText('Template name is required')).toBeTruthy()
    expect(world.askedFor('CreateTemplate')).toEqual([])
  })

  test('sends name, subject and content, says "Template Created" and puts it first', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.type(within(dialog).getByLabelText('Name'), 'Welcome')
    await world.user.type(within(dialog).getByLabelText('Subject'), 'Hi')
    await world.user.click(within(dialog).getByRole('tab', { name: 'Text' }))
    await world.user.type(within(dialog).getByLabelText('Content'), 'Dear friend')
    await create(world, dialog)
    await findToast('Template Created')
    expect(world.askedFor('CreateTemplate')).toEqual([
      { input: { name: 'Welcome', subject: 'Hi', content: 'Dear friend' } },
    ])
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
      'Welcome',
      'Name one',
      'Name two',
    ])
    expect(world.askedFor('Templates')).toHaveLength(1)
  })

  test('beyond the plan says "Failed to create template" and why', async () => {
    const world = showPage(undefined, {
      createTemplate: () => {
        throw refusal('LIMIT_REACHED', 'Your plan allows 2 templates.')
      },
    })
    const dialog = await openDialog(world)
    await world.user.type(within(dialog).getByLabelText('Name'), 'Welcome')
    await create(world, dialog)
    const toast = await findToast('Create Failed')
    expect(within(toast).getByText('Failed to create template. Your plan allows 2 templates.')).toBeTruthy()
  })
})

describe('editing a template', () => {
  test('of words changes it where it stands and says "Template Saved"', async () => {
    const world = showPage()
    await world.user.click(await screen.findByRole('button', { name: 'Edit Name one' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Template' })
    const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Name one')
    await world.user.clear(name)
    await world.user.type(name, 'Better')
    await world.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await findToast('Template Saved')
    expect(world.askedFor('UpdateTemplate')).toEqual([{ id: 'one', input: { name: 'Better' } }])
    expect(screen.getByRole('heading', { name: 'Better' })).toBeTruthy()
  })

  test('of words leaves what somebody else changed of it meanwhile', async () => {
    let stored = template('one')
    const world = showPage([stored], {
      updateTemplate: ({ input }: { input: Partial<Saved> }) => {
        stored = { ...stored, ...input }
        return stored
      },
    })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Name one' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Template' })
    stored = { ...stored, content: '<p>Their words</p>' }
    await world.user.type(within(dialog).getByLabelText('Subject'), '!')
    await world.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await findToast('Template Saved')
    expect(stored).toMatchObject({ subject: 'Subject one!', content: '<p>Their words</p>' })
  })

  test('that fails says so and keeps what was written', async () => {
    const world = showPage(undefined, { updateTemplate: () => Promise.reject(breakdown()) })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Name one' }))
    const dialog = screen.getByRole('dialog')
    await world.user.type(within(dialog).getByLabelText('Subject'), '!')
    await world.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(within(await findToast('Save Failed')).getByText('Failed to save template')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Subject').value).toBe('Subject one!')
  })

  test('of blocks goes on in the builder', async () => {
    showPage([template('one', { htmlTemplate: emptyDocument() })])
    const link = await screen.findByRole('link', { name: 'Edit Name one' })
    expect(link.getAttribute('href')).toBe('/email-builder?template=one')
  })
})

describe('starter templates', () => {
  test('are at least eight, each a way into the builder', async () => {
    showPage(undefined, { tenant: WITH_BUILDER })
    const list = within(await screen.findByRole('list', { name: 'Starter templates' }))
    const links = list.getAllByRole('link')
    expect(links.length).toBeGreaterThanOrEqual(8)
    expect(links[0]?.getAttribute('href')).toMatch(/^\/email-builder\?start=\w/)
  })

  test('are not offered where the builder is switched off', async () => {
    const world = showPage()
    await screen.findByText('Name one')
    await waitFor(() => expect(world.askedFor('BuilderFeature')).toHaveLength(1))
    expect(screen.queryByRole('link', { name: 'Build with blocks' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Starter templates' })).toBeNull()
  })
})

describe('the editor', () => {
  const boxOf = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: 'Content' })

  test('has Visual, HTML and Text tabs, all editing one text value', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(within(dialog).getByRole('tab', { name: 'HTML' }))
    fireEvent.change(boxOf(dialog), { target: { value: '<b>Dear</b> {firstName}' } })
    await world.user.click(within(dialog).getByRole('tab', { name: 'Visual' }))
    const visual = boxOf(dialog)
    expect(visual.innerHTML).toBe('<p><b>Dear</b> {firstName}</p>')
    visual.innerHTML = '<p><b>Dear</b> friend</p><p>Bye</p>'
    fireEvent.input(visual)
    await world.user.click(within(dialog).getByRole('tab', { name: 'Text' }))
    expect((boxOf(dialog) as HTMLTextAreaElement).value).toBe('<b>Dear</b> friend\n\nBye')
  })

  test.each(['Visual', 'HTML', 'Text'])('%s: personalization buttons append their tag', async (tab) => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(within(dialog).getByRole('tab', { name: tab }))
    for (const tag of ['{firstName}', '{lastName}', '{fullName}']) {
      await world.user.click(within(dialog).getByRole('button', { name: tag }))
    }
    await world.user.click(within(dialog).getByRole('tab', { name: 'HTML' }))
    expect((boxOf(dialog) as HTMLTextAreaElement).value).toBe('{firstName}{lastName}{fullName}')
  })

  test('what is shown in Visual runs nothing', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(within(dialog).getByRole('tab', { name: 'HTML' }))
    fireEvent.change(boxOf(dialog), { target: { value: '<img src=x onerror=alert(1)><script>alert(1)</script>' } })
    await world.user.click(within(dialog).getByRole('tab', { name: 'Visual' }))
    expect(boxOf(dialog).querySelector('script, img, [onerror]')).toBeNull()
  })

  test('formatting buttons wrap what is selected', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(within(dialog).getByRole('tab', { name: 'HTML' }))
    const box = boxOf(dialog) as HTMLTextAreaElement
    await world.user.type(box, 'Dear friend')
    box.setSelectionRange(5, 11)
    await world.user.click(within(dialog).getByRole('button', { name: 'Bold' }))
    expect(box.value).toBe('Dear <b>friend</b>')
  })
})

const DRAFT_FIELDS = {
  ...{ useHtmlBuilder: false, htmlTemplate: null, abVariantB: null, abSplitPercentage: null },
  ...{ trackOpens: true, trackClicks: true, selectedContacts: [] },
}

describe('"Use Template"', () => {
  const useFirst = async (world: ReturnType<typeof show>) => {
    await screen.findByText('Name one')
    const [first] = screen.getAllByRole('button', { name: 'Use Template' })
    if (first) await world.user.click(first)
  }

  test('begins a campaign with its subject and content', async () => {
    const world = showPage()
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(world.address()).toBe('/create-campaign')
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ subject: 'Subject one', content: template('one').content })
  })

  test('begins a campaign of the builder with its document', async () => {
    const document = { ...emptyDocument(), subject: 'Subject one', elements: [createElement('divider', 'd')] }
    const world = showPage([template('one', { content: '<!DOCTYPE html>', htmlTemplate: document })])
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({
      subject: 'Subject one',
      content: '',
      useHtmlBuilder: true,
      htmlTemplate: document,
    })
  })

  test('asks before it takes the place of words already written, and keeps the rest of the draft', async () => {
    keepDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', content: 'My own words' }, [])
    const world = showPage()
    await useFirst(world)
    const question = await screen.findByRole('alertdialog')
    expect(loadDrafts(ANN.id)[0]?.draft.content).toBe('My own words')
    await world.user.click(within(question).getByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ id: 'd1', name: 'Spring', content: template('one').content })
  })

  test('leaves the audience of the draft as it was chosen, by a custom field too', async () => {
    const audience = {
      kind: 'matching' as const,
      view: { fields: [{ name: 'City', equals: 'Cork' }] },
      label: 'whose City is “Cork”',
      except: new Set<string>(),
    }
    keepDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', audience }, [])
    await useFirst(showPage())
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ subject: 'Subject one', audience })
  })

  test('goes into a new campaign when the one it would go into was sent meanwhile, with what only the tab has of it', async () => {
    keepDraft(
      ANN.id,
      { ...newDraft('d1'), campaignId: 'c1', name: 'Autumn', audience: { kind: 'kept', count: 900 } },
      [],
    )
    await useFirst(showPage(undefined, { campaign: { ...campaign('c1'), ...DRAFT_FIELDS, status: 'sent' } }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({
      ...{ id: 'd1', campaignId: null, name: 'Autumn', subject: 'Subject one' },
      audience: { kind: 'picked', ids: new Set() },
    })
  })

  test('goes into the draft as the server has it, where the tab has nothing of its own', async () => {
    keepDraft(ANN.id, { ...newDraft('d1'), campaignId: 'c1', name: 'Autumn' }, [], { recipients: 0 })
    const renamed = {
      ...campaign('c1', { name: 'Winter', subject: '', content: '', totalContacts: 0 }),
      ...DRAFT_FIELDS,
    }
    await useFirst(showPage(undefined, { campaign: renamed }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ campaignId: 'c1', name: 'Winter', subject: 'Subject one' })
  })
})
