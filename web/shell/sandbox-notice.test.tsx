import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { SandboxNotice } from './sandbox-notice.tsx'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

/** A page of this tab; the server reports a sandbox, or none. */
function open(server: object | null) {
  tearDown()
  show(<SandboxNotice />, { root: { server: server ?? (() => new Promise(() => undefined)) } })
}

const SANDBOX = { sandbox: true, sandboxUrl: 'http://127.0.0.1:4001', providers: [] }

test('the sandbox notice shows on the next page immediately, and disappears when there is no sandbox any more', async () => {
  open(SANDBOX)
  expect(screen.queryByText('Sandbox')).toBeNull()
  await screen.findByText('Sandbox')
  open(null)
  expect(screen.getByText('Sandbox')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open sandbox mailboxes' }).getAttribute('href')).toBe(SANDBOX.sandboxUrl)
  open({ ...SANDBOX, sandbox: false, sandboxUrl: null })
  await waitFor(() => expect(screen.queryByText('Sandbox')).toBeNull())
  open(null)
  expect(screen.queryByText('Sandbox')).toBeNull()
})
