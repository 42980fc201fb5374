import { useCallback, useEffect, useState } from 'react'

/**
 * Loads code on demand; returns undefined until it is loaded. Unlike a lazy component it shows immediately: a Suspense
 * fallback stays for at least 300 ms. Keep `load` stable.
 */
export function useLazyModule<T>(load: () => Promise<T>): {
  code: T | undefined
  error: Error | undefined
  retry: () => void
} {
  const [state, setState] = useState<{ code?: T; error?: Error }>({})
  const ask = useCallback(() => {
    load().then(
      (code) => setState({ code }),
      (error: Error) => setState({ error }),
    )
  }, [load])
  useEffect(ask, [ask])
  const retry = useCallback(() => {
    setState({})
    ask()
  }, [ask])
  return { code: state.code, error: state.error, retry }
}
