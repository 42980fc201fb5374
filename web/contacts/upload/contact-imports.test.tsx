import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unexplainedError, findToast, pageOf, knownError, tearDown, uncounted } from '#web/testing/world.tsx'
import {
  contact,
  DONE,
  HeldRequest,
  IMPORT,
  look,
  loseAnswers,
  MESSAGE,
  previewOf,
  showPage,
  taskOf,
} from './testing.tsx'

beforeEach(() => {
  HeldRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
})
afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

describe('the import of an uploaded file', () => {
  test('offers other encodings of a text file, and columns are then detected again', async () => {
    const { user, askedFor } = showPage({}, { importPreview: () => previewOf({ encoding: 'windows-1250' }) })
    await look({ encoding: 'windows-1252' })
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: /Encoding/ })
    expect(select.selectedOptions[0]?.text).toBe('Western European (Windows-1252)')
    await user.selectOptions(select, 'Central European (Windows-1250)')
    await waitFor(() =>
      expect(askedFor('ImportPreview')).toEqual([
        { id: 'file-1', choice: { columns: [], existing: 'ignore', tags: [], encoding: 'windows-1250' } },
      ]),
    )
  })

  test('offers to leave out hidden rows and to fill merged cells', async () => {
    const { user, askedFor } = showPage()
    await look({
      notices: [
        { kind: 'hiddenRows', count: 1, message: 'Row 4 is hidden.' },
        { kind: 'mergedCells', count: 1, message: '1 cell is merged.' },
      ],
    })
    expect(screen.queryByRole('combobox', { name: /Encoding/ })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /Leave out rows that are hidden/ }))
    await waitFor(() => expect(askedFor('ImportPreview')).toHaveLength(1))
    expect(askedFor('ImportPreview')[0]).toMatchObject({ choice: { leaveOutHidden: true } })
  })

  test('can keep its rows for emails, grouped by the chosen column, and leads to an email about them', async () => {
    const sheet = { id: 's1', rowCount: 5, personCount: 2 }
    const done = { ...DONE, import: { ...IMPORT, sheet } }
    const { user, askedFor, progress } = showPage({}, { createCampaign: () => ({ id: 'c9' }) })
    const button = await look()
    await user.click(screen.getByRole('checkbox', { name: /Keep the rows to write about them/ }))
    await user.selectOptions(screen.getByRole('combobox', { name: /same person/ }), 'Town')
    await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
    await user.click(button)
    await waitFor(() => expect(askedFor('CommitImport')).toHaveLength(1))
    expect(askedFor('CommitImport')[0]).toMatchObject({ choice: { keepRows: { groupBy: 'Town' } } })
    progress.next(taskOf(done))
    expect(await screen.findByText(/Its 5 rows of 2 people are kept/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Write to these people' }))
    await waitFor(() => expect(askedFor('CreateMergeDraft')).toEqual([{ input: { name: 'people', sheetId: 's1' } }]))
  })

  test('leads to an email to its people when its rows are not kept', async () => {
    const { user, askedFor, progress } = showPage({}, { createCampaign: () => ({ id: 'c9' }) })
    await user.click(await look())
    await waitFor(() => expect(askedFor('CommitImport')).toHaveLength(1))
    progress.next(taskOf(DONE))
    await user.click(await screen.findByRole('button', { name: 'Write to these people' }))
    const audience = { filter: { importId: IMPORT.id } }
    await waitFor(() => expect(askedFor('CreateMergeDraft')).toEqual([{ input: { name: 'people', audience } }]))
  })

  test("shows the server's notices about the values", async () => {
    showPage()
    const message = '2 cells (the first in row 2) stand for “no value” in words: “NULL”.'
    await look({ notices: [{ kind: 'placeholders', count: 2, message }] })
    expect(screen.getByText('Please check this point in your file')).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
  })

  test('imports the chosen data, reads "Uploading..." and shows "Upload Successful" with the server\'s message', async () => {
    const { user, askedFor, progress, space } = showPage({ people: [] })
    await screen.findByText('0 contacts')
    const button = await look()
    await user.click(screen.getByRole('radio', { name: 'Update them with the values in this file' }))
    await user.type(screen.getByRole('combobox', { name: /Tags for all imported contacts/ }), 'Fair 2026{Enter}')
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
    expect(
      screen.getByText(
        /Duplicates are repeated addresses, and contacts that you already have and that did not change\./,
      ),
    ).toBeTruthy()
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

  test('that fails shows "Upload Failed" with its reason and keeps the choices', async () => {
    const { user, progress } = showPage()
    await user.click(await look())
    await screen.findByText('0 of 5 rows')
    progress.next(taskOf({ status: 'failed', error: 'Your plan allows 100 contacts.' }))
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('Your plan allows 100 contacts.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload Contacts' })).toBeTruthy()
  })

  test('that is refused shows "Upload Failed" with the server\'s message', async () => {
    const { user } = showPage({}, { commitImport: () => Promise.reject(knownError('NOT_FOUND', 'The file is gone.')) })
    await user.click(await look())
    expect(within(await findToast('Upload Failed')).getByText('The file is gone.')).toBeTruthy()
  })

  test('is found and shown when the response to it was lost', async () => {
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

  test('keeps its choices when the response was lost and no import is found, and checks again on retry', async () => {
    const gone = () => Promise.reject(knownError('NOT_FOUND', 'Uploaded file not found.'))
    const { user, client, space } = showPage({}, { commitImport: gone })
    await look()
    await user.type(screen.getByRole('combobox', { name: /Tags for all imported contacts/ }), 'Fair 2026{Enter}')
    const back = loseAnswers(client)
    await user.click(await screen.findByRole('button', { name: 'Upload Contacts' }))
    const notice = await screen.findByRole('alert')
    expect(within(notice).getByText('We are not sure whether the import started')).toBeTruthy()
    expect(screen.queryByText(/Nothing was added/)).toBeNull()
    expect(screen.getByText('Fair 2026')).toBeTruthy()
    back()
    space.tasks = [taskOf({ ...DONE, fileId: 'file-1' })]
    await user.click(screen.getByRole('button', { name: 'Upload Contacts' }))
    expect(await screen.findByText(/4 empty rows were skipped/)).toBeTruthy()
  })

  test('keeps its choices when the plan refuses it', async () => {
    const { user } = showPage({}, { commitImport: () => Promise.reject(knownError('LIMIT_REACHED', 'It is full.')) })
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

  test('is still shown after leaving the page and returning', async () => {
    const { progress } = showPage({ tasks: [taskOf({ done: 2 })] })
    expect(await screen.findByText('2 of 5 rows')).toBeTruthy()
    expect(screen.getByText(/Started by Ann Lee/)).toBeTruthy()
    progress.next(taskOf(DONE))
    await findToast('Upload Successful')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull())
  })
})

describe('the list of past imports', () => {
  test('shows the result of each, which can be undone after confirmation', async () => {
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

  test('is shown without being counted', async () => {
    const contactImports = (args: object) => ({ ...pageOf([IMPORT], args), totalCount: uncounted })
    showPage({}, { contactImports })
    const list = await screen.findByRole('list', { name: 'Imports' })
    expect(within(list).getByText('people.xlsx')).toBeTruthy()
  })

  test('loads page by page; a failed page shows an error with a retry', async () => {
    let broken = true
    const imports = [1, 2, 3, 4, 5, 6].map((index) => ({
      ...IMPORT,
      id: `i${index}`,
      fileName: `people-${index}.xlsx`,
    }))
    const contactImports = (args: { after?: string }) =>
      args.after && broken ? Promise.reject(unexplainedError()) : pageOf(imports, args)
    const { user } = showPage({}, { contactImports })
    await user.click(await screen.findByRole('button', { name: 'Show more imports' }))
    expect(await screen.findByText('More imports could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('people-6.xlsx')).toBeTruthy()
  })

  test('shows an error with a retry when loading fails', async () => {
    let broken = true
    const contactImports = () => (broken ? Promise.reject(unexplainedError()) : pageOf([IMPORT], {}))
    const { user } = showPage({}, { contactImports })
    expect(await screen.findByText('Your imports could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'Imports' })).toBeTruthy()
  })
})
