import type { Call } from '#api/platform/call-context.ts'
import type { BuilderInput } from './builder-content.ts'
import { sizeOf } from './rendering-tasks.ts'

/** The content to store and send (see `contentOf`), made off the main thread. Throws BAD_INPUT, TOO_LARGE. */
export async function contentToStore(
  call: Call,
  tenantId: string,
  input: Omit<BuilderInput, 'publicUrl'>,
): Promise<string> {
  const { subject, content, useHtmlBuilder, htmlTemplate } = input
  if (!useHtmlBuilder) return content
  const plain = { subject, content, useHtmlBuilder, htmlTemplate, publicUrl: call.app.publicUrl }
  return call.app.threads.run(tenantId, 'contentOf', plain, sizeOf(content, htmlTemplate))
}
