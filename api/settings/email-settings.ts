import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { BrandKit } from '#domain/settings/brand-kit.ts'
import type { EmailLanguage } from '#domain/content/languages.ts'
import type { SendWindow } from '#domain/settings/settings.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'

/** A workspace's send settings; a workspace without a row has the defaults (product: settings.pace). */
export const EmailSettings = defineEntity({
  name: 'EmailSettings',
  tableName: 'email_settings',
  properties: {
    tenantId: p.uuid().primary(),
    emailsPerInterval: p.integer(),
    intervalSeconds: p.integer(),
    dailyLimit: p.integer(),
    enableThrottling: p.boolean(),
    warmupMode: p.boolean(),
    warmupStartedAt: p.datetime().nullable(),
    /** when emails may be sent; null = at any time */
    sendWindow: p.json<SendWindow | null>().nullable(),
    /** percentage of rejected and bounced emails that pauses a campaign; 0 = never */
    canaryPercent: p.integer().default(20),
    /** seconds for which the web app holds a launch back, so that it can be undone */
    undoSeconds: p.integer().default(10),
    /** resend an email if it is uncertain whether it was sent */
    sendAgainInDoubt: p.boolean().default(false),
    /** licenses of the Microsoft 365 organization, or its limit, as an admin entered them */
    organisationLicences: p.integer().nullable(),
    organisationLimit: p.integer().nullable(),
    /** percentage of that limit kept for ordinary mail */
    organisationHeadroom: p.integer().default(20),
    /** what campaigns record of opens and clicks, unless they choose otherwise */
    tracking: p.text().$type<TrackingLevel>().default('recipient'),
    /** with which campaign emails end */
    postalAddress: p.text().nullable(),
    companyName: p.text().nullable(),
    /** with which new emails begin */
    brandKit: p.json<BrandKit | null>().nullable(),
    /** of emails whose campaign chooses none; null: English */
    language: p.text().$type<EmailLanguage>().nullable(),
    /** days after which finished campaigns lose the values filled in for each person, and their recipients; null = never */
    contentsKeptDays: p.integer().nullable(),
    recipientsKeptDays: p.integer().nullable(),
    /** days in which an email from a colleague counts as recent; 0 = nobody is warned */
    collisionDays: p.integer().default(7),
    /** emails that one person may get in seven days; null = any number */
    weeklyCeiling: p.integer().nullable(),
    /** whether a second person must approve each launch */
    launchApproval: p.boolean().default(false),
    /** when that turns off by itself, and the admin who asked for it; null = it stays on */
    approvalOffAt: p.datetime().nullable(),
    approvalOffAskedBy: p.uuid().nullable(),
    /** whether programs with an API key may read the text of replies in Gmail mailboxes */
    agentsReadGmailReplies: p.boolean().default(false),
  },
})
export type EmailSettings = InferEntity<typeof EmailSettings>
