// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLACEHOLDER_IMAGE } from '#domain/builder/blocks.ts'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { renderDocument } from '#domain/builder/render.ts'
import { findToast, show, tearDown, type Root } from '#web/testing/world.tsx'
import { Builder } from './builder.tsx'
import { block, blocksShown, BUILDER_ROOT, documentOf } from './testing.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

function showBuilder(initial: BuilderDocument = { ...documentOf(), subject: '' }, root: Root = {}) {
  const saved: BuilderDocument[] = []
  const changes: BuilderDocument[] = []
  const world = show(
    <Builder
      initial={initial}
      onChange={(document) => changes.push(document)}
      onSave={(document) => {
        saved.push(document)
      }}
    />,
    { root: { ...BUILDER_ROOT, ...root } },
  )
  return { ...world, saved, now: () => changes.at(-1) ?? initial }
}

const properties = () => within(screen.getByRole('region', { name: 'Element Properties' }))
const frame = (name: RegExp) => screen.getByRole('group', { name })
const entry = (name: string) => within(screen.getByRole('list', { name: 'Elements' })).getByRole('button', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the editor', () => {
  test('an empty canvas says where to begin, and nothing is selected', () => {
    showBuilder()
    expect(screen.getByText('Drag elements here to start building your email')).toBeTruthy()
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
  })

  test("has the spec's five elements first in its palette", () => {
    showBuilder()
    const names = within(screen.getByRole('list', { name: 'Elements' })).getAllByRole('button')
    expect(names.slice(0, 5).map((each) => each.textContent)).toEqual([
      'Text Block',
      'Image',
      'Button',
      'Divider',
      'Spacer',
    ])
  })

  test('a click on a palette entry adds a block at the end and selects it', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(entry('Button'))
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Button, 2 of 2, selected'])
    expect(now().elements[1]).toMatchObject({ type: 'button', content: 'Click Here' })
    expect(properties().getByText('Button')).toBeTruthy()
  })

  test('clicking selects and highlights; deleting the selected block clears the selection', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    await user.click(frame(/^Spacer/))
    expect(frame(/^Spacer/).hasAttribute('data-selected')).toBe(true)
    await user.click(button('Delete Spacer'))
    expect(now().elements.map(({ id }) => id)).toEqual(['a'])
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
  })

  test('deleting another block leaves the selection alone', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    await user.click(frame(/^Spacer/))
    await user.click(button('Delete Divider'))
    expect(blocksShown()).toEqual(['Spacer, 1 of 1, selected'])
  })

  test('Save Template hands over subject, elements and globalStyles', async () => {
    const { user, saved } = showBuilder()
    await user.type(screen.getByLabelText('Subject'), 'Hi')
    await user.click(entry('Spacer'))
    await user.click(button('Save Template'))
    expect(saved).toHaveLength(1)
    expect(saved[0]).toMatchObject({
      subject: 'Hi',
      elements: [{ type: 'spacer', styles: { height: '20px' } }],
      globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
    })
  })

  test('the placeholder is drawn, not fetched', async () => {
    const { user } = showBuilder()
    await user.click(entry('Image'))
    const inside = [...frame(/^Image/).querySelectorAll('*')].flatMap((each) => [...(each.shadowRoot?.children ?? [])])
    const html = inside.map((each) => each.outerHTML).join('')
    expect(html).toContain('400 × 200')
    expect(html).not.toContain(PLACEHOLDER_IMAGE)
  })
})

