import { describe, expect, it } from 'vitest'
import { movePictures, originAt } from './link-origin.ts'

const from = 'https://mail.example.com'
const to = 'https://links.firm.example'
const moved = (html: string, embedded: string[] = []) =>
  movePictures(html, { from, to, embedded: new Map(embedded.map((address) => [address, true])) })

describe('movePictures, which changes the host of picture URLs,', () => {
  it('changes the URLs of pictures that the installation serves, and nothing else', () => {
    const html = (at: string) =>
      `<img src="${at}/images/a_-1.png"><td style="background: url(${at}/images/b.jpg)"><img src="https://else.example/images/c.png">`
    expect(moved(html(from))).toBe(html(to))
    expect(moved('<img src="https://mailxexample.com/images/a.png">')).toContain('mailxexample.com')
  })

  it('changes neither the URLs of links nor those of pictures that are embedded in the email', () => {
    const html = `<a href="${from}/images/a.png">A</a><img src="${from}/images/b.png">`
    expect(moved(html, [`${from}/images/b.png`])).toBe(html)
  })
})

describe('originAt, the origin of a link domain,', () => {
  it.each([
    ['https://mail.example.com', 'https://links.firm.example'],
    ['http://127.0.0.1:4000', 'http://links.firm.example:4000'],
    ['http://[::1]:4000', 'http://links.firm.example:4000'],
  ])('keeps the scheme and port of %s', (publicUrl, expected) => {
    expect(originAt({ publicUrl }, 'links.firm.example')).toBe(expected)
  })
})
