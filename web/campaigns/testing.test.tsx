import '#web/testing/browser.ts'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSocketState } from '#web/client/websocket-state.ts'
import { bringSocketDown } from './testing.ts'

/** Files share the modules of a worker, and so the socket. */
afterEach(cleanup)
const state = () => renderHook(useSocketState).result.current

test.each(['down', 'mended'])(
  'the test tools for live updates leave the WebSocket idle after a test that takes it down: %s',
  async (end) => {
    expect(state()).toBe('idle')
    const mend = await bringSocketDown()
    expect(state()).toBe('down')
    if (end === 'mended') mend()
  },
)

test('the test tools for live updates give the next test an idle WebSocket, also after the time of a reconnect', async () => {
  expect(state()).toBe('idle')
  await new Promise((done) => setTimeout(done, 500))
  expect(state()).toBe('idle')
})
