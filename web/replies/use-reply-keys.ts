import { useEffect, useRef, type RefObject } from 'react'

/** Selector of elements in which letter keys type text. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

interface ReplyKeys {
  /** Opens the answer of the reply with this id. */
  answer: (id: string) => void
  /** Marks the reply with this id as done, or opens it again. */
  done: (id: string) => void
}

/**
 * Handles keys in a list of replies: j and k go to the next and the previous one, r answers, e marks as done. A letter
 * counts only while the focus is in the list, or nowhere, so that typing elsewhere is not affected.
 */
export function useReplyKeys(box: RefObject<HTMLElement | null>, keys: ReplyKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof HTMLElement) || target.closest(TYPING)) return
      if (target !== document.body && !box.current?.contains(target)) return
      const headings = [...(box.current?.querySelectorAll<HTMLElement>('[data-reply]') ?? [])]
      const current = headings.findIndex((heading) => heading.closest('li')?.contains(document.activeElement))
      // Without a reply that has the focus, a letter must not act on one that nobody chose.
      const id = headings[current]?.dataset['reply']
      const acts: Record<string, () => void> = {
        j: () => headings[Math.min(current + 1, headings.length - 1)]?.focus(),
        k: () => headings[Math.max(current - 1, 0)]?.focus(),
        r: () => id && latest.current.answer(id),
        e: () => id && latest.current.done(id),
      }
      const act = acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box])
}
