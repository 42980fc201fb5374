import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useNavigationType, useSearchParams } from 'react-router'
import { SEARCH_DELAY } from '#web/ui/use-debounced-value.ts'
import { sameView, viewOf, type View } from './contact-view.ts'
import { readView, withView } from './view-address.ts'

export interface ViewAddress {
  /** The view in the filter controls, including the search being typed. */
  view: View
  /** The view of the listed contacts, as in the page's URL. */
  shown: View
  onView: (view: View) => void
  /** Conditions in the page's URL that could not be understood. */
  unread: readonly string[]
}

/**
 * Keeps a contact view in the page's URL, so that reload and Back restore it. The search is debounced, everything else
 * applies at once.
 */
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

  // In an effect, because an abandoned render might see an address that never took effect. Runs before paint.
  useLayoutEffect(() => {
    const isAnother = read.current !== params
    read.current = params
    // Our own writes use `replace`: newer input may exist by then.
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
