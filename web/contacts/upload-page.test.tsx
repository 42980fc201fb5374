// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { ApolloLink, type ApolloClient } from '@apollo/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Subject, throwError } from 'rxjs'
import { breakdown, findToast, pageOf, refusal, show, statsOf, tearDown } from '#web/testing/world.tsx'
import { person, taskOf as anyTask, type Person } from './testing.ts'
import { UploadPage } from './upload-page.tsx'
import { HeldRequest, IMPORT, MESSAGE, NONE, previewOf } from './upload/testing.ts'

beforeEach(() => {
  HeldRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
})
afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

const taskOf = (over: object = {}) => anyTask({ kind: 'importContacts', total: 5, ...over })

const DONE = { status: 'done', done: 5, message: MESSAGE, import: IMPORT }

const contact = (index: number) => person(`c${index}`, `First${index}`, 'Last')

interface Space {
  people: Person[]
  imports: object[]
  tasks: object[]
}

function showPage(start: Partial<Space> = {}, root: object = {}, where: { at?: string; kept?: unknown } = {}) {
  const space: Space = { people: [contact(1)], imports: [], tasks: [], ...start }
  /** What the socket says of tasks. */
  const progress = new Subject<object>()
  const world = show(<UploadPage />, {
    at: '/upload',
    ...where,
    root: {
      stats: () => statsOf({ totalContacts: space.people.length }),
      contacts: (args: object) => pageOf(space.people, args),
      contactImports: (args: object) => pageOf(space.imports as { id: string }[], args),
      tasks: (args: object) => pageOf(space.tasks as { id: string }[], args),
      contactTags: [{ name: 'VIP', contactCount: 1 }],
      contactFields: [],
      importPreview: () => previewOf(),
      commitImport: () => taskOf(),
      undoImport: () => taskOf({ id: 't2', kind: 'undoImport', total: 2 }),
      cancelTask: () => taskOf({ status: 'cancelled' }),
      taskProgress: progress,
      ...root,
    },
  })
  return { ...world, space, progress }
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function choose(name = 'people.xlsx', type = EXCEL) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
}

function sent(): HeldRequest {
  const request = HeldRequest.sent.at(-1)
  if (!request) throw new Error('Nothing was sent')
  return request
}

/** From now on the answers to "Upload Contacts" are lost on their way; what it returns mends the line. */
function loseAnswers(client: ApolloClient): () => void {
  const whole = client.link
  const lost = () => throwError(() => new TypeError('Failed to fetch'))
  client.setLink(ApolloLink.split(({ operationName }) => operationName === 'CommitImport', new ApolloLink(lost), whole))
  return () => client.setLink(whole)
}

/** Chooses a file; the server answers what it would do. */
async function look(over: object = {}): Promise<HTMLElement> {
  choose()
  sent().answer(201, previewOf(over))
  return screen.findByRole('button', { name: 'Upload Contacts' })
}

describe('the page', () => {
  test('has a way back, a contact count, the template and the requirements', async () => {
    showPage()
    expect(await screen.findByText('1 contact')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.getByRole('link', { name: 'Download Template' }).getAttribute('href')).toBe('/api/contacts/template')
    expect(screen.getByText('Headers in the first row are required')).toBeTruthy()
    expect(screen.getByText('Duplicates are ignored during import')).toBeTruthy()
  })

  test('shows the first 5 contacts with "View All Contacts"', async () => {
    showPage({ people: [1, 2, 3, 4, 5, 6].map(contact) })
    expect(await screen.findByText('Recently Uploaded Contacts')).toBeTruthy()
    expect(screen.getByText('First5 Last')).toBeTruthy()
    expect(screen.queryByText('First6 Last')).toBeNull()
    expect(screen.getByRole('link', { name: 'View All Contacts' }).getAttribute('href')).toBe('/contacts')
  })

  test('has no recently uploaded contacts when there are none', async () => {
    showPage({ people: [] })
    expect(await screen.findByText('0 contacts')).toBeTruthy()
    expect(screen.queryByText('Recently Uploaded Contacts')).toBeNull()
  })

  test('lights up while a file is held over it', () => {
    showPage()
    const area = screen.getByRole('group', { name: 'Drop your Excel file here' })
    fireEvent.dragEnter(area)
    expect(area.dataset['dragOver']).toBe('true')
    fireEvent.dragLeave(area)
    expect(area.dataset['dragOver']).toBeUndefined()
  })
})

