import { Bold, Italic, Link2, Paperclip, Underline, type LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { linkOf } from '#domain/builder/values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LinkField, useLinkInput } from '#web/ui/link-field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ImageButton } from './image-button.tsx'
import { insertImage, insertLink, toggleTag, type InlineTag } from './edit-text.ts'
import { applyEdit, editOf } from './text-box.ts'

const FORMATS: ReadonlyArray<{ tag: InlineTag; label: string; icon: LucideIcon }> = [
  { tag: 'b', label: 'Bold', icon: Bold },
  { tag: 'i', label: 'Italic', icon: Italic },
  { tag: 'u', label: 'Underline', icon: Underline },
]

export interface ContentEditorProps {
  value: string
  onChange: (value: string) => void
  box: RefObject<HTMLTextAreaElement | null>
  onFocus: () => void
  /** Called with chosen files; absent when attachments are not allowed. */
  onFiles?: (files: File[]) => void
}

/** The text editor; its toolbar wraps the selection in tags. */
export function ContentEditor({ value, onChange, box, onFocus, onFiles }: ContentEditorProps) {
  const [linking, setLinking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  /** The address to insert after the dialog returns focus. */
  const link = useRef<string>(null)

  function format(tag: InlineTag) {
    if (box.current) applyEdit(box.current, toggleTag(editOf(box.current), tag), onChange)
  }

  function keys(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.key.toLowerCase()
    const tag = FORMATS.find((each) => each.tag === key)?.tag
    if (!tag && key !== 'k') return
    event.preventDefault()
    event.stopPropagation()
    if (tag) format(tag)
    else setLinking(true)
  }

  return (
    <Field
      label="Content"
      required
      hint="Leave a blank line to start a new paragraph."
      className="grid-cols-[minmax(0,1fr)]"
    >
      <div className="rounded-sm border border-edge bg-surface transition-colors focus-within:border-ink hover:border-ink-soft focus-within:hover:border-ink">
        <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-b border-line p-1">
          {FORMATS.map(({ tag, label, icon }) => (
            <IconButton key={tag} icon={icon} label={label} size="sm" onClick={() => format(tag)} />
          ))}
          <IconButton icon={Link2} label="Link" size="sm" onClick={() => setLinking(true)} />
          <ImageButton
            onImage={(url, alt) => {
              if (box.current) applyEdit(box.current, insertImage(editOf(box.current), url, alt), onChange)
            }}
          />
          {onFiles && (
            <>
              <IconButton icon={Paperclip} label="Attachment" size="sm" onClick={() => picker.current?.click()} />
              <FilePicker ref={picker} label="Attach files" multiple onFiles={onFiles} />
            </>
          )}
        </div>
        <Textarea
          ref={box}
          value={value}
          rows={14}
          onChange={(event) => onChange(event.target.value)}
          onFocus={onFocus}
          onKeyDown={keys}
          placeholder={'Hello {firstName},\n\n'}
          className="min-h-72 rounded-none border-0 bg-transparent text-base focus-visible:outline-none"
        />
      </div>
      <LinkDialog
        open={linking}
        onOpenChange={setLinking}
        onLink={(address) => {
          link.current = address
          setLinking(false)
        }}
        focusAfter={() => {
          const address = link.current
          link.current = null
          if (!box.current) return
          if (address === null) box.current.focus()
          else applyEdit(box.current, insertLink(editOf(box.current), address), onChange)
        }}
      />
    </Field>
  )
}

interface LinkDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onLink: (address: string) => void
  focusAfter: () => void
}

function LinkDialog({ open, onOpenChange, onLink, focusAfter }: LinkDialogProps) {
  const link = useLinkInput({ read: linkOf, onLink })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a link"
      focusAfter={focusAfter}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="add-link">
            Add link
          </Button>
        </>
      }
    >
      <form id="add-link" noValidate onSubmit={link.submit}>
        <LinkField link={link} hint="The link is applied to the selected text. You can use merge tags." />
      </form>
    </Dialog>
  )
}
