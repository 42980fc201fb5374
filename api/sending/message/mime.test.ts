import { assert, asyncProperty, string } from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { itInFull, runsOf } from '#tests/support/full-run-only.ts'
import { readMail, type ReadMail } from '#tests/support/read-mail.ts'
import { composeMime, mimeBytes } from './mime.ts'
import type { MessageAttachment, OutgoingMessage } from '../provider.ts'

const MESSAGE: OutgoingMessage = {
  from: { name: 'Ana', address: 'ana@own.test' },
  to: { name: 'Bo', address: 'bo@there.test' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
}

async function compose(changes: Partial<OutgoingMessage>): Promise<{ mime: Buffer; read: ReadMail }> {
  const mime = mimeBytes(composeMime({ ...MESSAGE, ...changes }))
  return { mime, read: await readMail(mime) }
}

function file(changes: Partial<MessageAttachment> = {}): MessageAttachment {
  const content = changes.content ?? Buffer.from('file content')
  return { name: 'a.txt', contentType: 'application/octet-stream', size: content.byteLength, content, ...changes }
}

const NAMES = [
  'Jürgen Müller-Lüdenscheidt',
  '山田太郎',
  'محمد بن عبد الله',
  'שרה כהן',
  '👩‍👩‍👧‍👦 Familie 🇩🇪',
  'O\'Brien, "Bob" (Sales) <boss@x.test>; next',
  'back\\slash "quoted\\"',
  'a@b.test',
  'x'.repeat(200),
  'ü'.repeat(200),
  '長'.repeat(200),
  'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich '.repeat(3).trim(),
]

describe('a composed MIME message', () => {
  it.each(NAMES)('keeps the name and the subject %s', async (name) => {
    const { read } = await compose({
      from: { name, address: 'ana@own.test' },
      to: { name, address: 'bo@there.test' },
      subject: name,
    })
    expect(read.subject).toBe(name)
    expect(read.from).toEqual({ name, address: 'ana@own.test' })
    expect(read.to).toEqual([{ name, address: 'bo@there.test' }])
  })

  it('contains the Reply-To, CC and BCC addresses, each on a short line', async () => {
    const people = NAMES.slice(0, 6).map((name, index) => ({ name, address: `p${index}@there.test` }))
    const bare = { name: '', address: 'bare@there.test' }
    const { mime } = await compose({ replyTo: [bare], cc: [...people, bare], bcc: [bare, ...people] })
    const read = await PostalMime.parse(mime)
    expect([read.replyTo, read.cc, read.bcc]).toEqual([[bare], [...people, bare], [bare, ...people]])
    const [head = ''] = mime.toString().split('\r\n\r\n', 1)
    expect(head.split('\r\n').every((line) => line.length <= 78)).toBe(true)
    expect(head.match(/^(Reply-To|Cc|Bcc): /gm)).toEqual(['Reply-To: ', 'Cc: ', 'Bcc: '])
    expect((await compose({ cc: [], bcc: [] })).mime.toString()).not.toMatch(/^(Reply-To|Cc|Bcc):/m)
  })

  it('has text and HTML as alternatives, in this order, with CR LF and short ASCII lines only', async () => {
    const text = `Grüße 🎉\n${'lang '.repeat(500)}\n.\nende`
    const html = `<p dir="rtl">שלום</p>\n<p>${'x'.repeat(3000)}</p>`
    const { mime, read } = await compose({ text, html })
    expect(read.text.replaceAll('\r\n', '\n')).toBe(text)
    expect(read.html.replaceAll('\r\n', '\n')).toBe(html)
    const source = mime.toString('latin1')
    expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'))
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0080-\u00ff]/)
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
  })

  it('writes unsubscribe headers unchanged and unfolded, whatever their length', async () => {
    const link = `<https://app.test/unsubscribe/${'t0ken'.repeat(60)}>, <mailto:leave@app.test?subject=unsubscribe>`
    const { mime, read } = await compose({
      headers: [
        { name: 'List-Unsubscribe', value: link },
        { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        { name: 'X-Campaign', value: 'Größe' },
      ],
    })
    expect(mime.toString('latin1')).toContain(`List-Unsubscribe: ${link}\r\n`)
    expect(mime.toString('latin1')).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(read.headerNames).toEqual(expect.arrayContaining(['list-unsubscribe', 'x-campaign']))
  })

  it.each([
    ['ein Büro – Übersicht (2026).pdf', 'application/pdf'],
    ['報告書'.repeat(40) + '.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['"quoted"; name=evil.exe', 'application/octet-stream'],
    ['تقرير.txt', 'text/plain'],
    ['mail.eml', 'message/rfc822'],
    ['no-extension', 'application/octet-stream'],
  ])('keeps the attachment %s byte for byte', async (name, contentType) => {
    const content = Buffer.from(Array.from({ length: 70_001 }, (_, index) => (index * 7) % 256))
    const { read } = await compose({ attachments: [file({ name, contentType, content })] })
    expect(read.text).toBe('Hello')
    expect(read.files).toHaveLength(1)
    expect(read.files[0]).toMatchObject({ name, disposition: 'attachment' })
    expect(Buffer.compare(read.files[0]?.content ?? Buffer.of(), content)).toBe(0)
  })

  it('puts inline images beside the HTML and files beside both', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const { mime, read } = await compose({
      html: '<img src="cid:logo@mergewell">',
      attachments: [
        file(),
        file({ name: 'logo.png', contentType: 'image/png', content: png, contentId: 'logo@mergewell' }),
      ],
    })
    const source = mime.toString('latin1')
    expect(source).toMatch(/multipart\/mixed[\s\S]+multipart\/related[\s\S]+multipart\/alternative/)
    expect(read.files.find(({ name }) => name === 'logo.png')).toEqual({
      name: 'logo.png',
      type: 'image/png',
      disposition: 'inline',
      contentId: expect.stringMatching(/^<?logo@mergewell>?$/),
      content: png,
    })
    expect(read.files.find(({ name }) => name === 'a.txt')).toMatchObject({ disposition: 'attachment' })
  })

  it.each(['multipart/mixed; boundary="x"', 'message/rfc822', 'multipart/related', 'nonsense', '', 'a/b\r\nX: y'])(
    'treats a file of type %j as a file: its content never becomes part of the email',
    async (contentType) => {
      const content = Buffer.from('--x\r\nContent-Type: text/html\r\n\r\n<p>part</p>\r\n--x--\r\n')
      const { read } = await compose({ attachments: [file({ name: 'x', contentType, content })] })
      expect(read).toMatchObject({ text: 'Hello', html: '<p>Hello</p>' })
      expect(read.files.map(({ type, content: bytes }) => [type, String(bytes)])).toEqual([
        ['application/octet-stream', String(content)],
      ])
    },
  )

  it('keeps Content-IDs intact', async () => {
    const contentId = 'a@b>\r\nBcc: evil@x.test\r\n<'
    const { mime, read } = await compose({ attachments: [file({ contentId, contentType: 'image/png' })] })
    expect(mime.toString('latin1')).not.toMatch(/^Bcc:/m)
    expect(read.files).toHaveLength(1)
  })

  itInFull('shares encoded files between all messages of a campaign without copying', () => {
    const attachments = [file({ content: Buffer.alloc(3_000_000, 'x') }), file({ name: 'b', contentId: 'b@x' })]
    const [one, two] = ['Bo', 'Cy'].map((name) =>
      composeMime({ ...MESSAGE, to: { name, address: 'x@there.test' }, attachments: [...attachments] }),
    )
    const large = one?.chunks.filter(({ byteLength }) => byteLength > 100_000) ?? []
    expect(large.length).toBeGreaterThan(3)
    for (const chunk of large) expect(two?.chunks).toContain(chunk)
  })

  it("reads like nodemailer's version of the same email", async () => {
    const message = {
      ...MESSAGE,
      from: { name: 'Jürgen "Jo" Müller, Sales', address: 'ana@own.test' },
      to: { name: '山田 太郎', address: 'bo@there.test' },
      subject: `Zwölf Boxkämpfer ${'jagen Viktor '.repeat(12)}🎉`,
      html: '<p>Grüße</p><img src="cid:logo@x">',
      text: 'Grüße',
      attachments: [
        file({ name: 'ein Büro – Übersicht.pdf', contentType: 'application/pdf' }),
        file({ name: 'logo.png', contentType: 'image/png', contentId: 'logo@x' }),
      ],
    }
    const theirs = await new MailComposer({
      ...message,
      ...{ cc: [], bcc: [], replyTo: [] },
      headers: [],
      attachments: message.attachments.map(({ name, contentType, content, contentId }) => ({
        filename: name,
        contentType,
        content: Buffer.from(content),
        contentDisposition: contentId ? ('inline' as const) : ('attachment' as const),
        ...(contentId && { cid: contentId }),
      })),
    })
      .compile()
      .build()
    const plain = ({ headerNames, files, ...rest }: ReadMail) => ({
      ...rest,
      headerNames: headerNames.toSorted(),
      files: files.toSorted((a, b) => a.name.localeCompare(b.name)),
    })
    expect(plain(await readMail(mimeBytes(composeMime(message))))).toEqual(plain(await readMail(theirs)))
  })

  it('contains only text if there is no HTML', async () => {
    const { mime, read } = await compose({ html: '' })
    expect(mime.toString('latin1')).not.toContain('multipart')
    expect(read).toMatchObject({ text: 'Hello', html: '' })
  })

  it('accepts a date and a Message-ID from the caller', async () => {
    const mime = mimeBytes(composeMime(MESSAGE, { date: new Date('2026-03-01T12:00:00Z'), messageId: '<m1@own.test>' }))
    expect(mime.toString('latin1')).toContain('\r\nDate: Sun, 01 Mar 2026 12:00:00 +0000\r\n')
    expect(mime.toString('latin1')).toContain('Message-ID: <m1@own.test>\r\n')
  })
})

