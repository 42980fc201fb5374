import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  tearDown()
})

const KIT = { logo: null, colors: ['#0f766e'], headingFont: null, bodyFont: 'Arial, sans-serif' }

test('the brand settings save a color when its field is left, and keep the old one if the input is no color', async () => {
  const { askedFor } = showPage({}, { at: '/settings?tab=brand', fields: { brandKit: KIT } })
  const main = await screen.findByLabelText<HTMLInputElement>('Main color')
  fireEvent.change(main, { target: { value: '#FF0000' } })
  expect(askedFor('UpdateEmailSettings')).toEqual([])
  fireEvent.blur(main)
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { brandKit: { ...KIT, colors: ['#ff0000'] } } }]),
  )
  fireEvent.change(main, { target: { value: 'nonsense' } })
  fireEvent.blur(main)
  expect(main.value).toBe('#ff0000')
  expect(askedFor('UpdateEmailSettings')).toHaveLength(1)
})

test('the brand settings add and remove colors, and upload a logo', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ url: 'https://mergewell.example/images/logo.png' })))
  const { user, askedFor } = showPage({}, { at: '/settings?tab=brand' })
  await user.click(await screen.findByRole('button', { name: 'Add color' }))
  await screen.findByRole('button', { name: 'Remove main color' })
  await user.upload(
    screen.getByLabelText('Upload logo'),
    new File([new Uint8Array([1])], 'logo.png', { type: 'image/png' }),
  )
  const logo = await screen.findByAltText<HTMLImageElement>('Your logo')
  expect(logo.src).toBe('https://mergewell.example/images/logo.png')
  await user.click(screen.getByRole('button', { name: 'Remove main color' }))
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings').at(-1)).toMatchObject({
      input: { brandKit: { logo: 'https://mergewell.example/images/logo.png', colors: [] } },
    }),
  )
})

test('the brand settings are read-only for users who are not admins', async () => {
  showPage({}, { at: '/settings?tab=brand', role: 'user', fields: { brandKit: KIT } })
  expect((await screen.findByLabelText<HTMLInputElement>('Main color')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add color' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Upload logo' })).toBeNull()
})
