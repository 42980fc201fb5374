import '#web/testing/browser.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, Suspense, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { onDemand, type OnDemand } from './component-on-demand.tsx'

afterEach(cleanup)

const Loaded = ({ name }: { name: string }) => <p>Hello {name}</p>

/** A component whose code comes when it is said to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof Loaded>()
  let asked = 0
  const Lazy = onDemand(() => {
    asked += 1
    return promise
  })
  return { Lazy, come: () => resolve(Loaded), fail: reject, asked: () => asked }
}

/** Everything that was ever on screen in place of the component. */
function show(Lazy: OnDemand<{ name: string }>) {
  const seen: string[] = []
  const Fallback = () => {
    seen.push('fallback')
    return null
  }
  render(
    <Boundary>
      <Suspense fallback={<Fallback />}>
        <Lazy name="Ann" />
      </Suspense>
    </Boundary>,
  )
  return seen
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error === null ? this.props.children : <p>{String(this.state.error)}</p>
  }
}

describe('a component whose code is loaded on demand', () => {
  test('is shown at once when its code is already loaded', async () => {
    const { Lazy, come, asked } = held()
    come()
    await Lazy.preload()
    expect(show(Lazy)).toEqual([])
    expect(screen.getByText('Hello Ann')).toBeTruthy()
    expect(asked()).toBe(1)
  })

  test('is loaded when it is first shown', async () => {
    const { Lazy, come, asked } = held()
    expect(asked()).toBe(0)
    const seen = await act(async () => show(Lazy))
    expect(seen).not.toEqual([])
    await act(async () => come())
    expect(await screen.findByText('Hello Ann')).toBeTruthy()
    expect(asked()).toBe(1)
  })

  test('throws its loading error where it is shown, not where it was preloaded', async () => {
    const { Lazy, fail } = held()
    const preloaded = Lazy.preload().catch((error: Error) => error.message)
    fail(new Error('No connection'))
    expect(await preloaded).toBe('No connection')
    await act(async () => show(Lazy))
    expect(await screen.findByText('Error: No connection')).toBeTruthy()
  })
})
