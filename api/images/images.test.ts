import { request } from 'node:http'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let marketer: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
  marketer = await world.signUp({ unlimited: true })
})
afterAll(() => world.close())

const fill = (width: number, height: number, background = 'rebeccapurple') =>
  sharp({ create: { width, height, channels: 3, background } })

async function upload(
  content: Uint8Array | string,
  { token = marketer.token, field = 'image', name = 'a.png', query = '' } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([content as BlobPart], { type: 'image/png' }), name)
  const response = await fetch(`${world.url}/api/upload/image${query}`, {
    method: 'POST',
    headers: token ? { authorization: token } : {},
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

/** Uploads a valid image, fetches it as an email client would, and decodes it. */
async function roundTrip(content: Uint8Array, query = '') {
  const { status, body } = await upload(content, { query })
  expect([status, body.message]).toEqual([200, undefined])
  const response = await fetch(body.url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, about: await sharp(bytes, { pages: -1 }).metadata(), url: body.url as string, body }
}

/** A PNG that claims `width` × `height` and compresses to almost nothing. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

async function animation(width: number, height: number, colors: string[]): Promise<Buffer> {
  const frames = await Promise.all(colors.map((color) => fill(width, height, color).png().toBuffer()))
  return sharp(frames, { join: { animated: true }, limitInputPixels: false })
    .gif()
    .toBuffer()
}

/** An animation of `frames` one-pixel frames on a canvas of `side` × `side`. */
function gifBomb(side: number, frames: number): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = [0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.concat([head, ...Array.from({ length: frames }, () => Buffer.from(frame)), Buffer.of(0x3b)])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('an uploaded image', () => {
  it.each(['png', 'jpeg', 'gif'] as const)('is re-encoded and served if it is a %s file', async (format) => {
    const { response, about } = await roundTrip(await fill(40, 30).toFormat(format).toBuffer())
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect([about.format, about.width, about.height]).toEqual([format, 40, 30])
  })

  it('becomes a JPEG or, with transparency, a PNG if it is a WebP, which not every email client shows', async () => {
    expect((await roundTrip(await fill(9, 9).webp().toBuffer())).about.format).toBe('jpeg')
    expect((await roundTrip(await fill(9, 9).ensureAlpha(0.5).webp().toBuffer())).about.format).toBe('png')
  })

  it('is served at an absolute, unguessable address to everybody, for a year, and cannot run scripts', async () => {
    const { response, url } = await roundTrip(await fill(4, 4).png().toBuffer())
    expect(url).toMatch(new RegExp(`^${world.app.publicUrl}/images/[\\w-]{43}\\.png$`))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const again = await roundTrip(await fill(4, 4).png().toBuffer())
    expect(again.url).not.toBe(url)
    for (const wrong of [url.replace('.png', '.gif'), url.replace(/.\.png/, '.png'), `${world.url}/images/`]) {
      expect((await fetch(wrong)).status).toBe(404)
    }
    expect((await fetch(url.replace(/images\/./, 'images/!'))).status).toBe(404)
  })

  it('can be used without the visual email builder', async () => {
    const person = await world.signUp()
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = '{"htmlBuilder": false}' where id = ?`, [person.tenantId]),
    )
    expect((await upload(await fill(4, 4).png().toBuffer(), { token: person.token })).status).toBe(200)
  })

  it('loses its metadata and any data after its pixels, and is rotated upright', async () => {
    const photo = await fill(40, 20)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'SECRET-COPYRIGHT' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { about, bytes } = await roundTrip(Buffer.concat([photo, Buffer.from('<script>SMUGGLED</script>')]))
    expect([about.exif, about.xmp, about.icc, about.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.toString('latin1')).not.toMatch(/SECRET|SMUGGLED/)
    expect([about.width, about.height]).toEqual([20, 40])
  })

  it('is scaled down to the largest width asked for, keeps its transparency, and its stored size is returned', async () => {
    const { about, bytes, body } = await roundTrip(
      await fill(900, 300).ensureAlpha(0.5).png().toBuffer(),
      '?maxWidth=600',
    )
    expect([about.format, about.hasAlpha, about.width, about.height]).toEqual(['png', true, 600, 200])
    expect(body).toMatchObject({ width: 600, height: 200, size: bytes.length })
    expect((await roundTrip(await fill(90, 30).png().toBuffer(), '?maxWidth=600')).about.width).toBe(90)
    const moving = await roundTrip(await animation(20, 10, ['red', 'green']), '?maxWidth=8')
    expect([moving.about.pages, moving.about.width]).toEqual([2, 20])
  })

  it('is cropped as it is seen upright, and only within its edges', async () => {
    const halves = await fill(40, 20, 'red')
      .composite([{ input: await fill(20, 20, 'blue').png().toBuffer(), left: 20, top: 0 }])
      .png()
      .toBuffer()
    // Turned by 90°: the right half is at the bottom.
    const turned = await sharp(halves).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { about, bytes } = await roundTrip(turned, '?crop=2,22,16,16&maxWidth=8')
    expect([about.width, about.height]).toEqual([8, 8])
    const { channels } = await sharp(bytes).stats()
    expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([0, 0, 1])
    for (const [query, message] of [
      ['?crop=30,0,20,20', 'The crop must lie inside the image, which has 40 × 20 pixels.'],
      ['?crop=0,0,0,5', 'The crop must lie inside the image, which has 40 × 20 pixels.'],
      ['?crop=1,2,3', 'crop must be left, top, width and height in pixels, such as 0,0,300,200.'],
      ['?maxWidth=wide', 'maxWidth must be a number of pixels, such as 1200.'],
      ['?maxWidth=0', 'The largest width must be at least 1 pixel.'],
    ] as const) {
      expect(await upload(halves, { query })).toMatchObject({ status: 400, body: { message } })
    }
    const moving = await upload(await animation(20, 10, ['red', 'green']), { query: '?crop=0,0,5,5' })
    expect(moving.body.message).toBe('An animated image cannot be cropped.')
  })

  it('stays animated if it is animated', async () => {
    const { about } = await roundTrip(await animation(20, 10, ['red', 'green', 'blue']))
    expect([about.format, about.pages, about.width, about.pageHeight]).toEqual(['gif', 3, 20, 10])
  })

  it('is scaled down if it is larger than any email shows', async () => {
    const { about } = await roundTrip(await fill(4_000, 1_000).jpeg().toBuffer())
    expect([about.width, about.height]).toEqual([2_400, 600])
  })

  it.each([
    ['an SVG', SVG, 'SVG images cannot be used in emails'],
    ['an SVG after a prologue', `<?xml version="1.0"?>\n<!-- x -->${SVG}`, 'SVG'],
    ['HTML declared as a PNG', '<!doctype html><script>alert(1)</script>', 'not a supported image'],
    ['a PDF', '%PDF-1.7\n%', 'not a supported image'],
    ['a BMP', 'BM\x3a\0\0\0', 'not a supported image'],
    ['a TIFF', 'II*\0\x08\0\0\0', 'not a supported image'],
    ['an empty file', '', 'not a supported image'],
  ])('is rejected by its content if it is %s, with a message', async (_, content, sentence) => {
    const { status, body } = await upload(content)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(body.message).toContain(sentence)
  })

  it.each([
    ['a PNG of a few kilobytes that decodes to 900 million pixels', async () => pngBomb(30_000, 30_000)],
    ['a picture with too long a side', async () => pngBomb(12_001, 10)],
    ['an animation with too many pixels in total', async () => gifBomb(2_000, 1_000)],
    ['an animation of as many pixels as a still picture may have', async () => gifBomb(1_000, 25)],
  ])('is rejected if it is a pixel bomb: %s', async (_, make) => {
    const content = await make()
    expect(content.length).toBeLessThan(1_000_000)
    const { status, body } = await upload(content)
    expect([status, body.code]).toEqual([413, 'TOO_LARGE'])
    expect(body.message).toContain('too many pixels')
  })

  it('is rejected if it is damaged, for example if only its beginning is an image', async () => {
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7_919) % 251))
    const photo = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
      .jpeg()
      .toBuffer()
    const pretender = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(SVG)])
    for (const content of [photo.subarray(0, photo.length / 2), pretender, Buffer.from('GIF89a')]) {
      const { status, body } = await upload(content)
      expect([status, body.code]).toEqual([422, 'UNREADABLE_FILE'])
    }
  })

  it('may be up to 10 MB and belongs in the field "image"', async () => {
    const large = await upload(Buffer.concat([await fill(4, 4).png().toBuffer(), Buffer.alloc(10 * 1_048_576)]))
    expect([large.status, large.body.message]).toEqual([413, 'The file is too large. The limit is 10 MB.'])
    const lost = await upload(await fill(4, 4).png().toBuffer(), { field: 'file' })
    expect([lost.status, lost.body.message]).toEqual([400, 'No file was sent. Send it in the field "image".'])
  })

  it('is rejected once more than 10 MB have arrived, without waiting for the rest', async () => {
    const head = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${world.url}/api/upload/image`, {
        method: 'POST',
        headers: {
          authorization: marketer.token,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 100 * 1_048_576,
        },
      })
      sent.on('response', (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write(Buffer.concat([Buffer.from(head), Buffer.alloc(11 * 1_048_576)]))
    })
    expect(status).toBe(413)
  })

  it('is accepted from signed-in people and from API keys with a write scope', async () => {
    const png = await fill(4, 4).png().toBuffer()
    expect((await upload(png, { token: '' })).status).toBe(401)
    expect((await upload(png, { token: await createKey(marketer, ['templates:read']) })).status).toBe(403)
    expect((await upload(png, { token: await createKey(marketer, ['templates:write']) })).status).toBe(200)
  })
})
