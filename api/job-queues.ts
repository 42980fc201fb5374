import { INBOX_QUEUE } from '#api/inbox/inbox-queue.ts'
import type { JobQueue } from '#api/platform/jobs/job-queue.ts'
import { MAILBOX_QUEUE } from '#api/sending/mailbox-queue.ts'
import { SYSTEM_EMAIL_QUEUE } from '#api/system-mail/system-mail-queue.ts'
import { TASK_QUEUES } from '#api/tasks/task-queue.ts'
import { WEBHOOK_QUEUE } from '#api/webhooks/webhook-queue.ts'

/** All queues of the product. A queue that exists in the database keeps its options. */
export const QUEUES: readonly Pick<JobQueue<never>, 'name' | 'options'>[] = [
  MAILBOX_QUEUE,
  INBOX_QUEUE,
  WEBHOOK_QUEUE,
  SYSTEM_EMAIL_QUEUE,
  ...TASK_QUEUES,
]
