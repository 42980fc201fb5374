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

it('a virtual table renders only the visible rows of a hundred thousand, and states the total', () => {
  const onMissing = show(100_000, 100_000)
  expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('100001')
  const rows = screen.getAllByRole('row')
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThan(60)
  expect(screen.getByText('Person 0').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('2')
  expect(onMissing).not.toHaveBeenCalled()
})

it('a virtual table requests rows that are visible but not loaded, and reserves their space', () => {
  const onMissing = show(5, 100)
  expect(onMissing).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('row').length).toBeGreaterThan(6)
  expect(screen.getByText('Person 4')).toBeDefined()
})

it('a virtual table requests more rows before the loaded rows run out', () => {
  expect(show(100, 1_000)).not.toHaveBeenCalled()
  cleanup()
  expect(show(60, 1_000)).toHaveBeenCalledOnce()
})

it('a virtual table re-renders a row only when it was selected or changed', () => {
  const cell = vi.fn<Column<Person>['cell']>(({ name }, { selected }) => `${name}${selected ? ', chosen' : ''}`)
  const spied: Column<Person>[] = [{ key: 'name', header: 'Name', width: '1fr', cell }]
  const rows = people(100)
  const rowKey = ({ id }: Person) => id
  const table = (chosen: string | null, shown: Person[]) => (
    <VirtualTable
      label="People"
      columns={spied}
      rows={shown}
      rowKey={rowKey}
      selected={(person) => person.id === chosen}
    />
  )
  const { rerender } = render(table(null, rows))
  const drawn = () => {
    const names = cell.mock.calls.map(([{ name }]) => name)
    cell.mockClear()
    return names
  }
  drawn()
  rerender(table('3', [...rows, ...people(200).slice(100)]))
  expect(drawn()).toEqual(['Person 3'])
  expect(screen.getByText('Person 3, chosen')).toBeDefined()
  rerender(table('3', rows.with(1, { id: '1', name: 'Somebody else' })))
  expect(drawn()).toEqual(['Somebody else'])
})
