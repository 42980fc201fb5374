import { afterEach, describe, expect, it } from 'vitest'
import { grantKeeper } from '#tests/support/grants.ts'
import { headFrom, manualTimeout } from '#tests/support/manual-timeout.ts'
import { accepted, GRANT, graphRefusal, MESSAGE, microsoftMailbox } from '#tests/support/microsoft-mailbox.ts'
import { readMail } from '#tests/support/read-mail.ts'
import { composeMime, mimeBytes } from '#api/sending/message/mime.ts'
import type { OutgoingMessage } from '#api/sending/provider.ts'
import { createMicrosoft } from './microsoft.ts'
import { DEAD_ORIGIN, startStub, type Stub, type StubReply, type StubRequest } from '../stub-server.ts'

let stub: Stub
afterEach(() => stub.close())

async function mailbox(...args: Parameters<typeof microsoftMailbox>) {
  const opened = await microsoftMailbox(...args)
  stub = opened.stub
  return opened.box
}

function file(
  size: number,
  extra: Partial<OutgoingMessage['attachments'][number]> = {},
): OutgoingMessage['attachments'][number] {
  return { name: 'Büro.pdf', contentType: 'application/pdf', size, content: new Uint8Array(size).fill(7), ...extra }
}

/** The base64 MIME of a Graph request. */
const mimeOf = (request: StubRequest | undefined) => Buffer.from(request?.text ?? '', 'base64')

const drafted: StubReply = { status: 201, json: { id: 'AAMk=draft/1', isDraft: true } }

