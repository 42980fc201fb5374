import { BookmarkPlus, ClipboardPaste, Copy, CopyPlus, Redo2, Undo2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { canRedo, canUndo } from '#domain/builder/undo-history.ts'
import { findElement } from '#domain/builder/element-moves.ts'
import { useActiveEditor } from '#web/editor/active-editor.ts'
import { Toolbar } from '#web/editor/editor-toolbar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ICON_BAR_TOOLTIP_DELAY, TooltipDelay } from '#web/ui/tooltip.tsx'
import { say } from './screen-reader-announcer.ts'
import { addCopies, duplicateBlock, placeAfter, redoStep, undoStep } from './block-actions.ts'
import { nameOf } from './block-texts.ts'
import { useBuilder, useBuilderStore } from './builder-store.ts'
import { storeBlocks, storedBlocks } from './block-clipboard.ts'

/**
 * Undo and redo, and actions on the selected block. The buttons are never `disabled`: a focused disabled button would
 * swallow the editor's keys.
 */
export function BlockTools({ onSaveBlock }: { onSaveBlock: (id: string) => void }) {
  const store = useBuilderStore()
  const undoable = useBuilder((state) => canUndo(state.history))
  const redoable = useBuilder((state) => canRedo(state.history))
  const selectedId = useBuilder((state) => state.selectedId)
  const withSelected = (act: (id: string) => void) => () => selectedId !== null && act(selectedId)

  function copy(id: string) {
    const element = findElement(store.document(), id)
    if (!element) return
    storeBlocks([element])
    say(`${nameOf(element)} copied`)
  }

  return (
    <TooltipDelay value={ICON_BAR_TOOLTIP_DELAY}>
      <div className="flex shrink-0 items-center gap-x-1.5">
        <div role="toolbar" aria-label="History" className="flex gap-0.5">
          <IconButton icon={Undo2} label="Undo" size="sm" aria-disabled={!undoable} onClick={() => undoStep(store)} />
          <IconButton icon={Redo2} label="Redo" size="sm" aria-disabled={!redoable} onClick={() => redoStep(store)} />
        </div>
        <Bar />
        <div role="toolbar" aria-label="Block" className="flex gap-0.5">
          <IconButton
            icon={CopyPlus}
            label="Duplicate block"
            size="sm"
            aria-disabled={selectedId === null}
            onClick={withSelected((id) => duplicateBlock(store, id))}
          />
          <IconButton
            icon={Copy}
            label="Copy block"
            size="sm"
            aria-disabled={selectedId === null}
            onClick={withSelected(copy)}
          />
          <IconButton
            icon={ClipboardPaste}
            label="Paste block"
            size="sm"
            onClick={() => addCopies(store, storedBlocks() ?? [], placeAfter(store, selectedId))}
          />
          <IconButton
            icon={BookmarkPlus}
            label="Save block"
            size="sm"
            aria-disabled={selectedId === null}
            onClick={withSelected(onSaveBlock)}
          />
        </div>
      </div>
    </TooltipDelay>
  )
}

/** Formats the text that has, or last had, the focus. */
export function FormatBar() {
  const [linking, setLinking] = useState(false)
  return (
    <div className="max-sm:w-max max-sm:shrink-0">
      <Toolbar editor={useActiveEditor()} kind="block" linking={linking} onLinking={setLinking} />
    </div>
  )
}

function Bar() {
  return <span aria-hidden="true" className="h-5 w-px bg-line" />
}
