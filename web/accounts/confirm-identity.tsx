import { useMutation, useQuery } from '@apollo/client/react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { SUPER_ADMIN_CONFIRM_PASSWORD } from '#web/tenants/operations.ts'
import { AS_SUPER_ADMIN } from '#web/tenants/super-admin/super-admin-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { confirmationStore, type Confirmation } from './identity-confirmation-store.ts'
import { ConfirmWithoutPassword } from './confirm-without-password.tsx'
import { CURRENT_USER } from './current-user-query.ts'
import { CONFIRM_PASSWORD } from './operations.ts'

const TITLE = 'Confirm it’s you'

/**
 * Asks a user whose last sign-in is too long ago to prove who they are. It is mounted next to the signed-in pages;
 * server calls refused for this reason wait for it.
 */
export function ConfirmIdentity() {
  const { asked } = useStore(confirmationStore)
  const { data } = useQuery(CURRENT_USER, { fetchPolicy: 'cache-only' })
  if (!asked) return null
  const hasPassword = asked.who === 'superAdmin' || data?.currentUser?.hasPassword !== false
  return hasPassword ? <ByPassword asked={asked} /> : <ConfirmWithoutPassword asked={asked} title={TITLE} />
}

/** Confirms by password, in the user's or the super admin's session. */
function ByPassword({ asked: { who, settle } }: { asked: Confirmation }) {
  const form = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const person = useMutation(CONFIRM_PASSWORD)
  const superAdmin = useMutation(SUPER_ADMIN_CONFIRM_PASSWORD, { context: AS_SUPER_ADMIN })
  const [confirm, { loading }] = who === 'superAdmin' ? superAdmin : person

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (loading) return
    try {
      if (password === '') throw new Error('Enter your password')
      await confirm({ variables: { input: { password } } })
      settle(true)
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') return settle(false)
      setProblem(errorMessage(error))
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || settle(false)}
      title={TITLE}
      description="You signed in a while ago. Enter your password to continue."
      footer={
        <>
          <Button onClick={() => settle(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={loading}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label="Your password" error={problem} required>
          <PasswordInput
            ref={field}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setProblem(undefined)
            }}
            autoComplete="current-password"
          />
        </Field>
      </form>
    </Dialog>
  )
}
