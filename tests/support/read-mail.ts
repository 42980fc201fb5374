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

/** Parses a message. */
export async function readMail(mime: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(mime)
  return {
    subject: mail.subject ?? '',
    from: person(mail.from),
    to: (mail.to ?? []).map(person),
    text: (mail.text ?? '').trim(),
    html: (mail.html ?? '').trim(),
    headerNames: mail.headers.map(({ key }) => key),
    files: mail.attachments.map((part) => ({
      name: part.filename ?? '',
      type: part.mimeType,
      disposition: part.disposition ?? '',
      contentId: (part.contentId ?? '').replace(/[<>]/g, ''),
      content: Buffer.from(part.content as ArrayBuffer),
    })),
  }
}

function person(value: { name?: string; address?: string } | undefined): { name: string; address: string } {
  return { name: value?.name ?? '', address: value?.address ?? '' }
}
