import { useMutation } from '@apollo/client/react'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CONFIRM_TOTP, SECOND_FACTOR, START_TOTP } from './operations.ts'
import { SetUpTotp, type Setup } from './set-up-totp.tsx'

/** The calls that set up an authenticator app: the user's own, or the super admin's. */
export interface TotpCalls {
  start: () => Promise<Setup | undefined>
  confirm: (code: string) => Promise<readonly string[]>
}

/** Starts the set-up of an authenticator app. Render `dialog` where it stays mounted until it closes. */
export function useTotpSetup({ start, confirm }: TotpCalls, onClose?: () => void) {
  const [busy, setBusy] = useState(false)
  const [setup, setSetup] = useState<Setup | null>(null)

  async function begin() {
    setBusy(true)
    try {
      setSetup((await start()) ?? null)
    } catch (error) {
      toast({ title: 'Setup Failed', description: errorMessage(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  function close() {
    setSetup(null)
    onClose?.()
  }

  const dialog: ReactNode = setup && <SetUpTotp setup={setup} confirm={confirm} onClose={close} />
  return { begin, busy, dialog }
}

/**
 * Reads the authenticator app's new key and its URI from a mutation's payload.
 * @returns undefined if the mutation was refused
 */
export function setupOf(payload: { key: string | null; uri: string | null } | null | undefined): Setup | undefined {
  return payload?.key && payload.uri ? { key: payload.key, uri: payload.uri } : undefined
}

/** The calls for the signed-in user's own app. */
export function useOwnTotp(): TotpCalls {
  const [start] = useMutation(START_TOTP)
  const [confirm] = useMutation(CONFIRM_TOTP, {
    update: (cache, { data }) => {
      const totpSince = new Date().toISOString()
      cache.updateQuery({ query: SECOND_FACTOR }, (known) => {
        const codes = data?.confirmTotp?.codes
        if (!known || !codes) return known
        const recoveryCodesLeft = codes.length
        return { secondFactor: { ...known.secondFactor, totpSince, recoveryCodesLeft } }
      })
    },
  })
  return {
    start: async () => setupOf((await start()).data?.startTotp),
    confirm: async (code) => (await confirm({ variables: { input: { code } } })).data?.confirmTotp?.codes ?? [],
  }
}
