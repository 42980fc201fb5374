import '#web/testing/browser.ts'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSocketState } from '#web/client/socket.ts'
import { bringSocketDown } from './testing.ts'

/** Files share the modules of a worker, and so the socket. */
afterEach(cleanup)
const state = () => renderHook(useSocketState).result.current

test.each(['down', 'mended'])('a test that takes the socket down leaves it idle for the next one: %s', async (end) => {
  expect(state()).toBe('idle')
  const mend = await bringSocketDown()
  expect(state()).toBe('down')
  if (end === 'mended') mend()
})

test('the next one finds it idle, also after the time of a reconnect', async () => {
  expect(state()).toBe('idle')
  await new Promise((done) => setTimeout(done, 500))
  expect(state()).toBe('idle')
})
