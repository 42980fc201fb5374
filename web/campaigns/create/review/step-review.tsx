import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { findTags, SIGNATURE_TAG, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { whenWords, whoWords } from '../../follow-up-texts.ts'
import { Checks } from '../../launch/launch-checks.tsx'
import { ConditionCounts } from '../../launch/condition-counts.tsx'
import { forecastFrom, rehearsedTime } from '../../launch/launch-choice.ts'
import { CAMPAIGN_PROBLEMS, LAUNCH_FORECAST } from '../../launch/operations.ts'
import { MailboxChoice } from '../../launch/mailbox-choice.tsx'
import { RecipientFiles } from '../../launch/recipient-files.tsx'
import { TimeChoice } from '../../launch/launch-time-choice.tsx'
import { ApprovalNote, useApprovalNeeded } from '../../approval/approval-note.tsx'
import { RehearsalCard } from '../../rehearsal/rehearsal-card.tsx'
import { WORKSPACE_TRACKING } from '../../operations.ts'
import { useFeatures } from '../../use-features.ts'
import { AbTestFields, whyUntracked } from './ab-test-fields.tsx'
import { AttachmentList } from '../design/attachments.tsx'
import { chosenCount, type Audience } from '../audience/audience.ts'
import type { Draft } from '../store/campaign-draft.ts'
import { PreviewCard, type PreviewControl } from './preview-card.tsx'
import { RepeatSentence, type DraftRepeat } from '../notices/repeats-notice.tsx'
import { TrackingFields } from './tracking-fields.tsx'
import type { OpenDraftStore } from '../store/draft-store.ts'

export interface StepReviewProps {
  store: Pick<OpenDraftStore, 'draft' | 'change' | 'reapplyAudience' | 'saveState' | 'recipients'>
  /** Count of the audience's condition; undefined while unknown. */
  matching: number | undefined
  /** Email addresses of the sending mailboxes. */
  from: readonly string[]
  /** Rule by which the campaign is sent; null if it does not repeat. */
  repeat: DraftRepeat | null
  /** Opens another step of the wizard, where a problem can be fixed. */
  onStep: (step: number) => void
}

/**
 * Step 4: review and launch. Re-applies the audience's condition and shows the server's count: exactly these recipients
 * get the campaign, not contacts imported later.
 */
export function StepReview({ store, matching, from, repeat, onStep }: StepReviewProps) {
  const { draft, change, reapplyAudience, saveState } = store
  useEffect(reapplyAudience, [reapplyAudience])
  const { campaignId, launch: choice } = draft
  const preview = useRef<PreviewControl>(null)
  const features = useFeatures()
  const client = useApolloClient()
  const workspace = useQuery(WORKSPACE_TRACKING).data?.emailSettings.tracking
  const forecast = useQuery(LAUNCH_FORECAST, {
    variables: { id: campaignId ?? '', mailboxIds: [...from], ...rehearsedTime(choice) },
    fetchPolicy: 'network-only',
    skip: repeat !== null || !draft.abTest.isEnabled || campaignId === null || saveState !== 'saved',
  })
  const {
    suppressed = 0,
    declined = 0,
    overCeiling = 0,
  } = (forecast.data ?? forecast.previousData)?.launchForecast ?? {}
  const count = saveState === 'saved' ? store.recipients : chosenCount(draft.audience, matching)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {/* The key resets it when the recipients change. */}
        <PreviewCard key={store.recipients} ref={preview} draft={draft} saveState={saveState} mailboxId={from[0]} />
        {repeat ? (
          <Card title="Launch">
            <p>
              <RepeatSentence repeat={repeat} />
            </p>
            <Link to={`/campaigns/${campaignId}/repeat`} className="mt-2 inline-block rounded-sm underline">
              Change or stop it
            </Link>
          </Card>
        ) : (
          <Card title="Launch">
            <div className="grid gap-6">
              <TimeChoice
                draft
                choice={choice}
                campaignId={campaignId}
                mailboxIds={from}
                waiting={saveState !== 'saved'}
                onChange={(part) => change({ launch: { ...choice, ...part } })}
              />
              {choice.when === 'later' && campaignId !== null && <RepeatLine campaignId={campaignId} />}
              {choice.when !== 'later' && (
                <MailboxChoice
                  chosen={choice.mailboxIds}
                  onChange={(mailboxIds) => change({ launch: { ...choice, mailboxIds } })}
                />
              )}
              {choice.when !== 'later' && (
                <ApprovalNote choice={choice} onChange={(part) => change({ launch: { ...choice, ...part } })} />
              )}
            </div>
          </Card>
        )}
        {campaignId !== null && !repeat && (
          <RehearsalCard
            campaignId={campaignId}
            launch={{ mailboxIds: from, ...rehearsedTime(choice) }}
            recipients={count}
            waiting={saveState !== 'saved'}
            onPreview={(contactId) => preview.current?.show(contactId)}
          />
        )}
        {features?.attachments && campaignId !== null && !repeat && (
          <RecipientFiles
            campaignId={campaignId}
            waiting={saveState !== 'saved'}
            onChanged={() => void client.refetchQueries({ include: [CAMPAIGN_PROBLEMS] })}
          />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Before you send">
          {campaignId === null ? (
            <p className="text-ink-soft">We check the campaign after it is saved.</p>
          ) : (
            <>
              <Checks
                campaignId={campaignId}
                mailboxIds={from}
                scheduledAt={forecastFrom(choice)}
                waiting={saveState !== 'saved'}
                onMend={onStep}
                onTrackOpens={(trackOpens) => change({ trackOpens })}
              />
              <ConditionCounts campaignId={campaignId} waiting={saveState !== 'saved'} />
            </>
          )}
        </Card>
        <Card title="Summary">
          <dl className="grid gap-3">
            <Fact name="Name">{draft.name.trim()}</Fact>
            <Fact name="Subject">{draft.subject.trim()}</Fact>
            <Fact name="Personalization">{personalization(draft)}</Fact>
            <Fact name="Recipients">
              {repeat ? 'Chosen by the rule' : count === undefined ? '…' : recipients(draft.audience, count)}
            </Fact>
          </dl>
          {draft.followUps.length > 0 && (
            <div className="mt-4 border-t border-line pt-4">
              <h3 className="mb-2 text-ink-soft">Follow-ups</h3>
              <ol className="grid gap-2">
                {draft.followUps.map((followUp) => (
                  <li key={followUp.id}>
                    {whenWords(followUp, { isLocal: choice.when === 'scheduled' && choice.isLocal })}
                    <span className="block text-ink-soft">{whoWords(followUp)}</span>
                  </li>
                ))}
              </ol>
            </div>
          )}
          {draft.files.length > 0 && (
            <div className="mt-4 border-t border-line pt-4">
              <h3 className="mb-2 text-ink-soft">Attachments</h3>
              <AttachmentList files={draft.files} />
            </div>
          )}
        </Card>
        {(features?.abTesting || draft.abTest.isEnabled) && (
          <AbTestFields
            isFeatureOff={features?.abTesting === false}
            untracked={whyUntracked(draft, features, workspace)}
            subject={draft.subject}
            value={draft.abTest}
            recipients={repeat ? undefined : count}
            leftOut={suppressed + declined + overCeiling}
            onChange={(abTest) => change({ abTest })}
          />
        )}
        {features?.tracking && <TrackingFields draft={draft} workspace={workspace} onChange={change} />}
      </div>
    </div>
  )
}

/** Link to the page for repeating, or the reason why there is none. */
function RepeatLine({ campaignId }: { campaignId: string }) {
  if (useApprovalNeeded()) {
    return <p className="text-ink-soft">Launches need approval, so this campaign cannot repeat automatically.</p>
  }
  return (
    <p className="text-ink-soft">
      For new contacts, birthdays or every month:{' '}
      <Link to={`/campaigns/${campaignId}/repeat`} className="rounded-sm text-ink underline">
        Repeat automatically
      </Link>
    </p>
  )
}

/** The merge tags of all emails, as typed: "{firstName}, {Country}". */
function personalization({ subject, content, useHtmlBuilder, htmlTemplate, followUps, abTest }: Draft): string {
  const emails = [{ subject, content, useHtmlBuilder, htmlTemplate }, ...followUps]
  const texts = emails.flatMap((email) => [
    email.subject,
    email.useHtmlBuilder ? JSON.stringify(email.htmlTemplate ?? '') : email.content,
  ])
  const tags = findTags([...texts, abTest.isEnabled ? abTest.variantB : ''].join('\n')).filter(
    (name) => ![UNSUBSCRIBE_TAG, SIGNATURE_TAG].includes(name.toLowerCase()),
  )
  return tags.length === 0
    ? 'No personalization: everybody gets the same email'
    : tags.map((name) => `{${name}}`).join(', ')
}

/** "1,204 contacts in the segment “Regulars”". */
function recipients(audience: Audience, count: number): string {
  const label = audience.kind === 'matching' ? audience.label : ''
  return `${contactCount(count)} ${label}`.trim()
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}