/** Puts one value in every header field a person can influence. */
async function headersWith(value: string): Promise<ReadMail> {
  const { read } = await compose({
    from: { name: value, address: 'ana@own.test' },
    to: { name: value, address: 'bo@there.test' },
    subject: value,
    headers: [
      { name: 'X-Note', value: `n ${value}` },
      { name: 'List-Unsubscribe', value: `<https://app.test/${value}>` },
    ],
    attachments: [file({ name: `${value}.txt`, contentType: `text/plain; x=${value}`, contentId: '' })],
  })
  return read
}

describe('header injection', () => {
  const ATTACKS = [
    'x\r\nBcc: evil@x.test',
    'x\nBcc: evil@x.test',
    'x\rBcc: evil@x.test',
    'x\r\n\r\n<script>body</script>',
    'x\u0000\u000b\u2028Bcc: evil@x.test',
    '\r\n\tBcc: evil@x.test',
    'x@y.test>\r\nBcc: <evil@x.test',
    'a@b.test, evil@x.test',
    'x\ud800y\udc00',
  ]
  const EXPECTED = [
    'from',
    'to',
    'subject',
    'x-note',
    'list-unsubscribe',
    'message-id',
    'date',
    'mime-version',
    'content-type',
  ]

  it.each(ATTACKS)('is impossible with %j in any field', async (attack) => {
    const read = await headersWith(attack)
    expect(read.headerNames.toSorted()).toEqual(EXPECTED.toSorted())
    expect(read.to.map(({ address }) => address)).toEqual(['bo@there.test'])
    expect(read.from.address).toBe('ana@own.test')
    expect(read.text).toBe('Hello')
    expect(read.files).toHaveLength(1)
  })

  it.each(ATTACKS)('rejects %j in an address', (attack) => {
    const person = { name: 'Bo', address: `bo@there.test${attack}` }
    expect(() => composeMime({ ...MESSAGE, to: person })).toThrow(expect.objectContaining({ kind: 'bad-recipient' }))
    expect(() => composeMime({ ...MESSAGE, from: person })).toThrow(expect.objectContaining({ kind: 'rejected' }))
  })

  it('is impossible with any text at all', async () => {
    await assert(
      asyncProperty(string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const read = await headersWith(`x${text}`)
        expect(read.headerNames.toSorted()).toEqual(EXPECTED.toSorted())
        expect(read.to).toHaveLength(1)
        expect(read.text).toBe('Hello')
      }),
      { numRuns: runsOf(150) },
    )
  })

  it.each(['Bcc', 'from', 'Content-Type', 'X: y', 'X\r\nBcc', 'Größe', ''])('refuses the header %j', (name) => {
    expect(() => composeMime({ ...MESSAGE, headers: [{ name, value: 'v' }] })).toThrow(
      expect.objectContaining({ kind: 'rejected' }),
    )
  })

  it('cannot use files or URLs: composing a message reads nothing from disk or network', async () => {
    const attachments = [file({ name: '/etc/passwd', content: Buffer.of() })]
    const { read } = await compose({ html: '<img src="file:///etc/passwd">', attachments })
    expect(read.files[0]?.content.length).toBe(0)
  })
})
