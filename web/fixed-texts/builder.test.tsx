import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, it, vi } from 'vitest'
import { BuilderPage } from '#web/builder/builder-page.tsx'
import { BUILDER_ROOT, button, entry, properties, showBuilder } from '#web/builder/testing.tsx'
import { show, tearDown } from '#web/testing/world.tsx'
import { leavesNothingOut, looker } from './spec-texts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
  sessionStorage.clear()
})

describe('the email builder shows the texts that the specification fixes:', () => {
  const see = looker('builder')

  it('how to start, and the initial texts of blocks', async () => {
    const { user } = showBuilder()
    await see('Drag elements here to start building your email', 'Select an element to edit its properties')
    await user.click(entry('Text Block'))
    await see('Welcome to our newsletter.')
    await user.click(entry('Button'))
    await see('Click Here')
    // On the canvas the tag is a chip that reads firstName; the sent email has the full tag.
    await user.click(button('Preview'))
    await user.click(await screen.findByRole('button', { name: 'View Code' }))
    await see('Hello {firstName}!')
  })

  it('the result of an image upload', async () => {
    let answer: (response: Response) => void = () => {}
    const fetching = vi.spyOn(globalThis, 'fetch')
    fetching.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { user } = showBuilder()
    await user.click(entry('Image'))
    const picture = new File(['x'], 'harbor.png', { type: 'image/png' })
    const picker = () => properties().getByLabelText<HTMLInputElement>('Upload Image', { selector: 'input' })
    await user.upload(picker(), picture)
    await see('Uploading...')
    answer(Response.json({ url: 'https://mergewell.example/images/x.png' }))
    await see('Image uploaded successfully', 'You can now use the image URL in your email')
    await waitFor(() => picker())
    await user.upload(picker(), picture)
    await see('Upload failed', 'Failed to upload image. Please try again.')
  })

  it('the confirmation that the template was saved', async () => {
    const template = { id: 't1', name: 'Spring', subject: 'Spring', content: '', htmlTemplate: {}, preview: '' }
    const createTemplate = { __typename: 'Template', createdAt: '2026-01-31T12:00:00.000Z', ...template }
    const { user } = show(<BuilderPage />, { at: '/email-builder', root: { ...BUILDER_ROOT, createTemplate } })
    await screen.findByRole('list', { name: 'Blocks' })
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Spring' } })
    await user.click(entry('Spacer'))
    await user.click(button('Save Template'))
    await see('Template Saved', 'Your HTML email template has been saved successfully!')
  })
})

leavesNothingOut('builder')
