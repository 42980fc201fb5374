import { createClient, type Client } from 'graphql-ws'
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

const CLOSED_NORMALLY = 1000
const TERMINATED_BY_US = 4499
const FORBIDDEN = 4403
const REQUEST_TIMEOUT = 4408
const PING_EVERY = 12_000
const PONG_WITHIN = 5_000
const RETRY_AT_MOST = 5_000

const store = createStore<SocketState>(() => 'idle')
const become = (next: SocketState): void => store.setState(next)

function codeOf(event: unknown): number | undefined {
  return typeof event === 'object' && event !== null && 'code' in event ? Number(event.code) : undefined
}

/**
 * A subscription client, authenticated by the cookie. It connects on the first subscription and closes after the last.
 * It detects dead connections by pings, and reconnects with backoff of at most 5 s. `useSocketState` returns its state.
 */
export function createSocket(url: string, webSocketImpl?: unknown): Client {
  let socket: WebSocket | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  return createClient({
    url,
    webSocketImpl,
    lazy: true,
    keepAlive: PING_EVERY,
    connectionAckWaitTimeout: PONG_WITHIN,
    retryAttempts: Infinity,
    shouldRetry: (event) => codeOf(event) !== FORBIDDEN,
    retryWait: (retries) =>
      new Promise((resolve) =>
        setTimeout(resolve, Math.min(RETRY_AT_MOST, 300 * 2 ** retries) * (0.75 + Math.random() / 2)),
      ),
    on: {
      connecting: (isRetry) => become(isRetry ? 'down' : 'connecting'),
      opened: (opened) => {
        socket = opened as WebSocket
      },
      connected: () => become('connected'),
      closed: (event) => {
        clearTimeout(silence)
        const code = codeOf(event)
        become(code === CLOSED_NORMALLY || code === TERMINATED_BY_US ? 'idle' : 'down')
      },
      ping: (received) => {
        if (!received) silence = setTimeout(() => socket?.close(REQUEST_TIMEOUT, 'Request Timeout'), PONG_WITHIN)
      },
      pong: (received) => {
        if (received) clearTimeout(silence)
      },
    },
  })
}

/** The connection state: whether events arrive. */
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
