import { answerSubject } from '#domain/campaigns/follow-up-limits.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Campaign } from '../campaign.ts'

/**
 * Gives a follow-up without a subject the subject of its campaign, as an answer; other emails are returned unchanged.
 */
export async function withAnswerSubject(em: Em, mail: Campaign): Promise<Campaign> {
  if (mail.parentId === null || mail.parentId === undefined || mail.subject.trim() !== '') return mail
  const { subject, abVariantB, isAbTest } = await em.findOneOrFail(Campaign, { id: mail.parentId })
  return {
    ...mail,
    subject: answerSubject(subject),
    isAbTest,
    abVariantB: abVariantB == null ? null : answerSubject(abVariantB),
  }
}
