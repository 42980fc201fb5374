import { Trophy } from '#web/ui/generated/icons.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { percent } from '#web/ui/percent-text.ts'
import { Time } from '#web/ui/date-time.tsx'
import { METRIC_WORDS } from '../ab-test-texts.ts'
import type { TestedCampaign } from '../operations.ts'
import { AbWinner } from './ab-winner.tsx'
import { NotTracked, type Tracked } from './untracked-responses.tsx'

type Result = NonNullable<TestedCampaign['abResults']>
type Variant = Result['variants'][number]
type Counts = NonNullable<Variant['counts']>

/** Both subjects of an A/B test, with the winner or "no difference yet", and what the other recipients get. */
export function AbTestResult({ campaign, result, ...tracked }: { campaign: TestedCampaign; result: Result } & Tracked) {
  const { variants, winner, text, decision } = result
  const label = decision && decision.reason !== 'MORE' ? 'Sent to all other recipients' : 'Winner'
  const decided = decision && (
    <>
      {' '}
      Decision made on <Time at={decision.at} show="moment" focusable />.
    </>
  )
  return (
    <Card
      title="A/B test"
      description={
        <>
          {text}
          {decided}
        </>
      }
    >
      <ul aria-label="Variants" className="grid gap-4 sm:grid-cols-2">
        {variants.map((variant) => (
          <li
            key={variant.name}
            className={cn('rounded-md border p-4', winner === variant.name ? 'border-good' : 'border-line')}
          >
            <VariantFigures variant={variant} won={winner === variant.name ? label : null} {...tracked} />
            {decision && <AtDecision name={variant.name} decision={decision} />}
          </li>
        ))}
      </ul>
      <AbWinner campaign={campaign} />
    </Card>
  )
}

interface VariantFiguresProps extends Tracked {
  variant: Variant
  /** text of the badge of the winning subject; null: it did not win */
  won: string | null
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
            {won}
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

/** Shows the figures of a subject at the moment when the test was decided: since then the rest got one of them. */
function AtDecision({ name, decision }: { name: Variant['name']; decision: NonNullable<Result['decision']> }) {
  const then = decision.variants.find((variant) => variant.name === name)
  if (!then) return null
  const { did } = METRIC_WORDS[decision.metric]
  return (
    <p className="figures mt-2 text-xs text-ink-soft">
      When it was decided: {then[did].toLocaleString()} of {then.sent.toLocaleString()} {did}
    </p>
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
        <dd>{counts.opens.toLocaleString()}, including repeated opens</dd>
        <dt className="text-ink-soft">Clicks</dt>
        <dd>{counts.clicks.toLocaleString()}, including repeated clicks</dd>
      </dl>
    </>
  )
}
