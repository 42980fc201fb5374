import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { loadFiles } from '#web/campaigns/create/draft-files.ts'
import { keepDraft, loadDrafts } from '#web/campaigns/create/draft-store.ts'
import { localId, newDraft } from '#web/campaigns/create/draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** A mail to begin a campaign with: words, or a document of the builder. */
export interface TemplateToUse {
  name: string
  subject: string
  content: string
  htmlTemplate?: unknown
}

/**
 * Begins a campaign with a template. What the draft in this tab holds besides (name, audience, files) stays; the dialog asks before a mail of
 * its own would be lost.
 */
export function useTemplateUse(): { begin: (template: TemplateToUse) => void; dialog: ReactNode } {
  const navigate = useNavigate()
  const userId = useUser().id
  const [asking, setAsking] = useState<TemplateToUse | null>(null)

  async function go({ subject, content, htmlTemplate }: TemplateToUse): Promise<void> {
    const draft = loadDrafts(userId)[0]?.draft
    const files = draft ? await loadFiles(draft.id) : []
    const isBuilt = htmlTemplate != null
    const mail = isBuilt
      ? { subject, content: '', useHtmlBuilder: true, htmlTemplate }
      : { subject, content, useHtmlBuilder: false, htmlTemplate: null }
    keepDraft(userId, { ...(draft ?? newDraft(localId())), ...mail }, files)
    await navigate('/create-campaign')
  }

  function replaces({ subject, content, htmlTemplate }: TemplateToUse): boolean {
    const draft = loadDrafts(userId)[0]?.draft
    if (!draft || (`${draft.subject}${draft.content}`.trim() === '' && draft.htmlTemplate === null)) return false
    if (draft.useHtmlBuilder) return JSON.stringify(draft.htmlTemplate) !== JSON.stringify(htmlTemplate ?? null)
    return draft.subject !== subject || draft.content !== content || htmlTemplate != null
  }

  return {
    begin: (template) => (replaces(template) ? setAsking(template) : void go(template)),
    dialog: (
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Replace what you have written?"
        description={`The campaign you have begun has a mail already. “${asking?.name ?? ''}” takes its place; its name, audience and attachments stay.`}
        confirmLabel="Replace"
        variant="primary"
        onConfirm={() => (asking ? go(asking) : undefined)}
      />
    ),
  }
}
