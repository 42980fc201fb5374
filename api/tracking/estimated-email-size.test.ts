import { expect, it } from 'vitest'
import { renderDocument } from '#domain/builder/render-document.ts'
import { sentBytes } from '#domain/builder/sent-size.ts'
import { everything } from '#domain/builder/testing/documents.ts'
import { mailFor } from '#domain/content/email-parts.ts'
import { EMAIL_LANGUAGES } from '#domain/content/email-languages.ts'
import { v7 as newId } from 'uuid'
import { createTokens } from './link-tokens.ts'
import { compileMessage, composeMessage, linksOfMail } from '#api/sending/message/message.ts'

const tokens = createTokens({ tracking: [Buffer.from('t'.repeat(32))], unsubscribe: [Buffer.from('u'.repeat(32))] })
const ids = { tenantId: newId(), logId: newId() }
const ORIGIN = 'https://newsletter.a-long-company-name.example.com'
const recipient = { firstName: 'Maximiliane', lastName: 'von Hohenlohe', email: 'maximiliane@example.com', fields: {} }

it.each(EMAIL_LANGUAGES)('the estimated size of an email in %s is at least its real size', (language) => {
  const content = renderDocument(everything, { origin: 'https://mail.example.com' })
  const mail = { subject: 'S', content, useHtmlBuilder: true, language }
  const links = new Map(linksOfMail(mail).map((url, index) => [url, index]))
  const own = {
    unsubscribe: () => `${ORIGIN}/u/${tokens.unsubscribe(ids, recipient.email)}`,
    open: () => `${ORIGIN}/t/o/${tokens.open(ids)}.gif`,
    links,
    click: (_: unknown, link: number) => `${ORIGIN}/t/c/${tokens.click(ids, link)}`,
    headers: [],
    postalAddress: 'Long Company Name and Sons Ltd\nA Rather Long Street 1\n12345 A Town with a Name\nA Country',
  }
  const person = { name: 'Ada', address: 'ada@example.com' }
  const sent = composeMessage(
    compileMessage({ ...mailFor(mail, recipient), from: person, attachments: [], own }),
    recipient,
  )
  const size = Buffer.byteLength(String(sent.html))
  expect(sentBytes(content)).toBeGreaterThanOrEqual(size)
  expect(sentBytes(content)).toBeLessThan(size * 1.15)
})
