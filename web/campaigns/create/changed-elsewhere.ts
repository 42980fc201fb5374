import { ownPartOf } from '#domain/builder/own-part.ts'
import type { CampaignDraftQuery } from '#web/generated/graphql.ts'
import { sameJson } from '#web/client/same-json.ts'
import { NO_TEST, writtenPart } from './draft.ts'
import type { SavedWork } from './save-draft.ts'

type Stored = Pick<
  NonNullable<CampaignDraftQuery['campaign']>,
  | 'name'
  | 'subject'
  | 'content'
  | 'fromName'
  | 'fromAddress'
  | 'replyTo'
  | 'cc'
  | 'bcc'
  | 'useHtmlBuilder'
  | 'htmlTemplate'
  | 'isAbTest'
  | 'abVariantB'
  | 'abSplitPercentage'
  | 'followUps'
  | 'abTestShare'
  | 'abWinnerMetric'
  | 'abWaitHours'
  | 'language'
  | 'tracking'
  | 'trackOpens'
  | 'trackClicks'
  | 'totalContacts'
  | 'attachments'
>

/**
 * The parts of an email that differ on the server from what this tab loaded or saved: "subject", "content". Empty when
 * equal.
 */
export function differencesFrom(stored: Stored, { draft, files, recipients }: SavedWork): string[] {
  const parts: Record<string, boolean> = {
    // One without a name keeps the stored name.
    name: draft.name.trim() !== '' && stored.name.trim() !== draft.name.trim(),
    subject: stored.subject.trim() !== draft.subject.trim(),
    content: otherContent(stored, draft),
    'sender and copies': SENDER.some((name) => (stored[name] ?? '').trim() !== draft.sender[name].trim()),
    'A/B test': otherTest(stored, draft),
    'follow-ups': !sameJson(stored.followUps.map(writtenPart), draft.followUps.map(writtenPart)),
    attachments: !sameJson(
      stored.attachments.map(({ id, name }) => ({ id, name })),
      files.map(({ storedId, name }) => ({ id: storedId, name })),
    ),
    language: stored.language !== draft.language,
    tracking:
      stored.tracking !== draft.tracking ||
      stored.trackOpens !== (draft.trackOpens ?? stored.trackOpens) ||
      stored.trackClicks !== (draft.trackClicks ?? stored.trackClicks),
    recipients: stored.totalContacts !== recipients,
  }
  return Object.keys(parts).filter((part) => parts[part])
}

const SENDER = ['fromName', 'fromAddress', 'replyTo', 'cc', 'bcc'] as const

/**
 * With the builder, content is generated from the document, so we compare the document, without the saved blocks in it,
 * which may have changed everywhere.
 */
function otherContent(stored: Stored, { useHtmlBuilder, content, htmlTemplate }: SavedWork['draft']): boolean {
  if (stored.useHtmlBuilder !== useHtmlBuilder) return true
  return useHtmlBuilder
    ? !sameJson(ownPartOf(stored.htmlTemplate ?? null), ownPartOf(htmlTemplate ?? null))
    : stored.content !== content
}

function otherTest(stored: Stored, { abTest }: SavedWork['draft']): boolean {
  if (stored.isAbTest !== abTest.isEnabled) return true
  const { variantB, splitPercentage, share, metric, waitHours } = abTest
  const isSame =
    (stored.abVariantB ?? '').trim() === variantB.trim() &&
    (stored.abSplitPercentage ?? NO_TEST.splitPercentage) === splitPercentage &&
    (stored.abTestShare ?? NO_TEST.share) === share &&
    (stored.abWinnerMetric ?? NO_TEST.metric) === metric &&
    (stored.abWaitHours ?? NO_TEST.waitHours) === waitHours
  return abTest.isEnabled && !isSame
}
