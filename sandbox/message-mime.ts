import MailComposer from 'nodemailer/lib/mail-composer'
import { type MessageRow, readContent } from './messages.ts'
import type { Sandbox } from './sandbox.ts'
import { readView } from './message-view.ts'

/** A message as MIME: as submitted, or built from the Graph JSON as Exchange would on sending. */
export async function asMime(sandbox: Sandbox, row: MessageRow): Promise<Buffer> {
  if (row.format === 'mime') return readContent(sandbox, row.pk)
  const { from, recipients, replyTo, subject, headers, html, text, files } = await readView(sandbox, row)
  const composer = new MailComposer({
    from,
    ...recipients,
    replyTo,
    subject,
    html,
    text,
    messageId: row.internet_id,
    date: new Date(row.sent_at ?? row.created_at),
    headers: headers.filter(({ name }) => name !== 'Message-ID').map(({ name, value }) => ({ key: name, value })),
    attachments: files.map(({ name, contentType, content, contentId, inline }) => ({
      filename: name,
      contentType,
      content,
      ...(contentId === null ? {} : { cid: contentId }),
      contentDisposition: inline ? ('inline' as const) : ('attachment' as const),
    })),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
