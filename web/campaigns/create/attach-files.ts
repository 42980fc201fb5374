import { attachmentProblem } from '#domain/campaigns/attachments.ts'
import type { ToastOptions } from '#web/ui/toast-store.ts'
import { localId, type DraftFile } from './draft.ts'

/** Adds the chosen files within the limits (product: email.attachments); returns the files and messages. */
export function attachFiles(
  files: readonly DraftFile[],
  chosen: readonly File[],
): { files: readonly DraftFile[]; toast: ToastOptions | null } {
  let next = files
  let problem: ReturnType<typeof attachmentProblem> = null
  for (const file of chosen) {
    const against = attachmentProblem([...next.map(({ size }) => size), file.size])
    problem ??= against
    if (!against) next = [...next, { id: localId(), name: file.name, type: file.type, size: file.size, file }]
  }
  if (problem) return { files: next, toast: { ...problem, variant: 'destructive' } }
  const names = chosen.map(({ name }) => name).join(', ')
  return { files: next, toast: chosen.length === 0 ? null : { title: 'Attachment added', description: names } }
}
