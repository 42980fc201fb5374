import { createHash } from 'node:crypto'
import type { DocumentFormat } from '#domain/campaigns/document-attachments.ts'
import { winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { asksForTags } from '#domain/content/email-parts.ts'
import type { LaunchFingerprint } from '#domain/campaigns/rehearsals.ts'
import { senderOf } from '#domain/mailboxes/send-as.ts'
import { imprintOf } from '#domain/settings/settings.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { followUpsIn, ruleOf } from '../follow-ups/campaign-with-follow-ups.ts'
import { languageOf, senderTextsOf, textsOf } from '../content/email-content.ts'
import { draftEmails } from '../drafts/draft-emails.ts'
import { filesOf } from '../drafts/recipient-file-rows.ts'

/** Options of a launch: sending mailboxes, start time, and time to undo. */
export interface LaunchPlan {
  /** the mailboxes that take turns */
  accounts: readonly Pick<Mailbox, 'id' | 'email' | 'name' | 'signature' | 'sendAs' | 'scopes'>[]
  /** planned start; null = immediately */
  scheduledAt: Date | null
  /** IANA zone of that time, if each recipient gets it at that time where they are */
  localTimeZone?: string | null
}

/**
 * The hashes of all that decides which emails a launch sends: the emails with their files, the recipients with their values,
 * the sender, the start. Equal hashes mean equal emails; for whatever must know whether a campaign is still the one that
 * somebody looked at. Reads every recipient's values inside the database: of the contacts, or of the emails that this
 * transaction has written for them (`frozen`).
 */
export async function launchFingerprint(
  em: Em,
  campaign: Campaign,
  plan: LaunchPlan,
  audience: 'chosen' | 'frozen' = 'chosen',
): Promise<LaunchFingerprint> {
  const { tenantId, id } = campaign
  const settings = await settingsOf(em, tenantId)
  const { useHtmlBuilder, isAbTest, abSplitPercentage, filePattern, trackOpens, trackClicks } = campaign
  const followUps = await followUpsIn(em, campaign)
  const rule = winnerRuleOf(campaign)
  const content = {
    texts: textsOf(campaign),
    ...{ useHtmlBuilder, isAbTest, abSplitPercentage, filePattern, trackOpens, trackClicks },
    ...(rule && { rule }),
    ...(campaign.topicId && { topicId: campaign.topicId }),
    tracking: campaign.tracking ?? settings.tracking,
    language: await languageOf(em, campaign),
    imprint: imprintOf(settings),
    attachments: await attachmentHashes(em, campaign),
    followUps: followUps.map((each) => [
      ...[ruleOf(each), each.useHtmlBuilder, textsOf(each)],
      ...(each.attachesFiles ? ['files'] : []),
    ]),
    files: filePattern ? (await filesOf(em, tenantId, id)).map((file) => [file.id, file.name]) : [],
  }
  const sender = {
    ...senderTextsOf(campaign),
    mailboxes: plan.accounts.map((account) => [
      ...[account.id, account.email, account.name, account.signature ?? null],
      ...(campaign.fromAddress ? [senderOf(account, campaign.fromAddress)?.name ?? null] : []),
    ]),
  }
  return {
    content: hashOf(content),
    audience: await audienceHash(
      em,
      campaign,
      RECIPIENTS[audience](campaign, [campaign, ...followUps].flatMap(textsOf)),
    ),
    sender: hashOf(sender),
    schedule: hashOf([plan.scheduledAt?.toISOString() ?? 'now', plan.localTimeZone ?? null]),
  }
}

/** Hashes a value that JSON can hold. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The type of a template among the hashed files of a campaign. */
export const filledType = (format: DocumentFormat): string => `document ${format}`

/** The attachments of a campaign in order, then its templates, each with the hash of its content. */
export async function attachmentHashes(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
): Promise<{ name: string; type: string; hash: string }[]> {
  return em.execute<{ name: string; type: string; hash: string }[]>(
    `select name, coalesce('document ' || document, content_type) as type, encode(sha256(content), 'hex') as hash from attachments
     where tenant_id = :tenantId and campaign_id = :id order by document is not null, position`,
    { tenantId, id },
  )
}

/** SQL for the recipients of a launch: their ids, addresses and values. A launch writes what it reads of the contacts. `texts`: of
 * all its emails, which decide which values matter. */
const RECIPIENTS = {
  chosen: (campaign: Campaign, texts: readonly string[]) => {
    const { from, values } = draftEmails(campaign)
    return `select c.id, c.email, ${values(asksForTags(...texts))} as given from ${from}
    where r.tenant_id = :tenantId and r.campaign_id = :id`
  },
  frozen: () => `select contact_id as id, contact_email as email, merge_values as given from email_logs
    where tenant_id = :tenantId and campaign_id = :id`,
}

async function audienceHash(em: Em, { tenantId, id }: Campaign, recipients: string): Promise<string> {
  const [row] = await em.execute<[{ hash: string }]>(
    `select encode(sha256(coalesce(string_agg(one.hash, ''::bytea order by one.id), '')), 'hex') as hash from (
       select r.id, sha256(convert_to(concat_ws(E'\\n', r.id, r.email, r.given), 'UTF8')) as hash
       from (${recipients}) as r) as one`,
    { tenantId, id },
  )
  return row.hash
}
