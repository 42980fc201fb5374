import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { unexplainedError, findToast, show, tearDown } from '#web/testing/world.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { person, rowOf, workspace } from './testing.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(tearDown)

const THREE = [person('ann', 'Ann', 'Lee'), person('bob', 'Bob', 'Ray'), person('cat', 'Cat', 'Orr')]

async function fill(world: ReturnType<typeof show>, email: string) {
  await world.user.click(screen.getByRole('button', { name: 'Add Contact' }))
  const dialog = screen.getByRole('dialog')
  await world.user.type(within(dialog).getByLabelText('First name'), 'Dan')
  await world.user.type(within(dialog).getByLabelText('Last name'), 'Fox')
  await world.user.type(within(dialog).getByLabelText('Email'), email)
  await world.user.type(within(dialog).getByLabelText(/Serial number/), '7.9')
  await world.user.click(within(dialog).getByRole('button', { name: 'Add Contact' }))
}

async function deleteSelected(world: ReturnType<typeof show>) {
  await world.user.click(screen.getByRole('button', { name: 'Delete Selected' }))
  const question = screen.getByRole('alertdialog')
  expect(within(question).getByText('This action cannot be undone.')).toBeTruthy()
  await world.user.click(within(question).getByRole('button', { name: /^Delete/ }))
}

describe('the list of contacts', () => {
  test('shows "Loading contacts..." visibly while loading', () => {
    show(<ContactsPage />, { root: { contacts: () => new Promise(() => {}) } })
    expect(screen.getByText('Loading contacts...').matches('.sr-only, .sr-only *')).toBe(false)
  })

  test('has a header, a count, and links back to the dashboard and to the upload', async () => {
    show(<ContactsPage />, { root: workspace(THREE).root })
    expect(screen.getByRole('heading', { name: 'Contacts' })).toBeTruthy()
    expect(screen.getByText('Manage your contact database')).toBeTruthy()
    expect(await screen.findByText('3 contacts')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.getByRole('link', { name: 'Import Excel' }).getAttribute('href')).toBe('/upload')
  })

  test('shows initials, full name, email, date added and a delete button in each row', async () => {
    show(<ContactsPage />, { root: workspace(THREE).root })
    const row = await rowOf('Ann Lee')
    expect(within(row).getByText('AL')).toBeTruthy()
    expect(within(row).getByText('ann@example.com')).toBeTruthy()
    expect(row.textContent).toMatch(/Added .*2026/)
    expect(within(row).getByRole('button', { name: 'Delete Ann Lee' })).toBeTruthy()
  })

  itInFull('shows a long list before it is counted', async () => {
    const many = Array.from({ length: 150 }, (_, n) => person(`p${n}`, 'Ann', `Number${n}`))
    const { root } = workspace(many)
    const counting = Promise.withResolvers<number>()
    const contacts = (args: object) => ({ ...root.contacts(args), totalCount: () => counting.promise })
    show(<ContactsPage />, { root: { ...root, contacts } })
    await rowOf('Ann Number0')
    const selectAll = screen.getByRole('checkbox', { name: 'Select All' })
    expect(selectAll.hasAttribute('disabled')).toBe(true)
    counting.resolve(150)
    await waitFor(() => expect(selectAll.hasAttribute('disabled')).toBe(false))
    expect(await screen.findByText('150 results')).toBeTruthy()
  })

  test('says when a long list could not be counted, and counts it on request', async () => {
    const many = Array.from({ length: 150 }, (_, n) => person(`p${n}`, 'Ann', `Number${n}`))
    const { root } = workspace(many)
    let isDown = true
    const totalCount = () => {
      if (isDown) throw unexplainedError()
      return many.length
    }
    const world = show(<ContactsPage />, {
      root: { ...root, contacts: (args: object) => ({ ...root.contacts(args), totalCount }) },
    })
    const alert = await screen.findByText('The contacts could not be counted')
    expect(screen.getByRole('checkbox', { name: 'Select All' }).hasAttribute('disabled')).toBe(true)
    isDown = false
    await world.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('150 results')).toBeTruthy()
    expect(alert.isConnected).toBe(false)
  })

  test('shows "No contacts yet" and offers "Upload Contacts" without contacts', async () => {
    show(<ContactsPage />, { root: workspace([]).root })
    expect(await screen.findByText('No contacts yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upload Contacts' }).getAttribute('href')).toBe('/upload')
  })

  test('shows what happened and a retry after a failure', async () => {
    const { root } = workspace(THREE)
    let broken = true
    const { user } = show(<ContactsPage />, {
      root: {
        ...root,
        contacts: (args: object) => (broken ? Promise.reject(unexplainedError()) : root.contacts(args)),
      },
    })
    expect(await screen.findByText('Your contacts could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ann Lee')).toBeTruthy()
  })

  test.each([
    ['loaded earlier', ''],
    ['that never loaded', 'a'],
  ])('keeps the search box when loading fails, after rows %s', async (_, first) => {
    const { root } = workspace(THREE)
    let broken = first !== ''
    const { user } = show(<ContactsPage />, {
      root: {
        ...root,
        contacts: (args: object) => (broken ? Promise.reject(unexplainedError()) : root.contacts(args)),
      },
    })
    await screen.findByText(broken ? 'Your contacts could not be loaded' : 'Ann Lee')
    broken = true
    const box = screen.getByPlaceholderText('Search contacts by name or email...')
    await user.type(box, 'bo')
    expect(await screen.findByText('Your contacts could not be loaded')).toBeTruthy()
    await user.keyboard('b@')
    expect(document.activeElement).toBe(box)
    expect((box as HTMLInputElement).value).toBe('bob@')
    expect(screen.queryByText(/result/)).toBeNull()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 result')).toBeTruthy()
    expect(screen.getByText('Bob Ray')).toBeTruthy()
    expect(screen.queryByText('Your contacts could not be loaded')).toBeNull()
  })

  test('searches name and email on the server, and shows the number of matches', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    expect(await screen.findByText('3 results')).toBeTruthy()
    await world.user.type(screen.getByPlaceholderText('Search contacts by name or email...'), 'bob@')
    expect(await screen.findByText('1 result')).toBeTruthy()
    expect(screen.queryByText('Ann Lee')).toBeNull()
    expect(screen.getByText('3 contacts')).toBeTruthy()
    expect(world.askedFor('Contacts').at(-1)).toMatchObject({ filter: { search: 'bob@' } })
  })

  test('can be sorted', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await screen.findByText('Ann Lee')
    await world.user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first')
    await waitFor(() =>
      expect(world.askedFor('Contacts').at(-1)).toMatchObject({
        orderBy: { field: 'createdAt', direction: 'ascending' },
      }),
    )
  })

  test('shows "No contacts match your search" without a match, and the search can be cleared', async () => {
    const { user } = show(<ContactsPage />, { root: workspace(THREE).root })
    await user.type(await screen.findByPlaceholderText('Search contacts by name or email...'), 'zzz')
    expect(await screen.findByText('No contacts match your search')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('Ann Lee')).toBeTruthy()
  })

  itInFull('requests missing rows when they come near', async () => {
    const many = Array.from({ length: 250 }, (_, index) => person(`p${index}`, `First${index}`, 'Last'))
    const { root } = workspace(many)
    // The server may return fewer rows than requested.
    const few = { ...root, contacts: (args: object) => root.contacts({ ...args, first: 5 }) }
    const world = show(<ContactsPage />, { root: few })
    expect(await screen.findByText('First12 Last')).toBeTruthy()
    expect(world.askedFor('Contacts').map(({ after }) => after)).toEqual(
      expect.arrayContaining([undefined, 'p4', 'p9']),
    )
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('251')
  })
})

