import { useQuery } from '@apollo/client/react'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { fullName } from '#domain/contacts.ts'
import { errorMessage } from '#web/errors.ts'
import type { CampaignProblemsQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/cn.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { CAMPAIGN_PROBLEMS } from './operations.ts'

type Problem = CampaignProblemsQuery['campaignProblems'][number]

export interface ChecksProps {
  campaignId: string
  /** The sending mailboxes. */
  mailAccountIds: readonly string[]
  /** Start time in ISO 8601; null = now. */
  scheduledAt: string | null
  /** It is being edited: keep the last results until it can be checked again. */
  waiting?: boolean
  /** Opens the step of the wizard where a problem is mended. */
  onMend?: ((step: number) => void) | undefined
}

/** Pre-launch checks by the server; they block nothing here. */
export function Checks({ campaignId, mailAccountIds, scheduledAt, waiting = false, onMend }: ChecksProps) {
  const { data, previousData, error, loading, refetch } = useQuery(CAMPAIGN_PROBLEMS, {
    variables: { id: campaignId, mailAccountIds: [...mailAccountIds], scheduledAt },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
    skip: waiting,
  })
  // Results for another mailbox or time must not stay when this check fails.
  if (error && !loading) {
    return (
      <Callout
        tone="warning"
        role="alert"
        title="The campaign could not be checked"
        action={
          <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    )
  }
  const problems = (data ?? previousData)?.campaignProblems
  if (!problems) {
    if (waiting) return <p className="text-ink-soft">We check the campaign after it is saved.</p>
    return (
      <Loading label="Checking campaign">
        <Skeleton className="h-10 rounded-md" />
      </Loading>
    )
  }
  const outdated = waiting || loading
  if (problems.length === 0) {
    return (
      <p
        role="status"
        aria-busy={outdated}
        className={cn('flex items-center gap-2 text-good', outdated && 'opacity-60')}
      >
        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
        No problems found.
      </p>
    )
  }
  return (
    <ul aria-label="Before you send" aria-busy={outdated} className={cn('grid gap-3', outdated && 'opacity-60')}>
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.message}`} className="flex gap-2">
          <Finding problem={problem} onMend={onMend} />
        </li>
      ))}
    </ul>
  )
}

/** Problems that another step mends; those of the launch itself, of files and of mailboxes are mended here. */
const STEP_OF: Partial<Record<Problem['code'], number>> = {
  NO_RECIPIENTS: 2,
  SUPPRESSED: 2,
  SHIFTED_COLUMNS: 2,
  ...Object.fromEntries(
    (
      [
        ...(['NO_SUBJECT', 'NO_CONTENT', 'NO_TEXT', 'NO_ELEMENTS', 'CLIPPED', 'LONG_SUBJECT', 'CONDITION'] as const),
        ...(['EMPTY_TAG', 'UNKNOWN_TAG', 'CUT_TAG', 'DOUBLE_BRACES', 'LINK_VALUE', 'NO_ALT', 'NO_IMAGE'] as const),
        ...(['EMPTY_LINK', 'BROKEN_LINK', 'LOCAL_LINK', 'MISLEADING_LINK', 'NO_LINK', 'BAD_LINK'] as const),
        ...(['MISSING_IMAGE', 'BROKEN_IMAGE', 'UNREACHABLE_IMAGE', 'PLACEHOLDER', 'BAD_STYLE'] as const),
        ...(['LOW_CONTRAST', 'TAKEN_OUT', 'TOO_LARGE', 'COPY_ADDRESS', 'COPY_VALUE', 'FOLLOW_UP_LINK'] as const),
      ] satisfies readonly Problem['code'][]
    ).map((code) => [code, 3]),
  ),
}
const STEP_NAMES: Record<number, string> = { 2: 'Choose the recipients', 3: 'Edit the email' }

interface FindingProps extends Pick<ChecksProps, 'onMend'> {
  problem: Problem
}

function Finding({ problem: { code, severity, message, count, contacts, finishesAt }, onMend }: FindingProps) {
  const step = STEP_OF[code]
  const bad = severity === 'error'
  const Icon = bad ? CircleX : CircleAlert
  return (
    <>
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', bad ? 'text-bad' : 'text-waiting')} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="sr-only">{bad ? 'Error: ' : 'Warning: '}</span>
          {message}
        </p>
        {step !== undefined && onMend && (
          <Button size="sm" variant="quiet" className="-ml-2 h-7" onClick={() => onMend(step)}>
            {STEP_NAMES[step]}
          </Button>
        )}
        {finishesAt && (
          <p className="text-xs text-ink-soft">
            The last email would be sent on <Time at={finishesAt} show="moment" focusable />.
          </p>
        )}
        {contacts.length > 0 && (
          <details className="mt-1 text-xs text-ink-soft">
            <summary className="w-fit rounded-sm hover:text-ink">Affected recipients</summary>
            <ul className="mt-1 grid gap-0.5">
              {contacts.map((contact) => (
                <li key={contact.id} className="wrap-anywhere">
                  {fullName(contact)} {contact.email}
                </li>
              ))}
              {count !== null && count > contacts.length && (
                <li>and {(count - contacts.length).toLocaleString()} more</li>
              )}
            </ul>
          </details>
        )}
      </div>
    </>
  )
}
