import { ClipboardPaste } from '#web/ui/generated/icons.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { pastedFile, rowsFile } from './pasted-rows.ts'

export interface PasteRowsProps {
  disabled: boolean
  onFile: (file: File) => void
}

/** Imports rows copied from a spreadsheet: pasted anywhere on the page, or into a dialog. */
export function PasteRows({ disabled, onFile }: PasteRowsProps) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (disabled || isEditable(event.target) || !event.clipboardData) return
    const file = pastedFile(event.clipboardData)
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  function give(file: File) {
    setOpen(false)
    setText('')
    onFile(file)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="md"
      trigger={
        <Button size="sm" icon={ClipboardPaste} disabled={disabled}>
          Paste from a spreadsheet
        </Button>
      }
      title="Paste from a spreadsheet"
      description="Copy the rows, including the column names, in Excel, Google Sheets or LibreOffice."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={() => give(rowsFile(text))}>
            Preview
          </Button>
        </>
      }
    >
      <Field label="Rows" hint="You can review the changes before anything is imported.">
        <Textarea
          value={text}
          rows={8}
          spellCheck={false}
          className="font-mono whitespace-pre"
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const file = text.trim() === '' ? pastedFile(event.clipboardData) : null
            if (!file) return
            event.preventDefault()
            give(file)
          }}
        />
      </Field>
    </Dialog>
  )
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}
