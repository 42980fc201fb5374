import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { Pencil, Repeat2, Square } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { RepeatOfCampaignFragment, RepeatRuleInput } from '#web/generated/graphql.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { localTimeZone } from '#web/settings/sending/send-window-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useApprovalNeeded } from '../approval/approval-note.tsx'
import { BackToCampaigns } from '../back-link.tsx'
import { MailboxChoice } from '../launch/mailbox-choice.tsx'
import { chosenMailboxes, useMailboxes } from '../launch/use-mailboxes.ts'
import { CAMPAIGN_TOUCHED } from '../operations.ts'
import { NextRun } from './next-run.tsx'
import { CAMPAIGN_REPEAT, CAMPAIGN_RUNS, REPEAT_CAMPAIGN, REPEAT_PREVIEW, type Repeat } from './operations.ts'
import { RepeatForm } from './repeat-form.tsx'
import { repeatText, ruleProblem } from './repeat-texts.ts'
import { RunList } from './run-list.tsx'

const NEEDS_APPROVAL = 'Launches need approval, so a campaign cannot repeat.'
const TITLE = 'Repeat automatically'

/** /campaigns/{id}/repeat: the times at which a draft is sent, the next run, and the runs so far. */
export function RepeatPage() {
  const { id = '' } = useParams()
  const { data, loading, error, refetch } = useQuery(CAMPAIGN_REPEAT, { variables: { id } })
  const campaign = data?.campaign
  useSubscription(CAMPAIGN_TOUCHED, {
    variables: { id },
    ignoreResults: true,
    onData: ({ client }) => void client.refetchQueries({ include: [CAMPAIGN_REPEAT, CAMPAIGN_RUNS, REPEAT_PREVIEW] }),
  })
  if (campaign) return <OneRepeat key={id} campaign={campaign} />
  return (
    <Page title={TITLE} back={<BackToCampaigns />}>
      {loading ? (
        <Loading label="Loading the campaign...">
          <Skeleton className="h-64" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title="The campaign could not be loaded"
            line={error ? errorMessage(error) : 'The campaign was deleted, or it is not in your workspace.'}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        </Card>
      )}
    </Page>
  )
}

const FRESH: RepeatRuleInput = {
  kind: 'new_contact',
  label: null,
  segmentId: null,
  field: null,
  offsetDays: 0,
  isYearly: true,
  dateOrder: null,
  dayOfMonth: 1,
  timeOfDay: '09:30',
  timeZone: 'UTC',
  onWorkingDays: false,
  includesExisting: false,
}

/**
 * Returns the stored repeat rule, or the one that the form begins with: about new rows, if the campaign is about a
 * connected sheet.
 */
function ruleOf(repeat: Repeat | null, hasSource: boolean): RepeatRuleInput {
  const kind = hasSource ? 'new_row' : FRESH.kind
  const fresh = { ...FRESH, kind, timeZone: localTimeZone() }
  if (!repeat) return fresh
  const names = Object.keys(FRESH) as (keyof RepeatRuleInput)[]
  return { ...fresh, ...Object.fromEntries(names.map((name) => [name, repeat[name]])) }
}

