import { Play } from '#web/ui/generated/icons.ts'
import { TaskProgress } from '#web/contacts/tasks/task-progress.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { partsText } from './changed-parts-text.ts'
import { RehearsalReport } from './report.tsx'
import { useRehearsal, type LiveRehearsal, type RehearsedLaunch } from './use-rehearsal.ts'

export interface RehearsalViewProps {
  live: LiveRehearsal
  /** Number of recipients; undefined while unknown. */
  recipients: number | undefined
  /** True while the draft is being edited and saved. */
  waiting: boolean
  /** Content shown when there is no report, and none is about to be loaded. */
  whenNone?: string
  /** Shows the email as this recipient gets it. */
  onPreview: (contactId: string) => void
}

export interface RehearsalCardProps extends Omit<RehearsalViewProps, 'live'> {
  campaignId: string
  launch: RehearsedLaunch
}

/** Loads and follows the rehearsal (a simulation) of a draft's launch, and shows it. */
export function RehearsalCard({ campaignId, launch, ...props }: RehearsalCardProps) {
  return <RehearsalView live={useRehearsal(campaignId, launch, props.waiting)} {...props} />
}

/** Shows the rehearsal (simulation) of a draft's launch: its start button, its progress, and its report. */
export function RehearsalView({ live, recipients, waiting, whenNone, onPreview }: RehearsalViewProps) {
  const { rehearsal, loaded, task, error, starting, start, look } = live
  const report = rehearsal?.report
  const hasFailed = rehearsal?.status === 'failed'
  const count = recipients === undefined ? '' : ` with all ${recipients.toLocaleString()}`
  return (
    <Card
      title="Rehearsal"
      description="A rehearsal prepares every email without sending it, and shows what a launch would do."
      actions={
        task === null && (
          <Button
            size="sm"
            icon={Play}
            busy={starting}
            disabled={waiting || recipients === 0}
            onClick={() => void start()}
          >
            {report ? 'Rehearse again' : recipients === 1 ? 'Rehearse' : `Rehearse${count}`}
          </Button>
        )
      }
    >
      {task ? (
        <TaskProgress task={task} label="Rehearsing the launch" />
      ) : error && !report ? (
        <Callout
          tone="warning"
          role="alert"
          title="The rehearsal could not be loaded"
          action={
            <Button size="sm" onClick={look}>
              Try again
            </Button>
          }
        >
          {errorMessage(error)}
        </Callout>
      ) : hasFailed && rehearsal.error ? (
        <Callout tone="warning" role="alert" title="The rehearsal failed">
          {rehearsal.error}
        </Callout>
      ) : report ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {rehearsal.changed.length > 0 ? (
            <Callout tone="warning" role="status">
              This report is out of date: {partsText(rehearsal.changed)} changed. Rehearse again before you launch.
            </Callout>
          ) : (
            rehearsal.reportedAt && (
              <p role="status" className="text-xs text-ink-soft">
                Rehearsed <Time at={rehearsal.reportedAt} />.
              </p>
            )
          )}
          <RehearsalReport report={report} onPreview={onPreview} />
        </div>
      ) : (
        loaded && whenNone && rehearsal?.task?.status !== 'done' && <p className="text-ink-soft">{whenNone}</p>
      )}
    </Card>
  )
}
