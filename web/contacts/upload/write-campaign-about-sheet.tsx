import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Mail } from '#web/ui/generated/icons.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_SHEET_DRAFT, NEWEST_DRAFTS } from './operations.ts'

interface WriteAboutSheetProps {
  sheet: { id: string; rowCount: number; personCount: number }
  fileName: string
  /** look of the button; secondary where several stand on one screen */
  variant?: 'primary' | 'secondary'
}

/**
 * Button that starts a campaign about the rows of a sheet: a draft to the people in it, opened beside the sheet. A
 * draft whose email is still empty is opened again.
 */
export function WriteAboutSheet({ sheet, fileName, variant = 'primary' }: WriteAboutSheetProps) {
  const navigate = useNavigate()
  const client = useApolloClient()
  const [create] = useMutation(CREATE_SHEET_DRAFT)
  const [busy, setBusy] = useState(false)

  /**
   * Returns the id of a draft about the sheet whose email is still empty; null if there is none, or the search failed.
   */
  async function untouched(): Promise<string | null> {
    const { data } = await client
      .query({ query: NEWEST_DRAFTS, variables: { filter: { status: 'draft' } }, fetchPolicy: 'network-only' })
      .catch(() => ({ data: null }))
    const isUntouched = (subject: string, content: string) => subject.trim() === '' && content.trim() === ''
    const found = data?.campaigns.nodes.find(
      (draft) => draft.sheet?.id === sheet.id && !draft.useHtmlBuilder && isUntouched(draft.subject, draft.content),
    )
    return found?.id ?? null
  }

  async function begin() {
    const name = fileName.replace(/\.\w{1,5}$/, '').slice(0, TEXT_LIMITS.campaignName) || 'New campaign'
    setBusy(true)
    try {
      const known = await untouched()
      const made = known === null ? (await create({ variables: { input: { name, sheetId: sheet.id } } })).data : null
      await navigate(`/compose?draft=${known ?? made?.createCampaign?.campaign?.id ?? ''}`)
    } catch (error) {
      toast({ title: 'Campaign not created', description: errorMessage(error), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Button size="sm" variant={variant} icon={Mail} busy={busy} onClick={() => void begin()}>
      Write to these people
    </Button>
  )
}