describe('a file that is chosen', () => {
  test.each([
    ['people.csv', 'text/csv'],
    ['people.xlsx', 'application/pdf'],
  ])('as %s declared as %s is refused with "Invalid File Type" and not sent', async (name, type) => {
    showPage()
    choose(name, type)
    const toast = await findToast('Invalid File Type')
    expect(within(toast).getByText('Please upload an Excel file (.xlsx or .xls)')).toBeTruthy()
    expect(HeldRequest.sent).toEqual([])
  })

  test('is sent as the field file with the session token and the button reads "Uploading..." meanwhile', async () => {
    localStorage.setItem('sessionToken', 'token-1')
    showPage()
    choose()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })
    expect(button.disabled).toBe(true)
    expect(sent().opened).toBe('POST /api/contacts/imports')
    expect(sent().headers).toEqual({ Authorization: 'token-1' })
    expect((sent().body?.get('file') as File | undefined)?.name).toBe('people.xlsx')
  })

  test('shows how much has gone, then that it is being read, and can be called off', async () => {
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

  test('that is refused says "Upload Failed" with the server\'s message, and the next file can be chosen', async () => {
    showPage()
    choose()
    sent().answer(422, { code: 'UNREADABLE_FILE', message: 'This file is protected by a password.' })
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('This file is protected by a password.')).toBeTruthy()
    expect(screen.getByText('people.xlsx was not imported')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a file' }).disabled).toBe(false)
  })

  test('whose answer is not ours is told as status, colon and body', async () => {
    showPage()
    choose()
    sent().answer(502, 'Bad gateway')
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('502: Bad gateway')).toBeTruthy()
  })

  test('with a session that has ended signs out', async () => {
    const { signOut } = showPage()
    choose()
    sent().answer(401, { code: 'UNAUTHENTICATED', message: 'Sign in first.' })
    await waitFor(() => expect(signOut).toHaveBeenCalled())
  })
})

