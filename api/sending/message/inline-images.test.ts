import { describe, expect, it } from 'vitest'
import { pictureAddresses, placeInlineImages as placeImages } from './inline-images.ts'

const bytes = (text: string) => Buffer.from(text)
const file = (name: string, contentType = 'image/png') => ({ name, contentType, size: 3, content: bytes('abc') })
const PNG = 'data:image/png;base64,iVBORw0KGgo='

/** Places images with sequential Content-IDs. */
function placeInlineImages(...[html, files, pictures]: Parameters<typeof placeImages>): ReturnType<typeof placeImages> {
  let ids = 0
  return placeImages(html, files, pictures, () => `image${(ids += 1)}@mergewell`)
}

it('every inline image of an email gets its own Content-ID, whatever the email contains', () => {
  const ids = [1, 2].flatMap(() =>
    placeImages('<img src="cid:a.png">', [file('a.png')]).attachments.map(({ contentId }) => contentId),
  )
  expect(new Set(ids).size).toBe(2)
})

describe("a picture in an email's HTML", () => {
  it('uses the attachment that it names, which is then no longer listed as a file', () => {
    const files = [file('logo.png'), file('price list.pdf', 'application/pdf')]
    const { html, attachments } = placeInlineImages('<img alt="L" src="cid:logo.png">', files)
    expect(html).toBe('<img alt="L" src="cid:image1@mergewell">')
    expect(attachments).toEqual([{ ...files[0], contentId: 'image1@mergewell' }, files[1]])
    expect(attachments[0]?.content).toBe(files[0]?.content)
    expect(files[0]).not.toHaveProperty('contentId')
  })

  it.each([
    [`<img src='cid:Logo%20One.png'>`, `<img src='cid:image1@mergewell'>`],
    ['<img src="CID:LOGO one.PNG">', '<img src="cid:image1@mergewell">'],
    ['<td background = "cid:Logo One.png">', '<td background = "cid:image1@mergewell">'],
    [
      `<p style="background:url('cid:Logo One.png') no-repeat">`,
      `<p style="background:url('cid:image1@mergewell') no-repeat">`,
    ],
    ['<p style="background:url(&quot;cid:Logo%20One.png&quot;)">', '<p style="background:url(cid:image1@mergewell)">'],
    [
      '<style>td{background:url( cid:Logo%20One.png )}</style>',
      '<style>td{background:url( cid:image1@mergewell )}</style>',
    ],
    [
      '<!--[if mso]><v:fill src="cid:Logo One.png"/><![endif]-->',
      '<!--[if mso]><v:fill src="cid:image1@mergewell"/><![endif]-->',
    ],
  ])('is recognized in %s', (before, after) => {
    expect(placeInlineImages(before, [file('Logo One.png')]).html).toBe(after)
  })

  it('is attached once however often it is shown, and two names get two Content-IDs', () => {
    const html = '<img src="cid:a.png"><img src="cid:b.png"><img src="cid:a.png"><img src="cid:A.png">'
    const placed = placeInlineImages(html, [file('a.png'), file('b.png')])
    expect(placed.html.match(/image\d/g)).toEqual(['image1', 'image2', 'image1', 'image1'])
    expect(placed.attachments).toHaveLength(2)
  })

  it('is attached when its address is a data: URL', () => {
    const { html, attachments } = placeInlineImages(`<img src="${PNG}"><img src="${PNG}">`, [file('image1.png')])
    expect(html).toBe('<img src="cid:image1@mergewell"><img src="cid:image1@mergewell">')
    expect(attachments.slice(1)).toEqual([
      {
        name: 'image2.png',
        contentType: 'image/png',
        size: 8,
        content: Buffer.from('89504e470d0a1a0a', 'hex'),
        contentId: 'image1@mergewell',
      },
    ])
  })

  it('is read from a data: URL without base64', () => {
    const svg = 'data:image/svg+xml;utf8,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E'
    const { attachments } = placeInlineImages(`<img src="${svg}">`, [])
    expect(attachments[0]).toMatchObject({ contentType: 'image/svg+xml', name: 'image1.svg' })
    expect(String(attachments[0]?.content)).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })

  it('is embedded when the caller provides its content', () => {
    const address = 'http://127.0.0.1:4000/images/x.png?a=1&b=2'
    const pictures = new Map([[address, { contentType: 'image/jpeg', content: bytes('jpg') }]])
    const { html, attachments } = placeInlineImages(`<img src="${address.replace('&', '&amp;')}">`, [], pictures)
    expect(html).toBe('<img src="cid:image1@mergewell">')
    expect(attachments[0]).toMatchObject({
      name: 'image1.jpg',
      contentType: 'image/jpeg',
      contentId: 'image1@mergewell',
    })
  })

  it.each([
    '<img src="cid:nobody.png">',
    '<img src="https://example.com/a.png">',
    '<img src="{Photo}">',
    '<img src="data:image/png;base64,***">',
    '<img src="data:text/html;base64,PGI+">',
    '<img data-src="cid:a.png">',
    '<p>cid:a.png</p>',
    '<p>src="cid:a.png"</p>',
    '<!-- <img src="cid:a.png"> -->',
    '<a href="cid:a.png">',
  ])('stays unchanged in %s', (html) => {
    expect(placeInlineImages(html, [file('a.png')])).toEqual({ html, attachments: [file('a.png')] })
  })
})

it('pictureAddresses lists picture addresses as a mail client reads them, each once', () => {
  const html = `<img src=a.png><img src="b.png?x=1&amp;y=2"><td background='c.png'><i style="background:url(d.png)"><img src="a.png">`
  expect(pictureAddresses(html)).toEqual(['a.png', 'b.png?x=1&y=2', 'c.png', 'd.png'])
})
