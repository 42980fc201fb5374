import { offsetText } from '#domain/pacing/zone-time.ts'
import type { EmailLog as EmailLogRow } from '#api/emails/email-log.ts'
import { EMAIL_LOG_STATUSES, shownStatus } from '#domain/campaigns/campaigns.ts'
import { RECIPIENT_OUTCOMES } from '#domain/tracking/tracking.ts'
import {
  explainFailure,
  FAILURE_CODES,
  partsOf,
  type FailureAdvice,
  type FailureCode,
} from '#domain/emails/delivery-errors.ts'
import { builder, enumType } from './schema-builder.ts'
import { connectionOf } from './connections.ts'
import type { Context } from './call-context.ts'
import { encodeId } from './object-ids.ts'

const EmailLogStatusEnum = enumType('EmailLogStatus', {
  description:
    'pending = not sent yet; sent = accepted by the provider; delivered = there is evidence; failed = not sent, or bounced.',
  values: EMAIL_LOG_STATUSES,
})

/** A failure with its kind, its advice, and what the provider said. */
interface FailureRow extends FailureAdvice {
  code: FailureCode
  detail: string
}

export const Failure = builder.objectRef<FailureRow>('Failure').implement({
  description: 'Reason why an email failed, and how to fix it.',
  fields: (t) => ({
    code: t.field({
      type: enumType('FailureCode', {
        description: 'The kind of failure. PROVIDER: see detail.',
        values: FAILURE_CODES,
      }),
      description: 'The kind of failure.',
      resolve: ({ code }) => code,
    }),
    detail: t.exposeString('detail', { description: 'What the provider or we recorded, unchanged; may be empty.' }),
    message: t.exposeString('message', { description: 'What happened.' }),
    howToFix: t.exposeString('howToFix', { description: 'What to do.' }),
  }),
})

/** The failure of a failed email, by sending mailbox; null if it did not fail. */
export async function failureOf(
  { error, mailboxId }: Pick<EmailLogRow, 'error' | 'mailboxId'>,
  ctx: Context,
): Promise<FailureRow | null> {
  if (error == null) return null
  const mailbox = mailboxId == null ? null : await ctx.loaders.mailboxes.load(mailboxId)
  return { ...explainFailure(error, mailbox?.provider), ...partsOf(error) }
}

export const EmailLog = builder.objectRef<EmailLogRow>('EmailLog')
builder.node(EmailLog, {
  description: 'A recipient of a campaign and the outcome of the email.',
  id: { resolve: (log) => log.id },
  loadOne: (id, ctx) => ctx.loaders.emailLogs.load(String(id)),
  fields: (t) => ({
    contactId: t.id({ description: 'Id of the contact.', resolve: (log) => encodeId('Contact', log.contactId) }),
    rowNumber: t.int({
      nullable: true,
      description:
        'The row of the campaign’s sheet that it is about; null if it is about all rows of the person, or about none.',
      resolve: ({ rowNumber }) => rowNumber || null,
    }),
    contactName: t.exposeString('contactName', { description: 'Name at the time of sending.' }),
    contactEmail: t.exposeString('contactEmail', { description: 'Address at the time of sending.' }),
    status: t.field({
      type: EmailLogStatusEnum,
      description: 'The status of the email.',
      resolve: (log) => shownStatus(log.status),
    }),
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description:
        'The recipient’s time zone, in a campaign sent at local times: an IANA name or an offset such as +02:00; null if unknown.',
    }),
    waitsUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Not sent before this time: the recipient’s local time, or that of the next try. Null if it is not waiting.',
      resolve: ({ status, retryAt }) => (status === 'pending' ? retryAt : null),
    }),
    utcOffset: t.string({
      nullable: true,
      description:
        'UTC offset of `timeZone` at `waitsUntil`, such as -05:00, by this installation’s time-zone data. Null if either is null.',
      resolve: ({ status, retryAt, timeZone }) =>
        status === 'pending' && retryAt && timeZone ? offsetText(timeZone, retryAt.getTime()) : null,
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the provider accepted it.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When delivery was known.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true, description: 'When it failed.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The provider’s text, if it failed; SUPPRESSED and the reason for suppressed recipients.',
    }),
    failure: t.field({
      type: Failure,
      nullable: true,
      description: 'Explanation of the failure for people, and what to do; null if the email did not fail.',
      resolve: (log, _, ctx) => failureOf(log, ctx),
    }),
  }),
})

export const EmailLogConnection = connectionOf('EmailLog', EmailLog)

export const RecipientOutcomeEnum = enumType('RecipientOutcome', {
  description:
    'The outcome of an email. failed includes leftOut: not sent on purpose, see Campaign.leftOutCount. Only opens and clicks by people count. The “not” outcomes cover sent emails and can be wrong, because opens are not detected when images are blocked.',
  values: RECIPIENT_OUTCOMES,
})

export const EmailLogFilter = builder.inputType('EmailLogFilter', {
  description: 'Filter for recipients. All conditions must match.',
  fields: (t) => ({
    status: t.field({ type: EmailLogStatusEnum, description: 'Only recipients with this status.' }),
    outcome: t.field({ type: RecipientOutcomeEnum, description: 'Only recipients with this outcome.' }),
  }),
})
