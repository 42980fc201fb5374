import { useState } from 'react'
import { CommandPalette } from '#web/ui/command-palette.tsx'
import { useCommands } from './use-commands.ts'
import { useSearchResults } from './use-search-results.ts'

export interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  showKeys: () => void
}

/** The command palette: searches pages, actions and the workspace's data (look: Keys). */
export function Palette({ open, onOpenChange, showKeys }: PaletteProps) {
  const [query, setQuery] = useState('')
  const commands = useCommands(query, showKeys)
  const found = useSearchResults(query)
  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) setQuery('')
      }}
      label="Search"
      placeholder="Search pages, campaigns, contacts..."
      query={query}
      onQueryChange={setQuery}
      groups={[...commands, ...found.groups]}
      busy={found.busy}
      nothing="No results."
    />
  )
}
