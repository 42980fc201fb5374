import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import type { RecipientOutcome } from '#web/generated/graphql.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addToList } from '../campaign-lists.ts'
import { creationProblem } from '../creation-problem.ts'
import { CREATE_CAMPAIGN } from '../create/operations.ts'
import { CAMPAIGN_CONTENT } from '../operations.ts'

/**
 * Creates a draft for a campaign's recipients with an outcome, such as not opened, copies subject and content, and
 * opens it: in the Merge Sheet if the campaign is about a sheet, whose rows it then keeps.
 */
export function useFollowUp(campaignId: string) {
  const client = useApolloClient()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)

  async function followUp(outcome: RecipientOutcome, label: string) {
    setCreating(true)
    try {
      const { data } = await client.query({ query: CAMPAIGN_CONTENT, variables: { id: campaignId } })
      const source = data?.campaign
      if (!source) throw new Error('This campaign no longer exists.')
      const { subject, content, useHtmlBuilder, htmlTemplate, attachments, emailsPer, sheet } = source
      const suffix = ` (${label})`
      const name = `${source.name.slice(0, TEXT_LIMITS.campaignName - suffix.length)}${suffix}`
      const { data: created } = await client.mutate({
        mutation: CREATE_CAMPAIGN,
        variables: {
          input: {
            name,
            subject,
            content,
            useHtmlBuilder,
            htmlTemplate,
            attachments: attachments.map((file) => ({ id: file.id, name: file.name, document: file.document })),
            ...(sheet && { sheetId: sheet.id, emailsPer }),
            audience: { filter: { campaignOutcome: { campaignId, outcome } } },
          },
        },
        update: (cache, result) => {
          const campaign = result.data?.createCampaign?.campaign
          if (campaign) addToList(cache, [campaign])
        },
      })
      toast({
        title: 'Campaign Created!',
        description: `“${name}” is a draft. You can edit it before you send it.`,
      })
      const draft = created?.createCampaign?.campaign?.id ?? ''
      await navigate(sheet ? `/compose?draft=${draft}` : `/campaigns/create?draft=${draft}`)
    } catch (error) {
      toast({ ...creationProblem(error), variant: 'destructive' })
    }
    setCreating(false)
  }

  return { followUp, creating }
}
