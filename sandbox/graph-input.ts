import { z } from 'zod'
import { addressOf } from './mailbox-addresses.ts'
import type { NewFile } from './attachments.ts'
import type { Call } from './api-calls.ts'
import { graphError } from './graph-errors.ts'
import type { Person, Recipients } from './mime.ts'
import { Refusal } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'

/** Attachments of this size or more need an upload session. */
export const INLINE_FILE_LIMIT = 3 * 1024 * 1024

const recipient = z.object({ emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }) })

/** Strict, because Graph rejects unknown properties. */
const message = z.strictObject({
  '@odata.type': z.string().optional(),
  '@odata.etag': z.string().optional(),
  subject: z.string().nullish(),
  body: z.strictObject({ contentType: z.string().optional(), content: z.string().optional() }).optional(),
  toRecipients: z.array(recipient).optional(),
  ccRecipients: z.array(recipient).optional(),
  bccRecipients: z.array(recipient).optional(),
  replyTo: z.array(recipient).optional(),
  from: recipient.nullish(),
  sender: recipient.nullish(),
  importance: z.enum(['low', 'normal', 'high', 'Low', 'Normal', 'High']).optional(),
  internetMessageId: z.string().optional(),
  internetMessageHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  singleValueExtendedProperties: z.array(z.strictObject({ id: z.string(), value: z.string() })).optional(),
  multiValueExtendedProperties: z.array(z.unknown()).optional(),
  attachments: z.array(z.unknown()).optional(),
  categories: z.array(z.string()).optional(),
  flag: z.unknown().optional(),
  isRead: z.boolean().optional(),
  isDeliveryReceiptRequested: z.boolean().nullish(),
  isReadReceiptRequested: z.boolean().nullish(),
  inferenceClassification: z.string().optional(),
})

/** A message in Graph's input format. */
export type GraphMessage = z.infer<typeof message>

const fileAttachment = z.object({
  '@odata.type': z.literal(['#microsoft.graph.fileAttachment', 'microsoft.graph.fileAttachment']),
  name: z.string().min(1),
  contentType: z.string().nullish(),
  contentBytes: z.string(),
  contentId: z.string().nullish(),
  isInline: z.boolean().nullish(),
})

/** Parses a JSON body, or rejects it with Graph's error. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    throw new Refusal(graphError(400, 'BadRequest', `Unable to read JSON request payload. ${why}`))
  }
}

/** Checks a message: known properties, the rules for x-headers. Recipients are checked only on sending. */
export function parseMessage(input: unknown): GraphMessage {
  const result = message.safeParse(input)
  if (!result.success) {
    const issue = result.error.issues[0]!
    const text =
      issue.code === 'unrecognized_keys'
        ? `The property '${issue.keys[0]}' does not exist on type 'microsoft.graph.message'.`
        : `Invalid value at '${issue.path.join('/')}': ${issue.message}.`
    throw new Refusal(graphError(400, 'RequestBodyRead', text))
  }
  const headers = result.data.internetMessageHeaders ?? []
  const stray = headers.find(({ name }) => !/^x-/i.test(name))
  if (stray) {
    const text = `The internet message header name '${stray.name}' should start with 'x-' or 'X-'.`
    throw new Refusal(graphError(400, 'InvalidInternetMessageHeader', text))
  }
  if (headers.length > 5) {
    const text = 'Maximum number of headers in one message should be less than or equal to 5.'
    throw new Refusal(graphError(400, 'InvalidInternetMessageHeaderCollection', text))
  }
  return result.data
}

/** A file posted in JSON. Files of 3 MB or more are rejected: they need an upload session. */
export function parseFile(input: unknown): NewFile {
  const result = fileAttachment.safeParse(input)
  if (!result.success) {
    const { path, message: text } = result.error.issues[0]!
    throw new Refusal(graphError(400, 'ErrorInvalidRequest', `Invalid attachment at '${path.join('/')}': ${text}.`))
  }
  const { name, contentType, contentBytes, contentId, isInline } = result.data
  const content = Buffer.from(contentBytes, 'base64')
  if (content.length >= INLINE_FILE_LIMIT) {
    const text = 'The attachment is 3 MB or larger: create an upload session for it.'
    throw new Refusal(graphError(413, 'ErrorAttachmentSizeLimitExceeded', text))
  }
  return {
    name,
    contentType: contentType ?? 'application/octet-stream',
    contentId: contentId ?? null,
    inline: isInline ?? false,
    content,
  }
}

export function peopleIn(list: GraphMessage['toRecipients']): Person[] {
  return (list ?? []).map(({ emailAddress }) => ({
    name: emailAddress.name ?? '',
    address: emailAddress.address ?? '',
  }))
}

export function recipientsIn(input: GraphMessage): Recipients {
  return { to: peopleIn(input.toRecipients), cc: peopleIn(input.ccRecipients), bcc: peopleIn(input.bccRecipients) }
}

/** Checks before sending: the message has recipients, and comes from an address that the mailbox may use. */
export function checkBeforeSend(
  sandbox: Sandbox,
  { account, scopes }: Pick<Call, 'account' | 'scopes'>,
  from: Person,
  { to, cc, bcc }: Recipients,
): void {
  const all = [...to, ...cc, ...bcc]
  if (all.length === 0)
    throw new Refusal(graphError(400, 'ErrorInvalidRecipients', 'At least one recipient is required.'))
  const bad = all.find(({ address }) => !/^[^\s@<>]+@[^\s@<>]+$/.test(address))
  if (bad) {
    const text = `At least one recipient isn't valid., Recipient '${bad.address}' isn't resolved. All recipients must be resolved before a message can be submitted.`
    throw new Refusal(graphError(400, 'ErrorInvalidRecipients', text))
  }
  const known = addressOf(sandbox, account, from.address)
  const isShared = known !== 'own' && known?.kind === 'shared'
  if (known === null || (isShared && !scopes.has('Mail.Send.Shared'))) {
    const text =
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.'
    throw new Refusal(graphError(403, 'ErrorSendAsDenied', text))
  }
}
