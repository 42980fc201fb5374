import { Copy } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Shows a new secret once, until it is closed. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: 'Secret copied' })
    } catch {
      const description = 'Select it and copy it with the keyboard.'
      toast({ title: 'The secret could not be copied', description, variant: 'destructive' })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your new secret"
      description="We show it only once. Store it where your receiver can read it and no one else can."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <Field label="Secret">
          <Input readOnly value={secret} className="font-mono" onFocus={({ target }) => target.select()} />
        </Field>
        <Button variant="primary" icon={Copy} className="justify-self-start" onClick={() => void copy()}>
          Copy secret
        </Button>
        <Callout>Use it in your receiver to check that requests come from Mergewell.</Callout>
      </div>
    </Dialog>
  )
}
