import { useQuery } from '@apollo/client/react'
import { Card } from '#web/ui/card.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { LAUNCHED_REHEARSAL } from './operations.ts'
import { partsText } from './changed-parts-text.ts'
import { RehearsalReport } from './report.tsx'

/** The report of the last rehearsal before a launch, on the campaign's page; nothing for a campaign without one. */
export function LaunchedRehearsal({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(LAUNCHED_REHEARSAL, { variables: { id: campaignId } })
  const rehearsal = data?.campaign?.rehearsal
  if (!rehearsal?.report) return null
  return (
    <Card title="Rehearsal before the launch">
      <details>
        <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
          {rehearsal.reportedAt && (
            <>
              Rehearsed on <Time at={rehearsal.reportedAt} show="moment" />.
            </>
          )}
          {rehearsal.changed.length > 0 && ` Before the launch, ${partsText(rehearsal.changed)} changed.`}
        </summary>
        <div className="pt-4">
          <RehearsalReport report={rehearsal.report} isPast />
        </div>
      </details>
    </Card>
  )
}
