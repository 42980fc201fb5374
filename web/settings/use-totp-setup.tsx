import { useMutation } from '@apollo/client/react'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '#web/errors.ts'
import type { StartTotpMutation } from '#web/generated/graphql.ts'
import { toast } from '#web/ui/toast-store.ts'
import { START_TOTP } from './second-factor-operations.ts'
import { SetUpTotp } from './set-up-totp.tsx'

/** Starts the set-up of an authenticator app. Render `dialog` where it stays mounted until it closes. */
export function useTotpSetup(onClose?: () => void): { begin: () => Promise<void>; busy: boolean; dialog: ReactNode } {
  const [start, { loading }] = useMutation(START_TOTP)
  const [setup, setSetup] = useState<StartTotpMutation['startTotp'] | null>(null)

  async function begin() {
    try {
      const { data } = await start()
      if (data) setSetup(data.startTotp)
    } catch (error) {
      toast({ title: 'Set-up Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  function close() {
    setSetup(null)
    onClose?.()
  }

  return { begin, busy: loading, dialog: setup && <SetUpTotp setup={setup} onClose={close} /> }
}
