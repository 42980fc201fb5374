import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { choose, contact, HeldRequest, look, NONE, previewOf, sent, showPage } from './upload/testing.tsx'

beforeEach(() => {
  HeldRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
})
afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

describe('the page to upload contacts', () => {
  test('has a back link, a contact count, the template file and the requirements', async () => {
    showPage()
    expect(await screen.findByText('1 contact')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.getByRole('link', { name: 'Download Template' }).getAttribute('href')).toBe('/api/contacts/template')
    expect(screen.getByText('The first row must contain column headers')).toBeTruthy()
    expect(screen.getByText('Duplicates are ignored during import')).toBeTruthy()
  })

  test('shows the first 5 contacts with "View All Contacts"', async () => {
    showPage({ people: [1, 2, 3, 4, 5, 6].map(contact) })
    expect(await screen.findByText('Recently Uploaded Contacts')).toBeTruthy()
    expect(screen.getByText('First5 Last')).toBeTruthy()
    expect(screen.queryByText('First6 Last')).toBeNull()
    expect(screen.getByRole('link', { name: 'View All Contacts' }).getAttribute('href')).toBe('/contacts')
  })

  test('hides recently uploaded contacts when there are none', async () => {
    showPage({ people: [] })
    expect(await screen.findByText('0 contacts')).toBeTruthy()
    expect(screen.queryByText('Recently Uploaded Contacts')).toBeNull()
  })

  test('is highlighted while a file is dragged over it', () => {
    showPage()
    const area = screen.getByRole('group', { name: 'Drop your spreadsheet here' })
    fireEvent.dragEnter(area)
    expect(area.dataset['dragOver']).toBe('true')
    fireEvent.dragLeave(area)
    expect(area.dataset['dragOver']).toBeUndefined()
  })
})

describe('a file that is chosen for upload', () => {
  test.each([
    ['people.pdf', 'application/pdf'],
    ['people.xlsx', 'application/pdf'],
  ])('named %s with type %s is refused with "Invalid File Type" and not sent', async (name, type) => {
    showPage()
    choose(name, type)
    const toast = await findToast('Invalid File Type')
    expect(within(toast).getByText('Please upload an Excel file (.xlsx or .xls)')).toBeTruthy()
    expect(HeldRequest.sent).toEqual([])
  })

  test('is sent as the field file, authenticated only by the cookie, and the button reads "Uploading..." meanwhile', async () => {
    showPage()
    choose()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })
    expect(button.disabled).toBe(true)
    expect(sent().opened).toBe('POST /api/contacts/imports')
    expect(sent().headers).toEqual({})
    expect(sent().withCredentials).toBe(true)
    expect((sent().body?.get('file') as File | undefined)?.name).toBe('people.xlsx')
  })

  test('shows the upload progress, then that it is being read, and can be cancelled', async () => {
    const { user } = showPage()
    choose()
    await screen.findByText('Uploading 0%')
    sent().progress(45, 100)
    expect(await screen.findByText('Uploading 45%')).toBeTruthy()
    sent().arrived()
    expect(await screen.findByText('Reading the file…')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Reading the file…')).toBeNull())
    expect(screen.queryByText('Upload Failed')).toBeNull()
  })

  test('that is refused shows "Upload Failed" with the server\'s message, and the next file can be chosen', async () => {
    showPage()
    choose()
    sent().answer(422, { code: 'UNREADABLE_FILE', message: 'This file is protected by a password.' })
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('This file is protected by a password.')).toBeTruthy()
    expect(screen.getByText('people.xlsx was not imported')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a file' }).disabled).toBe(false)
  })

  test('that another server answers is reported as status, colon and body', async () => {
    showPage()
    choose()
    sent().answer(502, 'Bad gateway')
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('502: Bad gateway')).toBeTruthy()
  })

  test('signs the user out if the session has expired', async () => {
    const { signOut } = showPage()
    choose()
    sent().answer(401, { code: 'UNAUTHENTICATED', message: 'Sign in first.' })
    await waitFor(() => expect(signOut).toHaveBeenCalled())
  })
})

function fileSent(): File {
  const file = sent().body?.get('file')
  if (!(file instanceof File)) throw new Error('No file was sent')
  return file
}

