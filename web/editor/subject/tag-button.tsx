import { Tag } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { TagFormProps } from '../tag-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { editOf, insertText, tagAtCaret, type TextEdit } from '../text-box.ts'
import { applyCondition, type LineTarget } from './condition-button.tsx'

/** The merge tag form, loaded on demand, because the editor's code includes it too. */
const TagForm = lazy(async () => {
  const [form, { MergeNamesProvider }] = await Promise.all([import('../tag-form.tsx'), import('../merge-names.tsx')])
  return {
    default: (props: TagFormProps) => (
      <MergeNamesProvider>
        <form.TagForm {...props} />
      </MergeNamesProvider>
    ),
  }
})

/**
 * Button that inserts a merge tag into a line of text, or changes the one at the caret; a click on one in the text
 * opens it.
 */
export function TagButton({ box, onChange, label = 'Insert a merge tag' }: LineTarget & { label?: string }) {
  const [open, setOpen] = useState(false)
  /** position of the merge tag at the caret, as a selection; null if there is none */
  const [tag, setTag] = useState<TextEdit | null>(null)

  const tagThere = (isInside: boolean) => box.current && tagAtCaret(editOf(box.current), isInside)

  function toggle(next: boolean) {
    if (next) setTag(tagThere(false))
    setOpen(next)
  }

  const clicked = useEffectEvent(() => {
    const found = tagThere(true)
    if (!found) return
    setTag(found)
    setOpen(true)
  })
  useEffect(() => {
    const input = box.current
    const click = () => clicked()
    input?.addEventListener('click', click)
    return () => input?.removeEventListener('click', click)
  }, [box])

  function put(source: string) {
    setOpen(false)
    if (box.current) applyCondition({ box, onChange }, insertText(tag ?? editOf(box.current), source))
  }

  return (
    <Popover
      label="Merge tag"
      align="end"
      open={open}
      onOpenChange={toggle}
      focusAfter={() => box.current?.focus()}
      trigger={<IconButton icon={Tag} label={label} size="sm" />}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <TagForm
          source={tag?.text.slice(tag.start, tag.end)}
          onSubmit={put}
          {...(tag ? { onRemove: () => put('') } : {})}
        />
      </Suspense>
    </Popover>
  )
}
