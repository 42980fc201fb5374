import { describe, expect, it } from 'vitest'
import { TRACKED_BYTES, sentBytes } from './sent-size.ts'

const more = (html: string, than: string) => sentBytes(html) - sentBytes(than)

describe('the estimated size of an email', () => {
  it('counts bytes, not characters', () => {
    expect(more('<p>€</p>', '<p>e</p>')).toBe(2)
  })

  it('counts merge tags with plausibly long values, or their fallback', () => {
    expect(more('<p>{firstName}</p>', '<p></p>')).toBe(16)
    expect(more('<p>{Company}</p>', '<p></p>')).toBe(40)
    expect(more(`<p>{Company|${'x'.repeat(90)}}</p>`, '<p></p>')).toBe(90)
    expect(more('<p>{signature}</p>', '<p></p>')).toBe(2_000)
  })

  it('counts links as long as tracked ones, but never shorter than they are', () => {
    const link = (address: string) => `<a href="${address}">x</a>`
    expect(more(link('https://x.de'), link(''))).toBe(TRACKED_BYTES)
    expect(more(link(`https://x.de/${'x'.repeat(500)}`), link(''))).toBe(513)
    expect(more(link('mailto:me@x.de'), link(''))).toBe(14)
  })

  it('counts the footer unless the author placed the unsubscribe link', () => {
    expect(more('<p></p>', '<p><a href="{unsubscribeUrl}"></a></p>')).toBeGreaterThan(300)
  })

  it('counts only the longer part of a condition', () => {
    const html = `<p>{#if City is "Rome"}${'a'.repeat(100)}{#else}${'b'.repeat(300)}{/if}</p>`
    expect(more(html, '<p></p>')).toBe(300)
  })
})
