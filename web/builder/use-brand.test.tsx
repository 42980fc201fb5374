import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyDocument } from '#domain/builder/builder-document.ts'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { block, button, documentOf, entry, frame, properties, showBuilder, showPage } from './testing.tsx'

afterEach(tearDown)

const LOGO = 'https://mergewell.example/images/logo.png'
const BRAND = {
  emailSettings: {
    brandKit: { logo: LOGO, colors: ['#0f766e', '#fde047'], headingFont: null, bodyFont: 'Verdana, sans-serif' },
    companyName: 'Larkspur Books',
    postalAddress: '1 Mill Lane, Galway',
  },
}
const useOurBrand = () => screen.findByRole('button', { name: 'Use our brand' })

test("the first block of a new email gets the brand's fonts and colors", async () => {
  const { user, now } = showBuilder(emptyDocument(), BRAND)
  await useOurBrand()
  expect(now()).toEqual(emptyDocument())
  await user.click(entry('Button'))
  expect(now().globalStyles).toMatchObject({ fontFamily: 'Verdana, sans-serif', linkColor: '#0f766e' })
  expect(now().elements[0]?.styles).toMatchObject({ backgroundColor: '#0f766e', color: '#ffffff' })
  await user.click(button('Undo'))
  expect(now()).toEqual(emptyDocument())
})

test('the button “Use our brand” applies the brand in one step that can be undone', async () => {
  const mail = documentOf(block('button', 'a'))
  const { user, now } = showBuilder(mail, BRAND)
  await user.click(await useOurBrand())
  expect(now().elements).toMatchObject([
    { type: 'image', content: LOGO },
    { type: 'button', styles: { backgroundColor: '#0f766e' } },
  ])
  await user.click(within(await findToast('This email has your brand now')).getByRole('button', { name: 'Undo' }))
  expect(now()).toBe(mail)
})

test("the builder's color pickers offer the colors of the brand", async () => {
  const { user, now } = showBuilder(documentOf(block('divider', 'a')), BRAND)
  await useOurBrand()
  await user.click(frame(/^Divider/))
  const colors = within(properties().getByRole('group', { name: 'Brand colors for background color' }))
  await user.click(colors.getByRole('button', { name: 'Brand color 2, #fde047' }))
  expect(now().elements[0]?.styles.backgroundColor).toBe('#fde047')
})

test("the builder's font lists begin with the fonts of the brand, each once", async () => {
  const brandKit = {
    logo: null,
    colors: [],
    headingFont: 'Futura, Verdana, sans-serif',
    bodyFont: 'Verdana, sans-serif',
  }
  const { user, now } = showBuilder(documentOf(block('divider', 'a')), {
    emailSettings: { brandKit, companyName: null, postalAddress: null },
  })
  await useOurBrand()
  await user.click(button('Pick font family'))
  const offered = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)
  expect(offered.slice(0, 3)).toEqual(['Verdana', 'Futura', 'Arial'])
  expect(offered).toHaveLength(new Set(offered).size)
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Futura' }))
  expect(now().globalStyles.fontFamily).toBe('Futura, Verdana, sans-serif')
})

test('a starter template opens in the style of the brand', async () => {
  showPage('/email-builder?start=sample', BRAND)
  expect(await screen.findByRole('group', { name: /^Image, 1 of/ })).toBeTruthy()
})

test('the button “Use our brand” replaces the example company name with that of the workspace', async () => {
  const { user } = showBuilder(
    documentOf(block('text', 'a', { content: 'Your company · Street 1, 12345 City' })),
    BRAND,
  )
  await user.click(await useOurBrand())
  expect(within(frame(/^Text/)).getByText('Larkspur Books · 1 Mill Lane, Galway')).toBeTruthy()
})

test('the builder tells admins where to set up a brand if there is none', async () => {
  showBuilder(documentOf(block('divider', 'a')), {}, { role: 'admin' })
  expect((await screen.findByRole('link', { name: 'Set up your brand' })).getAttribute('href')).toBe(
    '/settings?tab=brand',
  )
})
