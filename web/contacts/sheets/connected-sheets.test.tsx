import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, show, tearDown } from '#web/testing/world.tsx'
import { ConnectSheet } from './connect-sheet.tsx'
import { ConnectedSheets } from './connected-sheets.tsx'

afterEach(tearDown)

const SOURCE = {
  __typename: 'SheetSource',
  kind: 'csv',
  host: 'files.example.com',
  link: null,
  keyColumn: 'Order',
  state: 'ok',
  problem: null,
  rejectedRows: 0,
  readAt: '2026-02-01T12:00:00.000Z',
  changedAt: '2026-02-01T12:00:00.000Z',
  writes: false,
  writtenTitles: [],
  writtenAt: null,
  writeProblem: null,
  conflicts: [],
}
const sheetOf = (source: object = {}) => ({
  __typename: 'Sheet',
  id: 's1',
  name: 'Orders',
  columns: ['Order'],
  rowCount: 3,
  personCount: 2,
  source: { ...SOURCE, ...source },
})

const LINK = 'https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP/edit'

function showSheets(source: object = {}, root: object = {}, at = '/upload') {
  return show(
    <>
      <ConnectSheet disabled={false} />
      <ConnectedSheets />
    </>,
    {
      root: {
        sheets: () => [sheetOf(source)],
        connectSheet: () => sheetOf(),
        readSheet: () => sheetOf(),
        createCampaign: () => ({ id: 'c9' }),
        deleteSheet: () => ({ id: 's1' }),
        ...root,
      },
      at,
    },
  )
}
const list = async () => within(await screen.findByRole('list', { name: 'Connected sheets' }))

