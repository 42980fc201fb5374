import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findToast, show, tearDown } from '#web/testing/world.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { person, rowOf, taskOf, workspace } from './testing.ts'

afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const CORK = [{ name: 'City', value: 'Cork' }]
const FEW = [
  person('ann', 'Ann', 'Lee', { tags: ['VIP'], fields: [...CORK, { name: 'Title', value: 'Dr' }], serialNumber: 7 }),
  person('bob', 'Bob', 'Ray', { suppressed: true }),
  person('nameless', '', ''),
]
const MANY = Array.from({ length: 2_000 }, (_, index) => person(`p${index}`, `First${index}`, 'Last'))

function showList(people = FEW) {
  const space = workspace(people)
  return { space, ...show(<ContactsPage />, { root: { ...space.root, createCampaign: () => ({ id: 'c9' }) } }) }
}

describe('selected contacts in the list', () => {
  test('are excluded from tracking together, after a question, and marked in the list', async () => {
    const { user, askedFor } = showList()
    await rowOf('Ann Lee')
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('button', { name: 'Stop tracking' }))
    await user.click(screen.getByRole('button', { name: 'Stop tracking' }))
    expect(await findToast('Tracking Stopped')).toBeTruthy()
    expect(askedFor('ExcludeFromTracking')).toHaveLength(1)
    expect(await within(await rowOf('Ann Lee')).findByRole('img', { name: 'Not tracked' })).toBeTruthy()
  })
})

describe('a draft to contacts of the list', () => {
  test.each([
    ['who are selected', [/Ann Lee/], { name: 'New campaign', selectedContacts: ['ann'] }],
    ['who are all but those deselected', ['Select All', /Bob Ray/], { audience: { all: true, except: ['bob'] } }],
    ['who are all in the list', [], { audience: { all: true } }],
  ] as const)('goes to those %s, and opens in the Merge Sheet', async (_, clicks, input) => {
    const { user, askedFor, address } = showList()
    await rowOf('Ann Lee')
    for (const name of clicks) await user.click(screen.getByRole('checkbox', { name }))
    await user.click(screen.getByRole('button', { name: 'Write to these people' }))
    await waitFor(() => expect(address()).toBe('/compose?draft=c9'))
    expect(askedFor('CreateMergeDraft')).toEqual([{ input: { name: 'New campaign', ...input } }])
  })
})

describe('the form of a contact', () => {
  test('can exclude the contact from tracking', async () => {
    const { user, askedFor } = showList()
    await user.click(within(await rowOf('Ann Lee')).getByRole('button', { name: 'Edit Ann Lee' }))
    await user.click(screen.getByRole('checkbox', { name: 'Do not track' }))
    await user.click(screen.getByRole('button', { name: 'Save contact' }))
    await findToast('Contact Saved')
    expect(askedFor('UpdateContact')).toEqual([{ input: { id: 'ann', untracked: true } }])
  })

  test('changes tags and custom fields, and sends only changes', async () => {
    const { user, askedFor } = showList()
    await user.click(within(await rowOf('Ann Lee')).getByRole('button', { name: 'Edit Ann Lee' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Ann Lee' })
    const lastName = within(dialog).getByLabelText('Last name')
    await user.clear(lastName)
    await user.type(lastName, 'Orr')
    await user.type(within(dialog).getByLabelText('Tags'), 'Press{Enter}')
    const city = within(dialog).getByLabelText('Value of City')
    await user.clear(city)
    await user.type(city, 'Galway')
    await user.click(within(dialog).getByRole('button', { name: 'Add field' }))
    await user.type(within(dialog).getByLabelText('Name of field 3'), 'Born')
    await user.type(within(dialog).getByLabelText('Value of Born'), '1981')
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }))
    await findToast('Contact Saved')
    expect(askedFor('UpdateContact')).toEqual([
      {
        input: {
          id: 'ann',
          lastName: 'Orr',
          tags: ['VIP', 'Press'],
          fields: [
            { name: 'City', value: 'Galway' },
            { name: 'Born', value: '1981' },
          ],
        },
      },
    ])
    expect(await rowOf('Ann Orr')).toBeTruthy()
  })

  test('removes a custom field, and an unnamed one may stay unnamed', async () => {
    const { user, askedFor } = showList([person('nameless', '', '', { fields: CORK, serialNumber: 3 })])
    await user.click(await screen.findByRole('button', { name: 'Edit nameless@example.com' }))
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Remove City' }))
    await user.clear(within(dialog).getByLabelText(/Serial number/))
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }))
    await findToast('Contact Saved')
    expect(askedFor('UpdateContact')).toEqual([
      { input: { id: 'nameless', serialNumber: null, fields: [{ name: 'City', value: '' }] } },
    ])
  })

  test('asks before the close button discards a tag that is not saved', async () => {
    const { user } = showList()
    await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }))
    await user.type(screen.getByRole('combobox', { name: /Tags/ }), 'New{Enter}')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('does not allow removing a name, and reports a taken address next to its box', async () => {
    const { user, askedFor } = showList()
    await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }))
    const dialog = screen.getByRole('dialog')
    await user.clear(within(dialog).getByLabelText('First name'))
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }))
    expect(await within(dialog).findByText('First name is required')).toBeTruthy()
    expect(askedFor('UpdateContact')).toEqual([])
    await user.type(within(dialog).getByLabelText('First name'), 'Ann')
    const email = within(dialog).getByLabelText('Email')
    await user.clear(email)
    await user.type(email, 'bob@example.com')
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }))
    await findToast('Save Failed')
    expect(await within(dialog).findByText('A contact with this email already exists.')).toBeTruthy()
  })
})

