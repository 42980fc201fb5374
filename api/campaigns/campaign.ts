import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { AbDecision } from '#domain/campaigns/ab-decision.ts'
import type { AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-statuses.ts'
import type { StatusReason } from '#domain/campaigns/campaigns.ts'
import type { FollowUpCondition } from '#domain/campaigns/follow-ups.ts'
import type { EmailsPer } from '#domain/contacts/sheet-rules.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import type { HeaderPerson } from '#domain/content/sender-fields.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'

/**
 * A campaign and its progress. The counts equal the rows of email_logs at every commit. A follow-up is a campaign below the
 * one that people see, an answer to a reply is a hidden campaign of one email. The ORM finds both only where the filter
 * `whole` is off: no operation on campaigns takes one.
 */
export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  filters: { whole: { name: 'whole', cond: { parentId: null, answersReplyId: null }, default: true } },
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    subject: p.text(),
    content: p.text(),
    htmlTemplate: p.json<unknown>().nullable(),
    useHtmlBuilder: p.boolean(),
    personalization: p.text(),
    /** language of dates, salutations and the footer; null: the workspace's language */
    language: p.text().$type<EmailLanguage>().nullable(),
    /** the sender's name; null: the mailbox's */
    fromName: p.text().nullable(),
    /** From address, one of the mailbox's addresses; null: the mailbox's own address */
    fromAddress: p.text().nullable(),
    /** topic from the workspace's settings; it may have been removed since */
    topicId: p.uuid().nullable(),
    /** addresses separated by commas, as typed; merge tags work */
    replyTo: p.text().nullable(),
    /**
     * ids of readable mailboxes that receive replies although another mailbox sends, as of the launch or the last
     * resume
     */
    replyMailboxes: p.uuid().array().default([]),
    cc: p.text().nullable(),
    bcc: p.text().nullable(),
    /** the name of each recipient's own file, with merge tags; null: they get none */
    filePattern: p.text().nullable(),
    /** merge tags and markers of its documents for each recipient, as one text; null: it has none */
    documentTags: p.text().nullable(),
    /** days after its end for which the files are kept; null: the default */
    filesKeptDays: p.integer().nullable(),
    isAbTest: p.boolean(),
    abVariantType: p.text().nullable(),
    abVariantB: p.text().nullable(),
    abSplitPercentage: p.integer().nullable(),
    abTestStatus: p.text().nullable(),
    /** percent of the recipients in the test; 100 or null: all */
    abTestShare: p.integer().nullable(),
    /** measure that decides which subject the other recipients get */
    abWinnerMetric: p.text().$type<AbMetric>().nullable(),
    /** hours between the last email of the test and the decision */
    abWaitHours: p.integer().nullable(),
    /** time at which the A/B test is decided; null: some emails of the test are still to be sent */
    abDecidesAt: p.datetime().nullable(),
    abDecision: p.json<AbDecision>().nullable(),
    status: p.text().$type<CampaignStatus>(),
    /**
     * reason of the pause; null unless the campaign is paused. Why it sends nothing now is computed: see
     * sending-states.ts
     */
    pausedBecause: p.text().$type<StatusReason>().nullable(),
    totalContacts: p.integer().default(0),
    sentCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    deliveredCount: p.integer().default(0),
    openedCount: p.integer().default(0),
    clickedCount: p.integer().default(0),
    bouncedCount: p.integer().default(0),
    repliedCount: p.integer().default(0),
    /** recipients who answered that they are out of office */
    awayCount: p.integer().default(0),
    unsubscribedCount: p.integer().default(0),
    /** recording of opens and clicks, frozen at the launch; null: a draft uses the workspace's setting */
    tracking: p.text().$type<TrackingLevel>().nullable(),
    trackOpens: p.boolean().default(true),
    trackClicks: p.boolean().default(true),
    /** True if opens or clicks were tracked for each recipient of some or all sent emails; null before the first */
    opensTracked: p.boolean().nullable(),
    clicksTracked: p.boolean().nullable(),
    /** True if a person resumed the campaign after the canary had paused it. */
    canaryPassed: p.boolean().default(false),
    /**
     * true if an admin launched the campaign to everybody, although some get more emails a week than the workspace
     * allows per person
     */
    exceedsCeiling: p.boolean().default(false),
    /** nothing is sent before this time */
    scheduledAt: p.datetime().nullable(),
    /**
     * IANA zone in which `scheduledAt` was chosen: each recipient gets the email when that time of day is reached in
     * their own zone; null: all at once
     */
    localTimeZone: p.text().nullable(),
    /** id of the repeating campaign that this campaign is a run of; null for other campaigns */
    repeatOf: p.uuid().nullable(),
    /** time at which this run of the repeating campaign was due */
    repeatAt: p.datetime().nullable(),
    /** end of the time in which the launch can be undone; null if it cannot be undone */
    undoUntil: p.datetime().nullable(),
    /**
     * sender, signature and workspace details that its emails contain; null for drafts and for campaigns launched
     * before these were kept
     */
    frozen: p.json<FrozenLaunch>().nullable(),
    /** the sheet whose rows its emails are about; null: they are about nothing but the contact */
    sheetId: p.uuid().nullable(),
    emailsPer: p.text().$type<EmailsPer>().default('person'),
    /**
     * true if the recipients are all people of the sheet and follow it when it is read again; false if other or only
     * some people were chosen
     */
    takesSheetPeople: p.boolean().default(true),
    /** true if the emails are about the rows of this run of a repeating campaign, not about all rows of the sheet */
    rowsOfRun: p.boolean().default(false),
    createdAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    /**
     * time at which a person cancelled the campaign while emails were in flight; emails that were not sent after all
     * are not sent later either
     */
    cancelledAt: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    /** id of the campaign that this follow-up belongs to */
    parentId: p.uuid().nullable(),
    /** position of this email in the sequence to a person: 1 for the first, 2 for the first follow-up */
    step: p.smallint().default(1),
    /** number of the last step of a started campaign; 1 without follow-ups */
    lastStep: p.smallint().default(1),
    /** working days between the step before and this follow-up */
    waitDays: p.smallint().nullable(),
    /** HH:MM at which this follow-up is sent, in its time zone */
    timeOfDay: p.text().nullable(),
    timeZone: p.text().nullable(),
    condition: p.text().$type<FollowUpCondition>().nullable(),
    /** URL of the link whose click the condition of this follow-up asks for; null: any link */
    conditionLink: p.text().nullable(),
    /** True if this follow-up attaches the files of its campaign, and each recipient's own, again */
    attachesFiles: p.boolean().default(false),
    /** time since which the campaign's own emails are sent and follow-ups are still to come */
    followingSince: p.datetime().nullable(),
    /** the reply that this hidden campaign of one email answers */
    answersReplyId: p.uuid().nullable(),
    /** the campaign that the answered reply is about */
    answersCampaignId: p.uuid().nullable(),
  },
})
export type Campaign = InferEntity<typeof Campaign>

