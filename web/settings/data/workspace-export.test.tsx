import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  tearDown()
})

const open = (answer: Response) => {
  const fetched = vi.fn<typeof fetch>(async () => answer)
  const { user } = showPage({}, { at: '/settings?tab=data' })
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  return { user, fetched }
}
const press = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Export Workspace' }))

test('the export card saves all data of the workspace as one file', async () => {
  const { user, fetched } = open(new Response('PK', { headers: { 'Content-Type': 'application/zip' } }))
  await press(user)
  await findToast('Export Ready')
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/workspace/export')
  expect(await screen.findByRole('button', { name: 'Export Workspace' })).toBeTruthy()
})

test('the export card says why the workspace cannot be exported now', async () => {
  const message = 'Your workspace is already being exported. Wait until that is done.'
  const { user } = open(Response.json({ code: 'TOO_MANY_REQUESTS', message }, { status: 429 }))
  await press(user)
  await findToast('Export Failed')
  expect(screen.getAllByText(message)).not.toEqual([])
})
