import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  tearDown()
})

const ERASED = { __typename: 'ErasedPerson', contacts: 1, emails: 3, cancelled: 1, staysSuppressed: true }
const open = (root: Root = {}, more: object = {}) => showPage(root, { at: '/settings?tab=data', ...more })
const type = async (user: ReturnType<typeof open>['user'], email: string) =>
  user.type(await screen.findByLabelText('Email address'), email)
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }))

test('the personal data card erases a person after a question, and says what was erased', async () => {
  const { user, askedFor } = open({ erasePerson: ERASED })
  await type(user, 'ada@example.com')
  await press(user, 'Erase')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('ada@example.com')
  expect(askedFor('ErasePerson')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Erase' }))
  await findToast('Person Erased')
  expect(
    screen.getAllByText(/1 contact and 3 emails no longer identify this person. They stay on the suppression list/),
  ).not.toEqual([])
  expect(askedFor('ErasePerson')).toEqual([{ input: { email: 'ada@example.com' } }])
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('')
})

test('the personal data card says why a person cannot be erased, and keeps the address', async () => {
  const erasePerson = () => {
    throw knownError('CONFLICT', 'An email to this person is being sent right now.')
  }
  const { user } = open({ erasePerson })
  await type(user, 'ada@example.com')
  await press(user, 'Erase')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Erase' }))
  await findToast('Person Not Erased')
  expect(screen.getAllByText('An email to this person is being sent right now.')).not.toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.com')
})

test('the personal data card asks for a valid address', async () => {
  const { user, askedFor } = open()
  await type(user, 'nonsense')
  await press(user, 'Erase')
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(askedFor('ErasePerson')).toEqual([])
})

test('the personal data card saves the stored data about a person as a file', async () => {
  const { user } = open()
  const fetched = vi.fn<typeof fetch>(
    async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }),
  )
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await type(user, 'ada@example.com')
  await press(user, 'Export')
  await findToast('Export Ready')
  const [path, init] = fetched.mock.calls[0] ?? []
  expect(path).toBe('/api/people/export')
  expect(init?.body).toBe('{"email":"ada@example.com"}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(false))
})
