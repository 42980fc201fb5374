import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const AT = '/settings?tab=brand'

test('the settings of the email footer save the postal address when its field is left, and remove it when it is emptied', async () => {
  const { user, askedFor } = showPage({}, { at: AT, fields: { postalAddress: 'Old Street 1' } })
  const box = await screen.findByLabelText<HTMLTextAreaElement>(/^Postal address/)
  expect(box.value).toBe('Old Street 1')
  await user.clear(box)
  await user.type(box, ' Old Street 2{enter}Galway ')
  expect(askedFor('UpdateEmailSettings')).toEqual([])
  fireEvent.blur(box)
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { postalAddress: 'Old Street 2\nGalway' } }]),
  )
  await user.clear(box)
  fireEvent.blur(box)
  await waitFor(() => expect(askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { postalAddress: null } }))
})

test('the settings of the email footer save the company name when its field is left', async () => {
  const { user, askedFor } = showPage({}, { at: AT })
  const company = await screen.findByLabelText<HTMLInputElement>(/^Company name/)
  await user.type(company, ' Larkspur Books ')
  fireEvent.blur(company)
  await waitFor(() => expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { companyName: 'Larkspur Books' } }]))
})

test('the settings of the email footer save the language when it is chosen', async () => {
  const { user, askedFor } = showPage({}, { at: '/settings?tab=languages' })
  const language = await screen.findByLabelText<HTMLSelectElement>('Language of your emails')
  expect(language.selectedOptions[0]?.text).toBe('English')
  await user.selectOptions(language, 'Deutsch')
  await waitFor(() => expect(askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { language: 'de' } }))
})

test('the settings of the email footer are read-only for users who are not admins', async () => {
  showPage({}, { at: AT, role: 'user', fields: { companyName: 'Larkspur Books' } })
  const company = await screen.findByLabelText<HTMLInputElement>(/^Company name/)
  expect([company.value, company.disabled]).toEqual(['Larkspur Books', true])
})
