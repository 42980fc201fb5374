import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

/** A parsed email. */
export interface ReadMail {
  subject: string
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  text: string
  html: string
  /** lower case, in order */
  headerNames: string[]
  files: { name: string; type: string; disposition: string; contentId: string; content: Buffer }[]
}

/** Parses a message with two independent parsers. */
export async function readMail(mime: Buffer): Promise<ReadMail[]> {
  const mail = await simpleParser(mime, { skipImageLinks: true })
  const postal = await PostalMime.parse(mime)
  return [
    {
      subject: mail.subject ?? '',
      from: person(mail.from?.value[0]),
      to: (mail.to?.value ?? []).map(person),
      text: (mail.text ?? '').trim(),
      html: (mail.html || '').trim(),
      headerNames: mail.headerLines.map(({ key }) => key),
      files: mail.attachments.map((part) => ({
        name: part.filename ?? '',
        type: part.contentType,
        disposition: part.contentDisposition,
        contentId: part.cid ?? '',
        content: part.content,
      })),
    },
    {
      subject: postal.subject ?? '',
      from: person(postal.from),
      to: (postal.to ?? []).map(person),
      text: (postal.text ?? '').trim(),
      html: (postal.html ?? '').trim(),
      headerNames: postal.headers.map(({ key }) => key),
      files: postal.attachments.map((part) => ({
        name: part.filename ?? '',
        type: part.mimeType,
        disposition: part.disposition ?? '',
        contentId: (part.contentId ?? '').replace(/[<>]/g, ''),
        content: Buffer.from(part.content as ArrayBuffer),
      })),
    },
  ]
}

function person(value: { name?: string; address?: string } | undefined): { name: string; address: string } {
  return { name: value?.name ?? '', address: value?.address ?? '' }
}
