import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { Attachment } from '../drafts/attachment.ts'
import { ofAll, type CampaignProblem } from './campaign-problem.ts'

/** Names Word documents with merge tags that would be attached as they are, tags and all. */
export async function sameDocumentProblems(em: Em, { tenantId, id }: Campaign): Promise<CampaignProblem[]> {
  const files = await em.find(Attachment, { tenantId, campaignId: id, document: null, documentTags: { $ne: null } })
  return files.map(({ name }) =>
    ofAll({
      code: 'SAME_DOCUMENT',
      severity: 'warning',
      message: `${name} has merge tags, but everybody gets it as it is, with the tags. Choose a file for each recipient.`,
    }),
  )
}

/** Names the fonts of documents that this installation prints with others, and PDFs that it cannot make. */
export async function fontProblems(
  { office }: Pick<App, 'office'>,
  em: Em,
  { tenantId, id }: Campaign,
): Promise<CampaignProblem[]> {
  const templates = await em.find(Attachment, { tenantId, campaignId: id, document: 'pdf' })
  const problems: CampaignProblem[] = []
  for (const { name, fonts } of templates) {
    if (!office.isThere) {
      const message = `${name} cannot become a PDF, because LibreOffice is no longer installed here. Choose a Word file for each recipient.`
      problems.push(ofAll({ code: 'FONT_MISSING', severity: 'error', message }))
      continue
    }
    const missing = await office.missingFonts(fonts)
    if (missing.length === 0) continue
    const listed = new Intl.ListFormat('en-GB').format(missing)
    const message = `The PDF of ${name} is set in other fonts, because ${listed} ${missing.length === 1 ? 'is' : 'are'} not installed here. Lines and pages may break elsewhere: look at the preview.`
    problems.push(ofAll({ code: 'FONT_MISSING', severity: 'warning', message }))
  }
  return problems
}
