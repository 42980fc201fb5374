import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ANN, findToast, tearDown } from '#web/testing/world.tsx'
import { loadTabDrafts } from '../store/drafts-of-tab.ts'
import { contentBox, FEATURES, openDesign, people, paste, savedInput, selectIn, writtenIn } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('the step Design Email', () => {
  itInFull('has buttons that insert {firstName}, {lastName} and {firstName} {lastName}', async () => {
    const world = await openDesign()
    await paste(world, 'Content', 'Dear ')
    let written = 'Dear '
    for (const tag of ['{firstName}', '{lastName}', '{firstName} {lastName}']) {
      await world.user.click(screen.getByRole('button', { name: tag }))
      written += tag
      expect(writtenIn(await contentBox())).toBe(written)
    }
  })

  test('inserts tags where the user last edited, including the subject', async () => {
    const world = await openDesign()
    await paste(world, 'Subject', 'For ')
    await world.user.click(screen.getByRole('button', { name: '{firstName}' }))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('For {firstName}')
  })

  test('puts a condition around the selected words of the subject by choosing', async () => {
    const world = await openDesign({ root: { contactFields: [{ name: 'City' }], contactTags: [] } })
    await paste(world, 'Subject', 'News for Cork')
    const subject = screen.getByLabelText<HTMLInputElement>('Subject')
    subject.setSelectionRange(4, 13)
    const [ofSubject] = screen.getAllByRole('button', { name: 'Add a condition' })
    await world.user.click(ofSubject as HTMLElement)
    const form = await screen.findByRole('dialog', { name: 'Add a condition' })
    await world.user.click(await within(form).findByRole('checkbox', { name: 'Different text for everyone else' }))
    await world.user.click(within(form).getByRole('button', { name: 'Insert' }))
    const written = 'News{#if firstName is not empty} for Cork{#else}{/if}'
    await waitFor(() => expect(subject.value).toBe(written))
    await waitFor(() => expect(document.activeElement).toBe(subject))
    expect(subject.selectionStart).toBe(written.length - '{/if}'.length)
  })

  test('shows the conditions of the subject as chips that change and remove them', async () => {
    const world = await openDesign({ root: { contactFields: [{ name: 'City' }], contactTags: [] } })
    await paste(world, 'Subject', 'News{#if City is "Cork"} for Cork{#else} for all{/if}')
    const subject = screen.getByLabelText<HTMLInputElement>('Subject')
    const chips = within(await screen.findByRole('list', { name: 'Parts of the subject for some recipients only' }))
    await world.user.click(chips.getByRole('button', { name: 'If City is “Cork”: “for Cork”, otherwise “for all”' }))
    const form = within(await screen.findByRole('dialog', { name: 'Condition' }))
    const value = await form.findByRole('textbox', { name: 'Value' })
    await world.user.clear(value)
    await world.user.type(value, 'Bonn')
    await world.user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(subject.value).toBe('News{#if City is "Bonn"} for Cork{#else} for all{/if}'))

    await world.user.click(chips.getByRole('button', { name: /^If City is “Bonn”/ }))
    const again = within(await screen.findByRole('dialog', { name: 'Condition' }))
    await world.user.click(await again.findByRole('button', { name: 'Show to everyone' }))
    await waitFor(() => expect(subject.value).toBe('News for Cork for all'))
    expect(screen.queryByRole('list', { name: 'Parts of the subject for some recipients only' })).toBeNull()
  })

  test('can add words for everyone else to a condition of the subject later', async () => {
    const world = await openDesign({ root: { contactFields: [{ name: 'City' }], contactTags: [] } })
    await paste(world, 'Subject', 'News{#if City is "Cork"} for Cork{/if} today')
    const subject = screen.getByLabelText<HTMLInputElement>('Subject')
    const chips = within(await screen.findByRole('list', { name: 'Parts of the subject for some recipients only' }))
    await world.user.click(chips.getByRole('button', { name: 'If City is “Cork”: “for Cork”' }))
    const form = within(await screen.findByRole('dialog', { name: 'Condition' }))
    await world.user.click(await form.findByRole('checkbox', { name: 'Different text for everyone else' }))
    await world.user.click(form.getByRole('button', { name: 'Update' }))
    const written = 'News{#if City is "Cork"} for Cork{#else}{/if} today'
    await waitFor(() => expect(subject.value).toBe(written))
    await waitFor(() => expect(document.activeElement).toBe(subject))
    expect(subject.selectionStart).toBe(written.indexOf('{/if}'))

    await world.user.click(chips.getByRole('button', { name: /^If City is “Cork”/ }))
    const again = within(await screen.findByRole('dialog', { name: 'Condition' }))
    await again.findByRole('button', { name: 'Update' })
    expect(again.queryByRole('checkbox', { name: 'Different text for everyone else' })).toBeNull()
  })

  test('opens the format and fallback of a merge tag in the subject by a click on it, and removes it at the caret', async () => {
    const world = await openDesign({ root: { contactFields: [{ name: 'Due' }], contactTags: [] } })
    await paste(world, 'Subject', 'Pay by {Due}, please')
    const subject = screen.getByLabelText<HTMLInputElement>('Subject')
    await world.user.pointer({ target: subject, offset: 3, keys: '[MouseLeft]' })
    await world.user.pointer({ target: subject, offset: 9, keys: '[MouseLeft]' })
    const form = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
    expect((await form.findByLabelText<HTMLSelectElement>('Value')).value).toBe('Due')
    await world.user.selectOptions(form.getByLabelText('Format'), 'Date as 1 July 2026')
    await world.user.type(form.getByLabelText('Fallback text'), 'soon')
    await world.user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(subject.value).toBe('Pay by {Due|date:long|soon}, please'))
    await waitFor(() => expect(document.activeElement).toBe(subject))
    expect(subject.selectionStart).toBe('Pay by {Due|date:long|soon}'.length)

    await world.user.click(screen.getByRole('button', { name: 'Insert a merge tag' }))
    const again = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
    await world.user.click(await again.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(subject.value).toBe('Pay by , please'))

    await world.user.click(screen.getByRole('button', { name: 'Insert a merge tag' }))
    const other = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
    await world.user.click(await other.findByRole('button', { name: 'Insert' }))
    await waitFor(() => expect(subject.value).toBe('Pay by {firstName}, please'))
  })

  test('explains at once what is wrong with an {#if} in the subject that has no end', async () => {
    const world = await openDesign()
    await paste(world, 'Subject', 'News{#if City is "Cork"} for Cork')
    expect(await screen.findByText('The condition {#if City is "Cork"} has no {/if}.')).toBeTruthy()
  })

  test('has sender name, Reply-To, CC and BCC behind one line, with merge tags, and saves them', async () => {
    const world = await openDesign({ root: { contactFields: [{ name: 'Manager Email' }] } })
    const line = screen.getByRole('button', { name: /^Sender & copies/ })
    expect(line.textContent).toContain('From name, Reply-To, CC, BCC')
    await world.user.click(line)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Insert merge tag' }).disabled).toBe(true)
    await paste(world, 'From name', 'Ann')
    await paste(world, 'CC', 'boss@example.com, ')
    await world.user.click(await screen.findByRole('button', { name: '{Manager Email}' }))
    expect(screen.getByLabelText<HTMLInputElement>('CC').value).toBe('boss@example.com, {Manager Email}')
    await world.user.click(screen.getByLabelText('BCC'))
    await world.user.click(screen.getByRole('button', { name: 'Insert merge tag' }))
    await world.user.click(await screen.findByRole('menuitem', { name: '{email}' }))
    await waitFor(() =>
      expect(savedInput(world)).toMatchObject({
        ...{ fromName: 'Ann', cc: 'boss@example.com, {Manager Email}', bcc: '{email}' },
      }),
    )
    await world.user.click(line)
    expect(line.textContent).toContain('From name Ann · CC boss@example.com, {Manager Email} · BCC {email}')
  })

  test('offers the From addresses of all mailboxes, and selects the mailbox of the chosen one', async () => {
    const box = (id: string, address: string, kind: string, isDefault: boolean) => ({
      ...{ __typename: 'Mailbox', id, email: `${id}@example.com`, provider: 'microsoft', status: 'connected' },
      ...{ canSend: true, isDefault, lastUsed: null, sendAs: [{ address, kind, canSend: true }] },
    })
    const blocked = { ...box('c', 'no@example.com', 'alias', false), canSend: false }
    const mailboxes = [
      box('a', 'sales@example.com', 'alias', true),
      box('b', 'team@example.com', 'shared', false),
      blocked,
    ]
    const world = await openDesign({ root: { mailboxes } })
    await world.user.click(screen.getByRole('button', { name: /^Sender & copies/ }))
    const choice = await screen.findByLabelText<HTMLSelectElement>('From address')
    expect([...choice.options].map(({ label }) => label)).toEqual([
      ...['The address of the mailbox', 'sales@example.com', 'team@example.com'],
    ])
    await world.user.selectOptions(choice, 'team@example.com')
    expect(
      screen.getByText(
        'Sent through b@example.com. Replies and bounces go to team@example.com, where Mergewell does not see them.',
      ),
    ).toBeTruthy()
    await waitFor(() => expect(savedInput(world)).toMatchObject({ fromAddress: 'team@example.com' }))
    expect(loadTabDrafts(ANN.id)[0]?.draft.launch.mailboxIds).toEqual(['b'])
    await world.user.selectOptions(choice, '')
    await waitFor(() => expect(savedInput(world)).toMatchObject({ fromAddress: null }))
  })

  test('does not offer a From address to people without other addresses', async () => {
    const world = await openDesign()
    await world.user.click(screen.getByRole('button', { name: /^Sender & copies/ }))
    expect(await screen.findByLabelText('From name')).toBeTruthy()
    expect(screen.queryByLabelText('From address')).toBeNull()
  })

  test('reports an invalid address once its field is left', async () => {
    const world = await openDesign()
    await world.user.click(screen.getByRole('button', { name: /^Sender & copies/ }))
    await paste(world, 'Reply-To', 'ann')
    expect(screen.queryByText(/is not an email address/)).toBeNull()
    await world.user.tab()
    expect(screen.getByText('Reply-To: “ann” is not an email address. Separate addresses with commas.')).toBeTruthy()
    expect(screen.getByLabelText('Reply-To').getAttribute('aria-invalid')).toBe('true')
  })

  test('inserts the tag at Signature and says where to write one while there is none', async () => {
    let signature: string | null = null
    const mailbox = () => ({ __typename: 'Mailbox', id: 'm', canSend: true, signature })
    const world = await openDesign({ root: { mailboxes: () => [mailbox()] } }, { content: 'Bye ' })
    await contentBox()
    await world.user.click(screen.getByRole('button', { name: 'Signature' }))
    expect(writtenIn(await contentBox())).toBe('Bye {signature}')
    await findToast('You have no signature yet')
    signature = 'Ann'
    await world.user.click(screen.getByRole('button', { name: 'Signature' }))
    await waitFor(() => expect(world.askedFor('MailboxSignatures')).toHaveLength(2))
    expect(screen.getAllByText('You have no signature yet')).toHaveLength(1)
  })

  itInFull('uses the language of the workspace until another one is chosen, which is saved', async () => {
    const world = await openDesign({ root: { emailSettings: { tracking: 'recipient', language: 'de' } } })
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })
    await waitFor(() => expect(select.selectedOptions[0]?.text).toBe('Workspace language (Deutsch)'))
    await world.user.selectOptions(select, 'Français')
    await waitFor(() =>
      expect([...world.askedFor('CreateCampaign'), ...world.askedFor('UpdateCampaign')].at(-1)).toMatchObject({
        input: { language: 'fr' },
      }),
    )
  })

  test('offers the topics of the workspace, and saves the chosen one', async () => {
    const topics = [{ id: 't1', name: 'Offers' }]
    const world = await openDesign({ root: { emailSettings: { tracking: 'recipient', language: null, topics } } })
    await world.user.selectOptions(await screen.findByRole('combobox', { name: 'Topic' }), 'Offers')
    await waitFor(() =>
      expect([...world.askedFor('CreateCampaign'), ...world.askedFor('UpdateCampaign')].at(-1)).toMatchObject({
        input: { topicId: 't1' },
      }),
    )
  })

  test('offers the workspace’s custom fields as tags', async () => {
    const world = await openDesign({
      contacts: people(2),
      root: { contactFields: [{ name: 'Company' }, { name: 'not a } tag' }] },
    })
    await world.user.click(await screen.findByRole('button', { name: '{Company}' }))
    expect(writtenIn(await contentBox())).toBe('{Company}')
    expect(within(screen.getByRole('group', { name: 'From your spreadsheet' })).getAllByRole('button')).toHaveLength(1)
  })

  test.each([
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strikethrough', 's'],
  ])('formats the selection at %s without showing an HTML tag', async (button, tag) => {
    const world = await openDesign({}, { content: 'on Thursday' })
    const box = await contentBox()
    selectIn(box, 'Thursday')
    await world.user.click(screen.getByRole('button', { name: button }))
    expect(box.querySelector(tag)?.textContent).toBe('Thursday')
    expect(writtenIn(box)).toBe('on Thursday')
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-pressed')).toBe('true')
  })

  test('opens a text with HTML tags, as an API client may have stored it, as formatted text', async () => {
    await openDesign({}, { content: '<h2>News</h2>\n\nDear <b>{firstName|you}</b>,\n\n<ul>\n<li>one</li>\n</ul>' })
    const box = await contentBox()
    expect([...box.children].map(({ tagName }) => tagName)).toEqual(['H2', 'P', 'UL'])
    expect(within(box).getByText('firstName').closest('strong')).not.toBeNull()
  })

  test('asks for an address at Link and links the selection', async () => {
    const world = await openDesign({}, { content: 'our page' })
    const box = await contentBox()
    selectIn(box, 'page')
    await world.user.click(screen.getByRole('button', { name: 'Link' }))
    await world.user.type(await screen.findByLabelText('Address'), 'x{Enter}')
    expect(screen.getByText('Enter a web address, an email address or a merge tag')).toBeTruthy()
    await world.user.clear(screen.getByLabelText('Address'))
    await world.user.type(screen.getByLabelText('Address'), 'x.test{Enter}')
    await waitFor(() => expect(box.querySelector('a')?.outerHTML).toBe('<a href="https://x.test">page</a>'))
  })

  test('uploads an image at Image and inserts it at the caret; a failure is reported', async () => {
    const answers = [
      Response.json({ url: 'https://mergewell.example/images/x.png' }),
      Response.json({ message: 'Too wide.' }, { status: 422 }),
      Response.json({ message: 'Sign in first.' }, { status: 401 }),
    ]
    const fetching = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(answers.shift() ?? Response.error()))
    const world = await openDesign({}, { content: 'Our shop: ' })
    const picture = new File(['x'], 'front door.png', { type: 'image/png' })
    await world.user.upload(await screen.findByLabelText('Upload image'), picture)
    await findToast('Image uploaded successfully')
    const image = within(await contentBox()).getByRole('img', { name: 'front door' })
    expect(image.getAttribute('src')).toBe('https://mergewell.example/images/x.png')
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/upload/image?maxWidth=1200')
    await world.user.upload(screen.getByLabelText('Upload image'), picture)
    expect(within(await findToast('Upload failed')).getByText('Failed to upload image. Too wide.')).toBeTruthy()
    expect(world.signOut).not.toHaveBeenCalled()
    await world.user.upload(screen.getByLabelText('Upload image'), picture)
    await waitFor(() => expect(world.signOut).toHaveBeenCalled())
    fetching.mockRestore()
  })

  test('shows Uploading... during the upload of an image, and disables the button', async () => {
    const answer = Promise.withResolvers<Response>()
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(() => answer.promise)
    onTestFinished(() => fetching.mockRestore())
    const world = await openDesign()
    const picture = new File(['x'], 'front door.png', { type: 'image/png' })
    await world.user.upload(await screen.findByLabelText('Upload image'), picture)
    const words = await screen.findByText('Uploading...', { selector: '[role="status"]' })
    expect(words.matches('.sr-only, .sr-only *')).toBe(false)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Uploading...' }).disabled).toBe(true)
    answer.resolve(Response.json({ url: 'https://mergewell.example/images/x.png' }))
    await findToast('Image uploaded successfully')
    await waitFor(() => expect(words.textContent).toBe(''))
  })

  const file = (name: string, size: number) => {
    const made = new File(['x'], name, { type: 'application/pdf' })
    Object.defineProperty(made, 'size', { value: size })
    return made
  }
  const MB = 1_048_576

  test('lists attachments with size and total, which can be removed', async () => {
    const world = await openDesign()
    await world.user.upload(await screen.findByLabelText('Attach files'), [file('a.pdf', 500), file('b.pdf', 2 * MB)])
    expect(within(await findToast('Attachment added')).getByText('a.pdf, b.pdf')).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Attachments' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['a.pdf500 B', 'b.pdf2.0 MB'])
    expect(screen.getByText('Total size').parentElement?.textContent).toBe('Total size2.0 MB')
    await world.user.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
    expect(screen.getByText('Total size').parentElement?.textContent).toBe('Total size500 B')
  })

  test('refuses a file over 25MB: File too large', async () => {
    const world = await openDesign()
    await world.user.upload(await screen.findByLabelText('Attach files'), file('a.pdf', 25 * MB + 1))
    const toast = await findToast('File too large')
    expect(within(toast).getByText('Attachments must be under 25MB for email compatibility')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
  })

  test('refuses more than 30MB in all: Total attachments too large', async () => {
    const world = await openDesign()
    await world.user.upload(await screen.findByLabelText('Attach files'), file('a.pdf', 20 * MB))
    await world.user.upload(screen.getByLabelText('Attach files'), file('b.pdf', 11 * MB))
    const toast = await findToast('Total attachments too large')
    expect(within(toast).getByText('Total attachment size cannot exceed 30MB')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')).toHaveLength(1)
  })

  test('can fill in a Word document for each recipient, under a name with merge tags', async () => {
    const world = await openDesign({ root: { server: { makesPdfs: false } } })
    await world.user.upload(await screen.findByLabelText('Attach files'), file('Letter.docx', 500))
    const choice = await screen.findByRole('combobox', { name: 'How Letter.docx is attached' })
    expect(screen.queryByRole('textbox', { name: 'Name of each document' })).toBeNull()
    const pdf = within(choice).getByRole<HTMLOptionElement>('option', { name: /^A PDF for each recipient/ })
    expect([pdf.disabled, pdf.textContent]).toEqual([true, expect.stringContaining('LibreOffice is not installed')])
    await world.user.selectOptions(choice, 'A Word file for each recipient')
    const name = await screen.findByRole('textbox', { name: 'Name of each document' })
    await world.user.clear(name)
    await paste(world, 'Name of each document', 'Letter {lastName}.docx')
    await world.user.tab()
    await waitFor(() =>
      expect(savedInput(world)['attachments']).toEqual([
        expect.objectContaining({ name: 'Letter {lastName}.docx', document: 'docx' }),
      ]),
    )
  })

  test('fills in a Word document with merge tags for each recipient unless the user chooses otherwise', async () => {
    const world = await openDesign({ root: { server: { makesPdfs: true } } })
    await world.user.upload(await screen.findByLabelText('Attach files'), file('Tagged.docx', 500))
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'How Tagged.docx is attached' })
    await waitFor(() => expect(choice.value).toBe('pdf'))
    await waitFor(() => expect(savedInput(world)['attachments']).toMatchObject([{ document: 'pdf' }]))
    await world.user.selectOptions(choice, 'The same file for all')
    await waitFor(() => expect(savedInput(world)['attachments']).toMatchObject([{ document: null }]))
    expect(choice.value).toBe('')
  })

  test("offers no attachments when the workspace's plan does not include them", async () => {
    const features = { ...FEATURES, attachments: false }
    await openDesign({
      contacts: people(1),
      root: { tenant: { __typename: 'Tenant', id: 't', features } },
    })
    expect(screen.queryByRole('button', { name: 'Attachment' })).toBeNull()
  })
})