describe('the preview', () => {
  test('says what would happen before anything is written', async () => {
    const { user, askedFor } = showPage()
    await look()
    expect(
      screen.getByText('2 contacts are added, 1 changed and 1 repeated rows are ignored, 1 is rejected.'),
    ).toBeTruthy()
    expect(within(screen.getByRole('table', { name: 'New rows' })).getByText('c3@example.com')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Changed 1' }))
    const changed = screen.getByRole('table', { name: 'Changed rows' })
    expect(within(changed).getAllByText('Old')).toBeTruthy()
    expect(within(changed).getAllByText('New')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Rejected 1' }))
    expect(screen.getByText('No valid email address')).toBeTruthy()
    expect(screen.getAllByText('nobody is no email address')).toBeTruthy()
    expect(askedFor('CommitImport')).toEqual([])
  })

  test('sets values in letters that run from right to left apart from those beside them', async () => {
    showPage()
    const added = {
      row: 2,
      email: 'c2@example.com',
      values: ['شوشان', '2026-01-31', '', '12'].map((value) => ({ name: 'Any', value })),
      changes: [],
      reason: null,
    }
    const name = { index: 0, letter: 'A', header: 'Name', field: 'ignored', name: null, samples: ['שושן', '12'] }
    await look({ added: { count: 1, rows: [added] }, columns: [name] })
    const apart = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(apart).toEqual(expect.arrayContaining(['شوشان', '2026-01-31', '12', 'שושן']))
    expect(screen.getAllByText((_, element) => element?.textContent === 'شوشان · 2026-01-31 · 12')).toBeTruthy()
  })

  test('lets every column become something else and looks again', async () => {
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ added: { count: 7, rows: [] } }) })
    await look()
    await user.selectOptions(screen.getByRole('combobox', { name: 'First Name becomes' }), 'Ignore')
    const sentence = '7 contacts are added, 1 changed and 1 repeated rows are ignored, 1 is rejected.'
    expect(await screen.findByText(sentence)).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Name of the field for Town' })
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

  test('offers the sheets of a workbook that has several', async () => {
    const sheets = [
      { name: 'People', rowCount: 5, problem: null },
      { name: 'Friends', rowCount: 1, problem: null },
    ]
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ sheets, sheet: 'Friends' }) })
    await look({ sheets })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'Friends (1 row)')
    await waitFor(() => expect(askedFor('ImportPreview')[0]).toMatchObject({ choice: { sheet: 'Friends' } }))
  })

  test('says why a file cannot be imported, and does not let it', async () => {
    showPage()
    const button = await look({ problem: 'There is no column with addresses.', added: NONE })
    expect(screen.getAllByText('There is no column with addresses.')).toBeTruthy()
    expect((button as HTMLButtonElement).disabled).toBe(true)
  })

  test('of a file that cannot be imported says "Upload Failed" with the reason, once for the file', async () => {
    const problem = 'Your Free plan allows 100 contacts.'
    const { user } = showPage({}, { importPreview: () => previewOf({ problem: 'Still too many.' }) })
    await look({ problem })
    const failed = await findToast('Upload Failed')
    expect(within(failed).getByText(problem)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'First Name becomes' }), 'Ignore')
    const alert = await screen.findByText('Still too many.')
    expect(alert).toBeTruthy()
    expect(within(await findToast('Upload Failed')).getByText(problem)).toBeTruthy()
    // What the plan has against them leaves the rows to be looked at.
    expect(screen.getByRole('tab', { name: 'Rejected 1' })).toBeTruthy()
  })

  test('is found again with its choices by whoever reloads the page', async () => {
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

  test('that the server no longer keeps is said to be gone, and leaves the address', async () => {
    const importPreview = () => Promise.reject(refusal('NOT_FOUND', 'Uploaded file not found.'))
    const { address } = showPage({}, { importPreview }, { at: '/upload?file=file-1' })
    expect(within(await findToast('Upload Failed')).getByText('Uploaded file not found.')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/upload'))
  })

  test('that was discarded leaves nothing behind', async () => {
    const { user } = showPage()
    await look()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('button', { name: 'Upload Contacts' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })
})

describe('an import', () => {
  test('takes what was chosen, reads "Uploading..." and says "Upload Successful" with the server\'s message', async () => {
    const { user, askedFor, progress, space } = showPage({ people: [] })
    await screen.findByText('0 contacts')
    const button = await look()
    await user.click(screen.getByRole('radio', { name: 'Give them the values of this file' }))
    await user.type(screen.getByRole('combobox', { name: /Tags for all of them/ }), 'Fair 2026{Enter}')
    await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
    await user.click(button)
    expect(askedFor('CommitImport')).toEqual([
      { id: 'file-1', choice: { columns: [], existing: 'update', tags: ['Fair 2026'] } },
    ])
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })).disabled).toBe(true)
    expect(await screen.findByText('0 of 5 rows')).toBeTruthy()
    progress.next(taskOf({ done: 3 }))
    expect(await screen.findByText('3 of 5 rows')).toBeTruthy()
    space.people = [contact(1), contact(2)]
    space.imports = [IMPORT]
    progress.next(taskOf(DONE))
    const toast = await findToast('Upload Successful')
    expect(within(toast).getByText(MESSAGE)).toBeTruthy()
    expect(screen.getByText('2 contacts')).toBeTruthy()
    expect(screen.getByText(/4 empty rows were skipped/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download rejected rows' }).getAttribute('href')).toBe(IMPORT.rejectedUrl)
    expect(
      within(screen.getByRole('list', { name: 'Imports' })).getByText(/2 added, 1 ignored, 3 rejected/),
    ).toBeTruthy()

    const [undo] = screen.getAllByRole('button', { name: 'Undo import of people.xlsx' })
    if (undo) await user.click(undo)
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo import' }))
    await screen.findByText('0 of 2 contacts')
    const undone = { at: '2026-02-01T12:00:00.000Z', removed: 2, restored: 0, left: 0, leftEmails: [] }
    space.imports = [{ ...IMPORT, undone }]
    progress.next(taskOf({ id: 't2', kind: 'undoImport', status: 'done', import: { ...IMPORT, undone } }))
    await findToast('Import Undone')
    expect(screen.queryByText(/4 empty rows were skipped/)).toBeNull()
  })

  test('that fails says "Upload Failed" with its reason, and what was chosen is still there', async () => {
    const { user, progress } = showPage()
    await user.click(await look())
    await screen.findByText('0 of 5 rows')
    progress.next(taskOf({ status: 'failed', error: 'Your plan allows 100 contacts.' }))
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('Your plan allows 100 contacts.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload Contacts' })).toBeTruthy()
  })

  test('that is not taken says "Upload Failed" with the server\'s message', async () => {
    const { user } = showPage({}, { commitImport: () => Promise.reject(refusal('NOT_FOUND', 'The file is gone.')) })
    await user.click(await look())
    expect(within(await findToast('Upload Failed')).getByText('The file is gone.')).toBeTruthy()
  })

  test('whose answer is lost is looked for, and shown', async () => {
    const { user, client, space, progress } = showPage()
    await look()
    space.tasks = [taskOf({ id: 't0', fileId: 'file-0' }), taskOf({ fileId: 'file-1', done: 2 })]
    loseAnswers(client)
    await user.click(screen.getByRole('button', { name: 'Upload Contacts' }))
    expect(await screen.findByText('2 of 5 rows')).toBeTruthy()
    progress.next(taskOf({ ...DONE, fileId: 'file-1' }))
    await findToast('Upload Successful')
    expect(screen.getByText(/4 empty rows were skipped/)).toBeTruthy()
  })

  test('whose answer is lost without a trace keeps what was chosen, and finds out when it is asked for again', async () => {
    const gone = () => Promise.reject(refusal('NOT_FOUND', 'Uploaded file not found.'))
    const { user, client, space } = showPage({}, { commitImport: gone })
    await look()
    await user.type(screen.getByRole('combobox', { name: /Tags for all of them/ }), 'Fair 2026{Enter}')
    const back = loseAnswers(client)
    await user.click(await screen.findByRole('button', { name: 'Upload Contacts' }))
    const notice = await screen.findByRole('alert')
    expect(within(notice).getByText('It is not known whether the import began')).toBeTruthy()
    expect(screen.queryByText(/Nothing was added/)).toBeNull()
    expect(screen.getByText('Fair 2026')).toBeTruthy()
    back()
    space.tasks = [taskOf({ ...DONE, fileId: 'file-1' })]
    await user.click(screen.getByRole('button', { name: 'Upload Contacts' }))
    expect(await screen.findByText(/4 empty rows were skipped/)).toBeTruthy()
  })

  test('that the plan refuses keeps what was chosen', async () => {
    const { user } = showPage({}, { commitImport: () => Promise.reject(refusal('LIMIT_REACHED', 'It is full.')) })
    await user.click(await look())
    expect(within(await findToast('Upload Failed')).getByText('It is full.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload Contacts' })).toBeTruthy()
  })

  test('can be cancelled while it runs', async () => {
    const { user, askedFor } = showPage()
    await user.click(await look())
    await user.click(await screen.findByRole('button', { name: 'Cancel import' }))
    await findToast('Upload Cancelled')
    expect(askedFor('CancelTask')).toEqual([{ id: 't1' }])
    expect(screen.getByRole('button', { name: 'Upload Contacts' })).toBeTruthy()
  })

  test('is found again by whoever comes back', async () => {
    const { progress } = showPage({ tasks: [taskOf({ done: 2 })] })
    expect(await screen.findByText('2 of 5 rows')).toBeTruthy()
    expect(screen.getByText(/Started by Ann Lee/)).toBeTruthy()
    progress.next(taskOf(DONE))
    await findToast('Upload Successful')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull())
  })
})

