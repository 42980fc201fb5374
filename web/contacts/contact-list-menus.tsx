import { useQuery } from '@apollo/client/react'
import { Columns3 } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuCheck, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { columnTitle, EXTRA_FIELDS, type ExtraColumn } from './contact-columns.ts'
import { CONTACT_FIELDS } from './operations.ts'

export interface ColumnsMenuProps {
  columns: readonly ExtraColumn[]
  onChange: (columns: readonly ExtraColumn[]) => void
}

/** Picks the columns besides name, email and date. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const { data } = useQuery(CONTACT_FIELDS)
  const fields = (data?.contactFields ?? []).map(({ name }): ExtraColumn => `field:${name}`)
  const gone = columns.filter((column) => column.startsWith('field:') && !fields.includes(column))
  const check = (column: ExtraColumn) => (
    <DropdownMenuCheck
      key={column}
      checked={columns.includes(column)}
      onSelect={() =>
        onChange(columns.includes(column) ? columns.filter((other) => other !== column) : [...columns, column])
      }
    >
      <span className="max-w-64 truncate">{columnTitle(column)}</span>
    </DropdownMenuCheck>
  )
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={Columns3}>
          Columns
        </Button>
      }
    >
      {check('tags')}
      {EXTRA_FIELDS.map(check)}
      {fields.length + gone.length > 0 && <DropdownMenuSeparator />}
      <div className="max-h-80 overflow-y-auto">{[...fields, ...gone].map(check)}</div>
    </DropdownMenu>
  )
}
