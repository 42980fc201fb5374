import type { Editor } from '@tiptap/core'
import { useState, type FormEvent } from 'react'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { SizeField } from '#web/builder/properties/size-field.tsx'
import { sizeOf } from '#web/builder/properties/size-values.ts'
import { AnchoredPopover } from '#web/ui/anchored-popover.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Width in px up to which a picture in a text may be enlarged. */
const WIDTH_MAX = 1_200

export interface PicturePopoverProps {
  editor: Editor
  /** The picture in the text. */
  picture: HTMLElement
  position: number
  onClose: () => void
}

/** A popover for the clicked picture: its alternative text and its size. */
export function PicturePopover({ editor, picture, position, onClose }: PicturePopoverProps) {
  const node = editor.state.doc.nodeAt(position)
  const { alt: givenAlt, width: givenWidth } = (node?.attrs ?? {}) as { alt?: string | null; width?: unknown }
  const [alt, setAlt] = useState(givenAlt ?? '')
  const [width, setWidth] = useState(givenWidth ? `${Math.round(Number(givenWidth))}px` : '')
  const own = picture instanceof HTMLImageElement ? picture.naturalWidth : 0
  const size = sizeOf(width)
  const isRefused = width.trim() !== '' && (!size || !/^(?:px)?$/.test(size.unit) || size.amount < 1)

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (isRefused) return
    const next = size ? Math.min(Math.round(size.amount), WIDTH_MAX) : null
    const now = editor.state.doc.nodeAt(position)
    if (now?.type.name === 'image') {
      const attributes = { ...now.attrs, alt: alt.trim(), width: next, height: null }
      editor.view.dispatch(editor.state.tr.setNodeMarkup(position, null, attributes))
    }
    onClose()
  }

  function remove() {
    if (editor.state.doc.nodeAt(position)?.type.name === 'image') {
      editor.view.dispatch(editor.state.tr.delete(position, position + 1))
    }
    onClose()
  }

  return (
    <AnchoredPopover label="Picture" anchor={picture} onClose={onClose} focusAfter={() => editor.view.focus()}>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <Field
          label="Alternative text"
          hint="Screen readers read this text aloud, and mail programs show it while pictures are off."
        >
          <Input value={alt} maxLength={FIELD_MAX.alt} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        <SizeField
          label="Width"
          property="width"
          value={width}
          placeholder={own > 0 ? `${Math.min(own, WIDTH_MAX)}px` : 'Its own width'}
          problem={isRefused ? 'Use a width in pixels, such as 300px.' : undefined}
          onChange={setWidth}
          onRest={() => undefined}
        />
        <div className="flex justify-between gap-2">
          <Button type="submit" size="sm" disabled={isRefused}>
            Update
          </Button>
          <Button size="sm" variant="quiet" onClick={remove} className="text-bad">
            Remove picture
          </Button>
        </div>
      </form>
    </AnchoredPopover>
  )
}
