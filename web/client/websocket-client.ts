import { createClient, type Client } from 'graphql-ws'
import { setSocketState } from './websocket-state.ts'

const CLOSED_NORMALLY = 1000
const TERMINATED_BY_US = 4499
const FORBIDDEN = 4403
const REQUEST_TIMEOUT = 4408
const PING_EVERY = 12_000
const PONG_WITHIN = 5_000
const RETRY_AT_MOST = 5_000

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
      connecting: (isRetry) => setSocketState(isRetry ? 'down' : 'connecting'),
      opened: (opened) => {
        socket = opened as WebSocket
      },
      connected: () => setSocketState('connected'),
      closed: (event) => {
        clearTimeout(silence)
        const code = codeOf(event)
        setSocketState(code === CLOSED_NORMALLY || code === TERMINATED_BY_US ? 'idle' : 'down')
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
