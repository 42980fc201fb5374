import { FileUp } from './generated/icons.ts'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { FilePicker } from './file-picker.tsx'
import { Spinner } from './spinner.tsx'

export interface FileDropProps {
  /** Prompt, such as "Drop your spreadsheet here". */
  title: string
  hint?: ReactNode
  /** The button label. */
  browseLabel?: string
  /** The button label while busy. */
  busyLabel?: string
  busy?: boolean
  /** Types for the file picker, as in `<input accept>`; a dropped file may have any type, so check it in onFiles. */
  accept?: string
  multiple?: boolean
  /** Shows one line instead of a large area, when the drop zone is not the focus of the screen. */
  compact?: boolean
  onFiles: (files: File[]) => void
  className?: string
}

/** A drop zone with a browse button; highlighted while a file is dragged over it. */
export function FileDrop(props: FileDropProps) {
  const { title, hint, browseLabel = 'Browse files', busy = false, multiple = false, compact = false } = props
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function give(list: Iterable<File>) {
    const files = [...list]
    if (files.length > 0 && !busy) props.onFiles(multiple ? files : files.slice(0, 1))
  }

  function track(event: DragEvent, change: 1 | -1) {
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0 && !busy)
  }

  return (
    // Dropping and clicking outside the button are for pointers only; keyboard users have the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-labelledby={id}
      aria-busy={busy || undefined}
      data-drag-over={over || undefined}
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        depth.current = 0
        setOver(false)
        give(event.dataTransfer.files)
      }}
      onClick={(event) => {
        if (!busy && !(event.target instanceof Element && event.target.closest('button, a, input')))
          input.current?.click()
      }}
      className={cn(
        'rounded-md border border-dashed border-edge transition-colors',
        compact
          ? 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3'
          : 'flex flex-col items-center px-6 py-14 text-center',
        !busy && 'cursor-pointer hover:bg-ink/3',
        props.className,
        over && 'border-solid border-ink bg-ink/8',
      )}
    >
      <span
        className={cn(
          'grid place-items-center rounded-full border border-line bg-paper transition-transform',
          compact ? 'size-9' : 'size-11',
          over && '-translate-y-1',
        )}
      >
        {busy ? <Spinner className="size-5" /> : <FileUp aria-hidden="true" className="size-5" />}
      </span>
      <p id={id} className={compact ? 'font-strong' : 'mt-4 text-base font-strong'}>
        {title}
      </p>
      {hint && <div className={cn('text-ink-soft', compact ? 'grow' : 'mt-1 max-w-md text-balance')}>{hint}</div>}
      <Button
        size={compact ? 'sm' : 'md'}
        disabled={busy}
        onClick={() => input.current?.click()}
        className={compact ? undefined : 'mt-4'}
      >
        {busy ? (props.busyLabel ?? browseLabel) : browseLabel}
      </Button>
      <FilePicker ref={input} label={title} accept={props.accept} multiple={multiple} disabled={busy} onFiles={give} />
    </div>
  )
}
