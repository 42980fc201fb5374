import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { PLANS, type Tier } from '#domain/tenants/plans.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { REQUEST_UPGRADE } from './operations.ts'

/** Form that asks the operator of the installation for a higher plan, with a note. */
export function RequestUpgrade({ tier }: { tier: Tier }) {
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [request, { loading }] = useMutation(REQUEST_UPGRADE)

  async function ask() {
    try {
      await request({ variables: { input: { requestedTier: tier, note } } })
      setOpen(false)
      toast({
        title: 'Upgrade Requested',
        description: `You get an email when the ${PLANS[tier].name} plan is decided on.`,
      })
    } catch (error) {
      toast({ title: 'Request Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>Request an upgrade</Button>}
      title={`Request the ${PLANS[tier].name} plan`}
      description="The person who runs this installation sees your request and decides. Your plan stays as it is until then."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" busy={loading} onClick={() => void ask()}>
            {loading ? 'Requesting...' : 'Request upgrade'}
          </Button>
        </>
      }
    >
      <Field label="Note" hint="For example, how many people you write to and how often.">
        <Textarea rows={3} maxLength={1_000} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </Dialog>
  )
}
