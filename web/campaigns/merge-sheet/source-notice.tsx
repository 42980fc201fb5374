import type { ConnectedSheet } from '#web/contacts/sheets/operations.ts'
import { ReadSheetButtons, SourceBadge, SourceLine } from '#web/contacts/sheets/sheet-source-state.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Names the source of a draft's sheet, says whether it can be read, and has a button to read it again. */
export function SourceNotice({ sheet, onRead }: { sheet: ConnectedSheet; onRead: () => void }) {
  const { source } = sheet
  if (source === null) return null
  return (
    <Callout
      className="mb-6"
      tone={source.state === 'ok' ? 'neutral' : 'warning'}
      title={
        <span className="flex flex-wrap items-center gap-2">
          Connected sheet
          <SourceBadge source={source} />
        </span>
      }
      action={
        <div className="flex flex-wrap gap-2">
          <ReadSheetButtons sheet={sheet} onRead={onRead} />
        </div>
      }
    >
      <p>
        <SourceLine source={source} /> The sheet is read again before the launch.
      </p>
      {source.problem !== null && <p className="mt-1">{source.problem}</p>}
    </Callout>
  )
}
