import type { Editor } from '@tiptap/core'
import { Smile } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keepCaret } from './toolbar-popovers.tsx'

const EmojiGrid = lazy(async () => ({ default: (await import('./emoji-grid.tsx')).EmojiGrid }))

/** Button that opens a small choice of emoji. */
export function EmojiButton({ editor }: { editor: Editor | null }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      focusAfter={() => editor?.view.focus()}
      label="Emoji"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Smile} label="Emoji" size="sm" onMouseDown={keepCaret} />}
    >
      <Suspense fallback={<Skeleton className="h-48 rounded-sm" />}>
        <EmojiGrid
          onChoose={(emoji) => {
            setOpen(false)
            editor?.chain().focus().insertContent(emoji).run()
          }}
        />
      </Suspense>
    </Popover>
  )
}
