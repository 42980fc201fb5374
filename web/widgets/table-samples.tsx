import { Trash2 } from '#web/ui/generated/icons.ts'
import { useMemo, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RowCheckbox } from '#web/ui/row-checkbox.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { Cell, HeaderCell, Row, RowActions, Table } from '#web/ui/table.tsx'
import { VirtualTable, type Column } from '#web/ui/virtual-table.tsx'
import { Shown } from './sample-frame.tsx'

interface Person {
  id: string
  name: string
  email: string
  mails: number
}

const TOTAL = 100_000
const LOADED = 99_990
const PEOPLE: readonly Person[] = Array.from({ length: LOADED }, (_, index) => ({
  id: String(index),
  name: `Person ${(index + 1).toLocaleString()}`,
  email: `person.${index + 1}@example.com`,
  mails: (index * 7) % 23,
}))

/** Samples of small and large tables. */
export function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(['1', '2']))
  const columns = useMemo<Column<Person>[]>(
    () => [
      {
        key: 'select',
        header: <span className="sr-only">Select</span>,
        width: '50px',
        cell: (person) => <Choose person={person} selected={selected} onChange={setSelected} />,
      },
      { key: 'name', header: 'Name', width: 'minmax(140px, 1fr)', cell: ({ name }) => name },
      { key: 'email', header: 'Email', width: 'minmax(200px, 1.4fr)', hideBelow: 'sm', cell: ({ email }) => email },
      { key: 'mails', header: 'Mails', width: '90px', numeric: true, cell: ({ mails }) => mails },
    ],
    [selected],
  )
  return (
    <div className="grid gap-6">
      <Shown name="Table, HeaderCell, Row, Cell, RowActions">
        <Card flush>
          <Table label="Recipients">
            <thead>
              <tr>
                <HeaderCell>Contact</HeaderCell>
                <HeaderCell>Status</HeaderCell>
                <HeaderCell numeric>Opens</HeaderCell>
                <HeaderCell>
                  <span className="sr-only">Actions</span>
                </HeaderCell>
              </tr>
            </thead>
            <tbody>
              {PEOPLE.slice(0, 3).map(({ id, name, mails }) => (
                <Row key={id}>
                  <Cell>{name}</Cell>
                  <Cell>
                    <Badge tone={mails > 10 ? 'bad' : 'good'}>{mails > 10 ? 'Failed' : 'Sent'}</Badge>
                  </Cell>
                  <Cell numeric>{mails}</Cell>
                  <Cell numeric>
                    <RowActions>
                      <IconButton icon={Trash2} label={`Delete ${name}`} size="sm" />
                    </RowActions>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
      </Shown>
      <Shown name="VirtualTable of 100,000 rows, RowCheckbox, SelectionBar">
        <Card flush>
          <SelectionBar selected={selected.size} total={TOTAL} onClear={() => setSelected(new Set())}>
            <Button size="sm" icon={Trash2}>
              Delete Selected
            </Button>
          </SelectionBar>
          <VirtualTable
            label="People"
            columns={columns}
            rows={PEOPLE}
            total={TOTAL}
            rowKey={({ id }) => id}
            selected={({ id }) => selected.has(id)}
            maxHeight="360px"
          />
        </Card>
      </Shown>
    </div>
  )
}

interface ChooseProps {
  person: Person
  selected: ReadonlySet<string>
  onChange: (next: ReadonlySet<string>) => void
}

function Choose({ person: { id, name }, selected, onChange }: ChooseProps) {
  function toggle() {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return <RowCheckbox label={`Select ${name}`} checked={selected.has(id)} onToggle={toggle} />
}