describe('what can be changed of which element (spec §5)', () => {
  const LABELS = ['Background color', 'Text color', 'Font size', 'Font weight', 'Height', 'Border radius', 'Content']
  test.each([
    ['Text Block', ['Text color', 'Font size', 'Font weight', 'Content']],
    ['Image', ['Text color', 'Border radius']],
    ['Button', ['Background color', 'Text color', 'Font size', 'Font weight', 'Border radius', 'Content']],
    ['Divider', ['Background color', 'Text color', 'Height']],
    ['Spacer', ['Height']],
  ])('%s: %j', async (name, expected) => {
    const { user } = showBuilder()
    await user.click(entry(name))
    const found = LABELS.filter(
      (label) => properties().queryByLabelText(label) ?? properties().queryByRole('textbox', { name: label }),
    )
    expect(found).toEqual(expected)
  })

  test('an image has its URL, which accepts any text', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Image'))
    fireEvent.change(properties().getByLabelText('Image URL'), { target: { value: 'not an address' } })
    expect(now().elements[0]?.content).toBe('not an address')
  })

  test('sizes and colours are free text', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Button'))
    fireEvent.change(properties().getByLabelText('Font size'), { target: { value: 'quite large' } })
    fireEvent.change(properties().getByLabelText('Background color'), { target: { value: 'tomato' } })
    expect(now().elements[0]?.styles).toMatchObject({ fontSize: 'quite large', backgroundColor: 'tomato' })
  })

  test('a colour can be picked as well', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Divider'))
    fireEvent.change(properties().getByLabelText('Pick background color'), { target: { value: '#ff0000' } })
    expect(now().elements[0]?.styles.backgroundColor).toBe('#ff0000')
  })

  test('alignment is left, center or right; weight normal or bold', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Text Block'))
    const choices = (name: string) =>
      within(properties().getByRole('radiogroup', { name }))
        .getAllByRole('radio')
        .map((each) => each.getAttribute('aria-label'))
    expect(choices('Alignment')).toEqual(['left', 'center', 'right'])
    expect(choices('Font weight')).toEqual(['normal', 'bold'])
    await user.click(properties().getByRole('radio', { name: 'right' }))
    expect(now().elements[0]?.styles.textAlign).toBe('right')
  })

  test('global styles hold for the whole mail', () => {
    const { now } = showBuilder()
    fireEvent.change(screen.getAllByLabelText('Max width')[0] as HTMLElement, { target: { value: '480px' } })
    expect(now().globalStyles.maxWidth).toBe('480px')
  })
})

describe('undo and redo', () => {
  test('take back and bring back everything, by buttons and by keys', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Spacer'))
    await user.click(entry('Divider'))
    fireEvent.change(properties().getByLabelText('Height'), { target: { value: '9px' } })
    const all = now()
    await user.keyboard('{Control>}z{/Control}')
    expect(now().elements[1]?.styles.height).toBe('1px')
    await user.click(button('Undo'))
    await user.keyboard('{Control>}z{/Control}')
    expect(blocksShown()).toEqual([])
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await user.click(button('Redo'))
    await user.keyboard('{Meta>}{Shift>}z{/Shift}{/Meta}')
    expect(now()).toEqual(all)
    expect(button('Redo').getAttribute('aria-disabled')).toBe('true')
  })

  test('go on by keys when what had the focus is gone', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    await user.click(button('Delete Divider'))
    await user.keyboard('{Control>}z{/Control}')
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
  })

  test('letters typed into one field are one step, and another field is the next', () => {
    const { now } = showBuilder()
    const subject = screen.getByLabelText('Subject')
    for (const value of ['H', 'He', 'Hel']) fireEvent.change(subject, { target: { value } })
    fireEvent.change(screen.getByLabelText('Preheader'), { target: { value: 'P' } })
    fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
    expect([now().subject, now().preheader]).toEqual(['Hel', undefined])
    fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
    expect(now().subject).toBe('')
  })
})

