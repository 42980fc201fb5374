import { describe, expect, it } from 'vitest'
import { NO_BRAND, type BrandKit } from '../settings/brand-kit.ts'
import { createElement } from './new-element.ts'
import { brandedElement, brandedStyles, isUnstyled, withBrand, type Brand } from './email-brand.ts'
import { contrast } from './colors.ts'
import {
  allElements,
  emptyDocument,
  readDocument,
  type BuilderDocument,
  type BuilderElement,
} from './builder-document.ts'
import { GALLERY } from './gallery/gallery.ts'
import { warningsOf } from './email-warnings.ts'

const LOGO = 'https://mail.example/images/logo.png'
const KIT: BrandKit = {
  logo: LOGO,
  colors: ['#0f766e', '#fde047'],
  headingFont: 'Georgia, serif',
  bodyFont: 'Verdana, sans-serif',
}
const NOBODY = { companyName: null, postalAddress: null }
const newId = () => 'logo'
const text = (id: string, fields: Partial<BuilderElement> = {}): BuilderElement => ({
  ...createElement('text', id),
  ...fields,
})
const button = (backgroundColor: string): BuilderElement => ({
  ...createElement('button', 'b'),
  styles: { backgroundColor, color: '#ffffff', fontFamily: 'Arial' },
})
const documentOf = (...elements: BuilderElement[]): BuilderDocument => ({ ...emptyDocument(), elements })
const branded = (document: BuilderDocument, kit: Partial<Brand>) =>
  withBrand(document, { ...NO_BRAND, ...NOBODY, ...kit }, newId)

describe('the brand of an email', () => {
  it('sets its fonts, links and buttons', () => {
    const heading = text('h', { heading: 1, styles: { fontFamily: 'Arial' } })
    const large = text('l', { styles: { fontSize: '28px' } })
    const now = branded(documentOf(heading, large, text('t', { styles: { fontFamily: 'Arial' } }), button('red')), KIT)
    expect(now.globalStyles).toMatchObject({ fontFamily: 'Verdana, sans-serif', linkColor: '#0f766e' })
    expect(now.elements.slice(1).map(({ styles }) => styles.fontFamily)).toEqual([
      ...['Georgia, serif', 'Georgia, serif', undefined, undefined],
    ])
    expect(now.elements[4]?.styles).toMatchObject({ backgroundColor: '#0f766e', color: '#ffffff' })
  })

  it('replaces the accent color wherever that is used, with readable texts', () => {
    const band: BuilderElement = {
      ...createElement('columns', 'r', 1),
      styles: { backgroundColor: '#b83a24' },
      columns: [{ elements: [text('w', { styles: { color: '#ffffff' } })] }],
    }
    const line = { ...createElement('divider', 'd'), styles: { backgroundColor: '#B83A24' } }
    const now = branded(documentOf(band, line, button('#b83a24')), { colors: ['#fde047'] })
    expect(now.elements.map(({ styles }) => styles.backgroundColor)).toEqual(['#fde047', '#fde047', '#fde047'])
    const [inside] = now.elements[0]?.columns?.[0]?.elements ?? []
    expect(contrast(inside?.styles.color ?? '', '#fde047')).toBeGreaterThan(4.5)
    expect(contrast(now.elements[2]?.styles.color ?? '', '#fde047')).toBeGreaterThan(4.5)
    expect(now.globalStyles.linkColor).toBeUndefined()
  })

  it.each([
    ['Larkspur & Sons', '1 Mill Lane\nGalway', 'Larkspur &amp; Sons · 1 Mill Lane, Galway'],
    ['Larkspur', 'Larkspur Books, 1 Mill Lane', 'Larkspur Books, 1 Mill Lane'],
    [null, '1 Mill Lane, Galway', '1 Mill Lane, Galway'],
    ['Larkspur', null, 'Larkspur · Street 1, 12345 City'],
    [null, null, 'Your company · Street 1, 12345 City'],
  ])('replaces the example company name with %j and its address with %j', (companyName, postalAddress, expected) => {
    for (const { document } of GALLERY) {
      const texts = (each: BuilderDocument) => allElements(each.elements).map(({ content }) => content)
      const wanted = texts(document).map((content) => content.replace('Your company · Street 1, 12345 City', expected))
      expect(texts(branded(document, { companyName, postalAddress }))).toEqual(wanted)
    }
  })

  it('adds its logo once: in place of a logo, or at the top', () => {
    const old = { ...createElement('image', 'i'), content: 'https://x.example/a.png', alt: 'Our logo' }
    expect(branded(documentOf(text('t'), old), KIT).elements.map(({ content }) => content)[1]).toBe(LOGO)
    const added = branded(documentOf(text('t')), KIT)
    expect(added.elements.map(({ type }) => type)).toEqual(['image', 'text'])
    expect(branded(added, KIT).elements).toHaveLength(2)
  })

  it('changes neither saved blocks nor what the brand does not define', () => {
    const saved = { ...button('red'), id: 's', saved: { id: 'blk_1' } }
    expect(branded(documentOf(saved), { ...KIT, logo: null }).elements[0]).toBe(saved)
    const document = documentOf(text('t', { styles: { fontFamily: 'Arial' } }), button('red'))
    expect(branded(document, {})).toEqual(document)
  })

  it('fits every starter template, and makes none harder to read', () => {
    for (const { name, document } of GALLERY) {
      for (const main of ['#0f766e', '#fde047', '#111827']) {
        const now = branded(document, { ...KIT, colors: [main] })
        expect([name, 'document' in readDocument(now)]).toEqual([name, true])
        const hard = (each: BuilderDocument) => warningsOf(each).filter(({ code }) => code === 'LOW_CONTRAST').length
        expect([name, main, hard(now) <= hard(document)]).toEqual([name, main, true])
        expect(allElements(now.elements).filter(({ content }) => content === LOGO)).toHaveLength(1)
      }
    }
  })
})

it('new blocks of a new email have the brand, an email that somebody styled keeps its own', () => {
  expect(brandedElement(createElement('button', 'b'), KIT).styles).toMatchObject({ backgroundColor: '#0f766e' })
  expect(brandedElement(createElement('divider', 'd'), KIT)).toEqual(createElement('divider', 'd'))
  expect(brandedStyles(emptyDocument(), NO_BRAND)).toEqual(emptyDocument().globalStyles)
  expect(isUnstyled(emptyDocument())).toBe(true)
  expect(isUnstyled(documentOf(text('t')))).toBe(false)
  expect(isUnstyled({ ...emptyDocument(), globalStyles: { ...emptyDocument().globalStyles, linkColor: 'red' } })).toBe(
    false,
  )
})
