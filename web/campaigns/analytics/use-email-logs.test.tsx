import '#web/testing/browser.ts'
import { ApolloClient } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCache } from '#web/client/apollo.ts'
import { pageOf, serverOf, type Asked } from '#web/testing/world.tsx'
import { emailLog } from '../testing.ts'
import { spellEnums } from '#web/client/enum-spelling.ts'
import { LOGS_PAGE, useEmailLogs } from './use-email-logs.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const FAILED = { status: 'failed' } as const

/** Opens a list of failed emails with `pages` loaded, while more keep failing. */
async function readFailed(pages: number, count = 1_000) {
  const logs = Array.from({ length: count }, (_, n) => emailLog(`log-${n}`, { status: 'failed', error: 'first' }))
  const asked: Asked[] = []
  const campaign = {
    __typename: 'Campaign',
    id: 'a',
    emailLogs: (args: { first?: number; after?: string }) => pageOf(logs, args),
  }
  const nodes = ({ ids }: { ids: string[] }) => ids.map((id) => logs.find((log) => log.id === id))
  const client = new ApolloClient({
    cache: createCache(),
    link: spellEnums().concat(serverOf({ campaign, nodes }, asked)),
  })
  const { result, rerender } = renderHook(({ change }) => useEmailLogs('a', { filter: FAILED, change }), {
    initialProps: { change: '0' },
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  for (let page = 1; page <= pages; page += 1) {
    await waitFor(() => expect(result.current.rows).toHaveLength(page * LOGS_PAGE))
    if (page < pages) await act(() => result.current.loadMore())
  }
  return { result, rerender, logs, askedFor: (name: string) => asked.filter((each) => each.name === name) }
}

itInFull('the list of recipients, if filtered, is reloaded as a whole without scrolling back to the top', async () => {
  const { result, rerender, logs } = await readFailed(3)
  logs.unshift(emailLog('new', { status: 'failed', error: 'second' }))
  rerender({ change: '1' })
  await waitFor(() => expect(result.current.rows?.[0]).toMatchObject({ id: 'new', error: 'second' }))
  expect(result.current.rows).toHaveLength(3 * LOGS_PAGE)
  await waitFor(() => expect(result.current.total).toBe(1_001))
})

test('the list of recipients, if long, reloads only the visible rows and the total', async () => {
  const { result, rerender, logs, askedFor } = await readFailed(6)
  act(() => result.current.onRange(520, 539))
  logs.splice(530, 1, emailLog('log-530', { status: 'failed', error: 'second' }))
  logs.push(emailLog('new', { status: 'failed' }))
  rerender({ change: '1' })
  await waitFor(() => expect(result.current.rows?.[530]).toMatchObject({ error: 'second' }))
  expect(result.current.rows).toHaveLength(6 * LOGS_PAGE)
  await waitFor(() => expect(result.current.total).toBe(1_001))
  expect(askedFor('EmailLogsAgain').map(({ variables }) => (variables['ids'] as string[]).length)).toEqual([20])
})

test('the list of recipients, if filtered and long, counts rows that enter it, also if all its pages are loaded', async () => {
  const { result, rerender, logs } = await readFailed(6, 6 * LOGS_PAGE)
  await waitFor(() => expect(result.current.total).toBe(600))
  logs.push(emailLog('new', { status: 'failed' }))
  rerender({ change: '1' })
  await waitFor(() => expect(result.current.total).toBe(601))
})

test('the list of recipients, if filtered, is counted when it grows beyond its page', async () => {
  const { result, rerender, logs, askedFor } = await readFailed(1, LOGS_PAGE)
  expect(result.current.total).toBe(LOGS_PAGE)
  expect(askedFor('EmailLogTotal')).toEqual([])
  for (const more of [1, 2]) {
    logs.push(emailLog(`new-${more}`, { status: 'failed' }))
    rerender({ change: String(more) })
    await waitFor(() => expect(result.current.total).toBe(LOGS_PAGE + more))
  }
})
