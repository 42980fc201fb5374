import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { SecondFactorQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { REMOVE_TOTP, RENEW_RECOVERY_CODES, SECOND_FACTOR } from './operations.ts'
import { useOwnTotp, useTotpSetup } from './use-totp-setup.tsx'

/** Number of unused recovery codes at or below which the page suggests new ones */
const FEW_CODES_LEFT = 3

/** Settings for the second factor of signing in: an authenticator app and its recovery codes. */
export function SecondFactor() {
  const { data, error, loading, refetch } = useQuery(SECOND_FACTOR, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  return (
    <Card
      title="Two-step sign-in"
      description="Sign in with a passkey, or confirm your password with a code from an app on your phone. A stolen password alone is then not enough."
    >
      {data ? (
        <Factor factor={data.secondFactor} />
      ) : error ? (
        <ErrorState
          title="Two-step sign-in could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Loading label="Loading two-step sign-in...">
          <Skeleton className="w-2/3" />
        </Loading>
      )}
    </Card>
  )
}

function Factor({ factor: { totpSince, recoveryCodesLeft, passkeys } }: { factor: SecondFactorQuery['secondFactor'] }) {
  const { begin, busy, dialog } = useTotpSetup(useOwnTotp())
  return (
    <div className="grid gap-6">
      <section className="grid gap-2" aria-label="Authenticator app">
        <h3 className="font-strong">Authenticator app</h3>
        {totpSince === null ? (
          <Button size="sm" className="justify-self-start" busy={busy} onClick={() => void begin()}>
            Set up authenticator app
          </Button>
        ) : (
          <>
            <p className="text-ink-soft">
              On since <Time at={totpSince} show="day" />.
            </p>
            <TurnOff isLast={passkeys.length === 0} />
          </>
        )}
      </section>
      <Passkeys passkeys={passkeys} hasOther={totpSince !== null} />
      {(totpSince !== null || passkeys.length > 0) && (
        <section className="grid gap-2" aria-label="Recovery codes">
          <h3 className="font-strong">Recovery codes</h3>
          <p className="text-ink-soft">
            {recoveryCodesLeft === 1 ? '1 recovery code is left.' : `${recoveryCodesLeft} recovery codes are left.`}
          </p>
          {recoveryCodesLeft <= FEW_CODES_LEFT && (
            <Callout tone="warning">
              Create new recovery codes, so that you can sign in if you lose your device.
            </Callout>
          )}
          <RenewCodes />
        </section>
      )}
      {dialog}
    </div>
  )
}

function RenewCodes() {
  const [renew] = useMutation(RENEW_RECOVERY_CODES, { refetchQueries: [SECOND_FACTOR] })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  async function make() {
    try {
      const { data } = await renew()
      if (data?.renewRecoveryCodes?.codes) setCodes(data.renewRecoveryCodes.codes)
    } catch (error) {
      toast({ title: 'Recovery Codes Not Created', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="justify-self-start">
            New recovery codes
          </Button>
        }
        title="Create new recovery codes?"
        description="Your current codes will stop working."
        confirmLabel="Create new codes"
        busyLabel="Creating codes..."
        variant="primary"
        onConfirm={make}
      />
      <Dialog
        open={codes !== null}
        onOpenChange={(open) => open || setCodes(null)}
        title="Your recovery codes"
        description="Your old codes no longer work."
        footer={
          <Button variant="primary" onClick={() => setCodes(null)}>
            Done
          </Button>
        }
      >
        <RecoveryCodes codes={codes ?? []} />
      </Dialog>
    </>
  )
}

function TurnOff({ isLast }: { isLast: boolean }) {
  const [remove] = useMutation(REMOVE_TOTP, {
    update: (cache, { data }) => {
      const secondFactor = data?.removeTotp?.secondFactor
      if (secondFactor) cache.writeQuery({ query: SECOND_FACTOR, data: { secondFactor } })
    },
  })
  async function end() {
    try {
      await remove()
      toast({ title: 'Authenticator app turned off', description: 'Remove the account from the app too.' })
    } catch (error) {
      toast({ title: 'App Not Turned Off', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" className="justify-self-start">
          Turn off
        </Button>
      }
      title="Turn off the authenticator app?"
      description={
        isLast
          ? 'Your password alone will then be enough to sign in, and your recovery codes stop working.'
          : 'You will then need a passkey or a recovery code to sign in.'
      }
      confirmLabel="Turn off"
      busyLabel="Turning off..."
      onConfirm={end}
    />
  )
}
