import { useMutation } from '@apollo/client/react'
import { Send } from '#web/ui/generated/icons.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { METRIC_WORDS, waitWords } from '../ab-test-texts.ts'
import { CHOOSE_AB_WINNER } from '../campaign-mutations.ts'
import { type TestedCampaign } from '../operations.ts'

/** Shows when the remaining recipients of an A/B test get the winning subject, with buttons to decide the test now. */
export function AbWinner({ campaign }: { campaign: TestedCampaign }) {
  const { abResults, abWinnerMetric, abWaitHours, status } = campaign
  if (!abResults || abResults.waitingCount === 0) return null
  const { waitingCount, decidesAt } = abResults
  const metric = METRIC_WORDS[abWinnerMetric ?? 'opens'].noun.toLowerCase()
  const waiting = `${contactCount(waitingCount)} ${waitingCount === 1 ? 'waits' : 'wait'} for the winner.`
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-0 basis-72 grow">
        {waiting}{' '}
        <span className="text-ink-soft">
          {status === 'paused' ? (
            'The campaign is paused, so the test is not decided.'
          ) : decidesAt ? (
            <>
              The {metric} decide on <Time at={decidesAt} show="moment" focusable />.
            </>
          ) : (
            `The ${metric} decide ${waitWords(abWaitHours ?? 0)} after the last email of the test.`
          )}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {abResults.variants.map(({ name, subject }) => (
          <Choose key={name} campaign={campaign} winner={name} subject={subject} waiting={waitingCount} />
        ))}
      </div>
    </div>
  )
}

interface ChooseProps {
  campaign: TestedCampaign
  winner: 'A' | 'B'
  subject: string
  waiting: number
}

function Choose({ campaign: { id, status }, winner, subject, waiting }: ChooseProps) {
  const [choose] = useMutation(CHOOSE_AB_WINNER)
  const rest = contactCount(waiting)
  const gets = waiting === 1 ? 'gets' : 'get'
  const when = status === 'paused' ? 'once you resume the campaign' : 'now'
  async function decide() {
    try {
      await choose({ variables: { id, winner } })
      toast({ title: 'A/B Test Decided', description: `${rest} ${gets} subject ${winner} ${when}.` })
    } catch (error) {
      toast({ title: 'Decision Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={Send}>
          Send {winner} to the rest
        </Button>
      }
      title={`Send subject ${winner} to the rest?`}
      description={`${rest} ${gets} “${subject}” ${when}, without waiting for the result. You cannot undo this.`}
      confirmLabel={`Send ${winner}`}
      busyLabel="Deciding..."
      variant="primary"
      onConfirm={decide}
    />
  )
}
