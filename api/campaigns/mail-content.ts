import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import type { CampaignContent } from '../sending/store.ts'
import { campaignFiles } from './attachment-content.ts'
import type { Campaign } from './campaign.ts'
import { picturesIn } from './checks/pictures.ts'

/** What all emails of a campaign share, before links are rewritten for tracking. */
export type MailContent = Omit<CampaignContent, 'own'>

/**
 * Reads what all emails of a campaign share: for sending, previews and tests. Reads only the content of `wanted` files.
 */
export async function mailContent(
  app: Pick<App, 'publicUrl' | 'threads'>,
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'id' | 'subject' | 'abVariantB' | 'isAbTest' | 'content' | 'useHtmlBuilder'>,
  wanted?: (name: string) => boolean,
): Promise<MailContent> {
  const { tenantId, id, subject, abVariantB, isAbTest, content, useHtmlBuilder } = campaign
  return {
    subject,
    subjectB: isAbTest ? (abVariantB ?? null) : null,
    content,
    useHtmlBuilder,
    attachments: await campaignFiles(em, tenantId, id, wanted),
    pictures: await picturesIn(app, em, tenantId, content),
  }
}
