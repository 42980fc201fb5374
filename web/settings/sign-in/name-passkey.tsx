import { useId, useState, type FormEvent } from 'react'
import { renamePasskeyInput } from '#domain/accounts/second-factor.ts'
import { passkeyFailure } from '#web/accounts/passkey-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

export interface NamePasskeyProps {
  title: string
  description: string
  name: string
  /** Label of the submit button. */
  action: string
  /** Called with the chosen name; a rejection is shown at the field. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** A dialog that takes the name of a passkey. */
export function NamePasskey({ title, description, name: before, action, onName, onClose }: NamePasskeyProps) {
  const form = useId()
  const [name, setName] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const checked = renamePasskeyInput.safeParse({ name })
    if (!checked.success) return setProblem(checked.error.issues[0]?.message)
    setBusy(true)
    try {
      await onName(checked.data.name)
    } catch (error) {
      setProblem(passkeyFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label="Name" error={problem} required>
          <Input
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setProblem(undefined)
            }}
            onFocus={({ target }) => target.select()}
            maxLength={60}
            autoComplete="off"
          />
        </Field>
      </form>
    </Dialog>
  )
}
