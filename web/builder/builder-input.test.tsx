import '#web/testing/browser.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PLACEHOLDER_IMAGE } from '#domain/builder/blocks.ts'
import { createElement } from '#domain/builder/new-element.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { clearToasts } from '#web/ui/toast-store.ts'
import { block, blocksShown, button, documentOf, entry, frame, properties, showBuilder } from './testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

describe('copy and paste in the email builder', () => {
  /** A fake of the browser's clipboard data. */
  function clipboard(parts: Record<string, string> = {}) {
    const data = new Map(Object.entries(parts))
    return {
      files: [],
      types: [],
      getData: (type: string) => data.get(type) ?? '',
      setData: (type: string, value: string) => data.set(type, value),
    }
  }

  itInFull('copies blocks between templates through the clipboard, with new ids', async () => {
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

  test('works by its buttons when the browser denies access to the clipboard', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    await user.click(button('Copy block'))
    await user.click(button('Paste block'))
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Divider, 2 of 2, selected'])
  })

  test('removes a block that is cut', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    fireEvent.cut(frame(/^Divider/), { clipboardData: clipboard() })
    expect(now().elements).toEqual([])
  })

  test('turns HTML of other programs into one block, and lists unsupported parts', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    const html = '<table><tr><td>Hi</td></tr></table><script>alert(1)</script>'
    fireEvent.paste(frame(/^Divider/), { clipboardData: clipboard({ 'text/html': html }) })
    expect(now().elements.map(({ type }) => type)).toEqual(['divider', 'html'])
    expect((await findToast('HTML added as one block')).textContent).toContain('script')
    expect(renderDocument(now())).not.toContain('<script')
    expect(now().elements[1]?.content).toBe('<table><tr><td>Hi</td></tr></table>')
  })

  test('also exists as Import HTML, which turns an email made elsewhere into blocks and lists what it leaves out', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(button('Import HTML'))
    const html = '<h1>Hello *|FNAME|*</h1><a href="javascript:x">Bad</a><script>x</script>'
    fireEvent.change(screen.getByLabelText('HTML'), { target: { value: html } })
    await user.click(button('Convert to blocks'))
    expect(await screen.findByText('A link that emails cannot have: javascript:x')).toBeTruthy()
    expect(screen.getByText('*|FNAME|* → {firstName}')).toBeTruthy()
    expect(screen.getByTitle<HTMLIFrameElement>('Before the import').srcdoc).not.toContain('<script')
    expect(screen.getByTitle<HTMLIFrameElement>('After the import').srcdoc).toContain('Hello {firstName}')
    await user.click(button('Add blocks to this email'))
    expect(now().elements.map(({ type, heading }) => [type, heading])).toEqual([
      ['divider', undefined],
      ['text', 1],
      ['text', undefined],
    ])
  })

  test('lists at Import HTML the styles, subject, color and width that are left out', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(button('Import HTML'))
    const html = `<html><head><title>News</title></head><body style="background:#eeeeee">
      <table width="640"><tr><td style="border:1px solid #ccc;letter-spacing:2px">Hello</td></tr></table></body></html>`
    fireEvent.change(screen.getByLabelText('HTML'), { target: { value: html } })
    await user.click(button('Convert to blocks'))
    const lines = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    await screen.findByText('Left out (2)')
    expect(lines('Left out (2)')).toEqual(['The style border: 1px solid #ccc', 'The style letter-spacing: 2px'])
    expect(lines('“Add blocks to this email” leaves out')).toEqual([
      'Subject: News',
      'Page color: #eeeeee',
      'Width: 640px',
    ])
    expect(lines('“Replace this email” leaves out')).toEqual(['Subject: News'])
    expect(screen.queryByText('The whole email was imported.')).toBeNull()
  })

  itInFull('replaces the email at Import HTML, which can be undone, and refuses HTML that shows nothing', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(button('Import HTML'))
    fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<script>x</script>' } })
    await user.click(button('Convert to blocks'))
    expect(await screen.findByText(/contains nothing that can be shown/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<p>Hello</p>' } })
    await user.click(button('Convert to blocks'))
    await user.click(await screen.findByRole('button', { name: 'Replace this email' }))
    expect(now().elements.map(({ type }) => type)).toEqual(['text'])
    await user.click(within(await findToast('Started with “Imported HTML”')).getByRole('button', { name: 'Undo' }))
    expect(now().elements.map(({ type }) => type)).toEqual(['divider'])
  })
})