describe('the dialog Connect a sheet', () => {
  test('connects the sheet behind a link, with the column that identifies its rows', async () => {
    const { user, askedFor } = showSheets()
    await user.click(screen.getByRole('button', { name: 'Connect a sheet' }))
    await user.type(screen.getByRole('textbox', { name: /Link to the sheet/ }), 'https://files.example.com/orders.csv')
    await user.type(screen.getByRole('textbox', { name: /identifies a row/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Connect sheet' }))
    expect(within(await findToast('Sheet connected')).getByText('3 rows of Orders are kept.')).toBeTruthy()
    expect(askedFor('ConnectSheet')).toMatchObject([
      { input: { url: 'https://files.example.com/orders.csv', keyColumn: 'Order', groupBy: null } },
    ])
  })

  test('says beside the link why it cannot be read', async () => {
    const text = 'The link shows a web page, not a file.'
    const { user } = showSheets({}, { connectSheet: () => knownError('BAD_INPUT', text, { url: text }) })
    await user.click(screen.getByRole('button', { name: 'Connect a sheet' }))
    await user.type(screen.getByRole('textbox', { name: /Link to the sheet/ }), 'https://files.example.com/')
    await user.click(screen.getByRole('button', { name: 'Connect sheet' }))
    await findToast('Sheet not connected')
    expect(screen.getByRole('textbox', { name: /Link to the sheet/ }).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('connecting a Google sheet', () => {
  test('opens Google first, and keeps the fields until the person is back', async () => {
    const text = 'Google asks you first whether Mergewell may open this sheet.'
    const { user } = showSheets({}, { connectSheet: () => knownError('FORBIDDEN', text, { url: text }) })
    await user.click(screen.getByRole('button', { name: 'Connect a sheet' }))
    await user.type(screen.getByRole('textbox', { name: /Link to the sheet/ }), LINK)
    await user.type(screen.getByRole('textbox', { name: /identifies a row/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Connect sheet' }))
    const allow = await screen.findByRole('link', { name: 'Allow access at Google' })
    expect(allow.getAttribute('href')).toBe(`/auth/google?action=files&link=${encodeURIComponent(LINK)}`)
    allow.addEventListener('click', (event) => event.preventDefault())
    await user.click(allow)
    tearDown()

    const { user: back, askedFor } = showSheets({}, {}, `/upload?sheet=${encodeURIComponent(LINK)}`)
    const url = await screen.findByRole('textbox', { name: /Link to the sheet/ })
    expect((url as HTMLInputElement).value).toBe(LINK)
    await back.click(screen.getByRole('button', { name: 'Connect sheet' }))
    await findToast('Sheet connected')
    expect(askedFor('ConnectSheet')).toMatchObject([{ input: { url: LINK, keyColumn: 'Order' } }])
  })

  test('can choose the sheet in the list that Google shows', async () => {
    const { user } = showSheets()
    await user.click(screen.getByRole('button', { name: 'Connect a sheet' }))
    const choose = screen.getByRole('link', { name: 'Choose from Google Drive' })
    expect(choose.getAttribute('href')).toBe('/auth/google?action=files')
  })

  test('reads a sheet that is already connected again when the person comes back from Google', async () => {
    const { askedFor } = showSheets({ kind: 'google', link: LINK }, {}, `/upload?sheet=${encodeURIComponent(LINK)}`)
    await findToast('Sheet read')
    expect(askedFor('ReadSheet')).toEqual([{ id: 's1' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('leads to Google when Google no longer shows the sheet', async () => {
    showSheets({ kind: 'google', link: LINK, state: 'unshared', problem: 'Google does not show this sheet.' })
    const allow = (await list()).getByRole('link', { name: 'Allow access at Google' })
    expect(allow.getAttribute('href')).toBe(`/auth/google?action=files&link=${encodeURIComponent(LINK)}`)
  })
})

describe('writing the email status back into a connected sheet', () => {
  test('can be switched on for a sheet at Google, and is not offered for a CSV', async () => {
    const { user, askedFor } = showSheets(
      { kind: 'google', link: LINK },
      { setSheetWriting: () => sheetOf({ kind: 'google', link: LINK, writes: true }) },
    )
    await user.click((await list()).getByRole('switch', { name: 'Write the status back into the sheet' }))
    await findToast('Status is written back')
    expect(askedFor('SetSheetWriting')).toEqual([{ id: 's1', writes: true }])
    tearDown()
    showSheets()
    expect((await list()).queryByRole('switch')).toBeNull()
  })

  test('names the cells that were left alone, and says why the sheet could not be written', async () => {
    const conflicts = [2, 5].map((line) => ({ __typename: 'SheetConflict', line, column: 'Status' }))
    const writeProblem = 'Google does not let Mergewell write into the sheet.'
    showSheets({ kind: 'google', link: LINK, writes: true, conflicts, writeProblem })
    const sheets = await list()
    expect(sheets.getByText('2 statuses in the sheet were not updated')).toBeTruthy()
    expect(sheets.getByText(/“Status” in row 2, “Status” in row 5/)).toBeTruthy()
    expect(sheets.getByText(writeProblem)).toBeTruthy()
  })
})

describe('the list of connected sheets', () => {
  test('says where each sheet is, reads it on request, and leads to an email about it', async () => {
    const { user, askedFor } = showSheets()
    const sheets = await list()
    expect(sheets.getByText(/files\.example\.com/).textContent).toContain('3 rows of 2 people')
    expect(sheets.getByText(/identified by/).textContent).toContain('“Order”')
    await user.click(sheets.getByRole('button', { name: 'Read now' }))
    await findToast('Sheet read')
    await user.click(sheets.getByRole('button', { name: 'Write to these people' }))
    await waitFor(() => expect(askedFor('CreateMergeDraft')).toEqual([{ input: { name: 'Orders', sheetId: 's1' } }]))
  })

  test('opens the existing draft again if nothing was written in it', async () => {
    const draft = (id: string, subject: string, sheet: string) => ({
      ...{ __typename: 'Campaign', id, subject, content: '', useHtmlBuilder: false },
      sheet: { __typename: 'Sheet', id: sheet },
    })
    const nodes = [draft('c1', 'Written', 's1'), draft('c2', '', 'other'), draft('c3', '', 's1')]
    const { user, address, askedFor } = showSheets({}, { campaigns: { nodes } })
    await user.click((await list()).getByRole('button', { name: 'Write to these people' }))
    await waitFor(() => expect(address()).toBe('/compose?draft=c3'))
    expect(askedFor('CreateMergeDraft')).toEqual([])
  })

  test('offers to continue with other columns when some were renamed or deleted', async () => {
    const problem = 'The column “Amount” was renamed or deleted.'
    const { user, askedFor } = showSheets({ state: 'columns', problem })
    const sheets = await list()
    expect(sheets.getByText('Columns changed')).toBeTruthy()
    expect(sheets.getByText(problem)).toBeTruthy()
    await user.click(sheets.getByRole('button', { name: 'Use the columns as they are now' }))
    await waitFor(() => expect(askedFor('ReadSheet')).toEqual([{ id: 's1', acceptColumns: true }]))
  })

  test('says why a sheet still cannot be read after another try', async () => {
    const problem = 'The server does not let Mergewell read the sheet.'
    const { user } = showSheets({}, { readSheet: () => sheetOf({ state: 'unshared', problem }) })
    await user.click((await list()).getByRole('button', { name: 'Read now' }))
    expect(within(await findToast('Sheet not read')).getByText(problem)).toBeTruthy()
  })

  test('disconnects a sheet after a question', async () => {
    const { user, askedFor } = showSheets()
    await user.click((await list()).getByRole('button', { name: 'Disconnect sheet Orders' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect sheet' }))
    await findToast('Sheet disconnected')
    expect(askedFor('DeleteSheet')).toEqual([{ id: 's1' }])
  })
})