describe('the form to add a contact', () => {
  test('names every missing field and sends nothing', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await world.user.click(screen.getByRole('button', { name: 'Add Contact' }))
    const dialog = screen.getByRole('dialog')
    await world.user.click(within(dialog).getByRole('button', { name: 'Add Contact' }))
    expect(await within(dialog).findByText('First name is required')).toBeTruthy()
    expect(within(dialog).getByText('Last name is required')).toBeTruthy()
    expect(within(dialog).getByText('Valid email is required')).toBeTruthy()
    expect(world.askedFor('CreateContact')).toEqual([])
  })

  test('sends the serial number as an integer, shows "Contact Added" and refreshes contacts and figures', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await screen.findByText('3 contacts')
    await fill(world, 'dan@example.com')
    await findToast('Contact Added')
    expect(world.askedFor('CreateContact')).toEqual([
      { input: { firstName: 'Dan', lastName: 'Fox', email: 'dan@example.com', serialNumber: 7 } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Dan Fox')).toBeTruthy()
    expect(screen.getByText('4 contacts')).toBeTruthy()
    expect(screen.getByText('4 results')).toBeTruthy()
  })

  itInFull('asks at Escape only before it discards input', async () => {
    const { user } = show(<ContactsPage />, { root: workspace(THREE).root })
    const add = await screen.findByRole('button', { name: 'Add Contact' })
    await user.click(add)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(add)
    await user.type(screen.getByLabelText('First name'), 'Dan')
    await user.keyboard('{Escape}')
    const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Dan')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByLabelText('First name')).toBeNull())
  })

  test('shows "Add Contact Failed" with the server\'s message at a refusal, and marks the field', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await fill(world, 'ann@example.com')
    const toast = await findToast('Add Contact Failed')
    expect(toast.textContent).toContain('A contact with this email already exists.')
    const dialog = screen.getByRole('dialog', { hidden: true })
    expect(within(dialog).getByText('A contact with this email already exists.')).toBeTruthy()
  })
})

