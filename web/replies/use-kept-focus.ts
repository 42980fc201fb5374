import { useEffect, type RefObject } from 'react'

/**
 * Keeps the keyboard focus in a list of replies when the focused element is removed, for example after an answer was
 * sent, a reply was snoozed or a file removed: moves it to the answer being written, else to the reply, else to the
 * reply in its place.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    /** the focused element with the elements around it, and the index of its reply */
    let kept: { path: Element[]; index: number } | null = null
    const headings = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-reply]') ?? [])]
    const onFocus = ({ target }: FocusEvent) => {
      const list = box.current
      // A menu or a dialog of a reply gives the focus back.
      if (target instanceof Element && target.closest('[role="menu"], [role="dialog"]')) return
      if (!(target instanceof Element) || !list?.contains(target)) {
        kept = null
        return
      }
      const path: Element[] = []
      for (let at: Element | null = target; at && at !== list; at = at.parentElement) path.push(at)
      kept = { path, index: headings().findIndex((heading) => heading.closest('li')?.contains(target)) }
    }
    const restore = () => {
      const { activeElement } = document
      if (!kept || kept.path[0]?.isConnected || (activeElement && activeElement !== document.body)) return
      const left = kept.path.find((element) => element.isConnected)
      const text = left?.closest('form')?.querySelector<HTMLElement>('[contenteditable="true"]')
      const own = left?.closest('article')?.querySelector<HTMLElement>('[data-reply]')
      const all = headings()
      const next = text ?? own ?? all[Math.min(kept.index, all.length - 1)]
      next?.focus()
    }
    const observer = new MutationObserver(restore)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [box])
}
