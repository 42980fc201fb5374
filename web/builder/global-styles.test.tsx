import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { button, showBuilder } from './testing.tsx'

afterEach(tearDown)

/** The first of two: small screens show the styles below the email. */
function language(): HTMLInputElement {
  const [first] = screen.getAllByLabelText<HTMLInputElement>('Language')
  if (!first) throw new Error('There is no field for the language')
  return first
}

describe('the setting for the language of an email in the builder', () => {
  test('accepts any language tag that an email can have, and nothing else', async () => {
    const { user, now } = showBuilder()
    await user.type(language(), 'pt-BR')
    await user.tab()
    expect(now().lang).toBe('pt-BR')
    await user.clear(language())
    await user.type(language(), 'deutsch')
    await user.tab()
    expect(screen.getByText('Use a language code such as en or pt-BR.')).toBeTruthy()
    expect(now().lang).toBe('pt-BR')
    await user.clear(language())
    await user.tab()
    expect(now().lang).toBeUndefined()
    await user.click(button('Undo'))
    expect(language().value).toBe('pt-BR')
  })

  test('lets the user choose by native name', async () => {
    const { user, now } = showBuilder()
    const [pick] = screen.getAllByRole('button', { name: 'Choose a language' })
    if (pick) await user.click(pick)
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Deutsch' }))
    expect(now().lang).toBe('de')
    expect(language().value).toBe('de')
  })
})
