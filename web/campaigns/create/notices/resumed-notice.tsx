import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Says that a draft was restored; hidden after the first change of step. */
export function ResumedNotice({ step, isNew, onStartOver }: { step: number; isNew: boolean; onStartOver: () => void }) {
  const [at] = useState(step)
  const [closed, setClosed] = useState(false)
  if (closed || step !== at) return null
  return (
    <Callout
      role="status"
      className="mb-6"
      action={
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setClosed(true)
              onStartOver()
            }}
          >
            Start over
          </Button>
          <Button size="sm" onClick={() => setClosed(true)}>
            Continue
          </Button>
        </div>
      }
    >
      {isNew
        ? 'You are continuing the campaign you started in this tab.'
        : 'This tab has unsaved changes to this campaign.'}
    </Callout>
  )
}
