import { useMutation, useQuery } from '@apollo/client/react'
import { PLANS } from '#domain/tenants/plans.ts'
import type { UpgradeRequestsQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { DECLINE_UPGRADE, UPDATE_TENANT, UPGRADE_REQUESTS } from '../operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'

type Asking = UpgradeRequestsQuery['tenants']['edges'][number]['node']

/** Lists the workspaces that ask for a higher plan, with buttons to grant or decline; renders nothing without any. */
export function UpgradeRequests() {
  const { data } = useQuery(UPGRADE_REQUESTS, { context: AS_SUPER_ADMIN, fetchPolicy: 'cache-and-network' })
  return data?.tenants.edges.map(({ node }) => <Request key={node.id} tenant={node} />)
}

function Request({ tenant: { id, name, subscriptionTier, upgradeRequest } }: { tenant: Asking }) {
  const [update, { loading: granting }] = useMutation(UPDATE_TENANT, OPTIONS)
  const [decline, { loading: declining }] = useMutation(DECLINE_UPGRADE, OPTIONS)
  if (!upgradeRequest) return null
  const { subscriptionTier: tier, note, requestedAt } = upgradeRequest
  const plan = PLANS[tier].name

  async function answer(act: () => Promise<unknown>, done: string) {
    try {
      await act()
      toast({ title: done })
    } catch (error) {
      toast({ title: 'Failed to update tenant', description: superAdminFailure(error), variant: 'destructive' })
    }
  }
  const grant = () => update({ variables: { input: { id, subscriptionTier: tier } } })

  return (
    <Callout
      role="status"
      className="mb-4"
      title={`${name} asks for the ${plan} plan`}
      action={
        <div className="flex gap-2">
          <Button
            size="sm"
            busy={declining}
            onClick={() => void answer(() => decline({ variables: { id } }), 'Upgrade declined')}
          >
            Decline
          </Button>
          <Button size="sm" busy={granting} onClick={() => void answer(grant, 'Upgrade granted')}>
            Grant {plan}
          </Button>
        </div>
      }
    >
      <p>
        It has the {PLANS[subscriptionTier].name} plan. Requested <Time at={requestedAt} />.
      </p>
      {note !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-line">“{note}”</p>}
    </Callout>
  )
}

const OPTIONS = { context: AS_SUPER_ADMIN, refetchQueries: [UPGRADE_REQUESTS], awaitRefetchQueries: true }
