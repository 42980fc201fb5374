import { skipToken, useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { firstRowTags, howToList } from '#domain/content/first-row-tags.ts'
import { Callout } from '#web/ui/callout.tsx'
import { DRAFT_SHEET } from '../operations.ts'
import type { Draft } from '../store/campaign-draft.ts'

/**
 * Warns of columns whose merge tag shows only the first row although the email is about several rows, and explains how
 * to list all. Renders nothing without such columns.
 */
export function FirstRowNotice({ columns, className }: { columns: readonly string[]; className?: string }) {
  const [first] = columns
  if (first === undefined) return null
  const tags = columns.map((name) => `{${name}}`).join(', ')
  return (
    <Callout tone="warning" role="status" className={className} title={`Only the first row’s value of ${tags}`}>
      Some people have several rows with different values. {howToList(first)}
    </Callout>
  )
}

/** Shows the warning of {@link FirstRowNotice} for a draft while it is written in the wizard. */
export function DraftFirstRows({ draft }: { draft: Pick<Draft, 'campaignId' | 'subject' | 'content'> }) {
  const { campaignId, subject, content } = draft
  const { data } = useQuery(DRAFT_SHEET, campaignId === null ? skipToken : { variables: { id: campaignId } })
  const campaign = data?.campaign
  const sheet = campaign?.emailsPer === 'person' ? campaign.sheet : null
  const columns = useMemo(
    () => (sheet && sheet.personCount < sheet.rowCount ? firstRowTags([subject, content], sheet.columns) : []),
    [sheet, subject, content],
  )
  return <FirstRowNotice columns={columns} />
}
