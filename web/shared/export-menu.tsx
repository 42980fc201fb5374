import { Download } from '#web/ui/generated/icons.ts'
import { useState, type ReactNode } from 'react'
import { errorMessage, isSignedOut } from '#web/client/call-errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast-store.ts'

const FORMATS = [
  { format: 'csv', label: 'CSV (.csv)' },
  { format: 'xlsx', label: 'Excel (.xlsx)' },
] as const
export type ExportFormat = (typeof FORMATS)[number]['format']

export interface ExportMenuProps {
  /** Number and noun of the exported objects: "3 contacts". */
  what: string
  disabled: boolean
  /** Saves the file and returns its name; `onShare` reports progress from 0 to 1. */
  onExport: (format: ExportFormat, onShare: (share: number) => void) => Promise<string>
  /** Called if the session has ended; by default the user is signed out. */
  onSignedOut?: ReturnType<typeof useSignOut>
  /** Label of the button; default: Export. */
  label?: string
  /** Label of the button while the file is being saved. */
  busyLabel?: string
  /** More menu items, below the formats. */
  children?: ReactNode
}

/** Menu that downloads a list as a file in one of several formats. */
export function ExportMenu({ what, disabled, onExport, onSignedOut, ...rest }: ExportMenuProps) {
  const { label = 'Export', busyLabel = 'Exporting', children } = rest
  const signOut = useSignOut()
  const leave = onSignedOut ?? signOut
  const [share, setShare] = useState<number | null>(null)

  async function run(format: ExportFormat) {
    setShare(0)
    try {
      const name = await onExport(format, setShare)
      toast({ title: 'Export Ready', description: `${what} saved as ${name}.` })
    } catch (error) {
      if (isSignedOut(error)) await leave('session ended')
      toast({ title: 'Export Failed', description: errorMessage(error), variant: 'destructive' })
    }
    setShare(null)
  }

  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={Download} busy={share !== null} disabled={disabled} className="figures">
          {share === null ? label : `${busyLabel} ${Math.round(share * 100)}%`}
        </Button>
      }
    >
      <DropdownMenuLabel>{what}</DropdownMenuLabel>
      {FORMATS.map(({ format, label: name }) => (
        <DropdownMenuItem key={format} onSelect={() => void run(format)}>
          {name}
        </DropdownMenuItem>
      ))}
      {children}
    </DropdownMenu>
  )
}
