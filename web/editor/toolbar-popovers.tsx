import type { Editor } from '@tiptap/core'
import { Link2, Split, Tag } from '#web/ui/generated/icons.ts'
import { useState, type MouseEvent } from 'react'
import { colorOf } from '#domain/builder/colors.ts'
import { linkOf } from '#domain/builder/style-values.ts'
import { BrandColorsProvider, NO_COLORS, useBrandColors } from '#web/builder/brand-colors.ts'
import { ColorField } from '#web/builder/properties/color-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LinkField, useLinkInput } from '#web/ui/link-field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { insertTag, setLink, tagAtCaret } from './editor-commands.ts'
import { insertCondition } from './condition-commands.ts'
import { ConditionForm } from './condition-form.tsx'
import { TagForm } from './tag-form.tsx'

/** Keeps the caret in the text when a button is pressed. */
export const keepCaret = (event: MouseEvent): void => event.preventDefault()

interface LinkButtonProps {
  editor: Editor | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Button and form that add, change and remove the link of the selected text. */
export function LinkButton({ editor, open, onOpenChange }: LinkButtonProps) {
  const given: unknown = editor?.getAttributes('link')['href']
  const address = typeof given === 'string' ? given : undefined
  const isLink = address !== undefined
  return (
    <Popover
      focusAfter={() => editor?.view.focus()}
      label={isLink ? 'Change the link' : 'Add a link'}
      open={open}
      onOpenChange={(next) => onOpenChange(next && editor !== null)}
      trigger={
        <IconButton
          icon={Link2}
          label="Link"
          size="sm"
          aria-disabled={!editor || undefined}
          aria-pressed={isLink}
          onMouseDown={keepCaret}
          className="aria-pressed:bg-ink/10"
        />
      }
    >
      <LinkForm
        address={address}
        onLink={(next) => {
          onOpenChange(false)
          if (editor) setLink(editor, next)
        }}
      />
    </Popover>
  )
}

interface LinkFormProps {
  address: string | undefined
  /** Sets the link to a URL; null removes it. */
  onLink: (address: string | null) => void
}

function LinkForm({ address, onLink }: LinkFormProps) {
  const link = useLinkInput({ address, read: linkOf, onLink })
  return (
    <form noValidate onSubmit={link.submit} className="grid gap-3">
      <LinkField link={link} hint="The link is applied to the selected text. You can use merge tags." />
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

/** Inserts a merge tag, or edits the one at the caret. */
export function TagButton({ editor }: { editor: Editor | null }) {
  const [open, setOpen] = useState(false)
  const tag = editor && tagAtCaret(editor)
  const put = (source: string) => {
    setOpen(false)
    if (editor) insertTag(editor, source)
  }
  return (
    <Popover
      focusAfter={() => editor?.view.focus()}
      label="Merge tag"
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          icon={Tag}
          aria-disabled={!editor || undefined}
          onMouseDown={keepCaret}
          className="px-2"
        >
          <span className="max-sm:sr-only">Merge tag</span>
        </Button>
      }
    >
      <TagForm source={tag?.source} onSubmit={put} {...(tag ? { onRemove: () => put('') } : {})} />
    </Popover>
  )
}

/** Button that makes the selected text, or the paragraph with the caret, visible only to some recipients. */
export function ConditionButton({ editor }: { editor: Editor | null }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      focusAfter={() => editor?.view.focus()}
      label="Add a condition"
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <IconButton
          icon={Split}
          label="Add a condition"
          size="sm"
          aria-disabled={!editor || undefined}
          onMouseDown={keepCaret}
        />
      }
    >
      <ConditionForm
        mayHaveElse
        onSubmit={(text, hasElse) => {
          setOpen(false)
          if (editor) insertCondition(editor, text, hasElse)
        }}
      />
    </Popover>
  )
}

/** Offered text colors: legible on white and on dark backgrounds of mail programs. */
const SWATCHES = [
  ['#374151', 'Gray'],
  ['#b91c1c', 'Red'],
  ['#c2410c', 'Orange'],
  ['#a16207', 'Yellow'],
  ['#15803d', 'Green'],
  ['#0f766e', 'Teal'],
  ['#1d4ed8', 'Blue'],
  ['#7e22ce', 'Purple'],
] as const

export interface ColorFormProps {
  /** The color of the selected text. */
  color: string | null
  /** Sets the color of the selected text; null removes it. */
  onColor: (color: string | null) => void
}

/** Chooses a text color: one of a few, or any other. */
export function ColorForm({ color, onColor }: ColorFormProps) {
  const brand = useBrandColors()
  const [own, setOwn] = useState(color ?? '#c2410c')
  return (
    <div className="grid gap-3">
      <div role="group" aria-label="Colors" className="flex flex-wrap gap-1">
        {[...brand.map((each) => [each, `Brand color ${each}`] as const), ...SWATCHES].map(([swatch, name]) => (
          <button
            key={swatch}
            type="button"
            aria-label={name}
            aria-pressed={color === swatch}
            title={name}
            onClick={() => onColor(swatch)}
            style={{ backgroundColor: swatch }}
            className="size-6 rounded-full border border-edge aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink pointer-coarse:size-9"
          />
        ))}
      </div>
      <BrandColorsProvider value={NO_COLORS}>
        <ColorField label="Color" value={own} onChange={setOwn} onRest={() => undefined} />
      </BrandColorsProvider>
      <div className="flex justify-between gap-2">
        <Button size="sm" onClick={() => onColor(colorOf(own))}>
          Apply
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onColor(null)}>
          Remove color
        </Button>
      </div>
    </div>
  )
}
