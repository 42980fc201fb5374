import { skipToken, useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import type { DraftRepeatQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { repeatText } from '../../repeat/repeat-texts.ts'
import { DRAFT_REPEAT } from '../operations.ts'

export type DraftRepeat = NonNullable<NonNullable<DraftRepeatQuery['campaign']>['repeat']>

/** Loads the rule by which a draft repeats; null if it does not, or while that is unknown. */
export function useDraftRepeat(campaignId: string | null): DraftRepeat | null {
  const { data } = useQuery(
    DRAFT_REPEAT,
    campaignId === null ? skipToken : { variables: { id: campaignId }, fetchPolicy: 'cache-and-network' },
  )
  const repeat = data?.campaign?.repeat
  return repeat?.isOn ? repeat : null
}

/** Sentences such as "Sent every month on day 1. The next run is on Dec 1, 2026, 9:30 AM." */
export function RepeatSentence({ repeat }: { repeat: DraftRepeat }) {
  return (
    <>
      Sent {repeatText(repeat)}
      {repeat.nextRunAt && (
        <>
          . The next run is on <Time at={repeat.nextRunAt} show="moment" />
        </>
      )}
      .
    </>
  )
}

/** Says at the top of the wizard that the campaign repeats, and that changes apply from its next run on. */
export function RepeatsNotice({ campaignId, repeat }: { campaignId: string; repeat: DraftRepeat }) {
  return (
    <Callout
      tone="warning"
      role="status"
      className="mb-6"
      title="This campaign is on and repeats"
      action={
        <Button asChild size="sm">
          <Link to={`/campaigns/${campaignId}/repeat`}>See the rule</Link>
        </Button>
      }
    >
      <RepeatSentence repeat={repeat} /> Your changes are saved as you make them and go into the next run. The rule
      decides who gets it, not the contacts chosen here.
    </Callout>
  )
}
