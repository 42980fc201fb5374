import { useCallback, useEffect, useState } from 'react'

/**
 * Code that is loaded once it is wanted, undefined until it is here. Unlike a lazy component it is shown as soon as it came: what takes
 * the place of a Suspense fallback waits until 300 ms after that fallback appeared. `load` must stay the same from call to call.
 */
export function useCode<T>(load: () => Promise<T>): {
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