/**
 * The senders, signatures, language and footer of a campaign's emails, fixed at its launch. They are written in mailboxes and
 * settings, and a later change there reaches no recipient of the campaign.
 */
export interface FrozenLaunch {
  /** From name and address for each mailbox: id → person; absent in launches before these were kept */
  senders?: Record<string, HeaderPerson>
  /** signatures of the mailboxes: id → rich text, null if it had none */
  signatures: Record<string, string | null>
  language: EmailLanguage
  /** name and postal address in the footer; null if the workspace had none */
  imprint: string | null
  /** fingerprints of the approved email; absent for a launch that needed no approval */
  seal?: EmailSeal
}

/** Fingerprints of an approved email, see approval/approval-seals.ts. */
export interface EmailSeal {
  /** fingerprint of texts, files, language and footer */
  email: string
  /** fingerprint of sender and signature, by mailbox id */
  senders: Record<string, string>
}

/** A mailbox that a campaign sends from. */
export const CampaignMailbox = defineEntity({
  name: 'CampaignMailbox',
  tableName: 'campaign_mailboxes',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    mailboxId: p.uuid().primary(),
    position: p.integer(),
    /** the person whose permission to use the mailbox applies; null in old rows */
    chosenBy: p.uuid().nullable(),
    /** the scheduler's alarm: the sweep leaves the mailbox alone until then; null = look at once */
    wakesAt: p.datetime().nullable(),
    /** the engine's forecast of the campaign's last email from this mailbox */
    finishesAt: p.datetime().nullable(),
  },
})

/** The contacts chosen for a campaign. */
export const CampaignContact = defineEntity({
  name: 'CampaignContact',
  tableName: 'campaign_contacts',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    contactId: p.uuid().primary(),
  },
})
