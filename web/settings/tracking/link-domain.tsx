import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { LinkDomainFieldsFragment } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CHECK_LINK_DOMAIN, LINK_DOMAIN, REMOVE_LINK_DOMAIN, SET_LINK_DOMAIN } from './operations.ts'

/** Setting for the workspace's own domain in the links of its emails (product: tracking.link-domain). */
export function LinkDomain({ disabled }: { disabled: boolean }) {
  const { data, error, loading, refetch } = useQuery(LINK_DOMAIN, { notifyOnNetworkStatusChange: true })
  return (
    <Card
      title="Link domain"
      description="Tracked links, pictures and unsubscribe links of new emails can have an address of your own domain, which recipients recognize."
    >
      {data ? (
        <DomainOrForm domain={data.linkDomain ?? null} disabled={disabled} />
      ) : error ? (
        <ErrorState
          title="The link domain could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      ) : (
        <Loading label="Loading the link domain">
          <Skeleton className="h-16 w-full" />
        </Loading>
      )}
    </Card>
  )
}

interface DomainProps {
  domain: LinkDomainFieldsFragment
  disabled: boolean
}

function DomainOrForm({ domain, disabled }: { domain: DomainProps['domain'] | null; disabled: boolean }) {
  if (domain) return <Domain domain={domain} disabled={disabled} />
  if (disabled) return <p className="text-ink-soft">Links in emails use Mergewell’s own domain.</p>
  return <DomainForm />
}

function DomainForm() {
  const [host, setHost] = useState('')
  const [problem, setProblem] = useState<string>()
  const [save, { loading }] = useMutation(SET_LINK_DOMAIN, {
    update: (cache, { data }) => {
      const linkDomain = data?.setLinkDomain?.linkDomain
      if (linkDomain) cache.writeQuery({ query: LINK_DOMAIN, data: { linkDomain } })
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      await save({ variables: { host } })
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Host name" hint="A name below your domain that nothing else uses." error={problem} required>
        <Input
          value={host}
          onChange={({ target }) => {
            setHost(target.value)
            setProblem(undefined)
          }}
          placeholder="links.example.com"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" busy={loading} className="justify-self-start">
        Add link domain
      </Button>
    </form>
  )
}

function Domain({ domain, disabled }: DomainProps) {
  const { host, works, advice, checkedAt, cname, txt } = domain
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-strong wrap-anywhere">{host}</span>
        {works ? <Badge tone="good">New emails use it</Badge> : <Badge tone="waiting">Not used yet</Badge>}
      </div>
      <DnsRecord kind="CNAME" {...cname} />
      <DnsRecord kind="TXT" {...txt} />
      {advice && (
        <Callout role="status" tone="warning">
          {advice}
        </Callout>
      )}
      {checkedAt && (
        <p className="text-xs text-ink-soft">
          Checked <Time at={checkedAt} focusable />. Mergewell checks it again by itself and emails the admins when
          something changes.
        </p>
      )}
      {!disabled && (
        <div className="flex flex-wrap gap-2">
          <CheckDomain />
          <RemoveDomain host={host} />
        </div>
      )}
    </div>
  )
}

function DnsRecord({ kind, name, value }: { kind: 'CNAME' | 'TXT'; name: string; value: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={`Name of the ${kind} record`}>
        <Input value={name} readOnly onFocus={({ target }) => target.select()} />
      </Field>
      <Field label={`Value of the ${kind} record`}>
        <Input value={value} readOnly onFocus={({ target }) => target.select()} />
      </Field>
    </div>
  )
}

function CheckDomain() {
  const [check, { loading }] = useMutation(CHECK_LINK_DOMAIN, {
    update: (cache, { data }) => {
      const linkDomain = data?.checkLinkDomain?.linkDomain
      if (linkDomain) cache.writeQuery({ query: LINK_DOMAIN, data: { linkDomain } })
    },
  })
  async function run() {
    try {
      const { data } = await check()
      if (data?.checkLinkDomain?.linkDomain?.works) toast({ title: 'The link domain works' })
    } catch (error) {
      toast({ title: 'The link domain was not checked', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <Button size="sm" busy={loading} onClick={() => void run()}>
      Check link domain
    </Button>
  )
}

function RemoveDomain({ host }: { host: string }) {
  const [open, setOpen] = useState(false)
  const { cache } = useApolloClient()
  const [remove] = useMutation(REMOVE_LINK_DOMAIN)
  async function confirm() {
    try {
      await remove()
      cache.writeQuery({ query: LINK_DOMAIN, data: { linkDomain: null } })
      toast({ title: 'Link domain removed' })
    } catch (error) {
      toast({ title: 'The link domain was not removed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        Remove link domain
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove ${host}?`}
        description="New emails use the address of Mergewell again. Links in emails already sent, also those to unsubscribe, stop working once you remove the CNAME record. Keep that record as long as people may open those emails."
        confirmLabel="Remove link domain"
        busyLabel="Removing link domain..."
        onConfirm={confirm}
      />
    </>
  )
}
