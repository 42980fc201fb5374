// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderDocument } from '#domain/builder/render.ts'
import { mailFor } from '#domain/conditions.ts'
import { tearDown } from '#web/testing/world.tsx'
import { block, blocksShown, button, documentOf, frame, properties, showBuilder } from './testing.tsx'

afterEach(tearDown)

/** What a person of this first name sees of an email. */
const seenBy = (content: string, firstName: string) =>
  mailFor({ subject: '', content }, { firstName, lastName: '', email: 'a@example.com', fields: {} }).content

test('a block is shown to some by choosing, and another one to everyone else', async () => {
  const { user, now } = showBuilder(documentOf(block('text', 'a', { content: 'Hello Ada' })), { contactTags: [] })
  await user.click(frame(/^Text/))
  const choose = async (value: string, submit: string) => {
    await user.click(properties().getByRole('button', { name: 'Change' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'firstName')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is')
    const box = screen.getByRole('textbox', { name: 'Value' })
    await user.clear(box)
    await user.type(box, value)
    await user.click(button(submit))
  }
  await choose('Ada', 'Insert')
  expect(within(frame(/^Text/)).getByText('If firstName is “Ada”')).toBeTruthy()

  await user.click(button('Add a block for everyone else'))
  expect(blocksShown()).toEqual(['Text Block, 1 of 2', 'Text Block, 2 of 2, selected'])
  expect(within(frame(/^Text Block, 2/)).getByText('Everyone else (not: firstName is “Ada”)')).toBeTruthy()
  expect(properties().queryByRole('button', { name: 'Add a block for everyone else' })).toBeNull()
  const html = renderDocument(now())
  expect(seenBy(html, 'Ada')).toContain('Hello Ada')
  expect(seenBy(html, 'Ada')).not.toContain('Welcome to our newsletter')
  expect(seenBy(html, 'Bob')).toContain('Welcome to our newsletter')
  expect(seenBy(html, 'Bob')).not.toContain('Hello Ada')

  await user.click(within(frame(/^Text Block, 1/)).getByText('Hello Ada'))
  await choose('Eve', 'Update')
  expect(within(frame(/^Text Block, 1/)).getByText('If firstName is “Eve”')).toBeTruthy()
  expect(within(frame(/^Text Block, 2/)).getByText('Everyone else (not: firstName is “Eve”)')).toBeTruthy()
})