function OneRepeat({ campaign }: { campaign: RepeatOfCampaignFragment }) {
  const { id, name, status, repeat, sheet } = campaign
  const hasSource = sheet?.source != null
  const [rule, setRule] = useState(() => ruleOf(repeat, hasSource))
  const [chosen, setChosen] = useState<readonly string[] | null>(() =>
    repeat ? repeat.mailboxes.map((account) => account.id) : null,
  )
  const { mailboxes } = useMailboxes()
  const { role } = useUser()
  const from = chosenMailboxes(chosen, mailboxes ?? []).map((mailbox) => mailbox.id)
  const [repeatCampaign, { loading }] = useMutation(REPEAT_CAMPAIGN)
  const isOn = repeat?.isOn ?? false
  const isForbidden = useApprovalNeeded()
  const problem = isForbidden
    ? NEEDS_APPROVAL
    : (ruleProblem(rule) ?? (from.length === 0 ? 'Choose the mailbox to send from.' : null))

  async function save(next: RepeatRuleInput | null) {
    const input = { id, rule: next, ...(next && { mailboxIds: from }) }
    try {
      const { data } = await repeatCampaign({ variables: { input } })
      const saved = data?.repeatCampaign?.campaign?.repeat
      if (!saved) return
      toast(
        next === null
          ? { title: 'Repeating stopped', description: `“${name}” is not sent again. Runs that were launched go on.` }
          : {
              title: isOn ? 'Repeat rule saved' : 'Repeating switched on',
              description: `“${name}” is sent ${repeatText(saved)}.`,
            },
      )
    } catch (error) {
      toast({ title: 'The repeat rule was not saved', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Page
      title={name}
      line={TITLE}
      back={<BackToCampaigns />}
      aside={
        repeat && <Badge tone={isOn ? 'good' : repeat.offBecause ? 'bad' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      }
      actions={
        status === 'draft' && (
          <Button asChild icon={Pencil}>
            <Link to={`/campaigns/create?draft=${id}`}>Edit email</Link>
          </Button>
        )
      }
    >
      {isForbidden && status === 'draft' && (
        <Callout
          tone="warning"
          role="status"
          className="mb-4"
          title="Campaigns cannot repeat in your workspace"
          action={
            role === 'admin' && (
              <Button asChild size="sm">
                <Link to="/settings">Open Email Sending</Link>
              </Button>
            )
          }
        >
          A second person must approve each launch, and nobody could approve the runs of a campaign that repeats.
          {role !== 'admin' && ' An admin can change this under Settings → Email Sending.'}
        </Callout>
      )}
      {repeat && <Notices repeat={repeat} />}
      {status !== 'draft' ? (
        <Callout title="Only a draft can repeat">
          This campaign was sent. Duplicate it, then choose “Repeat automatically” for the copy.
        </Callout>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
          <Card
            title="When and to whom"
            description="Each run sends the email as it is then. The contacts chosen in the draft do not matter."
          >
            <div className="grid gap-6">
              <RepeatForm
                rule={rule}
                onChange={(part) => setRule({ ...rule, ...part })}
                hasSource={hasSource || rule.kind === 'new_row'}
              />
              <MailboxChoice chosen={chosen} onChange={setChosen} />
              <div className="flex flex-wrap items-center gap-2 border-t border-line pt-5">
                <Button
                  variant="primary"
                  icon={Repeat2}
                  busy={loading}
                  disabled={problem !== null}
                  onClick={() => void save(rule)}
                >
                  {isOn ? 'Save changes' : 'Switch on'}
                </Button>
                {isOn && (
                  <ConfirmDialog
                    trigger={<Button icon={Square}>Stop</Button>}
                    title={`Stop sending “${name}”?`}
                    description="No further runs are made. Runs that were launched go on. If you switch it on again, contacts who come in between do not get it."
                    confirmLabel="Stop"
                    onConfirm={() => save(null)}
                  />
                )}
                {problem && <span className="text-ink-soft">{problem}</span>}
              </div>
            </div>
          </Card>
          <Card
            title="Next run"
            description={isOn ? undefined : 'The run that follows if you switch repeating on now.'}
          >
            <NextRun campaignId={id} rule={rule} />
          </Card>
        </div>
      )}
      <div className="mt-4">
        <RunList campaignId={id} />
      </div>
    </Page>
  )
}

/** Notices above a repeat rule: the reason why it is off, and dates that came too late. */
function Notices({ repeat: { offBecause, offAt, skippedCount, skippedAt } }: { repeat: Repeat }) {
  return (
    <>
      {offBecause && (
        <Callout tone="bad" title="Switched off because of a problem" className="mb-4">
          {offBecause} {offAt && <Time at={offAt} />}
        </Callout>
      )}
      {skippedAt && skippedCount > 0 && (
        <Callout tone="warning" title="Some contacts got no email on their date" className="mb-4">
          {skippedCount === 1 ? 'One contact' : `${skippedCount.toLocaleString()} contacts`} got no email, because no
          run was possible within three days of the date. <Time at={skippedAt} />
        </Callout>
      )}
    </>
  )
}
