import { decisionText, type AbDecision, type TestCounts } from '#domain/campaigns/ab-decision.ts'
import { abVerdict, type AbVerdict, type VariantCounts, type VariantName } from '#domain/campaigns/ab-test.ts'
import type { Campaign } from '../campaign.ts'
import { awaitsWinner } from '#api/emails/email-sql-conditions.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'

/** Results of both variants of a campaign's A/B subject test. */
export interface VariantResults extends Record<VariantName, TestCounts> {
  /** recipients who wait for the winner */
  waiting: number
}

export const NO_RESULTS: VariantResults = {
  A: { sent: 0, opened: 0, clicked: 0, replied: 0 },
  B: { sent: 0, opened: 0, clicked: 0, replied: 0 },
  waiting: 0,
}

/** Results of an A/B subject test, side by side. */
export interface AbResults extends AbVerdict {
  variants: (TestCounts & { name: VariantName; subject: string })[]
  waiting: number
  decision: AbDecision | null
  /**
   * time at which the test will be decided; null if it is decided, if emails of the test are still to be sent, or if no
   * recipients wait for the winner
   */
  decidesAt: Date | null
}

/** Counts of A/B subject tests: campaign id → variants. */
export async function variantResultsOf(call: Call, ids: readonly string[]): Promise<Map<string, VariantResults>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => variantResults(em, tenantId, ids))
}

/** Returns the results of an A/B test's variants within a transaction of the workspace. */
export async function variantResults(
  em: Em,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, VariantResults>> {
  const values = { tenantId, ids: uuidArray(ids) }
  const rows = await em.execute<(TestCounts & { id: string; variant: VariantName })[]>(
    `select campaign_id as id, variant, count(*)::int as sent, count(opened_at)::int as opened,
       count(clicked_at)::int as clicked, count(replied_at)::int as replied
     from email_logs
     where tenant_id = :tenantId and campaign_id = any (:ids::uuid[])
       and variant is not null and not untracked and status in ('sent', 'delivered') group by campaign_id, variant`,
    values,
  )
  const waiting = await em.execute<{ id: string; waiting: number }[]>(
    `select c.id, count(*)::int as waiting from campaigns c join email_logs l on l.tenant_id = c.tenant_id and l.campaign_id = c.id
     where c.tenant_id = :tenantId and c.id = any (:ids::uuid[]) and l.status = 'pending' and ${awaitsWinner('l', 'c')}
     group by c.id`,
    values,
  )
  const results = new Map<string, VariantResults>()
  for (const { id, variant, ...counts } of rows) {
    results.set(id, { ...(results.get(id) ?? NO_RESULTS), [variant]: counts })
  }
  for (const row of waiting) results.set(row.id, { ...(results.get(row.id) ?? NO_RESULTS), waiting: row.waiting })
  return results
}

const UNTRACKED: AbVerdict = {
  winner: null,
  text: 'No result: opens are not tracked for these emails.',
}

const COUNTED: AbVerdict = {
  winner: null,
  text: 'There is no winner: opens are counted without recording who opened, so repeated opens count too.',
}

/** Verdict while a campaign's own rule is to decide the test: the result so far is then not judged. */
const OPEN: AbVerdict = { winner: null, text: 'The test is not decided yet.' }

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
  campaign: Pick<
    Campaign,
    'subject' | 'abVariantB' | 'trackOpens' | 'opensTracked' | 'tracking' | 'status' | 'abDecision' | 'abDecidesAt'
  >,
  { A, B, waiting }: VariantResults,
): AbResults {
  const decision = campaign.abDecision ?? null
  return {
    waiting,
    decision,
    decidesAt: waiting > 0 ? (campaign.abDecidesAt ?? null) : null,
    variants: [
      { name: 'A', subject: campaign.subject, ...A },
      { name: 'B', subject: campaign.abVariantB ?? campaign.subject, ...B },
    ],
    ...(decision
      ? { winner: decision.winner, text: decisionText(decision) }
      : waiting > 0
        ? OPEN
        : verdictOf(campaign, A, B)),
  }
}
