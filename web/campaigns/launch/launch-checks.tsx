import { useQuery } from '@apollo/client/react'
import { CircleAlert, CircleCheck, CircleX } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { fullName } from '#domain/contacts/contacts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { CampaignProblemsQuery } from '#web/generated/graphql.ts'
import { useSentFrom } from '#web/mailboxes/connect-return.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { CAMPAIGN_PROBLEMS } from './operations.ts'

type Problem = CampaignProblemsQuery['campaignProblems'][number]

export interface ChecksProps {
  campaignId: string
  /** The sending mailboxes. */
  mailboxIds: readonly string[]
  /** Start time in ISO 8601; null = now. */
  scheduledAt: string | null
  /** True while the draft is being edited: keep the last results until it can be checked again. */
  waiting?: boolean
  /** Opens the step of the wizard where a problem can be fixed. */
  onMend?: ((step: number) => void) | undefined
  /** Switches the tracking of opens, offered next to the problem it causes. */
  onTrackOpens?: ((trackOpens: boolean) => void) | undefined
}

/** Pre-launch checks by the server; they block nothing here. */
export function Checks({ campaignId, mailboxIds, scheduledAt, waiting = false, onMend, onTrackOpens }: ChecksProps) {
  const { data, previousData, error, loading, refetch } = useQuery(CAMPAIGN_PROBLEMS, {
    variables: { id: campaignId, mailboxIds: [...mailboxIds], scheduledAt },
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
          <Finding problem={problem} onMend={onMend} onTrackOpens={onTrackOpens} />
        </li>
      ))}
    </ul>
  )
}

const STEPS = { recipients: 2, email: 3, documents: 3 } as const
const STEP_NAMES = {
  recipients: 'Choose the recipients',
  email: 'Edit the email',
  documents: 'Change the attachments',
} as const
const PAGES = {
  data: { to: '/settings?tab=data', name: 'See the deletion' },
  mailboxes: { to: '/settings?tab=emails', name: 'Open Connected Emails' },
  plan: { to: '/plan', name: 'See your plan' },
  profile: { to: '/settings?tab=profile', name: 'Open your profile to confirm your address' },
  sending: { to: '/settings', name: 'Open Email Sending' },
} as const

/**
 * Place at which each problem is fixed: a step of the wizard or a page. `here` is the launch form, beside the list of
 * problems; `nowhere` is left to the operator of the installation.
 */
const MENDED_AT: Readonly<Record<Problem['code'], keyof typeof STEPS | keyof typeof PAGES | 'here' | 'nowhere'>> = {
  BAD_LINK: 'email',
  BAD_STYLE: 'email',
  BROKEN_IMAGE: 'email',
  BROKEN_LINK: 'email',
  BULK_SENDER: 'mailboxes',
  CAMPAIGN_LIMIT: 'plan',
  CLIPPED: 'email',
  CONDITION: 'email',
  COPY_ADDRESS: 'email',
  COPY_SUPPRESSED: 'email',
  DECLINED: 'recipients',
  COPY_VALUE: 'email',
  CUT_TAG: 'email',
  DAILY_LIMIT: 'sending',
  DOUBLE_BRACES: 'email',
  EMAIL_NOT_CONFIRMED: 'profile',
  EMPTY_LINK: 'email',
  EMPTY_TAG: 'email',
  FEATURE_OFF: 'nowhere',
  FILES_DOUBTFUL: 'here',
  FILES_MISSING: 'here',
  FILES_SHARED: 'here',
  FILES_UNUSED: 'here',
  FOLLOW_UP_LINK: 'email',
  FOLLOW_UP_NO_REPLIES: 'mailboxes',
  FOLLOW_UP_UNTRACKED: 'email',
  FIRST_ROW: 'email',
  FONT_MISSING: 'documents',
  FOREIGN_IMAGE: 'email',
  FOREIGN_TAG: 'email',
  FORMAT_VALUE: 'email',
  FROM_ADDRESS: 'email',
  LINK_VALUE: 'email',
  LOCAL_LINK: 'email',
  LONG_SUBJECT: 'email',
  LOW_CONTRAST: 'email',
  MAILBOX_EXPIRED: 'mailboxes',
  MISLEADING_LINK: 'email',
  MISSING_IMAGE: 'email',
  NEARLY_CLIPPED: 'email',
  NO_ALT: 'email',
  NO_CONTENT: 'email',
  NO_ELEMENTS: 'email',
  NO_IMAGE: 'email',
  NO_LINK: 'email',
  NO_MAILBOX: 'mailboxes',
  NO_RECIPIENTS: 'recipients',
  NO_ROWS: 'recipients',
  NO_SIGNATURE: 'mailboxes',
  NO_SUBJECT: 'email',
  NO_SUBJECT_B: 'here',
  NO_TEXT: 'email',
  OUTSIDE_WINDOW: 'sending',
  OVER_CEILING: 'sending',
  PLACEHOLDER: 'email',
  PIXEL_COST: 'here',
  SAME_DOCUMENT: 'documents',
  SENDING_STOPPED: 'nowhere',
  SHEET_GONE: 'recipients',
  SHIFTED_COLUMNS: 'recipients',
  SUPPRESSED: 'recipients',
  TAKEN_OUT: 'email',
  TOO_LARGE: 'email',
  TO_BE_DELETED: 'data',
  TRIAL_ENDED: 'plan',
  UNKNOWN_TAG: 'email',
  UNREACHABLE_IMAGE: 'email',
  UNTRACKED_TEST: 'here',
}

const MEND = '-ml-2 h-7'

/** Button or link to the place where a problem is fixed; nothing if that is on this page or outside the app. */
function Mend({ code, onMend }: { code: Problem['code'] } & Pick<ChecksProps, 'onMend'>) {
  const place = MENDED_AT[code]
  const sentFrom = useSentFrom()
  if (place === 'here' || place === 'nowhere') return null
  if (place === 'recipients' || place === 'email' || place === 'documents')
    return onMend ? (
      <Button size="sm" variant="quiet" className={MEND} onClick={() => onMend(STEPS[place])}>
        {STEP_NAMES[place]}
      </Button>
    ) : null
  const { to, name } = PAGES[place]
  return (
    <Button asChild size="sm" variant="quiet" className={MEND}>
      <Link to={to} state={place === 'mailboxes' ? sentFrom : undefined}>
        {name}
      </Link>
    </Button>
  )
}

interface FindingProps extends Pick<ChecksProps, 'onMend' | 'onTrackOpens'> {
  problem: Problem
}

function Finding({ problem, onMend, onTrackOpens }: FindingProps) {
  const { code, severity, message, count, contacts, finishesAt } = problem
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
        <Mend code={code} onMend={onMend} />
        {code === 'PIXEL_COST' && onTrackOpens && <Switch label="Track opens" checked onCheckedChange={onTrackOpens} />}
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