describe('images in the email builder', () => {
  const picture = (name = 'harbor view.png', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })

  function serve(answer: () => Response | Promise<Response>) {
    const fetched = vi.fn<typeof fetch>(async () => answer())
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  const stored = () => Response.json({ url: 'https://mergewell.example/images/x.png' })
  const picker = () => properties().getByLabelText<HTMLInputElement>('Upload Image', { selector: 'input' })

  test('are chosen by a file picker that accepts images only', async () => {
    const { user } = showBuilder()
    await user.click(entry('Image'))
    expect(picker().accept).toBe('image/*')
  })

  test('are uploaded with the text Uploading... and a disabled button, and become the content', async () => {
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
    expect(now().elements[0]).toMatchObject({ content: 'https://mergewell.example/images/x.png', alt: 'harbor view' })
    const [address, options] = fetched.mock.calls[0] ?? []
    expect([address, options?.method]).toEqual(['/api/upload/image?maxWidth=1160', 'POST'])
    const form = options?.body as FormData | undefined
    expect(form?.get('image')).toBeInstanceOf(File)
  })

  itInFull('do not change the selection when their upload finishes late', async () => {
    let answer: (response: Response) => void = () => {}
    serve(() => new Promise((resolve) => (answer = resolve)))
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(entry('Image'))
    await user.upload(picker(), picture())
    await user.click(frame(/^Divider/))
    await act(async () => answer(stored()))
    await findToast('Image uploaded successfully')
    expect(now().elements[1]?.content).toBe('https://mergewell.example/images/x.png')
    expect(blocksShown()).toEqual(['Divider, 1 of 2, selected', 'Image, 2 of 2'])
  })

  itInFull(
    "get a new alternative text if the old one came from the old file's name, and otherwise keep it",
    async () => {
      serve(stored)
      const { user, now } = showBuilder()
      await user.click(entry('Image'))
      const put = async (name: string) => {
        await user.upload(picker(), picture(name))
        await findToast('Image uploaded successfully')
        await waitFor(() => expect(button('Upload Image')).toBeTruthy())
        clearToasts()
        return now().elements[0]?.alt
      }
      expect(await put('harbor view.png')).toBe('harbor view')
      expect(await put('old bridge.png')).toBe('old bridge')
      expect(await put('IMG_0001.png')).toBeUndefined()
      fireEvent.change(properties().getByLabelText('Alternative text'), { target: { value: 'Our house' } })
      expect(await put('new house.png')).toBe('Our house')
    },
  )

  test('that cannot be uploaded show the fixed text and change nothing', async () => {
    serve(() => new Response('', { status: 500 }))
    const { user, now } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture())
    expect((await findToast('Upload failed')).textContent).toContain('Failed to upload image. Please try again.')
    expect(now().elements[0]?.content).toBe(PLACEHOLDER_IMAGE)
  })

  test('are refused with the accepted types if the file is not an image', async () => {
    const fetched = serve(stored)
    const { now } = showBuilder(documentOf(block('image', 'a')))
    fireEvent.click(frame(/^Image/))
    const file = new File(['words'], 'notes.pdf', { type: 'application/pdf' })
    fireEvent.change(picker(), { target: { files: [file] } })
    expect((await findToast('Upload failed')).textContent).toContain(
      'Please try again with a PNG, JPEG, GIF or WebP file.',
    )
    expect(fetched).not.toHaveBeenCalled()
    expect(now().elements[0]?.content).toBe(PLACEHOLDER_IMAGE)
  })

  test('that are uploaded after the session has expired sign the user out', async () => {
    serve(() => Response.json({ message: 'Sign in first.' }, { status: 401 }))
    const { user, signOut } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture())
    await waitFor(() => expect(signOut).toHaveBeenCalled())
    expect((await findToast('Upload failed')).textContent).toContain('Sign in first.')
  })

  test('are stored at twice the width that the block shows, and the stored size is shown', async () => {
    const fetched = serve(() =>
      Response.json({ url: 'https://mergewell.example/images/x.png', size: 90_000, width: 400, height: 300 }),
    )
    const { user } = showBuilder(documentOf(block('image', 'a', { styles: { width: '200px' } })))
    await user.click(frame(/^Image/))
    await user.upload(picker(), picture('large.png', 300_000))
    expect((await findToast('Image uploaded successfully')).textContent).toContain(
      'Saved at 400 × 300 px, 87.9 KB instead of 293.0 KB.',
    )
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/upload/image?maxWidth=400'])
    expect(screen.queryByText(/Images over 200 KB load slowly/)).toBeNull()
  })

  test.each<[string, BuilderElement, string, string]>([
    ['the background of a band', createElement('columns', 'a', 1), 'Upload background picture', '1200'],
    ['the picture of a video', block('video', 'a', { styles: { padding: '0 50px' } }), 'Upload picture', '1000'],
  ])('as %s are stored at twice their displayed width', async (_, element, label, maxWidth) => {
    const fetched = serve(stored)
    const { user, now } = showBuilder(documentOf(element))
    await user.click(screen.getAllByRole('group', { name: /, 1 of 1/ })[0] as HTMLElement)
    await user.upload(properties().getByLabelText<HTMLInputElement>(label, { selector: 'input' }), picture())
    const url = 'https://mergewell.example/images/x.png'
    await waitFor(() => expect([now().elements[0]?.background, now().elements[0]?.content]).toContain(url))
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([`/api/upload/image?maxWidth=${maxWidth}`])
  })

  itInFull('of more than 200 KB are accepted with a warning', async () => {
    serve(stored)
    const { user } = showBuilder()
    await user.click(entry('Image'))
    await user.upload(picker(), picture('large.png', 300_000))
    expect(await screen.findByText(/Images over 200 KB load slowly/)).toBeTruthy()
    await findToast('Image uploaded successfully')
  })

  test.each(['drop', 'paste'] as const)('are added as an image block by a %s on the canvas', async (how) => {
    serve(stored)
    const { now } = showBuilder(documentOf(block('divider', 'a')))
    const files = [picture()]
    const data = { files, types: ['Files'], getData: () => '' }
    fireEvent[how](frame(/^Divider/), how === 'drop' ? { dataTransfer: data } : { clipboardData: data })
    await findToast('Image uploaded successfully')
    expect(now().elements[1]).toMatchObject({ type: 'image', content: 'https://mergewell.example/images/x.png' })
  })
})

