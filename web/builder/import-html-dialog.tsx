import { FileCode } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { createElement } from '#domain/builder/blocks.ts'
import { importHtml } from '#domain/builder/import-html.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { addCopies, newId, placeAfter } from './block-actions.ts'
import { useBuilderStore } from './builder-store.ts'

/** Imports foreign HTML as one block and lists what emails do not support. */
export function ImportHtmlDialog() {
  const store = useBuilderStore()
  const [open, setOpen] = useState(false)
  const [source, setSource] = useState('')
  const pasted = useDeferredValue(source)
  const { html, removed } = useMemo(() => importHtml(pasted), [pasted])

  function add() {
    const block = { ...createElement('html', newId()), content: html }
    if (!addCopies(store, [block], placeAfter(store, store.state().selectedId))) return
    setSource('')
    setOpen(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="md"
      trigger={
        <Button size="sm" icon={FileCode} className="px-2">
          Import HTML
        </Button>
      }
      title="Import HTML"
      description="Paste the HTML of all or part of an email. It is added as one block."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" disabled={html === ''} onClick={add}>
            Add block
          </Button>
        </>
      }
    >
      <Field label="HTML">
        <Textarea
          value={source}
          rows={12}
          spellCheck={false}
          onChange={(event) => setSource(event.target.value)}
          placeholder="<table>…</table>"
          className="font-mono text-xs leading-5"
        />
      </Field>
      {removed.length > 0 && (
        <Callout tone="warning" role="status" className="mt-3" title="Removed because emails do not support it">
          {removed.join(', ')}
        </Callout>
      )}
      {source.trim() !== '' && html === '' && (
        <p className="mt-3 text-ink-soft">This HTML contains nothing that can be shown in an email.</p>
      )}
    </Dialog>
  )
}
