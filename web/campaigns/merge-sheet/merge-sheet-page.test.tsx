import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { MergeSheetPage } from './merge-sheet-page.tsx'

afterEach(tearDown)

const ada = { __typename: 'Contact', id: 'ada', firstName: 'Ada', lastName: 'King', email: 'ada@example.com' }
const bob = { __typename: 'Contact', id: 'bob', firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com' }
const row = (number: number, contact: object, cells: Record<string, string>) => ({
  row: number,
  contact,
  cells: Object.entries(cells).map(([name, value]) => ({ name, value })),
  ownCells: [],
})
const ROWS = [
  row(2, ada, { Order: 'A-1', Amount: '10' }),
  row(3, bob, { Order: 'B-1' }),
  row(4, ada, { Order: 'A-2', Amount: '5.5' }),
]
const SHEET = {
  __typename: 'Sheet',
  id: 's1',
  name: 'orders.xlsx',
  columns: ['Order', 'Amount'],
  rowCount: 3,
  personCount: 2,
  source: null,
}
const DRAFT = {
  __typename: 'Campaign',
  id: 'c1',
  name: 'Orders',
  status: 'draft',
  subject: '{count} orders of {firstName}',
  content: '{#rows}{Order}: {Amount}; {/rows}',
  useHtmlBuilder: false,
  language: null,
  emailsPer: 'person',
  attachments: [] as object[],
  totalContacts: 2,
  sheet: SHEET,
}

const showSheet = (over: object = {}, at = '/compose?draft=c1') =>
  show(<MergeSheetPage />, {
    at,
    root: {
      campaign: () => ({ ...DRAFT, ...over }),
      sheetRows: ({ after }: { after?: number }) => ROWS.filter(({ row: number }) => number > (after ?? 0)),
      contactFields: [],
      updateCampaign: ({ input }: { input: object }) => ({ ...DRAFT, ...input }),
    },
  })
const pane = () => within(screen.getByRole('region', { name: 'Email of this row' }))
const textOfEmail = () =>
  new DOMParser().parseFromString(screen.getByTitle<HTMLIFrameElement>('Email of this row').srcdoc, 'text/html').body
    .textContent

describe('the column titles of the Merge Sheet', () => {
  test('are inserted as merge tags where the person last wrote, by keyboard', async () => {
    const { user } = showSheet({ content: 'Dear' })
    const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })
    await user.click(subject)
    await user.keyboard('{End} ')
    screen.getByRole('button', { name: 'Insert {Order}' }).focus()
    await user.keyboard('{Enter}')
    expect(subject.value).toBe('{count} orders of {firstName} {Order}')
    await user.click(await screen.findByRole('textbox', { name: 'Content' }))
    await user.click(screen.getByRole('button', { name: 'Insert {email}' }))
    await waitFor(() => expect(textOfEmail()).toContain('ada@example.com'))
  })

  test('can be dragged into the email as merge tags', async () => {
    showSheet()
    const title = await screen.findByRole('button', { name: 'Insert {Amount}' })
    const dragged = new Map<string, string>()
    const dataTransfer = { setData: (type: string, text: string) => dragged.set(type, text), effectAllowed: '' }
    fireEvent.dragStart(title, { dataTransfer })
    expect([...dragged]).toEqual([['text/plain', '{Amount}']])
  })

  test('are plain text where the email was designed in the builder', async () => {
    showSheet({ useHtmlBuilder: true })
    await screen.findByRole('grid', { name: 'Rows of the sheet' })
    expect(screen.queryByRole('button', { name: /^Insert \{/ })).toBeNull()
  })
})

