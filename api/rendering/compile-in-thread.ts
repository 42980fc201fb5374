import { compiledFrom, type CompiledMessage, type MessageSource } from '#api/sending/message/message.ts'
import { placesFor } from '#api/sending/message/recipient-links.ts'
import type { Threads } from '#api/platform/threads/worker-thread-pool.ts'
import type { RenderingTasks } from './rendering-tasks.ts'

/**
 * Compiles a message in a thread (`compileMessage` without its cost). Throws TOO_LARGE past the deadline, the memory of a
 * thread, or the limits of a message.
 */
export async function compileInThread(
  threads: Threads<RenderingTasks>,
  tenantId: string,
  source: MessageSource,
): Promise<CompiledMessage> {
  const { subject, content, useHtmlBuilder, language, attachments, pictures, own } = source
  // Compiling needs no bytes of the files, so they are not copied to the thread and back.
  const files = attachments.map((file) => ({ ...file, content: new Uint8Array() }))
  const parts = await threads.run(
    tenantId,
    'compile',
    {
      ...{ subject, content, useHtmlBuilder, attachments: files, places: own && placesFor(own) },
      ...(language && { language }),
      ...(pictures && { pictures }),
    },
    content.length,
  )
  const whole = parts.attachments.map((file, index) => ({
    ...file,
    content: attachments[index]?.content ?? file.content,
  }))
  return compiledFrom({ ...parts, attachments: whole }, source)
}
