import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { block, documentOf, frame, properties, showBuilder } from './testing.tsx'

afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

const OURS = `https://mergewell.example/images/${'a'.repeat(43)}.png`
const CROPPED = `https://mergewell.example/images/${'b'.repeat(43)}.png`

/** Opens the crop dialog for an image of 400 × 200 px, and answers its requests. */
async function openDialog(upload: () => Response) {
  const fetched = vi.fn<typeof fetch>(async (_, options) =>
    options?.method === 'POST' ? upload() : new Response(new Blob(['picture'], { type: 'image/png' })),
  )
  vi.stubGlobal('fetch', fetched)
  const world = showBuilder(documentOf(block('image', 'a', { content: OURS })))
  await world.user.click(frame(/^Image/))
  await world.user.click(properties().getByRole('button', { name: 'Crop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop image' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Crop' }).disabled).toBe(true)
  const image = document.querySelector<HTMLImageElement>('[role=dialog] img')
  if (!image) throw new Error('The dialog shows no image')
  expect(image.getAttribute('src')).toBe(OURS.replace('https://mergewell.example', location.origin))
  for (const [name, value] of Object.entries({ naturalWidth: 400, naturalHeight: 200 }))
    Object.defineProperty(image, name, { value })
  fireEvent.load(image)
  return { ...world, dialog, fetched }
}

test('an uploaded image is cropped to chosen proportions, and the block shows the new image', async () => {
  const stored = { url: CROPPED, size: 5, width: 200, height: 200 }
  const { user, now, dialog, fetched } = await openDialog(() => Response.json(stored))
  expect(dialog.getByText('360 × 180 px')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: '1 : 1' }))
  expect(dialog.getByText('200 × 200 px')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Crop' }))
  await findToast('Image cropped')
  expect(now().elements[0]?.content).toBe(CROPPED)
  const [address] = fetched.mock.calls.find(([, options]) => options?.method === 'POST') ?? []
  expect(address).toContain('crop=100%2C0%2C200%2C200')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a failed crop of an image is reported, and the dialog and the image stay', async () => {
  const { user, now, dialog } = await openDialog(() => new Response('{}', { status: 500 }))
  await user.click(dialog.getByRole('button', { name: 'Crop' }))
  await findToast('Image not cropped')
  expect(screen.getByRole('dialog', { name: 'Crop image' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(now().elements[0]?.content).toBe(OURS)
})
