import { CircleAlert, CircleCheck, CircleHelp, Copy, TriangleAlert } from '#web/ui/generated/icons.ts'
import type { ComponentType } from 'react'
import type { LandingCode, LandingVerdict } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/toast-store.ts'

interface DnsRecord {
  type: string
  name: string
  value: string
}

interface Finding {
  code: LandingCode
  verdict: LandingVerdict
  text: string
  record?: DnsRecord | null
}

const NAMES: Record<LandingCode, string> = {
  PROVIDER_DOMAIN: 'Domain',
  SPF: 'SPF',
  DKIM: 'DKIM',
  DMARC: 'DMARC',
  ALIGNMENT: 'Alignment',
  ONE_CLICK: 'One-click unsubscribe',
  POSTAL_ADDRESS: 'Postal address',
  RECEIVED_SPF: 'SPF on arrival',
  RECEIVED_DKIM: 'DKIM on arrival',
  RECEIVED_DMARC: 'DMARC on arrival',
}

const VERDICTS: Record<
  Finding['verdict'],
  { words: string; mark: ComponentType<{ className?: string }>; look: string }
> = {
  ok: { words: 'OK', mark: CircleCheck, look: 'text-good' },
  warning: { words: 'Warning', mark: TriangleAlert, look: 'text-waiting' },
  error: { words: 'Problem', mark: CircleAlert, look: 'text-bad' },
  unknown: { words: 'Not checked', mark: CircleHelp, look: 'text-ink-soft' },
}

/** Shows the finding about one deliverability requirement, with the DNS record that would fix it. */
export function FindingRow({ finding: { code, verdict, text, record } }: { finding: Finding }) {
  const { words, mark: Mark, look } = VERDICTS[verdict]
  return (
    <li className="flex gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <Mark aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', look)} />
      <div className="grid min-w-0 grow gap-2">
        <p>
          <span className="font-strong">
            {NAMES[code]}: {words}.
          </span>{' '}
          <span className="text-ink-soft">{text}</span>
        </p>
        {record && <RecordToAdd record={record} />}
      </div>
    </li>
  )
}

function RecordToAdd({ record: { type, name, value } }: { record: DnsRecord }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: 'Record copied' })
    } catch {
      const description = 'Select it and copy it with the keyboard.'
      toast({ title: 'The record could not be copied', description, variant: 'destructive' })
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-3 rounded-sm bg-ink/3 p-3">
      <dl className="grid min-w-0 grow basis-64 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-ink-soft">Type</dt>
        <dd>{type}</dd>
        <dt className="text-ink-soft">Name</dt>
        <dd className="font-mono wrap-anywhere">{name}</dd>
        <dt className="text-ink-soft">Value</dt>
        <dd className="font-mono wrap-anywhere">{value}</dd>
      </dl>
      <Button
        size="sm"
        icon={Copy}
        aria-label={`Copy the value of the ${type} record ${name}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  )
}