describe('a column that the email uses outside of {#rows}', () => {
  test("gets a warning where a person's rows differ in it, with advice how to list all rows", async () => {
    showSheet({ subject: 'Your {Order}' })
    expect(await screen.findByText('Only the first row’s value of {Order}')).toBeTruthy()
    expect(screen.getByText(/Write \{#rows\}\{Order\}\{\/rows\} to list all/)).toBeTruthy()
  })

  test('gets no warning inside of {#rows}, or where each row gets an email', async () => {
    showSheet()
    await screen.findByText('2 orders of Ada')
    expect(screen.queryByText(/Only the first row/)).toBeNull()
    tearDown()
    showSheet({ subject: 'Your {Order}', emailsPer: 'row' })
    await screen.findByText('Your A-1')
    expect(screen.queryByText(/Only the first row/)).toBeNull()
  })
})

describe('the Merge Sheet', () => {
  test('names the personal document of the selected row', async () => {
    const template = { __typename: 'Attachment', id: 'a1', name: 'Order {Order} of {firstName}.docx', document: 'pdf' }
    const terms = { __typename: 'Attachment', id: 'a2', name: 'Terms.docx', document: null }
    showSheet({ attachments: [terms, template], emailsPer: 'row' })
    expect(await screen.findByRole('button', { name: 'Order A-1 of Ada.pdf' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Terms.docx' })).toBeNull()
  })

  test('shows the email of the selected row, with all rows of its person', async () => {
    const { user } = showSheet()
    expect(await screen.findByText('2 orders of Ada')).toBeTruthy()
    expect(textOfEmail()).toContain('A-1: 10; A-2: 5.5;')
    screen.getByRole('grid', { name: 'Rows of the sheet' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(pane().getByText('1 orders of Bob')).toBeTruthy()
    expect(textOfEmail()).toContain('B-1:')
    expect(textOfEmail()).not.toContain('A-1')
    await user.keyboard('{End}')
    expect(pane().getByText('2 orders of Ada')).toBeTruthy()
  })

  test('marks empty cells that would leave a gap in the email', async () => {
    showSheet()
    expect(await screen.findByRole('gridcell', { name: 'Missing' })).toBeTruthy()
  })

  test('shows one row for each email, if each row gets an email', async () => {
    showSheet({ emailsPer: 'row' })
    await screen.findByText('1 orders of Ada')
    expect(textOfEmail()).toContain('A-1: 10;')
    expect(textOfEmail()).not.toContain('A-2')
  })

  test('saves what is written, and shows it in the email at once', async () => {
    const { user, askedFor } = showSheet()
    const subject = await screen.findByRole('textbox', { name: /Subject/ })
    await user.clear(subject)
    await user.type(subject, 'Hello')
    expect(pane().getByText('Hello')).toBeTruthy()
    await waitFor(() => expect(askedFor('SaveSheetEmail')).toEqual([{ input: { id: 'c1', subject: 'Hello' } }]))
    expect(await screen.findByText('Saved as a draft')).toBeTruthy()
  })

  test('leads to an upload if there is no draft, or the draft has no sheet', async () => {
    showSheet({}, '/compose')
    expect(screen.getByRole('link', { name: 'Upload a sheet' })).toBeTruthy()
    tearDown()
    showSheet({ sheet: null, totalContacts: 0 })
    expect(await screen.findByText(/has no recipients/)).toBeTruthy()
  })
})

describe('the Merge Sheet of a draft without a sheet', () => {
  const people = [
    { ...ada, fields: [{ name: 'City', value: 'Oslo' }] },
    { ...bob, fields: [] },
  ]

  test('shows its recipients beside the email, filled with the values of each', async () => {
    const { user } = showSheet({
      ...{ sheet: null, subject: 'Dear {firstName}', content: 'From {City|afar}', totalContacts: 2 },
      selectedContacts: { nodes: people, pageInfo: { endCursor: 'b', hasNextPage: false } },
    })
    const grid = await screen.findByRole('grid')
    expect(await within(grid).findByText('Oslo')).toBeTruthy()
    expect(within(grid).getByRole('button', { name: 'Insert {City}' })).toBeTruthy()
    expect(textOfEmail()).toContain('From Oslo')
    grid.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(textOfEmail()).toContain('From afar'))
    expect(pane().getByText('Dear Bob')).toBeTruthy()
  })

  test('cannot be edited', async () => {
    showSheet({ sheet: null, selectedContacts: { nodes: people, pageInfo: { endCursor: 'b', hasNextPage: false } } })
    expect((await screen.findByRole('grid')).getAttribute('aria-readonly')).toBe('true')
  })
})
