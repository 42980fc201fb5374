import { abVerdict, type AbVerdict, type VariantCounts, type VariantName } from '#domain/ab-test.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { viewerOf, type Call } from '../context.ts'
import { uuidArray } from '../platform/database.ts'

/** Results of both variants of a campaign's A/B subject test. */
export type VariantResults = Record<VariantName, VariantCounts>

export const NO_RESULTS: VariantResults = {
  A: { sent: 0, opened: 0, clicked: 0 },
  B: { sent: 0, opened: 0, clicked: 0 },
}

/** Results of an A/B subject test, side by side. */
export interface AbResults extends AbVerdict {
  variants: (VariantCounts & { name: VariantName; subject: string })[]
}

/** Counts of A/B subject tests: campaign id → variants. */
export async function variantResultsOf(call: Call, ids: readonly string[]): Promise<Map<string, VariantResults>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<(VariantCounts & { id: string; variant: VariantName })[]>(
      `select campaign_id as id, variant, count(*)::int as sent, count(opened_at)::int as opened, count(clicked_at)::int as clicked
       from email_logs
       where tenant_id = :tenantId and campaign_id = any (:ids::uuid[])
         and variant is not null and not untracked and status in ('sent', 'delivered') group by campaign_id, variant`,
      { tenantId, ids: uuidArray(ids) },
    )
    const results = new Map<string, VariantResults>()
    for (const { id, variant, ...counts } of rows) {
      results.set(id, { ...(results.get(id) ?? NO_RESULTS), [variant]: counts })
    }
    return results
  })
}

const UNTRACKED: AbVerdict = {
  winner: null,
  text: 'No result: opens are not tracked for these emails.',
}

const COUNTED: AbVerdict = {
  winner: null,
  text: 'There is no winner: opens are counted without recording who opened, so repeated opens count too.',
}

const isOver = ({ status }: Pick<Campaign, 'status'>) => status === 'sent' || status === 'failed'

function verdictOf(campaign: Tracked & Pick<Campaign, 'status'>, A: VariantCounts, B: VariantCounts): AbVerdict {
  if (opensTracked(campaign)) return abVerdict(A, B, isOver(campaign))
  return campaign.tracking === 'counts' && campaign.trackOpens ? COUNTED : UNTRACKED
}

type Tracked = Pick<Campaign, 'trackOpens' | 'opensTracked' | 'tracking'>
const opensTracked = ({ opensTracked: known, trackOpens, tracking }: Tracked) =>
  known ?? (trackOpens && (tracking ?? 'recipient') === 'recipient')

/** Combines the counts of a campaign's A/B subject test with its subjects and the verdict. */
export function abResults(
  campaign: Pick<Campaign, 'subject' | 'abVariantB' | 'trackOpens' | 'opensTracked' | 'tracking' | 'status'>,
  { A, B }: VariantResults,
): AbResults {
  return {
    variants: [
      { name: 'A', subject: campaign.subject, ...A },
      { name: 'B', subject: campaign.abVariantB ?? campaign.subject, ...B },
    ],
    ...verdictOf(campaign, A, B),
  }
}
