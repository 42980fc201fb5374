import { describe, expect, it } from 'vitest'
import { findTags } from '../../merge-tags.ts'
import { allElements, builderDocument } from '../document.ts'
import { renderDocument, sizeInBytes } from '../render.ts'
import { warningsOf } from '../warnings.ts'
import { GALLERY } from './gallery.ts'

it('offers at least eight templates, each with a name, a line about it and an id of its own', () => {
  expect(GALLERY.length).toBeGreaterThanOrEqual(8)
  expect(new Set(GALLERY.map(({ id }) => id)).size).toBe(GALLERY.length)
  for (const { name, description } of GALLERY) expect([name !== '', description.endsWith('.')]).toEqual([true, true])
})

describe.each(GALLERY)('$name', ({ document }) => {
  it("is a document like any other, made of the builder's blocks", () => {
    expect(builderDocument.parse(structuredClone(document))).toEqual(document)
    expect(allElements(document.elements).map(({ type }) => type)).not.toContain('html')
  })

  it('has a subject and a preheader, speaks to one person, and has a way to answer', () => {
    expect(document.subject.length * (document.preheader?.length ?? 0)).toBeGreaterThan(0)
    expect(findTags(renderDocument(document))).toContain('firstName')
    expect(allElements(document.elements).some(({ type }) => type === 'button')).toBe(true)
  })

  it('stays far below what Gmail shows, and is warned of nothing but addresses that are still to be put in', () => {
    expect(sizeInBytes(renderDocument(document))).toBeLessThan(20_000)
    const codes = new Set(warningsOf(document).map(({ code }) => code))
    expect([...codes].filter((code) => code !== 'NO_LINK' && code !== 'PLACEHOLDER')).toEqual([])
  })

  it('puts nothing about the person into addresses', () => {
    const addresses = renderDocument(document).match(/(?<=href=")[^"]+/g) ?? []
    expect(addresses.flatMap(findTags)).toEqual(
      addresses.flatMap((address) => (address === '{unsubscribeUrl}' ? 'unsubscribeUrl' : [])),
    )
  })

  it('has one title, if any, and no heading before it', () => {
    const levels = allElements(document.elements).flatMap(({ heading }) => heading ?? [])
    expect(levels.filter((level, index) => (level === 1) !== (index === 0))).toEqual([])
  })

  it('shows no picture of anybody else', () => {
    expect(allElements(document.elements).filter(({ type }) => type === 'image')).toEqual([])
  })
})
