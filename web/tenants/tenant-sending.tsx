import { useMutation, useQuery } from '@apollo/client/react'
import { Ban, CircleCheck } from '#web/ui/generated/icons.ts'
import { useCallback, useState } from 'react'
import { rate } from '#domain/rate-percent.ts'
import { TROUBLED } from '#domain/tenants/tenants.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { percent } from '#web/ui/percent-text.ts'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { NEWEST_FIRST, TENANT_SENDING, UPDATE_TENANT, type TenantSending as Sending } from './operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from './super-admin/super-admin-session.ts'
import { TenantsFallback } from './installation/tenant-list-fallback.tsx'

type Outcomes = NonNullable<Sending['outcomes']>[number]
type Share = 'bounced' | 'complained' | 'unsubscribed'

const COLUMNS: readonly { share: Share; label: string; above: number; className?: string }[] = [
  { share: 'bounced', label: 'Bounced', above: TROUBLED.bounced },
  { share: 'complained', label: 'Complaints', above: TROUBLED.complained, className: 'max-md:hidden' },
  { share: 'unsubscribed', label: 'Unsubscribed', above: TROUBLED.unsubscribed, className: 'max-md:hidden' },
]

/**
 * Lists each workspace's bounce, complaint and unsubscribe rates, with a button that suspends the workspace (product:
 * super-admin.abuse).
 */
export function TenantSending() {
  const [troubled, setTroubled] = useState(false)
  const { data, previousData, loading, error, refetch, fetchMore } = useQuery(TENANT_SENDING, {
    variables: { ...NEWEST_FIRST, ...(troubled && { filter: { troubled } }) },
    context: AS_SUPER_ADMIN,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.tenants
  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: NEWEST_FIRST.first, after } }),
    [fetchMore],
  )
  const more = usePagination(data?.tenants.pageInfo, fetchPage)
  if (!list) return <TenantsFallback list={{ error, loading, refetch }} />
  const tenants = list.edges.map(({ node }) => node)
  return (
    <>
      <p className="mb-4 text-ink-soft">
        Emails of the campaigns that were started in the last 7 and 30 days, deleted ones included
      </p>
      <div className="mb-4">
        <Checkbox
          label="Only tenants with many bounces, complaints or unsubscribes"
          hint={`In campaigns started in the last ${TROUBLED.days} days: more than ${TROUBLED.bounced}% bounced, ${TROUBLED.complained}% complained or ${TROUBLED.unsubscribed}% unsubscribed`}
          checked={troubled}
          onCheckedChange={(on) => setTroubled(on === true)}
        />
      </div>
      <Card flush>
        {tenants.length > 0 ? (
          <SendingTable tenants={tenants} />
        ) : (
          <EmptyState
            drawing={troubled ? 'search' : 'cards'}
            title={troubled ? 'No tenants match this filter' : 'No tenants yet'}
          />
        )}
      </Card>
      <ShowMore more={more} of="tenants" busy={loading} />
    </>
  )
}

function SendingTable({ tenants }: { tenants: readonly Sending[] }) {
  return (
    <Table label="Emails of campaigns of the last 7 and 30 days, by tenant">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell numeric className="max-sm:hidden">
            Emails
          </HeaderCell>
          {COLUMNS.map(({ share, label, className }) => (
            <HeaderCell key={share} numeric className={className}>
              {label}
            </HeaderCell>
          ))}
          <HeaderCell className="max-lg:hidden">Status</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <Row key={tenant.id}>
            <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 sm:max-w-64">
              <span className="block truncate font-strong">{tenant.name}</span>
              <span className="block truncate text-xs text-ink-soft">{tenant.slug}</span>
              <HiddenTroubles outcomes={tenant.outcomes} />
            </Cell>
            <Cell numeric className="max-sm:hidden">
              <Periods outcomes={tenant.outcomes} show={({ sent }) => sent.toLocaleString()} />
            </Cell>
            {COLUMNS.map(({ share, above, className }) => (
              <Cell key={share} numeric className={className}>
                <Periods
                  outcomes={tenant.outcomes}
                  show={(outcomes) => (outcomes.sent === 0 ? '–' : percent(rate(outcomes[share], outcomes.sent)))}
                  isBad={(outcomes) => rate(outcomes[share], outcomes.sent) > above}
                />
              </Cell>
            ))}
            <Cell className="max-lg:hidden">
              {tenant.isActive ? <Badge tone="good">Active</Badge> : <Badge tone="waiting">Suspended</Badge>}
            </Cell>
            <Cell className="w-px">
              <Suspend tenant={tenant} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/**
 * Shows on phones the rates that are too high in columns that do not fit there, for the longest period.
 */
function HiddenTroubles({ outcomes }: Pick<Sending, 'outcomes'>) {
  const longest = outcomes?.at(-1)
  if (!longest) return null
  const troubles = COLUMNS.filter(
    ({ share, above, className }) => className && rate(longest[share], longest.sent) > above,
  )
  return troubles.map(({ share, label }) => (
    <span key={share} className="block truncate text-xs text-bad md:hidden">
      {`${label}: ${percent(rate(longest[share], longest.sent))}`}
    </span>
  ))
}

interface PeriodsProps {
  outcomes: Sending['outcomes']
  show: (outcomes: Outcomes) => string
  isBad?: (outcomes: Outcomes) => boolean
}

/** Shows one figure for each period, one below the other. */
function Periods({ outcomes, show, isBad }: PeriodsProps) {
  return outcomes?.map((each) => (
    <span key={each.days} className={cn('block whitespace-nowrap', isBad?.(each) && 'font-strong text-bad')}>
      {show(each)} <span className="text-xs font-normal text-ink-soft">{each.days} days</span>
    </span>
  ))
}

function Suspend({ tenant }: { tenant: Sending }) {
  const [updateTenant, { loading }] = useMutation(UPDATE_TENANT, { context: AS_SUPER_ADMIN })
  const { id, name, isActive } = tenant

  async function toggle() {
    try {
      await updateTenant({ variables: { input: { id, isActive: !isActive } } })
      toast({
        title: isActive ? `${name} suspended` : `${name} activated`,
        description: isActive
          ? 'Sending has stopped and its users are signed out. Nothing was deleted.'
          : 'Its users can sign in. Its campaigns stay paused until they resume them.',
      })
    } catch (error) {
      toast({ title: 'Failed to update tenant', description: superAdminFailure(error), variant: 'destructive' })
    }
  }

  return (
    <Button
      size="sm"
      icon={isActive ? Ban : CircleCheck}
      busy={loading}
      aria-label={`${isActive ? 'Suspend' : 'Activate'} ${name}`}
      onClick={() => void toggle()}
    >
      {isActive ? 'Suspend' : 'Activate'}
    </Button>
  )
}
