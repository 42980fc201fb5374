import { Tag } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { TagFormProps } from '#web/editor/tag-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { TextEdit } from './edit-text.ts'
import { applyCondition, type SubjectConditionProps } from './subject-condition.tsx'
import { editOf } from './text-box.ts'

/** Loaded on demand, like the editor that has the same form. */
const TagForm = lazy(async () => {
  const [form, { MergeNamesProvider }] = await Promise.all([
    import('#web/editor/tag-form.tsx'),
    import('#web/editor/merge-names.tsx'),
  ])
  return {
    default: (props: TagFormProps) => (
      <MergeNamesProvider>
        <form.TagForm {...props} />
      </MergeNamesProvider>
    ),
  }
})

/** Inserts a merge tag into a line of text, or changes the one at the caret; a click on one in the text opens it. */
export function SubjectTag({
  box,
  onChange,
  label = 'Insert a merge tag',
}: SubjectConditionProps & { label?: string }) {
  const [open, setOpen] = useState(false)
  /** the merge tag at the caret, as a selection */
  const [tag, setTag] = useState<TextEdit | null>(null)

  // Not with the page: the first step of a campaign has a subject too.
  async function tagThere(isInside: boolean): Promise<TextEdit | null> {
    const { tagAtCaret } = await import('./edit-text.ts')
    return box.current && tagAtCaret(editOf(box.current), isInside)
  }

  async function toggle(next: boolean) {
    if (next) setTag(await tagThere(false))
    setOpen(next)
  }

  const clicked = useEffectEvent(async () => {
    if (!box.current?.value.includes('{')) return
    const found = await tagThere(true)
    if (!found) return
    setTag(found)
    setOpen(true)
  })
  useEffect(() => {
    const input = box.current
    const click = () => void clicked()
    input?.addEventListener('click', click)
    return () => input?.removeEventListener('click', click)
  }, [box])

  async function put(source: string) {
    setOpen(false)
    const { insertText } = await import('./edit-text.ts')
    if (box.current) applyCondition({ box, onChange }, insertText(tag ?? editOf(box.current), source))
  }

  return (
    <Popover
      label="Merge tag"
      align="end"
      open={open}
      onOpenChange={(next) => void toggle(next)}
      focusAfter={() => box.current?.focus()}
      trigger={<IconButton icon={Tag} label={label} size="sm" />}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <TagForm
          source={tag?.text.slice(tag.start, tag.end)}
          onSubmit={(source) => void put(source)}
          {...(tag ? { onRemove: () => void put('') } : {})}
        />
      </Suspense>
    </Popover>
  )
}
