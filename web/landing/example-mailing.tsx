import { useEffect, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { SendBar } from '#web/ui/send-progress-bar.tsx'
import { useMedia } from '#web/ui/use-media-query.ts'

const TOTAL = 240
const FAILED = 2
const STARTS_AT = 148
/** Delay in ms between the emails of the animation: 40 a minute. */
const STEP = 1_500

/** An animated send bar, labeled as an example. Static under reduced motion. */
export function ExampleMailing() {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [sent, setSent] = useState(STARTS_AT)
  const [finishesAt, setFinishesAt] = useState<number | null>(null)

  useEffect(() => {
    if (still || sent >= TOTAL - FAILED) return
    const timer = setTimeout(() => {
      setSent(sent + 1)
      setFinishesAt((known) => known ?? Date.now() + (TOTAL - sent) * STEP)
    }, STEP)
    return () => clearTimeout(timer)
  }, [still, sent])

  const active = sent < TOTAL - FAILED
  return (
    <div className="rounded-md border border-line bg-surface p-5">
      <div className="mb-4 flex items-center justify-between gap-4">
        <p className="font-strong">
          Autumn open day <span className="font-normal text-ink-soft">(example)</span>
        </p>
        {active ? <Badge tone="live">{`Sending ${sent}/${TOTAL}`}</Badge> : <Badge tone="good">Sent</Badge>}
      </div>
      <SendBar
        label="Example of a campaign in progress"
        total={TOTAL}
        sent={sent}
        failed={FAILED}
        active={active}
        perMinute={60_000 / STEP}
        finishesAt={active ? finishesAt : null}
      />
    </div>
  )
}
