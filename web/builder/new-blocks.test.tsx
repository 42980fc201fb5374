import '#web/testing/browser.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { entry, properties, showBuilder } from './testing.tsx'

afterEach(tearDown)

const type = (label: string, value: string) =>
  fireEvent.change(properties().getByLabelText(label), { target: { value } })

describe("the builder's newer blocks", () => {
  test('include a table with cells, rows and columns', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Table'))
    await user.click(properties().getByRole('button', { name: 'Row 1, column 1: Item' }))
    expect(await properties().findByRole('textbox', { name: 'Row 1, column 1' })).toBeTruthy()
    await user.click(properties().getByRole('button', { name: 'Row 2, column 1: empty' }))
    expect(properties().getByRole('button', { name: 'Row 1, column 1: Item' })).toBeTruthy()
    await user.click(properties().getByRole('button', { name: 'Add column' }))
    await user.click(properties().getByRole('button', { name: 'Remove row 3' }))
    await user.click(properties().getByRole('switch', { name: 'First row is a header' }))
    expect(now().elements[0]).toMatchObject({
      type: 'table',
      hasHeader: false,
      rows: [
        ['Item', 'Price', ''],
        ['', '', ''],
      ],
    })
  })

  test('include a menu with links', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Menu'))
    type('URL of link 1', 'https://x.example')
    await user.click(properties().getByRole('button', { name: 'Remove News' }))
    await user.click(properties().getByRole('button', { name: 'Add link' }))
    type('Text of link 3', 'Shop')
    expect(now().elements[0]?.links).toEqual([
      { text: 'Home', url: 'https://x.example' },
      { text: 'Contact', url: '' },
      { text: 'Shop', url: '' },
    ])
  })

  test('include a video, which shows the known preview picture of its address, and asks for one where none is known', async () => {
    const { user } = showBuilder()
    await user.click(entry('Video'))
    expect(properties().getByText(/has no picture yet/)).toBeTruthy()
    type('Link', 'https://vimeo.com/76979871')
    const upload = 'Only YouTube links show a thumbnail by themselves. Upload a picture for this video.'
    expect(properties().getByText(upload)).toBeTruthy()
    expect(properties().getByRole('button', { name: 'Upload picture' })).toBeTruthy()
    type('Picture', 'https://x.example/a.jpg')
    expect(properties().queryByText(upload)).toBeNull()
    type('Picture', '')
    type('Link', 'https://youtu.be/dQw4w9WgXcQ')
    expect(await screen.findByText(/About \d+ KB of 102 KB/)).toBeTruthy()
    expect(properties().queryByText(/has no picture yet|Only YouTube/)).toBeNull()
  })

  test('can look different on phones, or be hidden there', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Text Block'))
    await user.click(properties().getByText('Phones'))
    const phones = () => within(properties().getByRole('group'))
    type('Font size on phones', '20px')
    await user.click(phones().getByRole('radio', { name: 'Desktop' }))
    expect(now().elements[0]?.styles).toMatchObject({ phoneFontSize: '20px', hideOn: 'phone' })
    expect(screen.getByRole('list', { name: 'Blocks' }).textContent).toContain('Desktop only')
  })
})
