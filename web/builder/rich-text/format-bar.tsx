import { Baseline, Bold, Italic, Link2, Strikethrough, Tag, Underline, type LucideIcon } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { linkOf } from '#domain/builder/values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LinkField, useLinkInput } from '#web/ui/link-field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ColorField } from '../properties/color-field.tsx'
import { useActiveEditor, type TextEditor } from './active-editor.ts'
import type { Toggle } from './model.ts'
import { TagForm } from './tag-popover.tsx'

const TOGGLES: readonly { mark: Toggle; label: string; icon: LucideIcon }[] = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'italic', label: 'Italic', icon: Italic },
  { mark: 'underline', label: 'Underline', icon: Underline },
  { mark: 'strike', label: 'Strikethrough', icon: Strikethrough },
]

/** Pressing a button keeps the caret in the text. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Formatting of the edited text: marks, colour, links, merge tags. */
export function FormatBar() {
  const editor = useActiveEditor()
  const look = editor?.look()
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap items-center gap-0.5">
      {TOGGLES.map(({ mark, label, icon }) => (
        <IconButton
          key={mark}
          icon={icon}
          label={label}
          size="sm"
          aria-disabled={!editor}
          aria-pressed={look?.on[mark] ?? false}
          onMouseDown={keepFocus}
          onClick={() => editor?.toggle(mark)}
          className="aria-pressed:bg-ink/10"
        />
      ))}
      <TextColor editor={editor} />
      <LinkEditor editor={editor} address={look?.link} />
      <MergeTag editor={editor} source={look?.tag} />
    </div>
  )
}

function TextColor({ editor }: { editor: TextEditor | null }) {
  const [color, setColor] = useState('#c2410c')
  const [open, setOpen] = useState(false)
  const give = (next: string | undefined) => {
    setOpen(false)
    editor?.mark({ color: next })
  }
  return (
    <Popover
      label="Colour of the selected text"
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <IconButton icon={Baseline} label="Text colour" size="sm" aria-disabled={!editor} onMouseDown={keepFocus} />
      }
    >
      <div className="grid gap-3">
        <ColorField label="Colour" value={color} onChange={setColor} onRest={() => undefined} />
        <div className="flex justify-between gap-2">
          <Button size="sm" onClick={() => give(color)}>
            Apply
          </Button>
          <Button size="sm" variant="quiet" onClick={() => give(undefined)}>
            Remove color
          </Button>
        </div>
      </div>
    </Popover>
  )
}

function LinkEditor({ editor, address }: { editor: TextEditor | null; address: string | undefined }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={address === undefined ? 'Add a link' : 'Change the link'}
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <IconButton
          icon={Link2}
          label="Link"
          size="sm"
          aria-disabled={!editor}
          aria-pressed={address !== undefined}
          onMouseDown={keepFocus}
          className="aria-pressed:bg-ink/10"
        />
      }
    >
      <LinkForm
        address={address}
        onLink={(next) => {
          setOpen(false)
          editor?.link(next)
        }}
      />
    </Popover>
  )
}

interface LinkFormProps {
  address: string | undefined
  /** null removes the link. */
  onLink: (address: string | null) => void
}

function LinkForm({ address, onLink }: LinkFormProps) {
  const link = useLinkInput({ address, read: linkOf, onLink })

  return (
    <form noValidate onSubmit={link.submit} className="grid gap-3">
      <LinkField link={link} />
      <div className="flex justify-between gap-2">
        <Button type="submit" size="sm">
          {address === undefined ? 'Add link' : 'Change link'}
        </Button>
        {address !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => onLink(null)} className="text-bad">
            Remove link
          </Button>
        )}
      </div>
    </form>
  )
}

function MergeTag({ editor, source }: { editor: TextEditor | null; source: string | undefined }) {
  const [open, setOpen] = useState(false)
  function put(text: string) {
    const where = editor?.tagSpan()
    setOpen(false)
    if (source !== undefined && where) editor?.replace(where, text)
    else editor?.insert(text)
  }
  return (
    <Popover
      label="Merge tag"
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <Button variant="quiet" size="sm" icon={Tag} aria-disabled={!editor} onMouseDown={keepFocus} className="px-2">
          <span className="max-sm:sr-only">Merge tag</span>
        </Button>
      }
    >
      <TagForm source={source} onSubmit={put} {...(source === undefined ? {} : { onRemove: () => put('') })} />
    </Popover>
  )
}