describe('by keyboard', () => {
  const spoken = () => screen.getByRole('status', { name: 'Builder' }).textContent

  test('arrows walk, Alt and an arrow moves, and what happens is said', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b'), block('button', 'c')))
    act(() => frame(/^Divider/).focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(frame(/^Spacer/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(now().elements.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
    expect(spoken()).toBe('Spacer moved: 3 of 3')
    expect(document.activeElement).toBe(frame(/^Spacer/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(spoken()).toBe('Spacer cannot go further down')
  })

  test('a block goes into a column, beside and out again', async () => {
    const row = block('columns', 'r', { columns: [{ elements: [] }, { elements: [] }] })
    const { user, now } = showBuilder(documentOf(block('spacer', 's'), row))
    act(() => frame(/^Spacer/).focus())
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(spoken()).toBe('Spacer moved: 1 of 1 in column 1')
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(now().elements[0]?.columns?.[1]?.elements.map(({ id }) => id)).toEqual(['s'])
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(now().elements.map(({ id }) => id)).toEqual(['r', 's'])
  })

  test('the handle picks up, carries and puts down as one step; Escape puts back', async () => {
    const start = documentOf(block('divider', 'a'), block('spacer', 'b'), block('button', 'c'))
    const { user, now } = showBuilder(start)
    await user.click(frame(/^Divider/))
    act(() => button('Move Divider').focus())
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}')
    expect(now().elements.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    await user.keyboard('{Escape}')
    expect(now()).toEqual(start)
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    await user.keyboard(' {ArrowDown}{ArrowDown} ')
    await user.keyboard('{Control>}z{/Control}')
    expect(now()).toEqual(start)
  })

  test('Delete deletes, selects nothing and goes on from the next; Control D duplicates', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    act(() => frame(/^Divider/).focus())
    await user.keyboard('{Control>}d{/Control}')
    expect(blocksShown()).toEqual(['Divider, 1 of 3', 'Divider, 2 of 3, selected', 'Spacer, 3 of 3'])
    await user.keyboard('{Delete}')
    expect(now().elements.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
    expect(document.activeElement).toBe(frame(/^Spacer/))
  })

  test('Enter in a line does not send the form that the builder stands in', () => {
    showBuilder()
    expect(fireEvent.keyDown(screen.getByLabelText('Subject'), { key: 'Enter' })).toBe(false)
  })
})

describe('copy and paste', () => {
  /** What a browser's clipboard would carry. */
  function clipboard(parts: Record<string, string> = {}) {
    const data = new Map(Object.entries(parts))
    return {
      files: [],
      types: [],
      getData: (type: string) => data.get(type) ?? '',
      setData: (type: string, value: string) => data.set(type, value),
    }
  }

  test('blocks go from one template to another by the clipboard, with ids of their own', async () => {
    const first = showBuilder(documentOf(block('button', 'a', { content: 'Buy' })))
    await first.user.click(frame(/^Button/))
    const data = clipboard()
    fireEvent.copy(frame(/^Button/), { clipboardData: data })
    expect(data.getData('text/plain')).toBe('Buy')
    tearDown()
    const second = showBuilder(documentOf(block('spacer', 'a'), block('divider', 'z')))
    await second.user.click(frame(/^Spacer/))
    fireEvent.paste(frame(/^Spacer/), { clipboardData: data })
    expect(blocksShown()).toEqual(['Spacer, 1 of 3', 'Button, 2 of 3, selected', 'Divider, 3 of 3'])
    expect(new Set(second.now().elements.map(({ id }) => id)).size).toBe(3)
  })

  test('the buttons do the same where browsers keep the clipboard to themselves', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    await user.click(button('Copy block'))
    await user.click(button('Paste block'))
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Divider, 2 of 2, selected'])
  })

  test('a cut takes the block away', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    fireEvent.cut(frame(/^Divider/), { clipboardData: clipboard() })
    expect(now().elements).toEqual([])
  })

  test('HTML from elsewhere becomes one block, and what mails cannot have is named', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    const html = '<table><tr><td>Hi</td></tr></table><script>alert(1)</script>'
    fireEvent.paste(frame(/^Divider/), { clipboardData: clipboard({ 'text/html': html }) })
    expect(now().elements.map(({ type }) => type)).toEqual(['divider', 'html'])
    expect((await findToast('HTML added as one block')).textContent).toContain('script')
    expect(renderDocument(now())).not.toContain('<script')
  })

  test('Import HTML takes a mail that was made elsewhere', async () => {
    const { user, now } = showBuilder()
    await user.click(button('Import HTML'))
    fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<p onclick="x()">Hello</p>' } })
    await user.click(button('Add block'))
    expect(now().elements[0]).toMatchObject({ type: 'html', content: '<p>Hello</p>' })
  })
})

describe('images', () => {
  const picture = (name = 'harbour view.png', size = 10) =>
    new File([new Uint8Array(size)], name, { type: 'image/png' })

  function serve(answer: () => Response | Promise<Response>) {
    const fetched = vi.fn<typeof fetch>(async () => answer())
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  const stored = () => Response.json({ url: 'https://mergewell.example/images/x.png' })
  const picker = () => properties().getByLabelText<HTMLInputElement>('Upload Image', { selector: 'input' })

  test('the picker accepts image files only', async () => {
    const { user } = showBuilder()
    await user.click(entry('Image'))
    expect(picker().accept).toBe('image/*')
  })

  test('an upload reads Uploading..., disables its button and becomes the content', async () => {
    let answer: (response: Response) => void = () => {}
    const fetched = serve(() => new Promise((resolve) => (answer = resolve)))
    const { user, now } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture())
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })
    expect(busy.disabled).toBe(true)
    await act(async () => answer(stored()))
    const toast = await findToast('Image uploaded successfully')
    expect(within(toast).getByText('You can now use the image URL in your email')).toBeTruthy()
    expect(now().elements[0]).toMatchObject({ content: 'https://mergewell.example/images/x.png', alt: 'harbour view' })
    const [address, options] = fetched.mock.calls[0] ?? []
    expect([address, options?.method]).toEqual(['/api/upload/image', 'POST'])
    const form = options?.body as FormData | undefined
    expect(form?.get('image')).toBeInstanceOf(File)
  })

  test('a failure says so in the words of the spec and changes nothing', async () => {
    serve(() => new Response('', { status: 500 }))
    const { user, now } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture())
    expect((await findToast('Upload failed')).textContent).toContain('Failed to upload image. Please try again.')
    expect(now().elements[0]?.content).toBe(PLACEHOLDER_IMAGE)
  })

  test('one over 200 KB is warned of, and taken', async () => {
    serve(stored)
    const { user } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture('large.png', 300_000))
    expect(await screen.findByText(/Images over 200 KB load slowly/)).toBeTruthy()
    await findToast('Image uploaded successfully')
  })

  test.each(['drop', 'paste'] as const)('a %s on the canvas adds an image block', async (how) => {
    serve(stored)
    const { now } = showBuilder(documentOf(block('divider', 'a')))
    const files = [picture()]
    const data = { files, types: ['Files'], getData: () => '' }
    fireEvent[how](frame(/^Divider/), how === 'drop' ? { dataTransfer: data } : { clipboardData: data })
    await findToast('Image uploaded successfully')
    expect(now().elements[1]).toMatchObject({ type: 'image', content: 'https://mergewell.example/images/x.png' })
  })
})

