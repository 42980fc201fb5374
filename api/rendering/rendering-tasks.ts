import type { Threads } from '#api/platform/threads/worker-thread-pool.ts'
import { checkSendable, guardedLinksOfMail, linksOfMail, messageParts } from '#api/sending/message/message.ts'
import { pictureAddresses } from '#api/sending/message/inline-images.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { withAllParts } from '#domain/content/email-parts.ts'
import { formattedTags } from '#domain/content/formatted-tags.ts'
import { repairMergeTags } from '#domain/content/merge-tag-repair.ts'
import { withSignature } from '#domain/content/mailbox-signatures.ts'
import { templatePreviews } from './template-previews.ts'
import { builtFrom, contentOf, upToDate } from './builder-content.ts'
import { contentProblems, tagsOfMail } from './content-problems.ts'
import type { EmailToApprove } from './external-pictures.ts'
import { unreachableImages } from './unreachable-images.ts'
import type { CampaignContent } from '#api/sending/store.ts'
import { renderPreview } from './preview-content.ts'
import { rehearseEmails } from './rehearse-emails.ts'
import type { DocumentToFill } from './documents/fill-template.ts'
import { composeTest } from './sample-emails.ts'

/** Content whose checks before a launch need no recipient. */
interface ContentToCheck {
  publicUrl: string
  /** true if a tracking pixel is added */
  countsOpens: boolean
  /** null: no second person must approve the email */
  approval: EmailToApprove | null
  content: Omit<CampaignContent, 'own'>
  htmlTemplate: unknown
  subjects: readonly string[]
}

/**
 * The expensive pure work on emails: whatever reads or writes HTML that people send. Runs in a thread, so arguments and
 * results are plain data (`api/platform/threads/worker-thread-pool.ts`).
 */
export const renderingTasks = {
  contentOf,
  builtFrom,
  upToDate,
  templatePreviews,
  preview: renderPreview,
  composeTest,
  readTemplate: async (content: Uint8Array) => (await import('./documents/read-template.ts')).readTemplate(content),
  fillDocument: async (document: DocumentToFill) =>
    (await import('./documents/fill-template.ts')).fillDocument(document),
  rehearse: rehearseEmails,
  signed: ({ mail, signature }: { mail: Parameters<typeof withSignature>[0]; signature: string | null }) =>
    withSignature(mail, signature).content,
  sendable: checkSendable,
  links: linksOfMail,
  compile: messageParts,
  pictures: (html: string) => pictureAddresses(html),
  unreachable: ({ publicUrl, html }: { publicUrl: string; html: string }) => unreachableImages({ publicUrl }, html),
  check: ({ publicUrl, countsOpens, approval, content, htmlTemplate, subjects }: ContentToCheck) => ({
    problems: contentProblems({ publicUrl, countsOpens, approval }, { ...content, htmlTemplate }),
    tags: tagsOfMail([...subjects, repairMergeTags(content.content)]),
    formatted: formattedTags([...subjects, content.content].map(withAllParts), content.language),
    guardedLinks: guardedLinksOfMail(content),
  }),
}

export type RenderingTasks = typeof renderingTasks

/** The number of characters that a task reads of an email. */
export function sizeOf(content: string, document?: unknown): number {
  return content.length + (document == null ? 0 : JSON.stringify(document).length)
}

/** The number of characters that a task reads and writes, at most, when it fills an email with a recipient's values. */
export function filledSizeOf(content: string, { firstName, lastName, email, fields }: MergeValues): number {
  const longest = Math.max(...[`${firstName} ${lastName}`, email, ...Object.values(fields)].map(({ length }) => length))
  return content.length + (content.split('{').length - 1) * longest
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** threads that read and render emails for requests, apart from the main thread */
    threads: Threads<RenderingTasks>
    /** threads for sending, which wait for no request and refuse no task */
    sendingThreads: Threads<RenderingTasks>
  }
}
