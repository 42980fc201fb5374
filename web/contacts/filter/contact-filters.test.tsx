import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, show, tearDown, type Root } from '#web/testing/world.tsx'
import { ContactsPage } from '../contacts-page.tsx'
import { person, workspace } from '../testing.ts'
import { rowsOf, viewOfRows } from './condition-rows.ts'
import { segmentFilter, describeView, type View } from './contact-view.ts'
import { readView, withView } from './view-address.ts'

afterEach(tearDown)

const field = (value: string) => [{ name: 'City', value }]
const PEOPLE = [
  person('ann', 'Ann', 'Lee', { tags: ['VIP'], fields: field('Cork') }),
  person('bob', 'Bob', 'Ray', { tags: ['Press', 'VIP'], fields: field('Galway') }),
  person('cat', 'Cat', 'Orr'),
]

function showList(segments?: { id: string; name: string; filter: object }[], at = '/contacts', root: Root = {}) {
  const space = workspace(PEOPLE, { segments })
  return { space, ...show(<ContactsPage />, { root: { ...space.root, ...root }, at }) }
}

describe('the filters of the list of contacts', () => {
  test('include tags', async () => {
    const { user, askedFor } = showList()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'Press (1)')
    expect(await screen.findByText('1 result')).toBeTruthy()
    expect(askedFor('Contacts').at(-1)).toMatchObject({ filter: { tags: ['Press'] } })
  })

  test('keep their view in the address across a reload', async () => {
    const first = showList()
    await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP (2)')
    await first.user.type(screen.getByRole('searchbox', { name: 'Search contacts' }), 'ray')
    await first.user.selectOptions(screen.getByLabelText('Sort by'), 'Email')
    const parts = () => Object.fromEntries(new URLSearchParams(first.address().split('?')[1]))
    await waitFor(() => expect(parts()).toEqual({ order: 'email', search: 'ray', tag: 'VIP' }))
    const at = first.address()
    tearDown()
    const { askedFor } = showList([], at)
    expect(await screen.findByText('1 result')).toBeTruthy()
    expect(askedFor('Contacts')).toMatchObject([
      { filter: { search: 'ray', tags: ['VIP'] }, orderBy: { field: 'email' } },
    ])
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search contacts' }).value).toBe('ray')
  })

  test('show which filter conditions in the URL of the page are unreadable, until the filter changes', async () => {
    const { user, address, askedFor } = showList([], '/contacts?tag=VIP&suppressed=maybe&field.City=near:Cork')
    const notice = await screen.findByText(/ignored: suppressed=maybe, field.City=near:Cork/)
    expect(askedFor('Contacts')).toEqual([{ first: 100, filter: { tags: ['VIP'] } }])
    await user.click(screen.getByRole('button', { name: 'Clear filter' }))
    await waitFor(() => expect(address()).toBe('/contacts'))
    expect(notice.isConnected).toBe(false)
  })

  test('let Select All select the rows on the screen while another view loads', async () => {
    const { root } = workspace(PEOPLE)
    const contacts = (args: { filter?: object }) => (args.filter ? root.contacts(args) : new Promise(() => {}))
    const { user, askedFor } = showList([], '/contacts?tag=Press', { contacts })
    await screen.findByText('Bob Ray')
    await user.click(screen.getByRole('button', { name: 'Clear filter' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }))
    await user.click(screen.getByRole('button', { name: 'Delete 1 contact' }))
    await waitFor(() => expect(askedFor('DeleteContacts')).toEqual([{ input: { filter: { tags: ['Press'] } } }]))
  })

  test('include tags, fields and suppression, each of which can be removed', async () => {
    const { user, askedFor } = showList()
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = screen.getByRole('dialog', { name: 'Filter contacts' })
    const first = within(within(dialog).getByRole('group', { name: 'Condition 1' }))
    await user.selectOptions(first.getByRole('combobox', { name: 'What' }), 'City')
    await user.selectOptions(first.getByRole('combobox', { name: 'How' }), 'contains')
    await user.type(first.getByRole('textbox', { name: 'Value' }), 'al')
    await user.click(within(dialog).getByRole('button', { name: 'Add condition' }))
    const second = within(within(dialog).getByRole('group', { name: 'Condition 2' }))
    await user.selectOptions(second.getByRole('combobox', { name: 'How' }), 'is not')
    await user.selectOptions(second.getByRole('combobox', { name: 'Value' }), 'VIP')
    await user.click(within(dialog).getByRole('button', { name: 'Show contacts' }))
    const filter = { withoutTags: ['VIP'], fields: [{ name: 'City', contains: 'al' }] }
    await waitFor(() => expect(askedFor('Contacts').at(-1)).toMatchObject({ filter }))
    await user.click(screen.getByRole('button', { name: 'Remove condition: without the tag “VIP”' }))
    expect(await screen.findByText('1 result')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(await screen.findByText('3 results')).toBeTruthy()
  })
})