describe('a Microsoft mailbox that may create drafts', () => {
  it('creates a draft from MIME with a permanent id, the composed text and every header', async () => {
    const box = await mailbox(() => drafted)
    expect(box.canDraft).toBe(true)
    expect(await box.createDraft(MESSAGE)).toBe('AAMk=draft/1')
    const [request] = stub.requests
    expect(request).toMatchObject({ method: 'POST', path: '/v1.0/me/messages' })
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer good',
      prefer: 'IdType="ImmutableId"',
      'content-type': 'text/plain',
    })
    const mime = mimeOf(request)
    expect(mime.toString('latin1')).toContain('\r\nList-Unsubscribe: <https://app.test/u/token>\r\n')
    const mail = await readMail(mime)
    expect(mail).toMatchObject({ subject: 'Grüße', html: '<p>Hello</p>', text: 'Hello' })
    expect(mail.headerNames).toEqual(expect.arrayContaining(['list-unsubscribe-post', 'x-campaign', 'precedence']))
  })

  it('sends the same bytes to Microsoft as to Gmail', async () => {
    const message = { ...MESSAGE, messageId: '<one@own.test>', attachments: [file(10)] }
    const box = await mailbox(() => drafted)
    await box.createDraft(message)
    const bytes = (mime: Buffer) => mime.toString('latin1').replace(/^Date: .*$/m, '')
    expect(bytes(mimeOf(stub.requests[0]))).toBe(bytes(mimeBytes(composeMime(message))))
  })

  it('marks a draft with an extended property', async () => {
    const logId = '0190c5f2-7a3e-7cc1-b1a4-000000000001'
    const box = await mailbox((request) => (request.method === 'PATCH' ? { status: 200, json: {} } : drafted))
    await box.createDraft({ ...MESSAGE, mark: { logId, attempt: 2 } })
    expect(stub.requests[1]).toMatchObject({ method: 'PATCH', path: '/v1.0/me/messages/AAMk%3Ddraft%2F1' })
    expect(stub.requests[1]?.json).toEqual({
      singleValueExtendedProperties: [
        {
          id: 'String {5d6c53f9-b564-42b1-9c33-1df97ff3bf96} Name MergewellEmail',
          value: `mw1.${logId.replaceAll('-', '')}.2`,
        },
      ],
    })
  })

  it('removes line breaks from every header field', async () => {
    const box = await mailbox(() => drafted)
    await box.createDraft({
      ...MESSAGE,
      subject: 'Hi\r\nBcc: evil@x.test',
      to: { name: 'Bo\r\nBcc: evil@x.test', address: 'bo@there.test' },
      headers: [{ name: 'X-A', value: 'a\r\nBcc: evil@x.test' }],
    })
    const { headerNames } = await readMail(mimeOf(stub.requests[0]))
    expect(headerNames).not.toContain('bcc')
  })

  it('packs small files into the draft, posts larger ones, and uploads from 3 MB in chunks of at most 4 MB', async () => {
    const MB = 1024 * 1024
    const box = await mailbox((request) => {
      if (request.path.endsWith('/createUploadSession')) {
        return { status: 201, json: { uploadUrl: `${stub.origin}/elsewhere/session-1?authtoken=t` } }
      }
      if (request.method === 'PUT') {
        const [, end, total] = /bytes \d+-(\d+)\/(\d+)/.exec(request.headers['content-range'] ?? '') ?? []
        return Number(end) + 1 === Number(total)
          ? { status: 201 }
          : { status: 200, json: { nextExpectedRanges: ['1-'] } }
      }
      return drafted
    })
    const large = new Uint8Array(9 * MB).map((_, index) => index % 251)
    await box.createDraft({
      ...MESSAGE,
      attachments: [
        file(MB),
        file(2 * MB, { name: 'second.pdf' }),
        file(large.length, { name: 'large.bin', content: large }),
        file(10, { name: 'logo.png', contentType: 'image/png', contentId: 'logo' }),
      ],
    })
    const [draft, second, session, ...puts] = stub.requests
    const { files } = await readMail(mimeOf(draft))
    expect(files.map(({ name }) => name).toSorted()).toEqual(['Büro.pdf', 'logo.png'])
    expect(second).toMatchObject({ method: 'POST', path: '/v1.0/me/messages/AAMk%3Ddraft%2F1/attachments' })
    expect(second?.json).toMatchObject({ name: 'second.pdf' })
    expect(session?.json).toEqual({
      AttachmentItem: { attachmentType: 'file', name: 'large.bin', size: large.length, contentType: 'application/pdf' },
    })
    expect(puts.every(({ path, query }) => path === '/elsewhere/session-1' && query.get('authtoken') === 't')).toBe(
      true,
    )
    expect(puts.every(({ headers, body }) => !headers.authorization && body.length <= 4_000_000)).toBe(true)
    expect(Buffer.compare(Buffer.concat(puts.map(({ body }) => body)), large)).toBe(0)
    expect(stub.requests.every(({ body }) => body.length < 4 * MB)).toBe(true)
  })

  it('uploads a file just under 3 MB whose request turned out too large', async () => {
    const box = await mailbox((request) => {
      if (request.path.endsWith('/attachments')) return { status: 413, text: '' }
      if (request.path.endsWith('/createUploadSession'))
        return { status: 200, json: { uploadUrl: `${stub.origin}/up` } }
      return request.method === 'PUT' ? { status: 201 } : drafted
    })
    expect(await box.createDraft({ ...MESSAGE, attachments: [file(3_145_727)] })).toBe('AAMk=draft/1')
    expect(stub.requests.filter(({ path }) => path === '/up')).toHaveLength(1)
  })

  it('deletes a draft whose creation failed midway', async () => {
    const removed = Promise.withResolvers<string>()
    const box = await mailbox((request) => {
      if (request.method === 'DELETE') removed.resolve(request.path)
      if (request.path.endsWith('/attachments')) return graphRefusal(507, 'ErrorQuotaExceeded')
      return request.method === 'DELETE' ? { status: 204 } : drafted
    })
    const attachments = [file(2_900_000)]
    await expect(box.createDraft({ ...MESSAGE, attachments })).rejects.toMatchObject({ kind: 'mailbox-refused' })
    expect(await removed.promise).toBe('/v1.0/me/messages/AAMk%3Ddraft%2F1')
  })

  it('treats a draft whose creation failed midway as unavailable, since creating a second one is harmless', async () => {
    for (const reply of ['cut', graphRefusal(504, 'UnknownError')] as const) {
      const box = await mailbox(() => reply)
      await expect(box.createDraft(MESSAGE)).rejects.toMatchObject({ kind: 'unavailable', retryable: true })
      await stub.close()
    }
  })

  it('sends the draft and accepts only 202 as success', async () => {
    const box = await mailbox(() => ({ ...accepted, headers: { 'retry-after': '7' } }))
    expect(await box.sendDraft('d/1')).toEqual({
      messageId: 'd/1',
      internetMessageId: null,
      threadId: null,
      retryAfterMs: 7000,
    })
    expect(stub.requests[0]).toMatchObject({ method: 'POST', path: '/v1.0/me/messages/d%2F1/send' })
    expect(stub.requests[0]?.headers['content-length']).toBe('0')
    await stub.close()
    const odd = await mailbox(() => ({ status: 200 }))
    await expect(odd.sendDraft('d')).rejects.toMatchObject({ kind: 'uncertain' })
  })

  it.each([
    [graphRefusal(404, 'ErrorItemNotFound'), 'missing'],
    [{ status: 404, text: '<html>' }, 'uncertain'],
    [graphRefusal(404, 'MailboxNotEnabledForRESTAPI'), 'mailbox-refused'],
    [graphRefusal(400, 'ErrorInvalidOperation'), 'rejected'],
    [graphRefusal(429, 'ErrorServerBusy'), 'uncertain'],
  ] as const)('classifies the refusal of an unsent draft: %j is %s', async (reply, kind) => {
    const box = await mailbox(() => reply)
    await expect(box.sendDraft('d')).rejects.toMatchObject({ kind })
    expect(stub.requests).toHaveLength(1)
  })
})

