import { useRef } from 'react'

/** Move of the cursor after a cell was edited. */
export type Step = 'stay' | 'down' | 'up' | 'right' | 'left'

interface CellEditorProps {
  label: string
  /** Text with which the cell's input begins. */
  text: string
  onDone: (value: string, step: Step) => void
  onCancel: () => void
}

/** Edits the text of a cell: Enter, Tab and leaving store it, Escape does not. */
export function CellEditor({ label, text, onDone, onCancel }: CellEditorProps) {
  const isOver = useRef(false)
  const end = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  return (
    <input
      // The person asked for it by a key or a double click.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={label}
      defaultValue={text}
      maxLength={10_000}
      autoComplete="off"
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={({ target }) => end(() => onDone(target.value, 'stay'))}
      onKeyDown={(event) => {
        event.stopPropagation()
        const { key, shiftKey, currentTarget, nativeEvent } = event
        if (nativeEvent.isComposing) return
        if (key === 'Escape') end(onCancel)
        else if (key === 'Enter') end(() => onDone(currentTarget.value, shiftKey ? 'up' : 'down'))
        else if (key === 'Tab') end(() => onDone(currentTarget.value, shiftKey ? 'left' : 'right'))
        else return
        event.preventDefault()
      }}
      className="absolute inset-0 bg-surface px-3 text-ink outline-2 -outline-offset-2 outline-accent"
    />
  )
}
