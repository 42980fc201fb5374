import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { VirtualTable, type Column } from './virtual-table.tsx'

afterEach(cleanup)

interface Person {
  id: string
  name: string
}

const columns: Column<Person>[] = [{ key: 'name', header: 'Name', width: '1fr', cell: ({ name }) => name }]
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), name: `Person ${index}` }))

function show(loaded: number, total: number) {
  const onMissing = vi.fn<() => void>()
  render(
    <VirtualTable
      label="People"
      columns={columns}
      rows={people(loaded)}
      total={total}
      rowKey={({ id }) => id}
      onMissing={onMissing}
    />,
  )
  return onMissing
}

it('draws only the rows in sight of a hundred thousand, and says how many there are', () => {
  const onMissing = show(100_000, 100_000)
  expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('100001')
  const rows = screen.getAllByRole('row')
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThan(60)
  expect(screen.getByText('Person 0').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('2')
  expect(onMissing).not.toHaveBeenCalled()
})

it('asks for more when rows in sight are not loaded, and holds their place', () => {
  const onMissing = show(5, 100)
  expect(onMissing).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('row').length).toBeGreaterThan(6)
  expect(screen.getByText('Person 4')).toBeDefined()
})