describe('the check of a draft at Microsoft', () => {
  const state = (isDraft: boolean): StubReply => ({ status: 200, json: { id: 'd', isDraft } })
  it.each([
    [state(false), 'sent'],
    [state(true), 'draft'],
    [graphRefusal(404, 'ErrorItemNotFound'), 'gone'],
  ] as const)('answered with %j returns %s', async (reply, look) => {
    const box = await mailbox(() => reply)
    expect(await box.lookAtDraft('d')).toBe(look)
    expect(stub.requests).toHaveLength(1)
  })

  it('is retried when the mailbox cannot be read now', async () => {
    const box = await mailbox(() => graphRefusal(503, 'ErrorServerBusy'))
    await expect(box.lookAtDraft('d')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    { status: 200, text: '<html>' },
    { status: 200, json: {} },
    { status: 404, text: '<html>' },
  ] as const)('does not accept the response %j', async (reply) => {
    const box = await mailbox(() => reply)
    await expect(box.lookAtDraft('d')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('a Microsoft mailbox that may only send', () => {
  const scopes = ['Mail.Send', 'User.Read']

  it('sends in one request and keeps a copy', async () => {
    const box = await mailbox(() => accepted, { scopes })
    expect(box.canDraft).toBe(false)
    const receipt = await box.send({ ...MESSAGE, attachments: [file(5)] })
    expect(receipt).toEqual({ messageId: null, internetMessageId: null, threadId: null })
    expect(stub.requests[0]).toMatchObject({ method: 'POST', path: '/v1.0/me/sendMail' })
    const mail = await readMail(mimeOf(stub.requests[0]))
    expect(mail).toMatchObject({ subject: 'Grüße', text: 'Hello', files: [{ name: 'Büro.pdf' }] })
    expect(mail.headerNames).toContain('list-unsubscribe-post')
  })

  it('sends a message too large for MIME as JSON, its unsubscribe link as a property', async () => {
    const box = await mailbox(() => accepted, { scopes })
    const from = { name: 'Sales', address: 'sales@own.test' }
    await box.send({ ...MESSAGE, from, attachments: [file(1_600_000)] })
    expect(stub.requests[0]?.headers['content-type']).toBe('application/json')
    expect(stub.requests[0]?.json).toMatchObject({
      saveToSentItems: true,
      message: {
        subject: 'Grüße',
        body: { contentType: 'HTML', content: '<p>Hello</p>' },
        from: { emailAddress: { name: 'Sales', address: 'sales@own.test' } },
        toRecipients: [{ emailAddress: { name: 'Bo, "the" Bär', address: 'bo@there.test' } }],
        internetMessageHeaders: [{ name: 'X-Campaign', value: 'c1' }],
        singleValueExtendedProperties: [{ id: 'String 0x1045', value: '<https://app.test/u/token>' }],
        attachments: [{ '@odata.type': '#microsoft.graph.fileAttachment', name: 'Büro.pdf' }],
      },
    })
  })

  it('refuses an oversized message before sending anything', async () => {
    const box = await mailbox(() => accepted, { scopes })
    await expect(box.send({ ...MESSAGE, attachments: [file(3_200_000)] })).rejects.toMatchObject({ kind: 'too-large' })
    expect(stub.requests).toEqual([])
  })

  it.each(['cut', 'silent'] as const)(
    'reports an email as uncertain when no answer comes after the request (connection %s)',
    async (reply) => {
      const limit = manualTimeout()
      const answer = () => {
        if (reply === 'silent') limit.pass()
        return reply
      }
      const box = await mailbox(answer, { scopes, timeoutMs: limit.ms })
      await expect(box.send(MESSAGE)).rejects.toMatchObject({
        kind: 'uncertain',
        retryable: false,
        message: expect.stringMatching(/^UNCERTAIN: (TIMEOUT|UND_ERR_SOCKET|ECONNRESET): /),
      })
      expect(stub.requests).toHaveLength(1)
    },
  )

  it('can send an email again if no connection was made', async () => {
    stub = await startStub(() => 'cut')
    const box = createMicrosoft({
      clientId: 'c',
      clientSecret: 's',
      tenant: 'common',
      baseUrl: DEAD_ORIGIN,
    }).openMailbox(JSON.stringify(GRANT), grantKeeper(JSON.stringify(GRANT)))
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'unavailable',
      retryable: true,
      message: 'ECONNREFUSED: the email provider could not be reached',
    })
  })

  it('counts an email as sent if the response breaks off after the status 202', async () => {
    const limit = manualTimeout()
    const box = await mailbox(() => ({ status: 202, headers: { 'content-length': '10' }, text: '' }), {
      scopes,
      timeoutMs: limit.ms,
    })
    const head = headFrom(stub.origin)
    const sending = box.send(MESSAGE)
    await head
    limit.pass()
    expect(await sending).toMatchObject({ messageId: null })
  })
})
