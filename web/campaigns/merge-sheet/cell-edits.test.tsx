import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findToast, knownError, show, tearDown } from '#web/testing/world.tsx'
import { MergeSheetPage } from './merge-sheet-page.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(tearDown)

const person = (id: string) => ({
  ...{ __typename: 'Contact', id, firstName: id, lastName: '', email: `${id}@example.com`, serialNumber: null },
  fields: [{ name: 'City', value: 'Rome' }],
})
const DRAFT = {
  ...{ __typename: 'Campaign', id: 'c1', name: 'Orders', status: 'draft', subject: 'Orders', useHtmlBuilder: false },
  ...{ content: '{Order} to {City}', language: null, emailsPer: 'row', totalContacts: 2, attachments: [] },
  sheet: {
    ...{ __typename: 'Sheet', id: 's1', name: 'orders.xlsx', columns: ['Order', 'City'], rowCount: 3, personCount: 2 },
    source: null,
  },
}
const row = (number: number, id: string, city: string, own: string | null = null) => ({
  ...{ row: number, contact: person(id) },
  cells: [{ name: 'Order', value: `A-${number}` }, ...(city ? [{ name: 'City', value: city }] : [])],
  ownCells: own === null ? [] : [{ name: 'City', value: own }],
})

function showSheet(root: object = {}) {
  const rows = [row(2, 'ada', 'Berln'), row(3, 'bob', 'Oslo', 'Bergen'), row(4, 'ada', 'Berln')]
  return show(<MergeSheetPage />, {
    at: '/compose?draft=c1',
    root: {
      ...{ campaign: DRAFT, contactFields: [], setRowCells: DRAFT, updateCampaign: DRAFT },
      sheetRows: ({ after }: { after?: number }) => (after ? [] : rows),
      contact: ({ id }: { id: string }) => person(id),
      updateContact: ({ input }: { input: { id: string } }) => ({
        ...{
          ...person(input.id),
          tags: [],
          createdAt: '2026-01-01T00:00:00.000Z',
          suppressed: false,
          untracked: false,
        },
      }),
      ...root,
    },
  })
}
const cities = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) => within(line).getAllByRole('gridcell')[3]?.textContent)
const email = () =>
  new DOMParser().parseFromString(screen.getByTitle<HTMLIFrameElement>('Email of this row').srcdoc, 'text/html').body
    .textContent

/** Goes to the City of a row with the keyboard. */
async function toCity(user: ReturnType<typeof showSheet>['user'], down = 0) {
  const grid = await screen.findByRole('grid', { name: 'Rows of the sheet' })
  await screen.findByText('bob@example.com')
  grid.focus()
  await user.keyboard('{ArrowDown}'.repeat(down) + '{ArrowRight}{ArrowRight}{ArrowRight}')
}

describe('a cell of the Merge Sheet', () => {
  test('can be typed over, asks once what the change applies to, and changes the email at once', async () => {
    const { user, askedFor } = showSheet()
    await toCity(user)
    await user.keyboard('Paris{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Change cell value' }))
    await waitFor(() =>
      expect(cities()).toEqual(['Paris (changed for this campaign)', 'Bergen (changed for this campaign)', 'Berln']),
    )
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(email()).toContain('A-2 to Paris'))
    await findToast('Value changed for this campaign')
    expect(askedFor('SetRowCells')).toEqual([
      { input: { id: 'c1', column: 'City', rows: [{ row: 2, contactId: 'ada' }], value: 'Paris' } },
    ])
    await user.keyboard('{F2}!{Tab}')
    await waitFor(() => expect(askedFor('SetRowCells')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(cities()[0]).toContain('Paris!')
  })

  test('can change the contact and all their rows with the same value, which can be undone', async () => {
    const { user, askedFor } = showSheet()
    await toCity(user)
    await user.keyboard('{Enter}')
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'City of row 2' })
    expect(box.value).toBe('Berln')
    await user.clear(box)
    await user.keyboard('Berlin{Enter}')
    await user.click(await screen.findByRole('radio', { name: /The contact/ }))
    await user.click(screen.getByRole('button', { name: 'Change cell value' }))
    const toast = await findToast('Contact changed')
    expect(askedFor('UpdateContact')).toEqual([{ input: { id: 'ada', fields: [{ name: 'City', value: 'Berlin' }] } }])
    expect(cities().map((city) => city?.split(' ')[0])).toEqual(['Berlin', 'Bergen', 'Berlin'])
    await user.click(within(toast).getByRole('button', { name: 'Undo' }))
    await findToast('Change undone')
    expect(askedFor('UpdateContact').at(-1)).toEqual({
      input: { id: 'ada', fields: [{ name: 'City', value: 'Rome' }] },
    })
    expect(askedFor('SetRowCells').at(-1)).toMatchObject({ input: { value: null, rows: [{ row: 2 }, { row: 4 }] } })
    expect(cities()[0]).toBe('Berln')
  })

  test('is left unchanged by Escape, and emptied by Delete, which marks the missing value', async () => {
    sessionStorage.setItem('mergewell-cell-meaning', 'campaign')
    const { user, askedFor } = showSheet()
    await toCity(user, 1)
    await user.keyboard('Nowhere{Escape}')
    expect(cities()[1]).toContain('Bergen')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(cities()[1]).toContain('Missing'))
    expect(askedFor('SetRowCells')).toMatchObject([{ input: { value: '' } }])
  })

  test('is edited by a double click and stored by a click elsewhere', async () => {
    sessionStorage.setItem('mergewell-cell-meaning', 'campaign')
    const { user, askedFor } = showSheet()
    await user.dblClick(await screen.findByText('A-3'))
    await user.keyboard('x')
    await user.click(screen.getByText('A-4'))
    await waitFor(() => expect(askedFor('SetRowCells')).toMatchObject([{ input: { column: 'Order', value: 'A-3x' } }]))
  })

  test('returns to its previous value when the change is refused', async () => {
    sessionStorage.setItem('mergewell-cell-meaning', 'campaign')
    const { user } = showSheet({ setRowCells: () => knownError('CONFLICT', 'It was launched.') })
    await toCity(user)
    await user.keyboard('Paris{Enter}')
    expect(within(await findToast('Value not changed')).getByText('It was launched.')).toBeTruthy()
    expect(cities()[0]).toBe('Berln')
  })
})