describe('the columns of the list of contacts', () => {
  test('show tags, suppressed addresses and the chosen fields, also on the next visit', async () => {
    const { user } = showList()
    const row = await rowOf('Ann Lee')
    expect(within(row).getByText('VIP')).toBeTruthy()
    expect(within(await rowOf('Bob Ray')).getByRole('img', { name: 'On the suppression list' })).toBeTruthy()
    expect(within(row).queryByText('Cork')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'City' }))
    expect(await within(await rowOf('Ann Lee')).findByText('Cork')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'City' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Tags' }))
    expect(screen.queryByRole('columnheader', { name: 'Tags' })).toBeNull()
    expect(JSON.parse(localStorage.getItem('contactColumns.ann') ?? '')).toEqual(['field:City'])
  })
})

describe('tags for the selected contacts', () => {
  test('are added to the selected rows', async () => {
    const { user, askedFor } = showList()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bob Ray' }))
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    const dialog = screen.getByRole('dialog', { name: 'Tags for 1 contact' })
    await user.type(within(dialog).getByLabelText('Tags'), 'Fair, Press{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Add tags' }))
    const toast = await findToast('Tags Added')
    expect(within(toast).getByText('“Fair” and “Press” were added to 1 contact.')).toBeTruthy()
    expect(askedFor('AddTags')).toEqual([{ input: { tags: ['Fair', 'Press'], ids: ['bob'] } }])
    expect(within(await rowOf('Bob Ray')).getByText('Press')).toBeTruthy()
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('are removed from all matches except some, by condition and without ids', async () => {
    const { user, askedFor, space } = showList(MANY.slice(0, 900).map((each) => ({ ...each, tags: ['VIP'] })))
    await user.click(await screen.findByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select First3 Last' }))
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    const dialog = screen.getByRole('dialog', { name: 'Tags for 899 contacts' })
    await user.type(within(dialog).getByLabelText('Tags'), 'VIP{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Remove tags' }))
    await findToast('Tags Removed')
    expect(askedFor('RemoveTags')).toEqual([{ input: { tags: ['VIP'], all: true, except: ['p3'] } }])
    expect(space.people().filter(({ tags }) => tags.length > 0)).toHaveLength(1)
    expect(within(await rowOf('First2 Last')).queryByText('VIP')).toBeNull()
  })
})

