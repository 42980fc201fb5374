import { useMutation } from '@apollo/client/react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Fingerprint, Pencil, Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { SecondFactorQuery } from '#web/generated/graphql.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AddPasskey } from './add-passkey.tsx'
import { NamePasskey } from './name-passkey.tsx'
import { REMOVE_PASSKEY, RENAME_PASSKEY, SECOND_FACTOR } from './operations.ts'

type Passkey = SecondFactorQuery['secondFactor']['passkeys'][number]

export interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** True if the user also has an authenticator app. */
  hasOther: boolean
}

/** The user's passkeys: add, rename, remove. */
export function Passkeys({ passkeys, hasOther }: PasskeysProps) {
  const [adding, setAdding] = useState(false)
  const isSupported = browserSupportsWebAuthn()
  return (
    <section className="grid gap-2" aria-label="Passkeys">
      <h3 className="font-strong">Passkeys</h3>
      <p className="text-ink-soft">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLast={!hasOther && passkeys.length === 1} />
          ))}
        </ul>
      )}
      {isSupported ? (
        <Button size="sm" icon={Fingerprint} className="justify-self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-xs text-ink-soft">This browser cannot make passkeys.</p>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </section>
  )
}

function PasskeyRow({ passkey: { id, name, addedAt, lastUsedAt }, isLast }: { passkey: Passkey; isLast: boolean }) {
  const [remove] = useMutation(REMOVE_PASSKEY, { refetchQueries: [SECOND_FACTOR], awaitRefetchQueries: true })
  const [rename] = useMutation(RENAME_PASSKEY)
  const [naming, setNaming] = useState(false)

  async function end() {
    try {
      await remove({ variables: { id } })
      toast({ title: 'Passkey removed', description: `Delete ${name} on your device too.` })
    } catch (error) {
      toast({ title: 'Remove Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 last:border-0">
      <div className="min-w-0 grow basis-40">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-xs text-ink-soft">
          Added <Time at={addedAt} show="day" /> ·{' '}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <IconButton icon={Pencil} label={`Rename ${name}`} size="sm" onClick={() => setNaming(true)} />
      <ConfirmDialog
        trigger={<IconButton icon={Trash2} label={`Remove ${name}`} size="sm" />}
        title={`Remove ${name}?`}
        description={
          isLast
            ? 'Your password alone will then be enough to sign in, and your recovery codes stop working.'
            : 'You will no longer be able to sign in with it.'
        }
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={end}
      />
      {naming && (
        <NamePasskey
          title="Rename passkey"
          description="A name helps you recognize the device."
          name={name}
          action="Save"
          onName={async (next) => {
            await rename({ variables: { id, name: next } })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  )
}
