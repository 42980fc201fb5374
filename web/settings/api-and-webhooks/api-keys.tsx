import { useMutation, useQuery } from '@apollo/client/react'
import { Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ApiKeyFieldsFragment } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, RowActions, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { API_KEYS, REVOKE_API_KEY } from './operations.ts'
import { CreateApiKey } from './create-api-key.tsx'
import { scopeText } from './scope-texts.ts'
import { ServiceAccounts } from './service-accounts.tsx'
import { SheetLinks } from './sheet-links.tsx'

/** The workspace's API keys and live links of spreadsheets. Admins only. */
export function ApiKeys() {
  const { data, error, loading, refetch } = useQuery(API_KEYS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const isOff = data?.tenant.features.apiAccess === false
  return (
    <div className="grid gap-6">
      {isOff && (
        <Callout tone="warning" title="API access is turned off for your workspace">
          You cannot create keys, and existing keys do not work, until the person who runs this installation turns on
          API access.
        </Callout>
      )}
      <Card
        flush
        title="API Keys"
        description="For programs that access this workspace through GraphQL or REST."
        actions={!isOff && <CreateApiKey />}
      >
        <div className="border-t border-line">
          {data ? (
            <Keys keys={data.apiKeys} />
          ) : error ? (
            <ErrorState
              title="Your API keys could not be loaded"
              line={errorMessage(error)}
              onRetry={() => void refetch()}
              retrying={loading}
            />
          ) : (
            <Loading label="Loading API keys..." className="grid gap-4 p-5">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/2" />
            </Loading>
          )}
        </div>
      </Card>
      {data && data.serviceAccounts.length > 0 && (
        <ServiceAccounts accounts={data.serviceAccounts} keys={data.apiKeys} />
      )}
      <SheetLinks own={false} />
    </div>
  )
}

function useRevokeApiKey() {
  const [mutate] = useMutation(REVOKE_API_KEY, {
    update: (cache, { data }) => {
      const id = data?.revokeApiKey?.apiKey?.id
      if (!id) return
      cache.evict({ id: cache.identify({ __typename: 'ApiKey', id }) })
      cache.gc()
    },
  })
  return async ({ id, name }: ApiKeyFieldsFragment) => {
    try {
      await mutate({ variables: { id } })
      toast({ title: 'Key revoked', description: `Programs that use “${name}” no longer have access.` })
    } catch (failure) {
      const description = failureText('The key was not revoked', failure)
      toast({ title: 'Revoke Failed', description, variant: 'destructive' })
    }
  }
}

function Keys({ keys }: { keys: readonly ApiKeyFieldsFragment[] }) {
  const [leaving, setLeaving] = useState<ApiKeyFieldsFragment | null>(null)
  const revoke = useRevokeApiKey()
  if (keys.length === 0) {
    return <EmptyState drawing="key" title="No API keys yet" line="A key gives a program the access you choose." />
  }
  return (
    <>
      <Table label="API keys">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell className="max-sm:hidden">Access</HeaderCell>
            <HeaderCell>Last used</HeaderCell>
            <HeaderCell className="max-md:hidden">Expires</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setLeaving(key)} />
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Revoke “${leaving?.name ?? ''}”?`}
        description={`Programs that use this key lose access immediately. ${CANNOT_BE_UNDONE}`}
        confirmLabel="Revoke"
        busyLabel="Revoking..."
        onConfirm={() => (leaving ? revoke(leaving) : undefined)}
      />
    </>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyFieldsFragment; onRevoke: () => void }) {
  const { name, scopes, tokenStart, allowedAddresses, lastUsedAt, expiresAt } = apiKey
  const owner = apiKey.serviceAccount ? `Service account ${apiKey.serviceAccount.name}` : apiKey.user?.name
  const may = scopeText(scopes)
  return (
    <Row>
      <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 sm:max-w-64">
        <span className="font-strong">{name}</span>
        <span className="block truncate text-xs text-ink-soft">
          <code>{tokenStart}…</code> · {owner}
        </span>
        <span className="block text-xs whitespace-normal text-ink-soft sm:hidden">{may}</span>
      </Cell>
      <Cell className="py-1.5 text-pretty whitespace-normal max-sm:hidden">
        {may}
        {allowedAddresses.length > 0 && (
          <span className="block text-xs text-ink-soft">Works only from {allowedAddresses.join(', ')}</span>
        )}
      </Cell>
      <Cell>{lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} focusable />}</Cell>
      <Cell className="max-md:hidden">
        <KeyEnd expiresAt={expiresAt} />
      </Cell>
      <Cell className="w-px">
        <RowActions>
          <IconButton icon={Trash2} label={`Revoke ${name}`} size="sm" onClick={onRevoke} />
        </RowActions>
      </Cell>
    </Row>
  )
}

function KeyEnd({ expiresAt }: { expiresAt: string | null }) {
  const isOver = usePerSecond((now) => expiresAt !== null && new Date(expiresAt).getTime() <= now)
  if (expiresAt === null) return 'Never'
  if (isOver) return <Badge tone="warning">Expired</Badge>
  return <Time at={expiresAt} show="day" />
}
