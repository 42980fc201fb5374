import { describe, expect, it } from 'vitest'
import { foreignPictures, toApprove } from './external-pictures.ts'

const found = (html: string, signatures: string[] = [], embedded = new Map<string, unknown>()) =>
  foreignPictures({ publicUrl: 'https://mail.example.org' }, html, { signatures, embedded }).map(
    ({ message }) => message,
  )

describe('the warning about pictures on other servers', () => {
  it.each([
    ['an image', '<img src="https://cdn.example.com/a.png">'],
    ['an image without a scheme', '<img src="//cdn.example.com/a.png">'],
    ['an image with backslashes', '<img src="https:\\\\cdn.example.com\\a.png">'],
    ['an image with a value in its address', '<img src="https://CDN.example.com/{Photo}.png">'],
    ['a background', '<td background="https://cdn.example.com/a.png">'],
    ['a style', `<div style="background:url('https://cdn.example.com/a.png')">`],
    ['a style sheet', '<style>p { background: url(https://cdn.example.com/a.png) }</style>'],
    ['an imported style sheet', '<style>@import "https://cdn.example.com/a.css";</style>'],
    ['a linked style sheet', '<link rel="stylesheet" href="https://cdn.example.com/a.css">'],
    ['a choice of images', '<img src="data:image/png;base64,AA==" srcset="https://cdn.example.com/a.png 2x">'],
    ['a video', '<video poster="https://cdn.example.com/a.png"></video>'],
    ['an image for Outlook only', '<!--[if mso]><img src="https://cdn.example.com/a.png"><![endif]-->'],
  ])('names the server of %s', (_, html) => {
    expect(found(html)).toEqual([expect.stringContaining('“cdn.example.com”')])
  })

  it('names the merge tag that decides which server has the picture', () => {
    expect(found('<img src="{Photo}">')).toEqual([expect.stringContaining('“{Photo}”')])
  })

  it('names three servers and counts the others', () => {
    const html = [1, 2, 3, 4, 5].map((number) => `<img src="https://cdn${number}.example.com/a.png">`).join('')
    expect(found(html + html)).toEqual([expect.stringMatching(/“cdn1[^]*“cdn3.example.com” and 2 more/)])
  })

  it('says nothing about pictures of this installation, embedded pictures, and links', () => {
    const ours =
      '<img src="https://mail.example.org/images/a.png"><img src="cid:logo"><img src="data:image/png;base64,AA==">'
    expect(found(`${ours}<a href="https://elsewhere.example.com">Go</a>`)).toEqual([])
    const local = 'http://localhost:4000/images/a.png'
    expect(found(`<img src="${local}">`, [], new Map([[local, {}]]))).toEqual([])
  })

  it("treats an address that only resembles this installation's as another server", () => {
    const path = `/images/${'a'.repeat(43)}.png`
    expect(found(`<img src="https://evil.example${path}">`)).toHaveLength(1)
    expect(found(`<img src="https://mail.example.org.evil.example${path}">`)).toHaveLength(1)
    expect(found(`<img src="https://mail.example.org@evil.example${path}">`)).toHaveLength(1)
  })

  it('covers the signature of every mailbox that may send the email', () => {
    const boxes = [{ signature: null }, { signature: '<img src="https://cdn.example.com/a.png" alt="Logo">' }, {}]
    expect(found('<p>Hi</p>', [...toApprove({ content: '{signature}' }, boxes).signatures])).toHaveLength(1)
    expect(toApprove({ content: 'No signature' }, boxes).signatures).toEqual([])
  })
})
