import { useId, useRef, useState, type FormEvent } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** A new key for an authenticator app, as text and as the URI in a QR code. */
export interface Setup {
  key: string
  uri: string
}

export interface SetUpTotpProps {
  setup: Setup
  /** Turns the authenticator app on with its first code; returns the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>
  onClose: () => void
}

/** Sets up an authenticator app: shows its key, takes its first code, then shows the recovery codes. */
export function SetUpTotp({ setup, confirm, onClose }: SetUpTotpProps) {
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
        <div className="grid gap-1.5">
          <p className="font-strong">Key</p>
          <p className="font-mono select-all">{setup.key.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
          <p className="text-xs text-ink-soft">Type it into the app if you cannot scan the code.</p>
        </div>
        <FirstCode id={form} confirm={confirm} onBusy={setBusy} onDone={setCodes} />
      </div>
    </Dialog>
  )
}

interface FirstCodeProps extends Pick<SetUpTotpProps, 'confirm'> {
  id: string
  onBusy: (busy: boolean) => void
  onDone: (codes: readonly string[]) => void
}

function FirstCode({ id, confirm, onBusy, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const busy = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    onBusy(true)
    try {
      if (code.trim() === '') throw new Error('Enter a code')
      onDone(await confirm(code))
    } catch (error) {
      setProblem(errorMessage(error))
      field.current?.focus()
      field.current?.select()
    } finally {
      busy.current = false
      onBusy(false)
    }
  }

  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field label="Code" hint="Enter the six-digit code that the app shows." error={problem} required>
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
