import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, it, vi } from 'vitest'
import { ContactsPage } from '#web/contacts/contacts-page.tsx'
import { person, taskOf, workspace } from '#web/contacts/testing.ts'
import { UploadPage } from '#web/contacts/upload-page.tsx'
import { unexplainedError, pageOf, show, tearDown, type Root, type World } from '#web/testing/world.tsx'
import { leavesNothingOut, looker } from './spec-texts.ts'

afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

const THREE = [person('ann', 'Ann', 'Lee'), person('bob', 'Bob', 'Ray'), person('cat', 'Cat', 'Orr')]
/** A failure without a message, so that the page shows its own. */
const fails = () => Promise.reject(unexplainedError())

describe('the list of contacts shows the texts that the specification fixes:', () => {
  const see = looker('contacts')
  const open = (root: Root = {}, people = THREE) =>
    show(<ContactsPage />, { at: '/contacts', root: { ...workspace(people).root, ...root } })

  async function add({ user }: World) {
    await user.click(screen.getByRole('button', { name: 'Add Contact' }))
    const dialog = within(await screen.findByRole('dialog'))
    const submit = dialog.getByRole('button', { name: 'Add Contact' })
    await user.click(submit)
    await see('First name is required', 'Last name is required', 'Valid email is required')
    for (const [label, value] of [
      ['First name', 'Dan'],
      ['Last name', 'Fox'],
      ['Email', 'dan@example.com'],
    ] as const) {
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    }
    await user.click(submit)
  }
  async function deleteOne({ user }: World) {
    await user.click(await screen.findByRole('button', { name: 'Delete Bob Ray' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  }
  async function deleteTwo({ user }: World) {
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Cat Orr' }))
    await see('{n} selected', 'Delete Selected')
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }))
    await see('This action cannot be undone.')
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Delete/ }))
  }

  it('its title, while loading, without contacts, and its actions', async () => {
    open({ contacts: () => new Promise(() => {}) })
    await see('Loading contacts...')
    tearDown()
    open({}, [])
    await see('No contacts yet', 'Upload Contacts')
    tearDown()
    const { user } = open()
    await see('Contacts', 'Manage your contact database', 'Import Excel', 'Add Contact', 'Select All')
    await see('Search contacts by name or email...', '{n} results', 'Added {date}')
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await see('No contacts match your search')
  })

  it('the confirmations of additions and deletions', async () => {
    const world = open()
    await add(world)
    await see('Contact Added')
    await deleteOne(world)
    await see('Contact Deleted')
    await deleteTwo(world)
    await see('Contacts Deleted', '{n} contacts have been successfully deleted.')
  })

  it('the failures', async () => {
    const empty = () => Promise.reject(Object.assign(unexplainedError(), { message: '' }))
    const world = open({ createContact: empty, deleteContact: fails, deleteContacts: fails })
    await add(world)
    await see('Add Contact Failed', 'Failed to add contact.')
    await world.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await deleteOne(world)
    await see('Delete Failed', 'Failed to delete contact.')
    await deleteTwo(world)
    await see('Bulk Delete Failed', 'Failed to delete selected contacts.')
  })
})

describe('the upload page shows the texts that the specification fixes:', () => {
  const see = looker('upload')
  const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const importing = taskOf({ kind: 'importContacts', total: 5 })

  function open(tasks: { id: string }[] = []) {
    const progress = new Subject<object>()
    const root = { contactImports: pageOf([], {}), tasks: pageOf(tasks, {}), taskProgress: progress }
    show(<UploadPage />, { at: '/upload', root: { ...workspace(THREE).root, ...root } })
    return progress
  }
  async function choose(name: string, type: string) {
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[type=file]')
      if (!found) throw new Error('There is no file input')
      return found
    })
    fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
  }

  it('its requirements, recent contacts, and refusals', async () => {
    open()
    await see('Download Template', 'Recently Uploaded Contacts', 'View All Contacts')
    await choose('people.pdf', 'application/pdf')
    await see('Invalid File Type', 'Please upload an Excel file (.xlsx or .xls)')
  })

  it('its progress and its result', async () => {
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        upload = new EventTarget()
        open() {}
        setRequestHeader() {}
        send() {}
        abort() {}
      },
    )
    open()
    await choose('people.xlsx', EXCEL)
    await see('Uploading...')
    tearDown()
    const progress = open([importing])
    await screen.findByText('0 of 5 rows')
    progress.next({ ...importing, status: 'done', done: 5, message: '5 contacts added.' })
    await see('Upload Successful')
    tearDown()
    const again = open([importing])
    await screen.findByText('0 of 5 rows')
    again.next({ ...importing, status: 'failed' })
    await see('Upload Failed', 'Failed to upload contacts')
  })
})

leavesNothingOut('contacts', 'upload')
