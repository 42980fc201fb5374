import { reputationOf } from '#domain/mailboxes/mailboxes.ts'
import { segmentCountsOf } from '#api/audiences/segments.ts'
import { ownApiKeyCountsOf } from '#api/accounts/api-keys.ts'
import { suppressedOf } from '#api/audiences/suppressions.ts'
import { tagsOf } from '#api/audiences/tags.ts'
import {
  attachmentsOf,
  leftOutCountsOf,
  recipientCountsOf,
  selectedContactPagesOf,
  selectedContactsOf,
} from '#api/campaigns/campaigns.ts'
import { approvalsOf } from '#api/campaigns/approval/approvals.ts'
import { welcomesOf } from '#api/campaigns/recipient-response.ts'
import { rehearsalsOf } from '#api/campaigns/rehearsal/rehearsals.ts'
import { contactEmailCountsOf, contactEmailLogsOf } from '#api/emails/contact-history.ts'
import { resendableCountsOf } from '#api/campaigns/launch/pause-resume-cancel.ts'
import { ownCellsOf } from '#api/campaigns/drafts/row-cell-overrides.ts'
import { launchersOf, mailboxesOf } from '#api/campaigns/launch/mailbox-selection.ts'
import { stoppedCountsOf } from '#api/campaigns/launch/resume-stopped-campaigns.ts'
import { AT_REST, mailboxWaitsOf, sendingStatesOf } from '#api/campaigns/delivery/sending-states.ts'
import { repeatsOf, runTotalsOf } from '#api/campaigns/repeats/repeat-settings.ts'
import { sheetSourcesOf } from '#api/contacts/sheets/sources/connect-sheet.ts'
import { emailsOfRows } from '#api/contacts/sheets/sheets.ts'
import { sheetLinksOf } from '#api/campaigns/exports/live-sheet-access.ts'
import { emailLogCountsOf, emailLogPagesOf } from '#api/emails/email-logs.ts'
import { followUpEmailsOf, nextFollowUpsOf } from '#api/campaigns/follow-ups/follow-up-states.ts'
import { followUpsOf, stepsOf } from '#api/campaigns/follow-ups/campaign-with-follow-ups.ts'
import { fieldOrdersOf, orderOf } from '#api/audiences/field-order.ts'
import type { Call } from '#api/platform/call-context.ts'
import { imageUsesOf, NO_USES } from '#api/images/image-uses.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { topicsOf } from '#api/settings/topics.ts'
import { connectedProvidersOf, reputationsOf } from '#api/mailboxes/mailboxes.ts'
import { sharesOf } from '#api/mailboxes/mailbox-shares.ts'
import { answerEmailsOf, answersOf } from '#api/inbox/replies/reply-answers.ts'
import { conversationsOf } from '#api/inbox/replies/conversation-entries.ts'
import { readableProvidersOf } from '#api/inbox/replies/reply-message.ts'
import { savedBlockUsesOf, NO_SAVED_BLOCK_USES } from '#api/templates/saved-block-uses.ts'
import { templateContentsOf } from '#api/templates/template-contents.ts'
import { userNamesOf } from '#api/tasks/tasks.ts'
import { tenantOutcomesOf } from '#api/super-admins/tenant-outcomes.ts'
import { NO_RESULTS, variantResultsOf } from '#api/campaigns/launch/ab-results.ts'
import { eventsOf, linkClicksOf, machineOpensOf } from '#api/tracking/campaign-analytics.ts'
import { NOTHING_COUNTED, trackingCountsOf } from '#api/tracking/tracking-counts.ts'
import { untrackedOf, untrackedSentOf } from '#api/tracking/tracking-exclusions.ts'
import { timelinesOf } from '#api/tracking/campaign-timelines.ts'
import { batched, batchedAlike, batchedForAll } from './batch-loaders.ts'
import { createNodeLoaders, type NodeLoaders } from './node-loaders.ts'

/** DataLoaders: batch, within one request, what a list would query row by row. */
export type Loaders = NodeLoaders & ReturnType<typeof createFieldLoaders>

export function createLoaders(call: Call): Loaders {
  return { ...createNodeLoaders(call), ...createFieldLoaders(call) }
}

const NOTHING_SENT = { sent: 0, bounced: 0, refused: 0, unsubscribed: 0, complained: 0 }
const NO_RUNS = { runs: 0, sent: 0 }
const empty = () => []
const nothing = () => null
const zero = () => 0
const no = () => false