describe('rows of a spreadsheet that are pasted', () => {
  const text = 'Name\tEmail\nAnn\tann@example.com'
  const data = { getData: (type: string) => (type === 'text/plain' ? text : ''), files: [] }

  test('anywhere on the upload page are sent as a file', async () => {
    showPage()
    fireEvent.paste(document.body, { clipboardData: data })
    await screen.findByText('Uploading 0%')
    const file = fileSent()
    expect([file.name, await file.text()]).toEqual(['Pasted rows.tsv', text])
  })

  test('into the dialog are sent too', async () => {
    const { user } = showPage()
    await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }))
    fireEvent.paste(screen.getByRole('textbox', { name: 'Rows' }), { clipboardData: data })
    await screen.findByText('Uploading 0%')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fileSent().name).toBe('Pasted rows.tsv')
  })

  test('or typed in the dialog are sent at its button', async () => {
    const { user } = showPage()
    await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }))
    await user.type(screen.getByRole('textbox', { name: 'Rows' }), 'Email{Enter}a@b.co')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await fileSent().text()).toBe('Email\na@b.co')
  })
})

describe('the preview of an upload', () => {
  test('shows what would happen before anything is stored', async () => {
    const { user, askedFor } = showPage()
    await look()
    expect(screen.getByText('2 new, 1 already in your contacts, 1 duplicate skipped, 1 rejected.')).toBeTruthy()
    expect(within(screen.getByRole('table', { name: 'New rows' })).getByText('c3@example.com')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Changed 1' }))
    const changed = screen.getByRole('table', { name: 'Changed rows' })
    expect(within(changed).getAllByText('Old')).toBeTruthy()
    expect(within(changed).getAllByText('New')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Rejected 1' }))
    expect(screen.getByText('No valid email address')).toBeTruthy()
    expect(screen.getAllByText('“nobody” is not a valid email address')).toBeTruthy()
    expect(askedFor('CommitImport')).toEqual([])
  })

  test('isolates right-to-left values so that they do not reorder their neighbors', async () => {
    showPage()
    const added = {
      row: 2,
      email: 'c2@example.com',
      values: ['شوشان', '2026-01-31', '', '12'].map((value) => ({ name: 'Any', value })),
      changes: [],
      reason: null,
    }
    const name = { index: 0, letter: 'A', header: 'Name', field: 'ignored', name: null, samples: ['שושן', '12'] }
    const head = [
      { row: 1, cells: ['Name'] },
      { row: 2, cells: ['שושן'] },
    ]
    await look({ added: { count: 1, rows: [added] }, columns: [name], head })
    const apart = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(apart).toEqual(expect.arrayContaining(['Name', 'שושן', 'شوشان', '2026-01-31', '12']))
    expect(screen.getAllByText((_, element) => element?.textContent === 'شوشان · 2026-01-31 · 12')).toBeTruthy()
  })

  test('lets the meaning of every column be changed and checks again', async () => {
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ added: { count: 7, rows: [] } }) })
    await look()
    await user.selectOptions(screen.getByRole('combobox', { name: 'First Name becomes' }), 'Ignore')
    const sentence = '7 new, 1 already in your contacts, 1 duplicate skipped, 1 rejected.'
    expect(await screen.findByText(sentence)).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Field name for Town' })
    await user.clear(name)
    await user.type(name, 'City{Enter}')
    await waitFor(() => expect(askedFor('ImportPreview')).toHaveLength(2))
    expect(askedFor('ImportPreview').at(-1)).toEqual({
      id: 'file-1',
      choice: {
        columns: [
          { index: 0, field: 'ignored' },
          { index: 2, field: 'custom', name: 'City' },
        ],
        existing: 'ignore',
        tags: [],
      },
    })
  })

  test('offers the sheets of a workbook with several', async () => {
    const sheets = [
      { name: 'People', rowCount: 5, problem: null },
      { name: 'Friends', rowCount: 1, problem: null },
    ]
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ sheets, sheet: 'Friends' }) })
    await look({ sheets })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'Friends (1 row)')
    await waitFor(() => expect(askedFor('ImportPreview')[0]).toMatchObject({ choice: { sheet: 'Friends' } }))
  })

  test('is a grid like the spreadsheet, with the meaning of each column above it', async () => {
    showPage()
    await look()
    const grid = within(screen.getByRole('table', { name: 'Columns' }))
    const [top, header, first] = grid.getAllByRole('row')
    expect(
      within(top as HTMLElement)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent?.charAt(0)),
    ).toEqual(['A', 'B', 'C'])
    expect(within(header as HTMLElement).getByRole('rowheader').textContent).toBe('1')
    expect(
      within(header as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['First Name', 'Email', 'Town'])
    expect(within(first as HTMLElement).getByText('Utrecht')).toBeTruthy()
  })

  test('offers to split addresses, and names the field for academic titles', async () => {
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ severalRows: 3, severalAddresses: 7 }) })
    await look({ severalRows: 3, severalAddresses: 7, titles: { field: 'Title', count: 2, samples: ['Dr.', 'Frau'] } })
    expect(screen.getByText('Titles before names are saved in the field Title: Dr., Frau (2 rows).')).toBeTruthy()
    expect(screen.getByText('3 rows hold 7 addresses. Each becomes a contact with the values of its row.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Split cells with several email addresses' }))
    await waitFor(() => expect(askedFor('ImportPreview')[0]).toMatchObject({ choice: { splitAddresses: true } }))
  })

  test('offers to import only the first contacts that fit the plan', async () => {
    const added = { count: 12, rows: [] }
    const fits = { added, room: 10, leftOut: 2, problem: null }
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf(fits) })
    const button = await look({ added, room: 10, problem: 'Your Free plan allows 10 contacts.' })
    expect((button as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText('2 contacts are left out. You can download their rows after the import.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Import only the first 10 contacts that fit your plan' }))
    expect(await screen.findByText(/^10 new, 2 left out,/)).toBeTruthy()
    expect((button as HTMLButtonElement).disabled).toBe(false)
    await user.click(button)
    expect(askedFor('CommitImport')[0]).toMatchObject({ choice: { firstThatFit: true } })
  })

  test('does not offer a partial import when not a single contact fits the plan', async () => {
    showPage()
    await look({ added: { count: 12, rows: [] }, room: 0, problem: 'Your Free plan allows 10 contacts.' })
    expect(screen.queryByRole('checkbox', { name: /that fit your plan/ })).toBeNull()
  })

  test('says why a file cannot be imported, and blocks it', async () => {
    showPage()
    const button = await look({ problem: 'There is no column with addresses.', added: NONE })
    expect(screen.getAllByText('There is no column with addresses.')).toBeTruthy()
    expect((button as HTMLButtonElement).disabled).toBe(true)
  })

  test('shows "Upload Failed" once with the reason for a file that cannot be imported', async () => {
    const problem = 'Your Free plan allows 100 contacts.'
    const { user } = showPage({}, { importPreview: () => previewOf({ problem: 'Still too many.' }) })
    await look({ problem })
    const failed = await findToast('Upload Failed')
    expect(within(failed).getByText(problem)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'First Name becomes' }), 'Ignore')
    const alert = await screen.findByText('Still too many.')
    expect(alert).toBeTruthy()
    expect(within(await findToast('Upload Failed')).getByText(problem)).toBeTruthy()
    // The rows are still shown when the plan forbids the import.
    expect(screen.getByRole('tab', { name: 'Rejected 1' })).toBeTruthy()
  })

  test('is restored with its choices after a reload', async () => {
    const before = showPage({}, { importPreview: () => previewOf() })
    await look()
    await before.user.selectOptions(screen.getByRole('combobox', { name: 'First Name becomes' }), 'Ignore')
    await waitFor(() => expect(before.askedFor('ImportPreview')).toHaveLength(1))
    const [asked] = before.askedFor('ImportPreview')
    const reloaded = { at: before.address(), kept: before.kept() }
    tearDown()
    const { askedFor, user, address } = showPage({}, { importPreview: () => previewOf() }, reloaded)
    const button = await screen.findByRole('button', { name: 'Discard' })
    expect(askedFor('ImportPreview')).toEqual([asked])
    expect(asked).toMatchObject({ id: 'file-1', choice: { columns: [{ index: 0, field: 'ignored' }] } })
    await user.click(button)
    await waitFor(() => expect(address()).toBe('/upload'))
  })

  test('reports a file that the server no longer keeps, and removes it from the address', async () => {
    const importPreview = () => Promise.reject(knownError('NOT_FOUND', 'Uploaded file not found.'))
    const { address } = showPage({}, { importPreview }, { at: '/upload?file=file-1' })
    expect(within(await findToast('Upload Failed')).getByText('Uploaded file not found.')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/upload'))
  })

  test('leaves nothing behind when its file is discarded', async () => {
    const { user } = showPage()
    await look()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('button', { name: 'Upload Contacts' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })
})
