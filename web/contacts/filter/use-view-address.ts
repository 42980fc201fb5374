import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useNavigationType, useSearchParams } from 'react-router'
import { SEARCH_DELAY } from '#web/ui/use-debounced.ts'
import { sameView, viewOf, type View } from './contact-view.ts'
import { readView, withView } from './view-address.ts'

export interface ViewAddress {
  /** What the controls say, the search as it is typed. */
  view: View
  /** What the list shows; the address names it. */
  shown: View
  onView: (view: View) => void
  /** Conditions of the address that cannot be read. */
  unread: readonly string[]
}

/** A view kept in the address: a reload and Back find it again. A search counts once typing rests, everything else at once. */
export function useViewAddress(): ViewAddress {
  const [params, setParams] = useSearchParams()
  const how = useNavigationType()
  const { view: named, unread } = useMemo(() => readView(params), [params])
  const [{ view, shown }, setState] = useState({ view: named, shown: named })
  const read = useRef(params)

  useEffect(() => {
    if (sameView(view, shown)) return
    const rest = setTimeout(() => setState((now) => ({ ...now, shown: viewOf(now.view) })), SEARCH_DELAY)
    return () => clearTimeout(rest)
  }, [view, shown])

  // Not while rendering: one that is given up would have read an address that never came. Before anything is painted.
  useLayoutEffect(() => {
    const isAnother = read.current !== params
    read.current = params
    // What this page writes itself replaces the address: by then more may have been typed.
    if (isAnother && how !== NavigationType.Replace) setState({ view: named, shown: named })
    else if (!sameView(named, shown)) {
      setParams((before) => withView(before, shown), { replace: true, preventScrollReset: true })
    }
  }, [params, how, named, shown, setParams])

  return {
    view,
    shown,
    unread,
    onView: (next) => {
      const typed = Boolean(next.search) && sameView({ ...next, search: '' }, { ...view, search: '' })
      setState((now) => ({ ...now, view: next, shown: typed ? now.shown : viewOf(next) }))
    },
  }
}