function createFieldLoaders(call: Call) {
  const gather = <Value, None>(load: Parameters<typeof batched<Value, None>>[1], none: () => None) =>
    batched(call, load, none)
  const gatherForAll = <Value, None>(load: Parameters<typeof batched<Value, None>>[1], none: () => None) =>
    batchedForAll(call, load, none)
  return {
    // of campaigns
    approvals: gatherForAll(approvalsOf, nothing),
    attachments: gatherForAll(attachmentsOf, empty),
    campaignMailboxes: gather(mailboxesOf, empty),
    emailLogCounts: batchedAlike(call, emailLogCountsOf, zero),
    emailLogPages: batchedAlike(call, emailLogPagesOf, empty),
    launchers: gatherForAll(launchersOf, nothing),
    followUps: gatherForAll(followUpsOf, empty),
    followUpSteps: gatherForAll(stepsOf, () => 1),
    leftOutCounts: gatherForAll(leftOutCountsOf, zero),
    linkClicks: gatherForAll(linkClicksOf, empty),
    machineOpens: gatherForAll(machineOpensOf, zero),
    recipientCounts: gatherForAll(recipientCountsOf, zero),
    rehearsals: gatherForAll(rehearsalsOf, nothing),
    repeats: gatherForAll(repeatsOf, nothing),
    resendableCounts: gatherForAll(resendableCountsOf, zero),
    /** values that a campaign has instead of those of a row of its sheet, by contact and row */
    ownCells: batchedAlike(call, ownCellsOf, empty),
    /** the email of a campaign about a row of its sheet, by contact and row */
    rowEmails: batchedAlike(call, emailsOfRows, nothing),
    runTotals: gatherForAll(runTotalsOf, () => NO_RUNS),
    selectedContactPages: batchedAlike(call, selectedContactPagesOf, empty),
    selectedContacts: gatherForAll(selectedContactsOf, empty),
    sendingStates: gatherForAll(sendingStatesOf, () => AT_REST),
    sheetLinks: gather(sheetLinksOf, nothing),
    sheetSources: gatherForAll(sheetSourcesOf, nothing),
    timelines: batchedAlike(call, timelinesOf, nothing),
    trackingCounts: gatherForAll(trackingCountsOf, () => NOTHING_COUNTED),
    untrackedSent: gatherForAll(untrackedSentOf, zero),
    welcomes: gatherForAll(welcomesOf, nothing),
    variantResults: gatherForAll(variantResultsOf, () => NO_RESULTS),
    // of recipients and contacts
    followUpEmails: gatherForAll(followUpEmailsOf, empty),
    contactEmailCounts: gatherForAll(contactEmailCountsOf, zero),
    contactEmailLogs: batchedAlike(call, contactEmailLogsOf, empty),
    contactTags: gatherForAll(tagsOf, empty),
    fieldOrders: gatherForAll(fieldOrdersOf, () => orderOf([])),
    nextFollowUps: gatherForAll(nextFollowUpsOf, nothing),
    recipientEvents: gatherForAll(eventsOf, empty),
    segmentCounts: gatherForAll(segmentCountsOf, zero),
    suppressed: gatherForAll(suppressedOf, no),
    untracked: gatherForAll(untrackedOf, no),
    // of mailboxes
    mailboxShares: gather(sharesOf, empty),
    mailboxWaits: gatherForAll(mailboxWaitsOf, nothing),
    topics: gather(topicsOf, nothing),
    reputations: gather(reputationsOf, () => reputationOf(NOTHING_SENT)),
    stoppedCounts: gather(stoppedCountsOf, zero),
    // of replies
    answers: gatherForAll(answersOf, empty),
    answerEmails: gatherForAll(answerEmailsOf, nothing),
    conversations: gatherForAll(conversationsOf, empty),
    // of everything else
    /** true by provider name, if the caller may read replies in its mailboxes */
    readableProviders: gather(readableProvidersOf, no),
    ownApiKeyCounts: gather(ownApiKeyCountsOf, zero),
    connectedProviders: gather(connectedProvidersOf, (): Provider[] => []),
    /** uses of images, by the image's token */
    imageUses: gatherForAll(imageUsesOf, () => NO_USES),
    savedBlockUses: gatherForAll(savedBlockUsesOf, () => NO_SAVED_BLOCK_USES),
    templateContents: gatherForAll(templateContentsOf, () => ({ content: '', htmlTemplate: null })),
    /** outcomes of a workspace's emails, for super admins only */
    tenantOutcomes: gather(tenantOutcomesOf, empty),
    userNames: gatherForAll(userNamesOf, nothing),
  }
}
