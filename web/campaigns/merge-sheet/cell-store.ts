import type { ApolloClient } from '@apollo/client'
import { errorMessage } from '#web/client/call-errors.ts'
import { UPDATE_CONTACT } from '#web/contacts/operations.ts'
import { toast } from '#web/ui/toast-store.ts'
import type { CellMeaning } from './cell-meaning.ts'
import { cellOf } from './grid-columns.ts'
import { ROW_CONTACT, SET_ROW_CELLS, type SheetRow } from './operations.ts'

/** A value typed into a cell. */
export interface CellEdit {
  row: SheetRow
  column: string
  value: string
}

/** Returns a row with a value in a column, as this campaign has it. */
function withCell(row: SheetRow, name: string, value: string): SheetRow {
  const others = (cells: SheetRow['cells']) => cells.filter((cell) => cell.name !== name)
  return {
    ...row,
    cells: [...others(row.cells), ...(value === '' ? [] : [{ name, value }])],
    ownCells: [...others(row.ownCells), { name, value }],
  }
}

/** Returns the value that a campaign uses instead of the sheet's; null if it uses the sheet's. */
const ownCell = (row: SheetRow, name: string): string | null =>
  row.ownCells.find((cell) => cell.name === name)?.value ?? null

const keyOf = ({ row, contact }: SheetRow) => `${row} ${contact?.id}`

interface CellStore {
  campaignId: string
  rows: readonly SheetRow[]
  /** Replaces loaded rows by changed ones. */
  change: (changed: (row: SheetRow) => SheetRow) => void
}

/**
 * Returns a function that stores a value typed into a cell. It is shown at once and can be undone. A value of the
 * contact is stored with the contact, and in all of the contact's rows with the same old value; any value is kept by
 * this campaign, whatever the sheet contains when it is read again.
 */
export function cellStore(client: ApolloClient, { campaignId, rows, change }: CellStore) {
  const show = (shown: readonly SheetRow[]) => {
    const byKey = new Map(shown.map((row) => [keyOf(row), row]))
    change((row) => byKey.get(keyOf(row)) ?? row)
  }
  const setCells = (changed: readonly SheetRow[], column: string, value: string | null) =>
    client.mutate({
      mutation: SET_ROW_CELLS,
      variables: {
        input: {
          ...{ id: campaignId, column, value },
          rows: changed.map(({ row, contact }) => ({ row, contactId: contact?.id ?? '' })),
        },
      },
    })
  const setField = (contactId: string, name: string, value: string) =>
    client.mutate({ mutation: UPDATE_CONTACT, variables: { input: { id: contactId, fields: [{ name, value }] } } })
  const fieldOf = async (id: string, column: string) => {
    const { data } = await client.query({ query: ROW_CONTACT, variables: { id } })
    return data?.contact?.fields.find(({ name }) => name === column)?.value ?? ''
  }

  async function store({ row, column, value }: CellEdit, of: CellMeaning): Promise<void> {
    const { contact } = row
    if (!contact) return
    const before = cellOf(row, column)
    const isAlike = (each: SheetRow) => each.contact?.id === contact.id && cellOf(each, column) === before
    const changed = of === 'contact' ? rows.filter(isAlike) : [row]
    show(changed.map((each) => withCell(each, column, value)))
    try {
      const field = of === 'contact' ? await fieldOf(contact.id, column) : null
      if (field !== null) await setField(contact.id, column, value)
      await setCells(changed, column, value)
      toast({
        title: of === 'contact' ? 'Contact changed' : 'Value changed for this campaign',
        description: `${column} of ${contact.email}: ${value === '' ? 'empty' : value}`,
        action: { label: 'Undo', onClick: () => void undo({ column, changed, contactId: contact.id, field }) },
      })
    } catch (error) {
      show(changed)
      toast({ title: 'Value not changed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  async function undo(done: {
    column: string
    changed: readonly SheetRow[]
    contactId: string
    field: string | null
  }): Promise<void> {
    const { column, changed, contactId, field } = done
    try {
      if (field !== null) await setField(contactId, column, field)
      for (const [value, alike] of Map.groupBy(changed, (row) => ownCell(row, column))) {
        await setCells(alike, column, value)
      }
      show(changed)
      toast({ title: 'Change undone' })
    } catch (error) {
      toast({ title: 'Change not undone', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return store
}