describe('tags for thousands of contacts', () => {
  test.each([
    ['added', 'Add tags', 'addTags', 'Adding tags', 'Tags Added'],
    ['removed', 'Remove tags', 'removeTags', 'Removing tags', 'Tags Removed'],
  ])('are %s by a background task with progress', async (_, button, kind, label, title) => {
    const { user, space } = showList(MANY)
    await user.click(await screen.findByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    const dialog = screen.getByRole('dialog', { name: 'Tags for 2,000 contacts' })
    await user.type(within(dialog).getByLabelText('Tags'), 'Fair{Enter}')
    await user.click(within(dialog).getByRole('button', { name: button }))
    expect(await screen.findByRole('progressbar', { name: label })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    space.progress.next(taskOf({ kind, done: 500 }))
    expect(await screen.findByText('500 of 2,000 contacts')).toBeTruthy()
    space.progress.next(taskOf({ kind, status: 'done', done: 2_000, message: 'The message of the server.' }))
    expect(within(await findToast(title)).getByText('The message of the server.')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('deleting thousands of contacts', () => {
  async function begin() {
    const world = showList(MANY)
    await world.user.click(await screen.findByRole('checkbox', { name: 'Select All' }))
    await world.user.click(screen.getByRole('button', { name: 'Delete Selected' }))
    const question = screen.getByRole('alertdialog')
    expect(within(question).getByText('This action cannot be undone.')).toBeTruthy()
    await world.user.click(within(question).getByRole('button', { name: 'Delete 2,000 contacts' }))
    await screen.findByText('0 of 2,000 contacts')
    return world
  }

  test('is one background task with progress, and shows "Contacts Deleted" at the end', async () => {
    const { askedFor, space } = await begin()
    expect(askedFor('DeleteContacts')).toEqual([{ input: { all: true } }])
    space.progress.next(taskOf({ done: 500 }))
    expect(await screen.findByText('500 of 2,000 contacts')).toBeTruthy()
    space.remove(space.people())
    space.progress.next(taskOf({ status: 'done', done: 2_000 }))
    const toast = await findToast('Contacts Deleted')
    expect(within(toast).getByText('2,000 contacts have been successfully deleted.')).toBeTruthy()
    expect(await screen.findByText('No contacts yet')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('can be cancelled, and then no contact is deleted', async () => {
    const { askedFor, user } = await begin()
    await user.click(screen.getByRole('button', { name: 'Cancel deletion' }))
    const toast = await findToast('Deletion Cancelled')
    expect(within(toast).getByText('No contacts were deleted.')).toBeTruthy()
    expect(askedFor('CancelTask')).toEqual([{ id: 't1' }])
    expect(screen.getByText('2,000 results')).toBeTruthy()
  })

  test('shows "Bulk Delete Failed" and the reason on failure', async () => {
    const { space } = await begin()
    space.progress.next(taskOf({ status: 'failed', error: 'The database is full.' }))
    const toast = await findToast('Bulk Delete Failed')
    expect(within(toast).getByText('Failed to delete selected contacts. The database is full.')).toBeTruthy()
  })

  test('still shows its progress after leaving the page and returning', async () => {
    const space = workspace(FEW)
    space.run(taskOf({ done: 40 }))
    show(<ContactsPage />, { root: space.root })
    expect(await screen.findByText('40 of 2,000 contacts')).toBeTruthy()
    expect(screen.getByText(/Started by Ann Lee/)).toBeTruthy()
  })
})

describe('an export in the list of contacts', () => {
  /** A server that answers with a file; collects the anchors clicked to save it. */
  function files(answer: () => Response) {
    const calls: { url: string; body: unknown; headers: Record<string, string> }[] = []
    vi.stubGlobal('fetch', async (url: string, init: { body: string; headers: Record<string, string> }) => {
      calls.push({ url, body: JSON.parse(init.body), headers: init.headers })
      return answer()
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    return { calls, saved }
  }
  const csv = () => new Response('Email\r\n', { headers: { 'Content-Type': 'text/csv', 'X-Estimated-Length': '7' } })

  test('contains everything that the filter shows', async () => {
    const { calls, saved } = files(csv)
    const { user } = showList()
    await user.type(await screen.findByPlaceholderText('Search contacts by name or email...'), 'ann')
    await screen.findByText('1 result')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
    await findToast('Export Ready')
    expect(calls).toMatchObject([
      {
        url: '/api/contacts/export',
        body: { format: 'csv', filter: { search: 'ann' } },
        headers: { 'Content-Type': 'application/json' },
      },
    ])
    expect(saved).toEqual(['contacts.csv'])
  })

  test('contains only the selection, as Excel', async () => {
    const { calls, saved } = files(csv)
    const { user } = showList()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bob Ray' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByText('1 contact')).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Excel (.xlsx)' }))
    await findToast('Export Ready')
    expect(calls.map(({ body }) => body)).toEqual([{ format: 'xlsx', ids: ['bob'] }])
    expect(saved).toEqual(['contacts.xlsx'])
  })

  test.each([
    ['fails', 500, 0],
    ['is refused after the session ended signs out and', 401, 1],
  ])('that %s shows why', async (_, status, times) => {
    files(() => Response.json({ message: 'You are not signed in.' }, { status }))
    const { user, signOut } = showList()
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
    expect(within(await findToast('Export Failed')).getByText('You are not signed in.')).toBeTruthy()
    expect(signOut).toHaveBeenCalledTimes(times)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy())
  })
})
