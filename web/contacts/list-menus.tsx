import { useQuery } from '@apollo/client/react'
import { Columns3, Download } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheck,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { columnTitle, type ExtraColumn } from './contact-columns.ts'
import { contactCount } from './contact-words.ts'
import { EXPORT_FORMATS, exportContacts, type Exported, type ExportFormat } from './export-contacts.ts'
import { CONTACT_FIELDS } from './operations.ts'

export interface ColumnsMenuProps {
  columns: readonly ExtraColumn[]
  onChange: (columns: readonly ExtraColumn[]) => void
}

/** Which columns the list shows besides name, email and date. */
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
      {check('serialNumber')}
      {fields.length + gone.length > 0 && <DropdownMenuSeparator />}
      <div className="max-h-80 overflow-y-auto">{[...fields, ...gone].map(check)}</div>
    </DropdownMenu>
  )
}

export interface ExportMenuProps {
  what: Exported
  /** How many contacts that is. */
  count: number
}

/** Downloads contacts as a file. */
export function ExportMenu({ what, count }: ExportMenuProps) {
  const [share, setShare] = useState<number | null>(null)

  async function run(format: ExportFormat) {
    setShare(0)
    try {
      await exportContacts(what, format, setShare)
      toast({ title: 'Export Ready', description: `${contactCount(count)} as contacts.${format}.` })
    } catch (error) {
      toast({ title: 'Export Failed', description: errorMessage(error), variant: 'destructive' })
    }
    setShare(null)
  }

  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={Download} busy={share !== null} disabled={count === 0} className="figures">
          {share === null ? 'Export' : `Exporting ${Math.round(share * 100)}%`}
        </Button>
      }
    >
      <DropdownMenuLabel>{contactCount(count)}</DropdownMenuLabel>
      {EXPORT_FORMATS.map(({ format, label }) => (
        <DropdownMenuItem key={format} onSelect={() => void run(format)}>
          {label}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}
