import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ILLUSTRATIONS } from '#web/ui/illustrations.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PROVIDER_NAMES } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Refreshing } from '#web/ui/refreshing-overlay.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Shown } from './sample-frame.tsx'

/** Samples of widgets for status and feedback. */
export function Feedback() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid gap-6">
      <Shown name="QrCode">
        <QrCode text="otpauth://totp/Mergewell" label="QR code for an authenticator app" />
      </Shown>
      <Shown name="toast()">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => toast({ title: 'Contact Added' })}>Toast</Button>
          <Button
            onClick={() =>
              toast({
                title: 'Invalid File Type',
                description: 'Please upload an Excel file (.xlsx or .xls)',
                variant: 'destructive',
              })
            }
          >
            Destructive toast
          </Button>
          <Button
            onClick={() => toast({ title: 'Contacts Deleted', action: { label: 'Undo', onClick: () => undefined } })}
          >
            Toast with action
          </Button>
        </div>
      </Shown>
      <Shown name="Callout">
        <div className="grid gap-3 lg:grid-cols-2">
          <Callout title="Template Ready" action={<Button size="sm">Create Campaign</Button>}>
            It can be used in a campaign now.
          </Callout>
          <Callout tone="good">All emails were sent successfully</Callout>
          <Callout tone="warning" title="The mailbox needs to be reconnected">
            Its sign-in has expired.
          </Callout>
          <Callout tone="bad">Missing credentials: Please enter both username and password.</Callout>
        </div>
      </Shown>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card>
          <EmptyState
            drawing="cards"
            title="No contacts yet"
            line="Upload a spreadsheet, or add people one by one."
            action={<Button>Upload Contacts</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="The contacts could not be loaded"
            line="Check your connection and try again."
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <Loading label="Loading contacts..." className="grid gap-4 py-4">
            <Skeleton className="w-1/2" />
            <Skeleton />
            <Skeleton />
            <Skeleton className="w-2/3" />
            <Spinner className="mx-auto mt-6 size-5" />
          </Loading>
        </Card>
      </div>
      <Shown name="Refreshing">
        <div className="grid gap-3">
          <Switch label="Ask again" checked={asking} onCheckedChange={setAsking} />
          <Refreshing busy={asking}>
            <Card title="12 results">Of the last question, until the next one is answered.</Card>
          </Refreshing>
        </div>
      </Shown>
      <Shown name="ProviderMark">
        <div className="flex gap-4">
          {PROVIDER_NAMES.map((provider) => (
            <ProviderMark key={provider} provider={provider} />
          ))}
        </div>
      </Shown>
      <Shown name="DRAWINGS">
        <div className="flex flex-wrap gap-6">
          {Object.entries(ILLUSTRATIONS).map(([name, Drawing]) => (
            <figure key={name} className="text-center">
              <Drawing />
              <figcaption className="font-mono text-xs text-ink-soft">{name}</figcaption>
            </figure>
          ))}
        </div>
      </Shown>
    </div>
  )
}
