import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { beginDraft } from '#web/campaigns/create/store/drafts-of-tab.ts'
import { newDraft } from '#web/campaigns/create/store/campaign-draft.ts'
import { WORKSPACE_FEATURES } from '#web/campaigns/operations.ts'
import { toast } from '#web/ui/toast-store.ts'

/** A template for a campaign: text, or a builder document. */
export interface TemplateToUse {
  subject: string
  content: string
  htmlTemplate?: unknown
}

/** Returns functions that start a new campaign with a template. Other unfinished drafts stay unchanged. */
export function useTemplateUse(): { begin: (template: TemplateToUse) => void } {
  const client = useApolloClient()
  const navigate = useNavigate()
  const userId = useUser().id

  async function begin({ subject, content, htmlTemplate }: TemplateToUse): Promise<void> {
    const isBuilt = htmlTemplate != null
    if (isBuilt && (await hasNoBuilder(client))) {
      toast({ title: 'The HTML builder is turned off for this workspace', description: ONLY_WORDS })
      return
    }
    const mail = isBuilt
      ? { subject, content: '', useHtmlBuilder: true, htmlTemplate }
      : { subject, content, useHtmlBuilder: false, htmlTemplate: null }
    beginDraft(userId, { ...newDraft(), ...mail })
    await navigate('/create-campaign')
  }

  return { begin: (template) => void begin(template) }
}

const ONLY_WORDS = 'You can start a campaign from a text template or from scratch.'

/**
 * Returns whether the workspace may not use the email builder; false when loading fails, because the server checks
 * again.
 */
async function hasNoBuilder(client: ApolloClient): Promise<boolean> {
  const answer = await client.query({ query: WORKSPACE_FEATURES }).catch(() => null)
  return answer?.data?.tenant.features.htmlBuilder === false
}
