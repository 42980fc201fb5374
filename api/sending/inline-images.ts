import type { MessageAttachment } from './provider.ts'

/** A picture that an address in the HTML stands for. */
export interface Picture {
  contentType: string
  content: Uint8Array
}

/** An address in an attribute that shows a picture. It counts wherever it stands: Outlook reads some of them in comments. */
const ATTRIBUTE = /(?<![\w-])((?:src|background)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/gi
/** An address in a style sheet. */
const STYLE_URL = /(\burl\(\s*)("[^"]*"|'[^']*'|[^\s"'()]+)(?=\s*\))/gi
const DATA = /^data:(image\/[\w.+-]+)((?:;[^;,]*)*),/i
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", '#39': "'", '#x27': "'", lt: '<', gt: '>' }

/** The addresses of pictures in a piece of HTML, each once, as a mail program would read them. */
export function pictureAddresses(html: string): string[] {
  const found = new Set<string>()
  for (const pattern of [ATTRIBUTE, STYLE_URL]) {
    for (const [, , value = ''] of html.matchAll(pattern)) found.add(addressIn(value))
  }
  return [...found]
}

/** The attachment that `cid:name` means, by its name as it stands or whatever its case; null where there is none. */
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
 * Turns pictures into parts of the mail: an attachment that the HTML shows as `cid:name`, a `data:` address, and every address that
 * `pictures` knows. The HTML then shows them by Content-ID; what is shown twice goes once; an address that means nothing stays; pure.
 */
export function placeInlineImages(
  html: string,
  attachments: readonly MessageAttachment[],
  pictures: ReadonlyMap<string, Picture> = new Map(),
): { html: string; attachments: MessageAttachment[] } {
  const own = attachments.map((file) => ({ ...file }))
  const files = [...own]
  const placed = new Map<string, string>()
  const add = pictureAdder(files)
  let ids = 0

  function idOf(address: string): string | null {
    const known = placed.get(address)
    if (known !== undefined) return known
    const file = attachmentOf(address, own) ?? add(pictures.get(address) ?? dataPicture(address))
    if (!file) return null
    file.contentId ??= `image${(ids += 1)}@mergewell`
    placed.set(address, file.contentId)
    return file.contentId
  }
  const put = (whole: string, before: string, value: string) => {
    const id = idOf(addressIn(value))
    const quote = /^["']/.exec(value)?.[0] ?? ''
    return id === null ? whole : `${before}${quote}cid:${id}${quote}`
  }
  return { html: html.replace(ATTRIBUTE, put).replace(STYLE_URL, put), attachments: files }
}

/** Adds pictures to the files of a mail, under names that none of them has. */
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

/** The picture that a `data:` address holds; null where it holds none or is broken. */
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

/** The address in an attribute's value: without its quotes, however they are written, and with its entities read. */
function addressIn(value: string): string {
  const read = value.replace(/&(amp|quot|apos|#39|#x27|lt|gt);/g, (whole, name: string) => ENTITIES[name] ?? whole)
  return (/^(["'])(.*)\1$/s.exec(read)?.[2] ?? read).trim()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
