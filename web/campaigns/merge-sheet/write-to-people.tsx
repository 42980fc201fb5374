import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { CreateCampaignInput } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Mail } from '#web/ui/generated/icons.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_MERGE_DRAFT, NEWEST_DRAFTS } from './operations.ts'

/** Endings of spreadsheet files, which are no part of a draft's name. */
const FILE_ENDING = /\.(xlsx?|xlsm|xlsb|ods|csv|tsv|txt)$/i

export interface WriteToPeopleProps {
  /** the recipients: a sheet, contacts by condition, or contacts by id */
  people: Pick<CreateCampaignInput, 'sheetId' | 'audience' | 'selectedContacts'>
  /** name of the draft; the ending of a spreadsheet's file name is left out */
  name: string
  /** look of the button; secondary where several stand on one screen */
  variant?: 'primary' | 'secondary'
  children?: string
}

/**
 * Button that starts a campaign to these people: a draft that is opened beside them in the Merge Sheet. A draft about
 * the same sheet whose email is still empty is opened again.
 */
export function WriteToPeople({ people, name, variant, children = 'Write to these people' }: WriteToPeopleProps) {
  const navigate = useNavigate()
  const client = useApolloClient()
  const [create] = useMutation(CREATE_MERGE_DRAFT)
  const [busy, setBusy] = useState(false)

  /** Returns the id of a draft about the sheet whose email is still empty; null if there is none, or the search failed. */
  async function untouched(sheetId: string): Promise<string | null> {
    const { data } = await client
      .query({ query: NEWEST_DRAFTS, variables: { filter: { status: 'draft' } }, fetchPolicy: 'network-only' })
      .catch(() => ({ data: null }))
    const isUntouched = (subject: string, content: string) => subject.trim() === '' && content.trim() === ''
    const found = data?.campaigns.nodes.find(
      (draft) => draft.sheet?.id === sheetId && !draft.useHtmlBuilder && isUntouched(draft.subject, draft.content),
    )
    return found?.id ?? null
  }

  async function begin() {
    const input = {
      name: name.replace(FILE_ENDING, '').slice(0, TEXT_LIMITS.campaignName) || 'New campaign',
      ...people,
    }
    setBusy(true)
    try {
      const known = people.sheetId ? await untouched(people.sheetId) : null
      const made = known === null ? (await create({ variables: { input } })).data : null
      await navigate(`/compose?draft=${known ?? made?.createCampaign?.campaign?.id ?? ''}`)
    } catch (error) {
      toast({ title: 'Campaign not created', description: errorMessage(error), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Button size="sm" variant={variant} icon={Mail} busy={busy} onClick={() => void begin()}>
      {children}
    </Button>
  )
}
