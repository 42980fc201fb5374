import { useMutation } from '@apollo/client/react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { errorMessage } from '#web/errors.ts'
import type { StartTotpMutation } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { CONFIRM_TOTP, SECOND_FACTOR } from './second-factor-operations.ts'

type Setup = StartTotpMutation['startTotp']

/** Sets up an authenticator app: shows its key, takes its first code, then shows the recovery codes. */
export function SetUpTotp({ setup, onClose }: { setup: Setup; onClose: () => void }) {
  const form = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  if (codes) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Your recovery codes"
        description="Your authenticator app is on. If you lose it, sign in with one of these codes."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Set up an authenticator app"
      description="Scan the code with an app such as Google Authenticator, Microsoft Authenticator or 1Password."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Turn on
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <Field label="Key" hint="Type it into the app if you cannot scan the code.">
          <Input
            readOnly
            value={setup.key.replaceAll(/.{4}(?=.)/g, '$& ')}
            className="font-mono"
            onFocus={({ target }) => target.select()}
          />
        </Field>
        <FirstCode id={form} onBusy={setBusy} onDone={setCodes} />
      </div>
    </Dialog>
  )
}

interface FirstCodeProps {
  id: string
  onBusy: (busy: boolean) => void
  onDone: (codes: readonly string[]) => void
}

function FirstCode({ id, onBusy, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [confirm, { loading }] = useMutation(CONFIRM_TOTP, {
    update: (cache, { data }) => {
      if (!data) return
      const secondFactor = { totpSince: new Date().toISOString(), recoveryCodesLeft: data.confirmTotp.codes.length }
      cache.writeQuery({
        query: SECOND_FACTOR,
        data: { secondFactor },
      })
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (loading) return
    onBusy(true)
    try {
      if (code.trim() === '') throw new Error('Enter a code')
      const { data } = await confirm({ variables: { input: { code } } })
      if (data) onDone(data.confirmTotp.codes)
    } catch (error) {
      setProblem(errorMessage(error))
      field.current?.focus()
      field.current?.select()
    } finally {
      onBusy(false)
    }
  }

  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field label="Code" hint="Enter the six digits that the app shows now." error={problem} required>
        <Input
          ref={field}
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
            setProblem(undefined)
          }}
          inputMode="numeric"
          maxLength={10}
          autoComplete="one-time-code"
        />
      </Field>
    </form>
  )
}
