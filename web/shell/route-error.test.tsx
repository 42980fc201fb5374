import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BrokenPage } from './route-error.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function showBroken(error: Error) {
  // React logs the caught error to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Page = () => {
    throw error
  }
  const children = [{ path: '/', element: <Page /> }]
  const router = createMemoryRouter([{ errorElement: <BrokenPage />, children }])
  render(<RouterProvider router={router} />)
}

it.each([
  'Failed to fetch dynamically imported module: http://app/page.js',
  'error loading dynamically imported module: http://app/page.js',
  'Importing a module script failed.',
])('the error page blames the connection when the code of a page failed to load: %s', async (message) => {
  showBroken(new TypeError(message))
  expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeTruthy()
  expect(screen.getByText('Check your connection and try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('the error page of a crashed page says what to report, and to whom', async () => {
  showBroken(new Error('It broke.'))
  expect(
    await screen.findByText(/^Reload the page\. .* contact the person who runs this installation: It broke\.$/),
  ).toBeTruthy()
})