describe('past imports', () => {
  test('each say what came of them, and can be undone after a question', async () => {
    const { user, askedFor, progress, space } = showPage({ imports: [IMPORT] })
    await user.click(await screen.findByRole('button', { name: 'Undo import of people.xlsx' }))
    const question = screen.getByRole('alertdialog', { name: 'Undo the import of people.xlsx?' })
    expect(within(question).getByText(/2 contacts that it added are deleted/)).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Undo import' }))
    expect(askedFor('UndoImport')).toEqual([{ id: 'i1' }])
    expect(await screen.findByText('0 of 2 contacts')).toBeTruthy()
    const undone = { at: '2026-02-01T12:00:00.000Z', removed: 2, restored: 0, left: 0, leftEmails: [] }
    space.imports = [{ ...IMPORT, undone }]
    const ended = { kind: 'undoImport', id: 't2', status: 'done', done: 2, total: 2, message: '2 removed, 0 restored.' }
    progress.next(taskOf({ ...ended, import: { ...IMPORT, undone } }))
    const toast = await findToast('Import Undone')
    expect(within(toast).getByText('2 removed, 0 restored.')).toBeTruthy()
    expect(await screen.findByText('Undone')).toBeTruthy()
    const row = within(screen.getByRole('list', { name: 'Imports' })).getByRole('listitem')
    expect(row.textContent).toMatch(/2 removed · imported .+/)
    expect(screen.queryByRole('button', { name: 'Undo import of people.xlsx' })).toBeNull()
  })

  test('come page by page; when the next does not, that is said, with a retry', async () => {
    let broken = true
    const imports = [1, 2, 3, 4, 5, 6].map((index) => ({
      ...IMPORT,
      id: `i${index}`,
      fileName: `people-${index}.xlsx`,
    }))
    const contactImports = (args: { after?: string }) =>
      args.after && broken ? Promise.reject(breakdown()) : pageOf(imports, args)
    const { user } = showPage({}, { contactImports })
    await user.click(await screen.findByRole('button', { name: 'Show more imports' }))
    expect(await screen.findByText('More imports could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('people-6.xlsx')).toBeTruthy()
  })

  test('that could not be loaded say so and can be tried again', async () => {
    let broken = true
    const contactImports = () => (broken ? Promise.reject(breakdown()) : pageOf([IMPORT], {}))
    const { user } = showPage({}, { contactImports })
    expect(await screen.findByText('Your imports could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'Imports' })).toBeTruthy()
  })
})