describe('saved blocks in the email builder', () => {
  const SAVED = {
    __typename: 'SavedBlock',
    id: 's1',
    name: 'Our footer',
    elements: [block('divider', 'q')],
    updatedAt: '2026-01-31T12:00:00.000Z',
  }

  test('are added on click', async () => {
    const { user } = showBuilder(undefined, { savedBlocks: [SAVED] })
    const list = within(await screen.findByRole('list', { name: 'Saved blocks' }))
    await user.click(list.getByRole('button', { name: 'Our footer' }))
    expect(blocksShown()).toEqual(['Divider, 1 of 1, selected'])
  })

  test('are created with a name from the selected block', async () => {
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

describe('the dialog Email Preview', () => {
  const mail = documentOf(block('text', 'a', { content: 'Dear {firstName|friend} of {City|your town}' }))

  test('shows what the server would send to any contact, in a frame without scripts or requests', async () => {
    const world = showBuilder(mail)
    await world.user.click(button('Preview'))
    expect(screen.getByRole('heading', { name: 'Email Preview' })).toBeTruthy()
    const shown = screen.getByTitle<HTMLIFrameElement>('Email preview')
    await waitFor(() => expect(shown.srcdoc).toContain('From the server'))
    expect(shown.getAttribute('sandbox')).toBe('')
    expect(shown.srcdoc).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src/,
    )
    await waitFor(() =>
      expect(world.askedFor('RenderMail').at(-1)).toMatchObject({ input: { contactId: 'zoe', htmlTemplate: mail } }),
    )
  })

  test('shows pictures inside the email, and loads none from other servers', async () => {
    const pictures =
      '<img src="data:image/png;base64,iVBO" alt="Ours"><img src="https://elsewhere.example/a.png" alt="Theirs">'
    const { user } = showBuilder(mail, { previewMail: { htmlForDisplay: pictures, text: '' } })
    await user.click(button('Preview'))
    const shown = screen.getByTitle<HTMLIFrameElement>('Email preview')
    await waitFor(() => expect(shown.srcdoc).toContain('data:image/png;base64,iVBO'))
    expect(shown.srcdoc).not.toContain('elsewhere.example')
    expect(screen.getByText(/Images from other servers are not shown/)).toBeTruthy()
  })

  test('searches contacts on the server', async () => {
    const world = showBuilder(mail)
    await world.user.click(button('Preview'))
    await world.user.click(await screen.findByRole('button', { name: /Preview as/ }))
    await world.user.type(screen.getByLabelText('Search contacts'), 'zo')
    await waitFor(() => expect(world.askedFor('PreviewContacts').at(-1)).toMatchObject({ filter: { search: 'zo' } }))
    await world.user.click(screen.getByRole('button', { name: /Unknown contact.*fallback/ }))
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

  test('shows the generated HTML read-only at View Code; Back to Editor returns from both views', async () => {
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
