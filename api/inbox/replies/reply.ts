import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A person's reply to an email of a campaign. Its text stays in the mailbox. */
export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'replies',
  properties: {
    tenantId: p.uuid().primary(),
    /** id; increases with the time of arrival */
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    /** id of the email that the reply answers */
    logId: p.uuid(),
    /** mailbox in which the reply arrived */
    mailboxId: p.uuid().nullable(),
    /** the provider's id of the message */
    messageId: p.text(),
    /** the sender's address in lower case, which may be another one than the recipient's */
    fromEmail: p.text(),
    /** address at which its writer wants the answer, in lower case; null: the sender's */
    replyTo: p.text().nullable(),
    receivedAt: p.datetime(),
    /** user who works on the reply */
    assigneeId: p.uuid().nullable(),
    doneAt: p.datetime().nullable(),
    doneBy: p.uuid().nullable(),
    /** Message-ID header of the reply, which answers name; null if the provider does not show it */
    internetMessageId: p.text().nullable(),
    /** the provider's id of the conversation */
    threadId: p.text().nullable(),
    /** end of the snooze, until which the reply is not among the open ones */
    snoozedUntil: p.datetime().nullable(),
    /** time at which the last answer was handed over to be sent */
    answeredAt: p.datetime().nullable(),
    /** user who is writing an answer, until `answeringUntil` */
    answeringBy: p.uuid().nullable(),
    answeringUntil: p.datetime().nullable(),
    /** True if a person marked the reply as a positive answer. */
    isPositive: p.boolean().default(false),
  },
})
export type Reply = InferEntity<typeof Reply>
