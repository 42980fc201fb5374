import { useEffect, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SampleMark } from '#web/ui/sample-mark.tsx'
import { SendBar } from '#web/ui/send-progress-bar.tsx'
import { AboutTime, UntilTime } from '#web/ui/send-time.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { Shown } from './sample-frame.tsx'

const HOUR = 3_600_000

/** Samples of a campaign's progress. */
export function Mailings() {
  const [sent, setSent] = useState(312)
  const [opened] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setSent((now) => (now >= 496 ? 0 : now + 1)), 1_500)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="grid gap-6">
      <Shown name="SendBar: on its way, waiting, done, not begun">
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title="Spring newsletter" actions={<Badge tone="live">{`Sending ${sent}/500`}</Badge>}>
            <SendBar
              label="Spring newsletter"
              total={500}
              sent={sent}
              failed={4}
              active
              perMinute={40}
              finishesAt={opened + 0.08 * HOUR}
            />
          </Card>
          <Card title="Invitation" actions={<Badge tone="waiting">Paused</Badge>}>
            <SendBar
              label="Invitation"
              total={500}
              sent={96}
              failed={0}
              finishesAt={opened + 26 * HOUR}
              waits={{ reason: 'The daily limit of the mailbox is reached.', until: opened + 5 * HOUR }}
            />
          </Card>
          <Card title="Autumn newsletter" actions={<Badge tone="good">Sent</Badge>}>
            <SendBar label="Autumn newsletter" total={1280} sent={1242} failed={38} />
          </Card>
          <Card title="Draft" actions={<Badge>Draft</Badge>}>
            <SendBar label="Draft" total={120} sent={0} failed={0} />
          </Card>
        </div>
      </Shown>
      <Shown name="Badge">
        <div className="flex flex-wrap gap-2">
          <Badge>Draft</Badge>
          <Badge tone="live">Sending 12/40</Badge>
          <Badge tone="good">Sent</Badge>
          <Badge tone="waiting">Paused</Badge>
          <Badge tone="warning">Sandbox</Badge>
          <Badge tone="bad">Failed</Badge>
          <Badge icon={null}>12 results</Badge>
        </div>
      </Shown>
      <Shown name="Figure, Count, SampleMark">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Figure label="Emails Sent" value={<Count value={sent} />} note="since this morning" />
          <Figure
            label="Success Rate"
            value="85%"
            aside={<SampleMark why="No mail has been sent yet" />}
            note="average open rate"
          />
          <Figure label="Total Contacts" value="12,480" />
          <Figure label="Active Now" value="1" />
        </div>
      </Shown>
      <div className="grid gap-6 sm:grid-cols-2">
        <Shown name="Time">
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            <Time at={opened} />
            <Time at={opened + 12 * 60_000} focusable />
            <Time at={opened - 3 * HOUR} />
            <Time at={opened - 400 * HOUR} />
            <Time at={opened} show="moment" />
            <Time at={opened + 2 * HOUR} show="clock" />
          </p>
        </Shown>
        <Shown name="AboutTime, UntilTime">
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            <AboutTime at={opened + 26 * HOUR} />
            <UntilTime at={opened + 60_000} />
            <UntilTime at={opened + 2 * HOUR} />
          </p>
        </Shown>
        <Shown name="ProgressBar">
          <ProgressBar label="Import" value={320} max={500} />
        </Shown>
      </div>
    </div>
  )
}
