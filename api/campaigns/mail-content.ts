import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import type { Picture } from '../sending/inline-images.ts'
import type { MessageAttachment } from '../sending/provider.ts'
import { campaignFiles } from './attachment-content.ts'
import type { Campaign } from './campaign.ts'
import { picturesIn } from './checks/pictures.ts'

/** What all mails of a campaign share, as they are compiled from it. */
export interface MailContent {
  subject: string
  /** subject of those who get variant B of an A/B test */
  subjectB: string | null
  content: string
  useHtmlBuilder: boolean
  attachments: readonly MessageAttachment[]
  pictures: ReadonlyMap<string, Picture>
}

/** Reads what all mails of a campaign share: for sending, previews and tests alike. Content of files is read where it is `wanted`. */
export async function mailContent(
  app: Pick<App, 'publicUrl'>,
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
