import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyDocument } from '#domain/builder/builder-document.ts'
import { unexplainedError, findToast, pageOf, knownError, show, tearDown } from '#web/testing/world.tsx'
import { showPage, template, WITH_BUILDER, WITHOUT_BUILDER, type Saved } from './testing.tsx'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

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
    expect(within(card).getByText('Dear {firstName}, this is one.')).toBeTruthy()
  })

  test('shows the look of each template, filled in for a sample recipient and without scripts', async () => {
    showPage([template('one', { content: '<p>Dear <b>{firstName}</b></p><script>alert(1)</script>' })])
    const thumbnail = await screen.findByTitle<HTMLIFrameElement>('Thumbnail')
    expect(thumbnail.srcdoc).toContain('Dear <b>Ada</b>')
    expect(thumbnail.srcdoc).not.toContain('<script>')
    expect(thumbnail.getAttribute('sandbox')).toBe('')
    expect(thumbnail.closest('[aria-hidden="true"]')).toBeTruthy()
  })

  test('says when there are no templates', async () => {
    showPage([])
    expect(await screen.findByText('No templates yet')).toBeTruthy()
  })

  test('loads page by page, and shows the total', async () => {
    const all = [template('one'), template('two'), template('three')]
    const { user } = showPage(all, { templates: (args: object) => pageOf(all, { ...args, first: 2 }) })
    expect(await screen.findByText('3 templates')).toBeTruthy()
    expect(screen.queryByText('Name three')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more templates' }))
    expect(await screen.findByText('Name three')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more templates' })).toBeNull()
  })

  test('shows the templates before they are counted, and counts a new one', async () => {
    const all = [template('one'), template('two'), template('three')]
    const counting = Promise.withResolvers<number>()
    const templates = (args: object) => ({ ...pageOf(all, { ...args, first: 2 }), totalCount: () => counting.promise })
    const { user } = showPage(all, { templates })
    expect(await screen.findByText('Name one')).toBeTruthy()
    expect(screen.queryByText(/^\d+ templates$/)).toBeNull()
    counting.resolve(3)
    expect(await screen.findByText('3 templates')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete Name one' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 templates')).toBeTruthy()
  })

  test('a failed page shows an error with a retry', async () => {
    const all = [template('one'), template('two')]
    let broken = true
    const { user } = showPage(all, {
      templates: (args: { after?: string | null }) =>
        broken && args.after ? Promise.reject(unexplainedError()) : pageOf(all, { ...args, first: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Show more templates' }))
    expect(await screen.findByText('More templates could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Name two')).toBeTruthy()
  })

  test('asks at Escape before it discards input', async () => {
    const { user } = showPage()
    await user.click(await screen.findByRole('button', { name: 'Create Template' }))
    await user.type(screen.getByLabelText('Subject'), 'Hello')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Hello')
  })

  test('shows an error with a retry when the starter templates fail to load', async () => {
    let broken = true
    const tenant = () => (broken ? Promise.reject(unexplainedError()) : WITHOUT_BUILDER)
    const { user } = showPage([template('one')], { tenant })
    expect(await screen.findByText('The starter templates could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('The starter templates could not be loaded')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Build with blocks' })).toBeNull()
  })

  test('shows an error with a retry when loading fails', async () => {
    let broken = true
    const { user } = showPage([], {
      templates: () => (broken ? Promise.reject(unexplainedError()) : pageOf([template('one')], {})),
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

  test('asks first, then shows "Template Deleted" without another query', async () => {
    const world = showPage()
    await deleteFirst(world)
    await findToast('Template Deleted')
    expect(screen.queryByText('Name one')).toBeNull()
    expect(screen.getByText('1 template')).toBeTruthy()
    expect(world.askedFor('Templates')).toHaveLength(1)
  })

  test('shows "Failed to delete template" on failure and keeps it', async () => {
    await deleteFirst(showPage(undefined, { deleteTemplate: () => Promise.reject(unexplainedError()) }))
    const toast = await findToast('Delete Failed')
    expect(within(toast).getByText('Failed to delete template')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
  })
})

describe('creating a template', () => {
  test('requires a name', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await create(world, dialog)
    expect(await within(dialog).findByText('Template name is required')).toBeTruthy()
    expect(world.askedFor('CreateTemplate')).toEqual([])
  })

  test('sends name, subject and content, shows "Template Created" and adds it at the top', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.type(within(dialog).getByLabelText('Name'), 'Welcome')
    await world.user.type(within(dialog).getByLabelText('Subject'), 'Hi')
    await world.user.click(await within(dialog).findByRole('tab', { name: 'Text' }))
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

  test('can put words that only some recipients see into the subject', async () => {
    const world = showPage(undefined, { contactFields: [], contactTags: [] })
    const dialog = within(await openDialog(world))
    const [ofSubject] = dialog.getAllByRole('button', { name: 'Add a condition' })
    await world.user.click(ofSubject as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add a condition' }))
    await world.user.click(await form.findByRole('button', { name: 'Insert' }))
    const box = dialog.getByLabelText<HTMLInputElement>('Subject')
    await waitFor(() => expect(box.value).toBe('{#if firstName is not empty}{/if}'))
  })

  test('shows "Failed to create template" and why when the plan\'s limit is reached', async () => {
    const world = showPage(undefined, {
      createTemplate: () => {
        throw knownError('LIMIT_REACHED', 'Your plan allows 2 templates.')
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
  test('saves a text template in place and shows "Template Saved"', async () => {
    const world = showPage()
    await world.user.click(await screen.findByRole('button', { name: 'Edit Name one' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Template' })
    const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Name one')
    await world.user.clear(name)
    await world.user.type(name, 'Better')
    await world.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await findToast('Template Saved')
    expect(world.askedFor('UpdateTemplate')).toEqual([{ input: { id: 'one', name: 'Better' } }])
    expect(screen.getByRole('heading', { name: 'Better' })).toBeTruthy()
  })

  test('keeps what somebody else changed meanwhile in a text template', async () => {
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

  test('shows an error on failure and keeps the input', async () => {
    const world = showPage(undefined, { updateTemplate: () => Promise.reject(unexplainedError()) })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Name one' }))
    const dialog = screen.getByRole('dialog')
    await world.user.type(within(dialog).getByLabelText('Subject'), '!')
    await world.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(within(await findToast('Save Failed')).getByText('Failed to save template')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Subject').value).toBe('Subject one!')
  })

  test('opens the builder for a template of blocks', async () => {
    showPage([template('one', { htmlTemplate: emptyDocument() })])
    const link = await screen.findByRole('link', { name: 'Edit Name one' })
    expect(link.getAttribute('href')).toBe('/email-builder?template=one')
  })
})

describe('the starter templates', () => {
  test('are at least eight, each with a link to the builder', async () => {
    showPage(undefined, { tenant: WITH_BUILDER })
    const list = within(await screen.findByRole('list', { name: 'Starter templates' }))
    const links = list.getAllByRole('link')
    expect(links.length).toBeGreaterThanOrEqual(8)
    expect(links[0]?.getAttribute('href')).toMatch(/^\/email-builder\?start=\w/)
  })

  test('are not offered when the builder is turned off', async () => {
    const world = showPage()
    await screen.findByText('Name one')
    await waitFor(() => expect(world.askedFor('BuilderFeature')).toHaveLength(1))
    expect(screen.queryByRole('link', { name: 'Build with blocks' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Starter templates' })).toBeNull()
  })
})

describe('the editor of a text template', () => {
  const boxOf = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: 'Content' })

  test('has the tabs Visual, HTML and Text, which all edit the same text', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(await within(dialog).findByRole('tab', { name: 'HTML' }))
    fireEvent.change(boxOf(dialog), { target: { value: '<b>Dear</b> {firstName}' } })
    await world.user.click(await within(dialog).findByRole('tab', { name: 'Visual' }))
    const visual = await within(dialog).findByRole('textbox', { name: 'Content' })
    expect(within(visual).getByText('Dear').tagName).toBe('STRONG')
    expect(within(visual).getByText('firstName').dataset['mergeTag']).toBe('{firstName}')
    await world.user.click(visual)
    await world.user.paste('Bye')
    await world.user.click(await within(dialog).findByRole('tab', { name: 'Text' }))
    expect((boxOf(dialog) as HTMLTextAreaElement).value).toBe('Bye<b>Dear</b> {firstName}')
  })

  test.each(['Visual', 'HTML', 'Text'])(
    'has personalization buttons that insert their tag in the tab %s',
    async (tab) => {
      const world = showPage()
      const dialog = await openDialog(world)
      await world.user.click(await within(dialog).findByRole('tab', { name: tab }))
      for (const tag of ['{firstName}', '{lastName}', '{fullName}']) {
        await world.user.click(within(dialog).getByRole('button', { name: tag }))
      }
      await world.user.click(await within(dialog).findByRole('tab', { name: 'HTML' }))
      expect((boxOf(dialog) as HTMLTextAreaElement).value).toBe('{firstName}{lastName}{fullName}')
    },
  )

  test('runs no scripts in the tab Visual', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(await within(dialog).findByRole('tab', { name: 'HTML' }))
    fireEvent.change(boxOf(dialog), { target: { value: '<img src=x onerror=alert(1)><script>alert(1)</script>' } })
    await world.user.click(await within(dialog).findByRole('tab', { name: 'Visual' }))
    expect(boxOf(dialog).querySelector('script, img, [onerror]')).toBeNull()
  })

  test('has formatting buttons that wrap the selection', async () => {
    const world = showPage()
    const dialog = await openDialog(world)
    await world.user.click(await within(dialog).findByRole('tab', { name: 'HTML' }))
    const box = boxOf(dialog) as HTMLTextAreaElement
    await world.user.type(box, 'Dear friend')
    box.setSelectionRange(5, 11)
    await world.user.click(within(dialog).getByRole('button', { name: 'Bold' }))
    expect(box.value).toBe('Dear <b>friend</b>')
  })
})
