import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { firstOf } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { EMBEDDED_MAX } from '#api/rendering/unreachable-images.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Sends a mail with this content to one contact and reads it in the sandbox's Sent folder. */
async function sent(person: TestPerson, vendor: string, mailbox: string, input: object) {
  const { body: contact } = await person.rest('POST', '/api/contacts', {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada-${Math.random().toString(36).slice(2)}@example.com`,
  })
  const draft = await person.rest('POST', '/api/campaigns', {
    name: 'Pictures',
    subject: 'Look',
    useHtmlBuilder: true,
    selectedContacts: [contact.id],
    ...input,
  })
  await person.rest('POST', `/api/campaigns/${draft.body.id}/send`)
  const [summary] = await eventually('the mail lies in Sent', async () => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${mailbox}/messages`)
    const { messages } = (await answer.json()) as { messages: { id: string; to: { address: string }[] }[] }
    const mine = messages.filter(({ to }) => to[0]?.address === contact.email)
    return mine.length > 0 && mine
  })
  const url = `${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(summary?.id ?? '')}`
  const mail = (await (await fetch(url)).json()) as {
    html: string
    files: { name: string; contentType: string; contentId: string | null; inline: boolean; size: number }[]
  }
  const content = async (index: number) => Buffer.from(await (await fetch(`${url}/attachments/${index}`)).arrayBuffer())
  return { ...mail, content }
}

/** An image of roughly this many bytes. */
async function upload(person: TestPerson, side: number): Promise<string> {
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < pixels.length; at += 32) createHash('sha256').update(String(at)).digest().copy(pixels, at)
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  const headers = { authorization: person.token }
  const answer = await fetch(`${world.url}/api/upload/image`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { url: string }).url
}

describe.each(firstOf(['microsoft', 'google'], 1))('an email with pictures, sent through %s', (vendor) => {
  it('refers to attached, data: and uploaded images by Content-ID and lists only the other files as attachments', async () => {
    const mailbox = `${vendor}-pictures@sandbox.test`
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, vendor, mailbox)
    const url = await upload(person, 20)
    const { html, files, content } = await sent(person, vendor, mailbox, {
      content: `<p>{firstName}</p><img src="cid:logo.png" alt="L"><img src="data:image/png;base64,${PNG}"><img src="${url}">
        <img src="https://example.com/far.png">`,
      attachments: [
        { name: 'terms.txt', contentBytes: Buffer.from('terms').toString('base64'), contentType: 'text/plain' },
        { name: 'logo.png', contentBytes: PNG, contentType: 'image/png' },
      ],
    })
    const shown = [...html.matchAll(/cid:([^"]+)"/g)].map(([, id]) => id)
    expect(shown).toHaveLength(3)
    expect(html).toContain('https://example.com/far.png')
    expect(html).not.toMatch(/data:|\/images\//)
    const inline = files.filter(({ inline: isInline }) => isInline)
    expect(inline.map(({ contentId }) => contentId).toSorted()).toEqual(shown.toSorted())
    expect(files.filter((file) => !file.inline).map(({ name }) => name)).toEqual(['terms.txt'])
    const logo = files.findIndex(({ name }) => name === 'logo.png')
    expect((await content(logo)).toString('base64')).toBe(PNG)
  })

  it('links uploaded images instead of attaching them if they are too large together', async () => {
    const mailbox = `${vendor}-large@sandbox.test`
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, vendor, mailbox)
    const urls = [await upload(person, 500), await upload(person, 501)]
    const tags = urls.map((url) => `<img src="${url}">`).join('')
    const { html, files } = await sent(person, vendor, mailbox, { content: tags })
    for (const url of urls) expect(html).toContain(url)
    expect(files).toEqual([])
    const [bytes] = await world.app.database.asSystem((em) =>
      em.execute<[{ all: string }]>('select sum(size) as all from images where tenant_id = ?', [person.tenantId]),
    )
    expect(Number(bytes.all)).toBeGreaterThan(EMBEDDED_MAX)
  })
})

describe('an uploaded image', () => {
  it("is linked instead of attached if recipients can reach the product's address", async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'google', 'linked@sandbox.test')
    const url = (await upload(person, 20)).replace(world.url, 'https://mail.mergewell.com')
    const { html, files } = await sent(person, 'google', 'linked@sandbox.test', { content: `<img src="${url}">` })
    expect(html).toContain(url)
    expect(files).toEqual([])
  })

  it("of another workspace is not read from the other workspace's storage", async () => {
    const owner = await world.signUp({ unlimited: true })
    const url = await upload(owner, 20)
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'google', 'foreign@sandbox.test')
    const { html, files } = await sent(person, 'google', 'foreign@sandbox.test', { content: `<img src="${url}">` })
    expect(html).toContain(url)
    expect(files).toEqual([])
  })
})
