import { useApolloClient, useMutation } from '@apollo/client/react'
import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { deviceName } from '#domain/accounts/device-names.ts'
import { NamePasskey } from './name-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ADD_PASSKEY, SECOND_FACTOR, START_PASSKEY } from './operations.ts'

/**
 * Dialog that adds a passkey: asks for its name, lets the browser make it, and shows recovery codes if it is the user's
 * first second factor.
 */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useApolloClient()
  const [start] = useMutation(START_PASSKEY)
  const [add] = useMutation(ADD_PASSKEY)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function make(name: string) {
    const started = await start()
    const response = await startRegistration({ optionsJSON: started.data?.startPasskey?.options as never })
    const { data } = await add({ variables: { input: { name, response } } })
    const recoveryCodes = data?.addPasskey?.recoveryCodes ?? null
    if (recoveryCodes) return setCodes(recoveryCodes)
    toast({ title: 'Passkey added', description: `You can now sign in with ${name}.` })
    close()
  }

  function close() {
    onClose()
    void client.refetchQueries({ include: [SECOND_FACTOR] })
  }

  if (codes) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || close()}
        title="Your recovery codes"
        description="Your passkey is added. If you lose it, confirm your password with one of these codes."
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  }
  return (
    <NamePasskey
      title="Add a passkey"
      description="Name it after this device. Your browser then asks for your fingerprint, face or PIN."
      name={deviceName(navigator.userAgent)}
      action="Continue"
      onName={make}
      onClose={onClose}
    />
  )
}
