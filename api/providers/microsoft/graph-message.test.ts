import { expect, it } from 'vitest'
import { toSendMail } from './graph-message.ts'

const content = Buffer.alloc(2_500_000, 'x')
const message = {
  from: { name: 'Ann', address: 'ann@contoso.test' },
  to: { name: '', address: 'to@example.com' },
  subject: 'S',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [{ name: 'a.bin', contentType: 'application/octet-stream', size: content.byteLength, content }],
}
const jsonOf = (mail: Parameters<typeof toSendMail>[0]) => {
  const { body, contentType } = toSendMail(mail, 'ann@contoso.test')
  expect(contentType).toBe('application/json')
  return (JSON.parse(Buffer.concat(body).toString()) as { message: Record<string, unknown> }).message
}

it('the JSON of a message for Microsoft Graph contains the Reply-To, CC and BCC addresses', () => {
  const [ann, bo] = [
    { name: 'Ann\r\nBcc: x@example.com', address: 'ann@example.com' },
    { name: '', address: 'bo@example.com' },
  ]
  expect(jsonOf({ ...message, replyTo: [bo], cc: [ann, bo], bcc: [bo] })).toMatchObject({
    toRecipients: [{ emailAddress: { address: 'to@example.com' } }],
    replyTo: [{ emailAddress: { address: 'bo@example.com' } }],
    ccRecipients: [
      { emailAddress: { name: 'Ann Bcc: x@example.com', address: 'ann@example.com' } },
      { emailAddress: { address: 'bo@example.com' } },
    ],
    bccRecipients: [{ emailAddress: { address: 'bo@example.com' } }],
  })
  const names = Object.keys(jsonOf(message))
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(cc|bcc|replyTo)/)]))
})
