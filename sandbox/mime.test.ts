import { expect, test } from 'vitest'
import { mimeTree, readEnvelope, withHeaders } from './mime.ts'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

test('the sandbox reads the envelope of a message from folded and encoded headers', () => {
  const envelope = readEnvelope(
    mail(
      'From: "Sol, María" <m@x.test>',
      'To: Ada <a@x.test>,',
      '\tTeam: b@x.test, =?UTF-8?B?w5xsaQ==?= <c@x.test>;',
      'Bcc: d@x.test',
      'Subject: =?UTF-8?Q?Gr=C3=BC?=',
      ' =?UTF-8?Q?=C3=9Fe?= an alle',
      'Message-ID: <1@x.test>',
      'References: <0@x.test>',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      'Subject: not this one',
    ),
  )
  expect(envelope).toEqual({
    from: { name: 'Sol, María', address: 'm@x.test' },
    recipients: {
      to: [
        { name: 'Ada', address: 'a@x.test' },
        { name: '', address: 'b@x.test' },
        { name: 'Üli', address: 'c@x.test' },
      ],
      cc: [],
      bcc: [{ name: '', address: 'd@x.test' }],
    },
    subject: 'Grüße an alle',
    messageId: '<1@x.test>',
    references: ['<0@x.test>'],
    hasAttachments: true,
  })
})

test('the sandbox replaces and removes headers of a message without changing any other byte', () => {
  const body = Buffer.from([0, 255, 13, 10, 13, 10, 200])
  const raw = Buffer.concat([mail('A: 1', 'message-id: <old>', ' folded', 'B: ü', '', ''), body])
  const changed = withHeaders(raw, { 'Message-ID': '<new>', A: undefined })
  expect(changed.equals(Buffer.concat([mail('Message-ID: <new>', 'B: ü', '', ''), body]))).toBe(true)
})

test('the sandbox splits a message at its boundaries, and decodes transfer encodings', () => {
  const tree = mimeTree(
    mail(
      'Content-Type: multipart/mixed; boundary="a b"',
      '',
      'prologue',
      '--a b',
      'Content-Type: multipart/alternative; boundary=in',
      '',
      '--in',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=',
      '=C3=9Fe --in is not a boundary here',
      '--in--',
      '--a b',
      'Content-Type: application/pdf; name="x.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'SGFsbG8=',
      '--a b--',
      'epilogue',
    ),
  )
  const [alternative, file] = tree.parts
  expect(alternative!.parts.map(({ type, content }) => [type, content.toString()])).toEqual([
    ['text/plain', 'Grüße --in is not a boundary here'],
  ])
  expect([file!.filename, file!.content.toString()]).toEqual(['x.pdf', 'Hallo'])
})

test('the sandbox reads a multipart message without an end, also a nested one, as far as possible', () => {
  expect(
    mimeTree(mail('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '--b', '', 'two')).parts,
  ).toHaveLength(1)
  const deep = Array.from({ length: 200 }, (_, at) => [
    `Content-Type: multipart/mixed; boundary=b${at}`,
    '',
    `--b${at}`,
  ]).flat()
  expect(() => mimeTree(mail(...deep))).not.toThrow()
})
