import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { unexplainedError, findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { ContactsPage } from '../contacts-page.tsx'
import { workspace } from '../testing.ts'

afterEach(tearDown)

interface Entry {
  id: string
  email: string
  reason: string
  note: string
  createdAt: string
}

const entry = (id: string, reason: string, note = ''): Entry => ({
  id,
  email: `${id}@example.com`,
  reason,
  note,
  createdAt: '2026-01-31T12:00:00.000Z',
})

function showList(start: Entry[], role: 'admin' | 'user' = 'admin', over: Root = {}) {
  let entries = start
  const root: Root = {
    ...workspace([]).root,
    suppressions: (args: { filter?: { search?: string; reason?: string }; first?: number }) =>
      pageOf(
        entries.filter(
          ({ email, reason }) =>
            email.includes(args.filter?.search ?? '') && reason === (args.filter?.reason ?? reason),
        ),
        args,
      ),
    addSuppressions: ({ input }: { input: { emails: string[]; reason: string; note: string } }) => {
      const fresh = input.emails.filter((email) => entries.every((each) => each.email !== email))
      entries = [...fresh.map((email) => ({ ...entry(email, input.reason, input.note), email })), ...entries]
      return { added: fresh.length, known: input.emails.length - fresh.length }
    },
    removeSuppressions: ({ input: { ids } }: { input: { ids: string[] } }) => {
      entries = entries.filter(({ id }) => !ids.includes(id))
      return ids.length
    },
    ...over,
  }
  return show(<ContactsPage />, { root, at: '/contacts?list=suppressed', person: { role } })
}

const TWO = [entry('ann', 'unsubscribed'), entry('bob', 'bounced', 'Left the company')]

describe('the suppression list', () => {
  test('is a tab of the contacts page, with reason, note and date of each address', async () => {
    const { user, address } = showList(TWO)
    const table = await screen.findByRole('table', { name: 'Suppression list' })
    expect(within(table).getByText('ann@example.com')).toBeTruthy()
    expect(within(table).getByText('Unsubscribed')).toBeTruthy()
    expect(within(table).getByText('Left the company')).toBeTruthy()
    expect(within(table).getAllByText(/2026/)).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: 'All contacts' }))
    expect(await screen.findByText('No contacts yet')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Suppression list' }))
    await waitFor(() => expect(address()).toBe('/contacts?list=suppressed'))
  })

  test('can be searched and filtered by reason', async () => {
    const { user, askedFor } = showList(TWO)
    await user.type(await screen.findByPlaceholderText('Search addresses...'), 'bob')
    expect(await screen.findByText('1 result')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Unsubscribed')
    expect(await screen.findByText('No addresses match your search')).toBeTruthy()
    expect(askedFor('Suppressions').at(-1)).toMatchObject({ filter: { search: 'bob', reason: 'unsubscribed' } })
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('2 results')).toBeTruthy()
  })

  test('asks before typed addresses are discarded', async () => {
    const { user } = showList(TWO)
    await user.click(await screen.findByRole('button', { name: 'Add addresses' }))
    await user.type(screen.getByLabelText('Addresses'), 'a@x.test')
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Addresses')).value).toBe('a@x.test')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByLabelText('Addresses')).toBeNull())
  })

  test('lets admins add addresses with a reason and a note', async () => {
    const { user, askedFor } = showList(TWO)
    await user.click(await screen.findByRole('button', { name: 'Add addresses' }))
    const dialog = screen.getByRole('dialog', { name: 'Add addresses' })
    await user.click(within(dialog).getByRole('button', { name: 'Add addresses' }))
    expect(within(dialog).getByText('Enter at least one address')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Addresses'), 'cat@example.com{Enter}ann@example.com')
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Marked as spam')
    await user.type(within(dialog).getByLabelText(/Note/), 'By phone')
    await user.click(within(dialog).getByRole('button', { name: 'Add 2 addresses' }))
    const toast = await findToast('Addresses Added')
    expect(within(toast).getByText('1 address will not get any more emails. 1 was already on the list.')).toBeTruthy()
    const input = { emails: ['cat@example.com', 'ann@example.com'], reason: 'complained', note: 'By phone' }
    expect(askedFor('AddSuppressions')).toEqual([{ input }])
    expect(await screen.findByText('cat@example.com')).toBeTruthy()
  })

  test('reports an invalid address next to the box', async () => {
    const message = '“nobody” is not a valid email'
    const { user } = showList(TWO, 'admin', { addSuppressions: () => Promise.reject(knownError('BAD_INPUT', message)) })
    await user.click(await screen.findByRole('button', { name: 'Add addresses' }))
    await user.type(screen.getByLabelText('Addresses'), 'nobody')
    await user.click(screen.getByRole('button', { name: 'Add 1 address' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('lets admins remove an address after confirmation', async () => {
    const { user, askedFor } = showList(TWO)
    await user.click(await screen.findByRole('button', { name: 'Remove ann@example.com' }))
    const question = screen.getByRole('alertdialog')
    expect(within(question).getByText(/This person unsubscribed/)).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await findToast('Address Removed')
    expect(askedFor('RemoveSuppressions')).toEqual([{ ids: ['ann'] }])
    expect(await screen.findByText('1 result')).toBeTruthy()
  })

  test('is shown before it is counted, if it is long', async () => {
    const many = Array.from({ length: 150 }, (_, n) => entry(`address${n}`, 'bounced'))
    const counting = Promise.withResolvers<number>()
    const suppressions = (args: object) => ({ ...pageOf(many, args), totalCount: () => counting.promise })
    const { askedFor } = showList(many, 'admin', { suppressions })
    expect(await screen.findByText('address0@example.com')).toBeTruthy()
    expect(screen.queryByText(/results$/)).toBeNull()
    counting.resolve(150)
    expect(await screen.findByText('150 results')).toBeTruthy()
    expect(askedFor('SuppressionTotal')).toEqual([{}])
  })

  test('says when it could not be counted, and counts on request', async () => {
    const many = Array.from({ length: 150 }, (_, n) => entry(`address${n}`, 'bounced'))
    let isDown = true
    const totalCount = () => {
      if (isDown) throw unexplainedError()
      return many.length
    }
    const { user } = showList(many, 'admin', {
      suppressions: (args: object) => ({ ...pageOf(many, args), totalCount }),
    })
    expect(await screen.findByText('The addresses could not be counted')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('150 results')).toBeTruthy()
  })

  test('is not counted separately if all of it is loaded', async () => {
    const { askedFor } = showList(TWO)
    expect(await screen.findByText('2 results')).toBeTruthy()
    expect(askedFor('SuppressionTotal')).toEqual([])
  })

  test('is read-only for users who are not admins', async () => {
    showList(TWO, 'user')
    expect(await screen.findByText('ann@example.com')).toBeTruthy()
    expect(screen.getByText('Only admins can change this list.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add addresses' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove ann@example.com' })).toBeNull()
  })

  test('shows an error with a retry when the next page fails', async () => {
    let broken = true
    const many = ['a', 'b', 'c', 'd'].map((id) => entry(id, 'bounced'))
    const suppressions = ({ after }: { after?: string }) =>
      after && broken ? Promise.reject(unexplainedError()) : pageOf(many, { first: 2, after })
    const { user } = showList(many, 'admin', { suppressions })
    expect(await screen.findByText('More addresses could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('d@example.com')).toBeTruthy()
    expect(screen.queryByText('More addresses could not be loaded')).toBeNull()
  })

  test('shows an erased person as such, never the hash that identifies them', async () => {
    const erased = { ...entry('e', 'unsubscribed'), email: 'erased-3f_Ab-9@erased.invalid' }
    showList([erased])
    expect(await screen.findByText('Erased person')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove Erased person' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('3f_Ab')
  })

  test('says when it is empty, and when it cannot be loaded', async () => {
    showList([])
    expect(await screen.findByText('The suppression list is empty')).toBeTruthy()
    tearDown()
    let broken = true
    const over = { suppressions: () => (broken ? Promise.reject(unexplainedError()) : pageOf(TWO, {})) }
    const { user } = showList(TWO, 'admin', over)
    expect(await screen.findByText('The suppression list could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('ann@example.com')).toBeTruthy()
  })
})