describe('deleting contacts in the list', () => {
  test('asks first, then shows "Contact Deleted" and removes the row', async () => {
    const space = workspace(THREE)
    const { user } = show(<ContactsPage />, { root: space.root })
    await user.click(within(await rowOf('Bob Ray')).getByRole('button', { name: 'Delete Bob Ray' }))
    const question = screen.getByRole('alertdialog')
    expect(within(question).getByText('This action cannot be undone.')).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await findToast('Contact Deleted')
    expect(screen.queryByText('Bob Ray')).toBeNull()
    expect(await screen.findByText('2 contacts')).toBeTruthy()
    expect(screen.getByText('2 results')).toBeTruthy()
    expect(space.people().map(({ id }) => id)).toEqual(['ann', 'cat'])
  })

  test('shows "Failed to delete contact." at a failure and keeps the row', async () => {
    const { root } = workspace(THREE)
    const { user } = show(<ContactsPage />, {
      root: { ...root, deleteContact: () => Promise.reject(unexplainedError()) },
    })
    await user.click(within(await rowOf('Bob Ray')).getByRole('button', { name: 'Delete Bob Ray' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    const toast = await findToast('Delete Failed')
    expect(within(toast).getByText('Failed to delete contact.')).toBeTruthy()
    expect(screen.getByText('Bob Ray')).toBeTruthy()
  })

  test('deletes the selected rows at "Delete Selected" and shows how many', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await world.user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await world.user.click(screen.getByRole('checkbox', { name: 'Select Cat Orr' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await deleteSelected(world)
    const toast = await findToast('Contacts Deleted')
    expect(within(toast).getByText('2 contacts have been successfully deleted.')).toBeTruthy()
    expect(world.askedFor('DeleteContacts')).toEqual([{ input: { ids: ['ann', 'cat'] } }])
    expect(await screen.findByText('1 contact')).toBeTruthy()
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('deletes every filtered contact, loaded or not, in one call after "Select All"', async () => {
    const many = Array.from({ length: 250 }, (_, index) => person(`p${index}`, `First${index}`, 'Last'))
    const space = workspace([...many, ...THREE])
    const world = show(<ContactsPage />, { root: space.root })
    await world.user.type(await screen.findByPlaceholderText('Search contacts by name or email...'), 'last')
    await screen.findByText('250 results')
    await world.user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    expect(screen.getByText('250 selected')).toBeTruthy()
    await deleteSelected(world)
    await findToast('Contacts Deleted')
    expect(world.askedFor('DeleteContacts')).toEqual([{ input: { filter: { search: 'last' } } }])
    expect(space.people().map(({ id }) => id)).toEqual(['ann', 'bob', 'cat'])
  })

  test('keeps a row that was deselected after "Select All"', async () => {
    const space = workspace(THREE)
    const world = show(<ContactsPage />, { root: space.root })
    await screen.findByText('Ann Lee')
    await world.user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    await world.user.click(screen.getByRole('checkbox', { name: 'Select Bob Ray' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await deleteSelected(world)
    await findToast('Contacts Deleted')
    expect(world.askedFor('DeleteContacts')).toEqual([{ input: { all: true, except: ['bob'] } }])
    expect(space.people().map(({ id }) => id)).toEqual(['bob'])
  })

  test('clears the selection when the search changes', async () => {
    const world = show(<ContactsPage />, { root: workspace(THREE).root })
    await screen.findByText('Ann Lee')
    await world.user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    await world.user.type(screen.getByPlaceholderText('Search contacts by name or email...'), 'ann')
    await screen.findByText('1 result')
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
  })

  test('shows "Failed to delete selected contacts." at a failure and keeps the selection', async () => {
    const { root } = workspace(THREE)
    const world = show(<ContactsPage />, {
      root: { ...root, deleteContacts: () => Promise.reject(unexplainedError()) },
    })
    await world.user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await deleteSelected(world)
    const toast = await findToast('Bulk Delete Failed')
    expect(within(toast).getByText('Failed to delete selected contacts.')).toBeTruthy()
    expect(screen.getByText('1 selected')).toBeTruthy()
  })
})
