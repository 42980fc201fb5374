import { use, type ComponentType, type ReactNode } from 'react'

/** A component whose code is loaded on demand. */
export interface OnDemand<Props> {
  (props: Props): ReactNode
  /** Loads the code, again if loading failed before; rejects if it fails. */
  preload: () => Promise<unknown>
}

/**
 * Returns a component whose code is loaded when it is first shown, or earlier with `preload`. Loaded code is shown at
 * once; React's `lazy` shows a fallback first, and content after a fallback waits for 300 ms. Suspends while the code
 * is loading, and throws if loading failed.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let code: Promise<ComponentType<Props>> | null = null
  let isMissing = false
  const begin = () => {
    isMissing = false
    const loading = settledForReact(load())
    loading.catch(() => (isMissing = true))
    return loading
  }
  return Object.assign(
    (props: Props) => {
      code ??= begin()
      const Component = use(code)
      return <Component {...props} />
    },
    {
      preload: () => {
        if (code === null || isMissing) code = begin()
        return code
      },
    },
  )
}

/**
 * Marks a promise once it is fulfilled, as React's `use` does with promises it has waited for, so that `use` reads its
 * value at once.
 */
function settledForReact<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // The caller gets it.
    () => undefined,
  )
  return promise
}
