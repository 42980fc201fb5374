import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { loadFiles } from '#web/campaigns/create/draft-files.ts'
import { keepDraft, loadDraft } from '#web/campaigns/create/draft-store.ts'
import { localId, newDraft } from '#web/campaigns/create/draft.ts'

/** The words of a mail. */
interface Words {
  subject: string
  content: string
}

/**
 * Begins a campaign with the words of a template. What the draft in this tab holds besides (name, audience, files) stays; `replaces`
 * tells whether it has words of its own that would be lost.
 */
export function useTemplateUse() {
  const navigate = useNavigate()
  const userId = useUser().id

  function replaces(words: Words): boolean {
    const draft = loadDraft(userId)?.draft
    if (!draft || `${draft.subject}${draft.content}`.trim() === '') return false
    return draft.subject !== words.subject || draft.content !== words.content
  }

  async function begin({ subject, content }: Words): Promise<void> {
    const draft = loadDraft(userId)?.draft
    const files = draft ? await loadFiles(draft.id) : []
    keepDraft(userId, { ...(draft ?? newDraft(localId())), subject, content }, files)
    await navigate('/campaigns/create')
  }

  return { replaces, begin }
}
