import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * `idle`: no subscriptions and no socket. `down`: there are subscriptions but no connection, including while
 * reconnecting.
 */
export type SocketState = 'idle' | 'connecting' | 'connected' | 'down'

/** Refetch interval in ms while the socket is down and something is in progress (product: campaigns.live). */
const REFETCH_INTERVAL = 1_000

const store = createStore<SocketState>(() => 'idle')

/** Records the state of the WebSocket connection. */
export const setSocketState = (next: SocketState): void => store.setState(next)

/** Returns the state of the WebSocket connection, over which the server sends events. */
export function useSocketState(): SocketState {
  return useStore(store)
}

/**
 * Refetches every second while the socket is down and `active` is true, and once after it reconnects. Refetches do not
 * overlap.
 */
export function useRefetchWhileDown(refetch: () => Promise<unknown>, active: boolean): void {
  const down = useSocketState() === 'down'
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  useEffect(() => {
    if (!down || !active) return
    let underWay = false
    const again = () => {
      if (underWay) return
      underWay = true
      latest
        .current()
        .catch(() => undefined)
        .finally(() => {
          underWay = false
        })
    }
    const timer = setInterval(again, REFETCH_INTERVAL)
    return () => {
      clearInterval(timer)
      again()
    }
  }, [down, active])
}
