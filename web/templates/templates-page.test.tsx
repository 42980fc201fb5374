// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { loadDraft, keepDraft } from '#web/campaigns/create/draft-store.ts'
import { newDraft } from '#web/campaigns/create/draft.ts'
import { ANN, breakdown, findToast, refusal, show, tearDown } from '#web/testing/world.tsx'
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
    preview,
    createdAt,
    ...fields,
  }
}

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
      templates: () => templates,
      createTemplate: ({ input }: { input: Saved }) => {
        const created = template('new', { ...input })
        templates = [created, ...templates]
        return created
      },
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

  test('a failure says what happened and can be tried again', async () => {
    let broken = true
    const { user } = showPage([], { templates: () => (broken ? Promise.reject(breakdown()) : [template('one')]) })
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
    expect(world.address()).toBe('/campaigns/create')
    expect(loadDraft(ANN.id)?.draft).toMatchObject({ subject: 'Subject one', content: template('one').content })
  })

  test('asks before it takes the place of words already written, and keeps the rest of the draft', async () => {
    keepDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', content: 'My own words' }, [])
    const world = showPage()
    await useFirst(world)
    const question = screen.getByRole('alertdialog')
    expect(loadDraft(ANN.id)?.draft.content).toBe('My own words')
    await world.user.click(within(question).getByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDraft(ANN.id)?.draft).toMatchObject({ id: 'd1', name: 'Spring', content: template('one').content })
  })
})
