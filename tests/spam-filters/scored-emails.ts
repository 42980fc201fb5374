import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { compileMessage, composeMessage, linksOfMail } from '#api/sending/message/message.ts'
import { composeMime, mimeBytes } from '#api/sending/message/mime.ts'

const RECIPIENT = { firstName: 'Bo', lastName: 'Lund', email: 'bo@receiver-company.com', fields: {}, logId: 'log' }
const NO_PIXEL = { opens: false }

/** Header that Microsoft 365 adds on the way, so that filters judge the email and not a missing route. */
const RECEIVED = [
  'Received: from mail-a.outbound.protection.outlook.com (mail-a.outbound.protection.outlook.com [40.107.22.60])',
  ` by mx.receiver-company.com (Postfix) with ESMTPS id 4C1; ${new Date().toUTCString().replace('GMT', '+0000')}`,
  '',
].join('\r\n')

interface Received {
  mime: Buffer
  /** size of the HTML part, decoded */
  htmlBytes: number
}

/** An email as its recipient's server gets it, with the addresses that Mergewell adds. */
function received(subject: string, content: string, useHtmlBuilder: boolean, { opens } = { opens: true }): Received {
  const links = linksOfMail({ subject, content, useHtmlBuilder })
  const own = {
    unsubscribe: () => 'https://mail.sender-company.com/u/AbCdEfGhIjKlMnOpQrSt',
    open: opens ? () => 'https://mail.sender-company.com/t/o/AbCdEfGhIjKlMnOpQrSt.gif' : null,
    links: new Map(links.map((url, at) => [url, at + 1])),
    click: (_: unknown, link: number) => `https://mail.sender-company.com/t/c/AbCdEfGhIjKlMnOpQrSt-${link}`,
    headers: [],
    postalAddress: 'Sender Company, 1 High Street, Springtown',
  }
  const from = { name: 'Ada Berg', address: 'ada@sender-company.com' }
  const message = composeMessage(
    compileMessage({ subject, content, useHtmlBuilder, from, attachments: [], own }),
    RECIPIENT,
  )
  const mime = composeMime(message, {
    date: new Date(),
    messageId: '<a1b2c3@sender-company.com>',
  })
  return {
    mime: Buffer.concat([Buffer.from(RECEIVED), mimeBytes(mime)]),
    htmlBytes: Buffer.byteLength(String(message.html)),
  }
}

const SENTENCE = 'We moved to the second floor of the old mill, and the door beside the bakery leads up to us. '

/** A letter of about so many characters. */
const letter = (length: number) =>
  `Hello {firstName},\n\n${SENTENCE.repeat(Math.ceil(length / SENTENCE.length))}\n\nBest regards\nAda`

/** Emails to be judged by spam filters: every design of the gallery, and letters of several lengths with and without a pixel. */
export const SCORED_EMAILS: readonly (Received & { name: string })[] = [
  ...GALLERY.map(({ name, document }) => ({
    name,
    ...received(document.subject, renderDocument(document, { origin: 'https://mail.sender-company.com' }), true),
  })),
  ...[100, 500, 900, 1_300, 1_700, 2_100, 2_500, 2_900, 3_600].flatMap((length) => [
    { name: `a letter of ${length} characters`, ...received('Our new office', letter(length), false, NO_PIXEL) },
    { name: `a letter of ${length} characters with a pixel`, ...received('Our new office', letter(length), false) },
  ]),
]
