import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { buildSchema, execute, subscribe, validate } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws'
import { createSocket } from './websocket-client.ts'
import { useRefetchWhileDown, useSocketState } from './websocket-state.ts'

const schema = buildSchema('type Query { a: Int } type Subscription { count: Int! }')
const LONG = { timeout: 60_000 }

interface Post {
  port: number
  params: unknown[]
  /** Closes all sockets and accepts no more, but keeps its port reserved for a restart. */
  fail: () => void
  recover: () => void
  close: () => Promise<void>
}

let open: Post[] = []

/** A server that sends one message and then stays silent. */
async function serve(): Promise<Post> {
  const http: Server = createServer()
  let isDown = false
  const sockets = new WebSocketServer({ server: http, path: '/graphql', verifyClient: () => !isDown })
  const params: unknown[] = []
  const roots = {
    async *count() {
      yield { count: 1 }
      await new Promise(() => undefined)
    },
  }
  useServer(
    {
      schema,
      execute,
      subscribe,
      validate,
      roots: { subscription: roots },
      onConnect: ({ connectionParams }) => void params.push(connectionParams),
    },
    sockets,
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const endAll = () => sockets.clients.forEach((socket) => socket.terminate())
  const post: Post = {
    port: (http.address() as AddressInfo).port,
    params,
    fail: () => {
      isDown = true
      endAll()
    },
    recover: () => {
      isDown = false
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => http.close(resolve))
      open = open.filter((each) => each !== post)
    },
  }
  open.push(post)
  return post
}

function Page({ refetch, active }: { refetch: () => Promise<unknown>; active: boolean }) {
  useRefetchWhileDown(refetch, active)
  return <p>{useSocketState()}</p>
}

let stop = () => {}

afterEach(async () => {
  stop()
  cleanup()
  localStorage.clear()
  await Promise.all(open.map((post) => post.close()))
})

async function subscribed(post: Post, active: boolean) {
  const refetch = vi.fn<() => Promise<unknown>>(() => Promise.resolve())
  render(<Page refetch={refetch} active={active} />)
  const client = createSocket(`ws://127.0.0.1:${post.port}/graphql`, NodeWebSocket)
  const next = vi.fn<(value: unknown) => void>()
  const end = client.subscribe(
    { query: 'subscription { count }' },
    { next, error: () => undefined, complete: () => undefined },
  )
  stop = () => {
    end()
    client.terminate()
  }
  await waitFor(() => expect(next).toHaveBeenCalledOnce(), LONG)
  return { refetch, next }
}

it('the GraphQL client opens the WebSocket with this browser’s session', async () => {
  const post = await serve()
  await subscribed(post, false)
  expect(screen.getByText('connected')).toBeDefined()
  expect(post.params).toEqual([undefined])
})

it('the GraphQL client refetches while the WebSocket is down and anything is in progress, and then returns to the WebSocket', async () => {
  const post = await serve()
  const { refetch, next } = await subscribed(post, true)
  expect(refetch).not.toHaveBeenCalled()
  act(post.fail)
  await waitFor(() => expect(screen.getByText('down')).toBeDefined(), LONG)
  await waitFor(() => expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(2), LONG)

  act(post.recover)
  await waitFor(() => expect(screen.getByText('connected')).toBeDefined(), LONG)
  await waitFor(() => expect(next).toHaveBeenCalledTimes(2), LONG)
})

it('the GraphQL client does not refetch while nothing is in progress', async () => {
  const post = await serve()
  const { refetch } = await subscribed(post, false)
  act(post.fail)
  await waitFor(() => expect(screen.getByText('down')).toBeDefined(), LONG)
  act(post.recover)
  await waitFor(() => expect(screen.getByText('connected')).toBeDefined(), LONG)
  expect(refetch).not.toHaveBeenCalled()
})

it('the GraphQL client opens no WebSocket without subscriptions', async () => {
  const post = await serve()
  await subscribed(post, false)
  stop()
  await waitFor(() => expect(screen.getByText('idle')).toBeDefined(), LONG)
})