describe('a segment of contacts', () => {
  test('is saved from the current filters and then selected', async () => {
    const { user, askedFor, space } = showList()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP (2)')
    await user.click(await screen.findByRole('button', { name: 'Save as segment' }))
    const dialog = screen.getByRole('dialog', { name: 'Save as segment' })
    await user.click(within(dialog).getByRole('button', { name: 'Save segment' }))
    expect(within(dialog).getByText('Segment name is required')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Name'), 'Regulars')
    await user.click(within(dialog).getByRole('button', { name: 'Save segment' }))
    const toast = await findToast('Segment Saved')
    expect(within(toast).getByText('“Regulars” now has 2 contacts.')).toBeTruthy()
    expect(space.segments()).toMatchObject([{ name: 'Regulars', filter: { tags: ['VIP'] } }])
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Segment' })
    expect(select.selectedOptions[0]?.textContent).toBe('Regulars (2)')
    await waitFor(() => expect(askedFor('Contacts').at(-1)).toMatchObject({ filter: { segmentId: 's1' } }))
  })

  test('with a taken name is refused next to the box', async () => {
    const { user } = showList([{ id: 's1', name: 'Regulars', filter: {} }])
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP (2)')
    await user.click(await screen.findByRole('button', { name: 'Save as segment' }))
    await user.type(screen.getByLabelText('Name'), 'Regulars{Enter}')
    expect(await screen.findByText('A segment with this name already exists.')).toBeTruthy()
  })

  test('can be used, renamed, changed and deleted', async () => {
    const { user, space } = showList([{ id: 's1', name: 'Regulars', filter: { tags: ['VIP'] } }])
    const open = async () => user.click(await screen.findByRole('button', { name: 'Manage segments' }))
    await open()
    await user.click(screen.getByRole('button', { name: 'Use Regulars' }))
    expect(await screen.findByText('2 results')).toBeTruthy()

    await open()
    await user.click(screen.getByRole('button', { name: 'Rename Regulars' }))
    const box = screen.getByRole('textbox', { name: 'New name for Regulars' })
    await user.clear(box)
    await user.type(box, 'Friends{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Edit conditions for Friends' }))
    const conditions = screen.getByRole('dialog', { name: 'Conditions for Friends' })
    await user.selectOptions(within(conditions).getByRole('combobox', { name: 'Value' }), 'Press')
    await user.click(within(conditions).getByRole('button', { name: 'Save conditions' }))
    await waitFor(() => expect(space.segments()).toEqual([{ id: 's1', name: 'Friends', filter: { tags: ['Press'] } }]))

    await user.click(await screen.findByRole('button', { name: 'Delete Friends' }))
    const question = screen.getByRole('alertdialog', { name: 'Delete the segment Friends?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await findToast('Segment Deleted')
    expect(space.segments()).toEqual([])
    expect(space.people()).toHaveLength(3)
    expect(await screen.findByText('3 results')).toBeTruthy()
  })
})

describe('the conditions of a contact filter', () => {
  const view: View = {
    search: 'ann',
    tags: ['VIP', 'Press'],
    withoutTags: ['Old'],
    fields: [
      { name: 'City', equals: 'Cork' },
      { name: 'Born', contains: '19' },
      { name: 'Title', isEmpty: true },
      { name: 'Phone', isEmpty: false },
    ],
    suppressed: false,
  }

  test('stay unchanged when rows are edited one by one', () => {
    expect(viewOfRows(rowsOf(view))).toEqual(view)
  })

  test('without a value are ignored', () => {
    expect(viewOfRows([{ subject: 'tag', operator: 'has', value: ' ' }])).toEqual({})
  })

  test('are described in a sentence', () => {
    expect(describeView({ ...view, search: undefined }, [])).toBe(
      'with the tag “VIP”, “Press” without the tag “Old” whose City is “Cork” and Born contains “19” and Title is empty and Phone is not empty not on the suppression list',
    )
  })

  test('are read back from the address as they were written, next to other parameters', () => {
    const named: View = {
      search: 'a&b',
      segmentId: 'seg_1',
      tags: ['VIP', 'Fair: 2026'],
      withoutTags: ['Press'],
      fields: [
        { name: 'City', equals: 'Cork: north' },
        { name: 'a.b=c', contains: '' },
        { name: 'Note', isEmpty: true },
        { name: 'Note', isEmpty: false },
      ],
      suppressed: false,
    }
    const params = withView(new URLSearchParams('list=suppressed&search=old&tag=old'), named)
    expect(params.get('list')).toBe('suppressed')
    expect(readView(new URLSearchParams(params.toString()))).toEqual({ view: named, unread: [] })
  })

  test('that are added to a segment become a segment with both conditions', () => {
    const segments = [{ id: 's1', filter: { tags: ['VIP'], search: 'lee' } }]
    expect(segmentFilter({ segmentId: 's1', tags: ['Press'] }, segments)).toEqual({
      search: 'lee',
      tags: ['VIP', 'Press'],
    })
    expect(segmentFilter({ segmentId: 's1', search: 'ray' }, segments)).toBeNull()
  })
})
