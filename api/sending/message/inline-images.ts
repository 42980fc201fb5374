import { randomUUID } from 'node:crypto'
import { picturesOfHtml } from '#domain/html/html-pictures.ts'
import type { MessageAttachment } from '../provider.ts'

/** The picture behind a URL in the HTML. */
export interface Picture {
  contentType: string
  content: Uint8Array
}

const DATA = /^data:(image\/[\w.+-]+)((?:;[^;,]*)*),/i

/** Returns the URLs of the pictures in some HTML, without duplicates, as an email program would read them. */
export function pictureAddresses(html: string): string[] {
  return [...new Set(picturesOfHtml(html).map(({ address }) => address))]
}

/** The attachment that `cid:name` refers to: by exact name, then ignoring case; null if there is none. */
export function attachmentOf<T extends { name: string }>(address: string, attachments: readonly T[]): T | null {
  if (!/^cid:/i.test(address)) return null
  const name = decoded(address.slice(4)).trim()
  const lower = name.toLowerCase()
  return (
    attachments.find((file) => file.name === name) ??
    attachments.find((file) => file.name.toLowerCase() === lower) ??
    null
  )
}

/**
 * Turns pictures into inline parts: attachments shown as `cid:name`, `data:` URLs, and every URL in `pictures`. The
 * HTML then refers to them by Content-ID. Duplicates are embedded once; unknown URLs stay.
 */
export function placeInlineImages(
  html: string,
  attachments: readonly MessageAttachment[],
  pictures: ReadonlyMap<string, Picture> = new Map(),
  newContentId: () => string = uniqueContentId,
): { html: string; attachments: MessageAttachment[] } {
  const own = attachments.map((file) => ({ ...file }))
  const files = [...own]
  const placed = new Map<string, string>()
  const add = pictureAdder(files)

  function idOf(address: string): string | null {
    const known = placed.get(address)
    if (known !== undefined) return known
    const file = attachmentOf(address, own) ?? add(pictures.get(address) ?? dataPicture(address))
    if (!file) return null
    file.contentId ??= newContentId()
    placed.set(address, file.contentId)
    return file.contentId
  }
  let shown = ''
  let end = 0
  for (const picture of picturesOfHtml(html)) {
    const id = idOf(picture.address)
    if (id === null) continue
    shown += `${html.slice(end, picture.start)}cid:${id}`
    end = picture.end
  }
  return { html: shown + html.slice(end), attachments: files }
}

/**
 * Makes a globally unique Content-ID, as RFC 2045 7 requires: some email programs show another email's picture for the
 * same Content-ID.
 */
const uniqueContentId = () => `${randomUUID()}@mergewell`

/** Returns a function that adds pictures to an email's files under unused names. */
function pictureAdder(files: MessageAttachment[]): (picture: Picture | null) => MessageAttachment | null {
  const taken = new Set(files.map(({ name }) => name))
  const numbers = new Map<string, number>()
  return (picture) => {
    if (!picture) return null
    const extension = /^image\/(\w+)/.exec(picture.contentType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin'
    let number = (numbers.get(extension) ?? 0) + 1
    while (taken.has(`image${number}.${extension}`)) number += 1
    numbers.set(extension, number)
    const file: MessageAttachment = {
      name: `image${number}.${extension}`,
      contentType: picture.contentType,
      size: picture.content.byteLength,
      content: picture.content,
    }
    files.push(file)
    return file
  }
}

/** Reads the picture in a `data:` URL; null if it holds none or is malformed. */
export function dataPicture(address: string): Picture | null {
  const match = DATA.exec(address)
  if (!match) return null
  const [head, contentType = '', parameters = ''] = match
  const data = decoded(address.slice(head.length))
  if (!/;base64$/i.test(parameters)) return { contentType: contentType.toLowerCase(), content: Buffer.from(data) }
  const text = data.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  return { contentType: contentType.toLowerCase(), content: Buffer.from(text, 'base64') }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
