import '#web/testing/browser.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLazyModule } from './use-lazy-module.ts'

test('useCode loads code that failed to load again on retry', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce('the code')
  const { result } = renderHook(() => useLazyModule(load))
  expect(result.current).toMatchObject({ code: undefined, error: undefined })
  await waitFor(() => expect(result.current.error?.message).toBe('Failed to fetch'))
  act(result.current.retry)
  await waitFor(() => expect(result.current).toMatchObject({ code: 'the code', error: undefined }))
  expect(load).toHaveBeenCalledTimes(2)
})
