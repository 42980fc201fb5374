import { describe, expect, it } from 'vitest'
import { findTags } from '../../content/merge-tags.ts'
import { BUILT_IN_PICTURE } from '../built-in-pictures.ts'
import { allElements, builderDocument, type BuilderElement } from '../builder-document.ts'
import { renderDocument, sizeInBytes } from '../render-document.ts'
import { warningsOf } from '../email-warnings.ts'
import { GALLERY } from './gallery.ts'

it('the gallery offers twenty templates, each with a name, a description and a unique id', () => {
  expect(GALLERY.length).toBeGreaterThanOrEqual(20)
  expect(new Set(GALLERY.map(({ id }) => id)).size).toBe(GALLERY.length)
  for (const { name, description } of GALLERY) expect([name !== '', description.endsWith('.')]).toEqual([true, true])
})

describe.each(GALLERY)('the gallery template $name', ({ document }) => {
  it("is a regular document, made of the builder's blocks", () => {
    expect(builderDocument.parse(structuredClone(document))).toEqual(document)
    expect(allElements(document.elements).map(({ type }) => type)).not.toContain('html')
  })

  it('has a subject and a preheader, addresses one person, and offers a way to reply', () => {
    expect(document.subject.length * (document.preheader?.length ?? 0)).toBeGreaterThan(0)
    expect(findTags(renderDocument(document))).toContain('firstName')
    expect(allElements(document.elements).some(({ type }) => type === 'button')).toBe(true)
  })

  it("stays far below Gmail's limit, with no warnings except about placeholder addresses", () => {
    expect(sizeInBytes(renderDocument(document))).toBeLessThan(20_000)
    const codes = new Set(warningsOf(document).map(({ code }) => code))
    expect([...codes].filter((code) => code !== 'NO_LINK' && code !== 'PLACEHOLDER')).toEqual([])
  })

  it('puts no personal data into addresses', () => {
    const addresses = renderDocument(document).match(/(?<=href=")[^"]+/g) ?? []
    expect(addresses.flatMap(findTags)).toEqual(
      addresses.flatMap((address) => (address === '{unsubscribeUrl}' ? 'unsubscribeUrl' : [])),
    )
  })

  it('has at most one title, and no heading before it', () => {
    const levels = allElements(document.elements).flatMap(({ heading }) => heading ?? [])
    expect(levels.filter((level, index) => (level === 1) !== (index === 0))).toEqual([])
  })

  it('shows only pictures that come with the product', () => {
    const addresses = allElements(document.elements).flatMap(({ type, content, background }) => [
      ...(type === 'image' || type === 'video' ? [content] : []),
      ...(background === undefined ? [] : [background]),
    ])
    expect(addresses.filter((address) => !BUILT_IN_PICTURE.test(address))).toEqual([])
  })
})

it('the gallery has no two templates with the same structure', () => {
  const shape = ({ type, columns, heading }: BuilderElement): string =>
    `${type}${heading ?? ''}${columns ? `(${columns.map(({ elements }) => elements.map(shape).join('+')).join('|')})` : ''}`
  const skeletons = GALLERY.map(({ document }) => document.elements.map(shape).join(','))
  expect(new Set(skeletons).size).toBe(GALLERY.length)
})
