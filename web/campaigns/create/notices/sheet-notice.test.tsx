import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { SheetNotice } from './sheet-notice.tsx'

afterEach(tearDown)

const SHEET = {
  __typename: 'Sheet',
  id: 's1',
  name: 'orders.xlsx',
  columns: ['Order', 'Amount'],
  rowCount: 900,
  personCount: 200,
}

describe('the notice on a draft about the rows of a sheet', () => {
  test('shows how many emails the sheet makes, and has a button that changes to one email per row', async () => {
    let emailsPer = 'person'
    const { user, askedFor } = show(<SheetNotice campaignId="c1" />, {
      root: {
        campaign: () => ({ __typename: 'Campaign', id: 'c1', emailsPer, sheet: SHEET }),
        sheetRows: [],
        updateCampaign: () => {
          emailsPer = 'row'
          return { __typename: 'Campaign', id: 'c1', emailsPer }
        },
      },
    })
    expect(await screen.findByText('900 rows of orders.xlsx')).toBeTruthy()
    expect(screen.getByText(/This makes 200 emails\. Use \{Order\}, \{Amount\}/)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Who gets an email' }), 'One email per row')
    await waitFor(() => expect(askedFor('ChooseEmailsPer')).toHaveLength(1))
    expect(await screen.findByText(/This makes 900 emails/)).toBeTruthy()
  })

  test.each([
    { note: 'paid', sum: '{sum of Amount}' },
    { note: '', sum: '{sum of Amount}' },
    { note: '7', sum: '{sum of Note}' },
  ])('offers a total of the last column with numbers: $sum for the note “$note”', async ({ note, sum }) => {
    const row = (number: number, amount: string) => ({
      ...{ __typename: 'SheetRow', row: number },
      cells: [
        { name: 'Order', value: `A-${number}` },
        { name: 'Amount', value: amount },
        { name: 'Note', value: note },
      ],
    })
    const sheet = { ...SHEET, columns: ['Order', 'Amount', 'Note'] }
    show(<SheetNotice campaignId="c1" />, {
      root: {
        campaign: { __typename: 'Campaign', id: 'c1', emailsPer: 'person', sheet },
        sheetRows: [row(1, '12.50'), row(2, '1,200.00')],
      },
    })
    expect(await screen.findByText(sum)).toBeTruthy()
  })

  test('is absent for a campaign without a sheet', async () => {
    const { askedFor } = show(<SheetNotice campaignId="c1" />, {
      root: { campaign: () => ({ __typename: 'Campaign', id: 'c1', emailsPer: 'person', sheet: null }) },
    })
    await waitFor(() => expect(askedFor('DraftSheet')).toHaveLength(1))
    expect(screen.queryByText(/rows of/)).toBeNull()
  })
})