describe('saved blocks', () => {
  const SAVED = { __typename: 'SavedBlock', id: 's1', name: 'Our footer', elements: [block('divider', 'q')] }

  test('are added by a click', async () => {
    const { user } = showBuilder(undefined, { savedBlocks: [SAVED] })
    const list = within(await screen.findByRole('list', { name: 'Saved blocks' }))
    await user.click(list.getByRole('button', { name: 'Our footer' }))
    expect(blocksShown()).toEqual(['Divider, 1 of 1, selected'])
  })

  test('are made of the selected block under a name', async () => {
    const createSavedBlock = ({ input }: { input: object }) => ({ ...SAVED, id: 's2', ...input })
    const world = showBuilder(documentOf(block('button', 'a', { content: 'Buy now' })), { createSavedBlock })
    await world.user.click(frame(/^Button/))
    await world.user.click(button('Save block'))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Buy now')
    await world.user.click(dialog.getByRole('button', { name: 'Save block' }))
    await findToast('Block saved')
    expect(world.askedFor('CreateSavedBlock')).toMatchObject([
      { input: { name: 'Buy now', elements: [{ type: 'button', content: 'Buy now' }] } },
    ])
    expect(screen.getByRole('button', { name: 'Delete Buy now' })).toBeTruthy()
  })
})

describe('Email Preview', () => {
  const mail = documentOf(block('text', 'a', { content: 'Dear {firstName|friend} of {City|your town}' }))

  test('shows what the server would send, to any contact, in a frame that runs and calls nothing', async () => {
    const world = showBuilder(mail)
    await world.user.click(button('Preview'))
    expect(screen.getByRole('heading', { name: 'Email Preview' })).toBeTruthy()
    const shown = screen.getByTitle<HTMLIFrameElement>('Preview of the mail')
    await waitFor(() => expect(shown.srcdoc).toContain('From the server'))
    expect(shown.getAttribute('sandbox')).toBe('')
    expect(shown.srcdoc).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src/,
    )
    await waitFor(() =>
      expect(world.askedFor('RenderMail').at(-1)).toMatchObject({ input: { contactId: 'zoe', htmlTemplate: mail } }),
    )
  })

  test('searches contacts on the server', async () => {
    const world = showBuilder(mail)
    await world.user.click(button('Preview'))
    await world.user.click(await screen.findByRole('button', { name: /Preview as/ }))
    await world.user.type(screen.getByLabelText('Search contacts'), 'zo')
    await waitFor(() => expect(world.askedFor('PreviewContacts').at(-1)).toMatchObject({ filter: { search: 'zo' } }))
    await world.user.click(screen.getByRole('button', { name: /Somebody unknown.*fallback/ }))
    await waitFor(() =>
      expect(world.askedFor('RenderMail').at(-1)).toMatchObject({ input: { values: { firstName: '' } } }),
    )
  })

  test('shows the plain text', async () => {
    const { user } = showBuilder(mail)
    await user.click(button('Preview'))
    await user.click(screen.getByRole('radio', { name: 'Plain text' }))
    expect((await screen.findByRole('region', { name: 'Plain text' })).textContent).toBe('Plain words')
  })

  test('View Code shows the generated HTML, read-only; Back to Editor leads back from both', async () => {
    const { user } = showBuilder(mail)
    await user.click(button('Preview'))
    await user.click(button('View Code'))
    const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'HTML' })
    expect([code.readOnly, code.value]).toEqual([true, renderDocument(mail)])
    await user.click(button('Back to Editor'))
    await user.click(button('Preview'))
    await user.click(button('Back to Editor'))
    expect(blocksShown()).toEqual(['Text Block, 1 of 1'])
  })
})
