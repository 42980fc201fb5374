import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { storeFiles } from '#web/campaigns/create/draft-files.ts'
import { storeDraft } from '#web/campaigns/create/draft-store.ts'
import type { Draft } from '#web/campaigns/create/draft.ts'
import { openDraft } from '#web/campaigns/create/open-draft.ts'
import type { Work } from '#web/campaigns/create/save-draft.ts'
import { WORKSPACE_FEATURES } from '#web/campaigns/operations.ts'
import { errorMessage } from '#web/errors.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** A template for a campaign: text, or a builder document. */
export interface TemplateToUse {
  name: string
  subject: string
  content: string
  htmlTemplate?: unknown
}

/**
 * Starts a campaign with a template. The current draft's name, audience and files stay; the dialog asks before
 * replacing its email.
 */
export function useTemplateUse(): { begin: (template: TemplateToUse) => void; dialog: ReactNode } {
  const client = useApolloClient()
  const navigate = useNavigate()
  const userId = useUser().id
  const [asking, setAsking] = useState<{ template: TemplateToUse; work: Work } | null>(null)

  async function go({ subject, content, htmlTemplate }: TemplateToUse, { draft, files }: Work): Promise<void> {
    const isBuilt = htmlTemplate != null
    const mail = isBuilt
      ? { subject, content: '', useHtmlBuilder: true, htmlTemplate }
      : { subject, content, useHtmlBuilder: false, htmlTemplate: null }
    await storeFiles(draft.id, files)
    storeDraft(userId, { ...draft, ...mail, templateId: null }, files)
    await navigate('/create-campaign')
  }

  async function begin(template: TemplateToUse): Promise<void> {
    try {
      if (template.htmlTemplate != null && (await hasNoBuilder(client))) {
        toast({ title: 'The HTML builder is turned off for this workspace', description: ONLY_WORDS })
        return
      }
      const work = await openDraft(client, userId, null)
      if (replaces(work.draft, template)) setAsking({ template, work })
      else await go(template, work)
    } catch (error) {
      toast({ title: 'The draft could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return {
    begin: (template) => void begin(template),
    dialog: (
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Replace your current email?"
        description={`The campaign you started already has an email. “${asking?.template.name ?? ''}” will replace it. The campaign’s name, audience and attachments are kept.`}
        confirmLabel="Replace"
        variant="primary"
        onConfirm={() => (asking ? go(asking.template, asking.work) : undefined)}
      />
    ),
  }
}

const ONLY_WORDS = 'You can start a campaign from a text template or from scratch.'

/** Whether the workspace has no builder; false when loading fails, because the server checks again. */
async function hasNoBuilder(client: ApolloClient): Promise<boolean> {
  const answer = await client.query({ query: WORKSPACE_FEATURES }).catch(() => null)
  return answer?.data?.tenant.features.htmlBuilder === false
}

/** Whether a draft's email would be lost. */
function replaces(draft: Draft, { subject, content, htmlTemplate }: TemplateToUse): boolean {
  if (`${draft.subject}${draft.content}`.trim() === '' && draft.htmlTemplate === null) return false
  if (draft.useHtmlBuilder) return JSON.stringify(draft.htmlTemplate) !== JSON.stringify(htmlTemplate ?? null)
  return draft.subject !== subject || draft.content !== content || htmlTemplate != null
}
