import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { WhoGetsWhat, type Only, type WhoGetsWhatProps } from './recipient-content-dialog.tsx'

afterEach(tearDown)

const row = (number: number): WhoGetsWhatProps['plan']['rows'][number] => ({
  contactId: `c${number}`,
  name: `Ann ${number}`,
  email: `c${number}@example.com`,
  wanted: [`Letter-${number}.pdf`],
  problem: null,
  sharedWith: 0,
  files: [{ id: `f${number}`, name: `Letter-${number}.pdf`, size: 9 }],
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))

const PLAN: WhoGetsWhatProps['plan'] = {
  ...{ recipients: 2, missing: 0, doubtful: 0, shared: 0, fileCount: 2, bytes: 18, unusedCount: 0, unused: [] },
  ...{ rowCount: 2, rows: rows(2) },
}

function showPlan(plan: Partial<WhoGetsWhatProps['plan']> = {}) {
  const chosen: Only[] = []
  const world = show(<WhoGetsWhat plan={{ ...PLAN, ...plan }} only="all" onOnly={(only) => chosen.push(only)} />, {
    root: {},
  })
  return { user: world.user, chosen }
}
const texts = () => screen.getAllByRole('row').map(({ textContent }) => textContent)

describe('the table of recipients and their files', () => {
  test('says how many recipients it leaves out', async () => {
    showPlan({ recipients: 2_970, rowCount: 2_970, rows: rows(200) })
    expect((await screen.findByText(/^The first/)).textContent).toBe('The first 200 of 2,970 recipients')
    expect(texts()).toHaveLength(201)
  })

  test('shows missing and doubtful files, and has no caption if it is complete', async () => {
    const { user, chosen } = showPlan({
      ...{ recipients: 3, missing: 1, doubtful: 1, unusedCount: 1, unused: [{ id: 'x', name: 'extra.pdf' }] },
      ...{
        rowCount: 3,
        rows: [row(1), { ...row(2), problem: 'missing', files: [] }, { ...row(3), problem: 'doubtful' }],
      },
    })
    await screen.findByText('Not used: extra.pdf')
    expect(texts().slice(1)).toEqual([
      'Ann 1 c1@example.comLetter-1.pdf',
      'Ann 2 c2@example.com Missing: Letter-2.pdf',
      'Ann 3 c3@example.comLetter-3.pdf The file name contains another recipient’s name',
    ])
    expect(screen.queryByText(/^The first/)).toBeNull()
    expect(screen.queryByRole('radio', { name: /^Shared/ })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Missing (1)' }))
    expect(chosen).toEqual(['missing'])
  })

  test('marks files that other recipients get too', async () => {
    const { user, chosen } = showPlan({
      ...{ recipients: 3, doubtful: 1, shared: 2, rowCount: 3 },
      rows: [
        row(1),
        { ...row(2), problem: 'shared', sharedWith: 1 },
        { ...row(3), problem: 'doubtful', sharedWith: 1_999 },
      ],
    })
    await screen.findByRole('table')
    expect(texts().slice(1)).toEqual([
      'Ann 1 c1@example.comLetter-1.pdf',
      'Ann 2 c2@example.comLetter-2.pdf Another recipient gets it too',
      'Ann 3 c3@example.comLetter-3.pdf The file name contains another recipient’s name. 1,999 others get it too',
    ])
    await user.click(screen.getByRole('radio', { name: 'Shared (2)' }))
    expect(chosen).toEqual(['shared'])
  })
})
