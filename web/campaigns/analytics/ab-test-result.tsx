import { Trophy } from 'lucide-react'
import type { CampaignResponseQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/cn.ts'
import { percent } from '#web/ui/percent.ts'
import { NotTracked, type Tracked } from './not-tracked.tsx'

type Result = NonNullable<NonNullable<CampaignResponseQuery['campaign']>['abResults']>
type Variant = Result['variants'][number]
type Counts = NonNullable<Variant['counts']>

/** Both subjects of an A/B test, with the winner or "no difference yet". */
export function AbTestResult({ result, ...tracked }: { result: Result } & Tracked) {
  const { variants, winner, text } = result
  return (
    <Card title="A/B test" description={text}>
      <ul aria-label="Variants" className="grid gap-4 sm:grid-cols-2">
        {variants.map((variant) => (
          <li
            key={variant.name}
            className={cn('rounded-md border p-4', winner === variant.name ? 'border-good' : 'border-line')}
          >
            <VariantFigures variant={variant} won={winner === variant.name} {...tracked} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface VariantFiguresProps extends Tracked {
  variant: Variant
  won: boolean
}

function VariantFigures({ variant, won, opens, clicks }: VariantFiguresProps) {
  const { name, subject, sent, opened, openRate, clicked, clickRate, counts } = variant
  if (counts) return <CountedFigures name={name} subject={subject} sent={sent} counts={counts} />
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="text-ink-soft">Subject {name} </span>
          <span className="block font-strong">{subject}</span>
        </p>
        {won && (
          <Badge tone="good" icon={Trophy}>
            Winner
          </Badge>
        )}
      </div>
      <p className="figures mt-3 font-serif text-title">{opens ? percent(openRate) : <NotTracked />}</p>
      <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-ink/8">
        <div className={cn('h-full rounded-full', won ? 'bg-good' : 'bg-ink')} style={{ width: `${openRate}%` }} />
      </div>
      <dl className="figures mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-ink-soft">Opened</dt>
        <dd>{opens ? `${opened.toLocaleString()} of ${sent.toLocaleString()} sent` : 'Not tracked'}</dd>
        <dt className="text-ink-soft">Clicked</dt>
        <dd>{clicks ? `${clicked.toLocaleString()} (${percent(clickRate)})` : 'Not tracked'}</dd>
      </dl>
    </>
  )
}

/** A subject whose opens and clicks are counted without recipients. */
function CountedFigures({
  name,
  subject,
  sent,
  counts,
}: Pick<Variant, 'name' | 'subject' | 'sent'> & { counts: Counts }) {
  return (
    <>
      <p className="min-w-0 wrap-anywhere">
        <span className="text-ink-soft">Subject {name} </span>
        <span className="block font-strong">{subject}</span>
      </p>
      <dl className="figures mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-ink-soft">Sent</dt>
        <dd>{sent.toLocaleString()}</dd>
        <dt className="text-ink-soft">Opens</dt>
        <dd>{counts.opens.toLocaleString()}, including repeats</dd>
        <dt className="text-ink-soft">Clicks</dt>
        <dd>{counts.clicks.toLocaleString()}, including repeats</dd>
      </dl>
    </>
  )
}
