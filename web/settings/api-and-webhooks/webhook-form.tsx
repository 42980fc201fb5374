import { useMutation } from '@apollo/client/react'
import { WEBHOOK_EVENTS, webhookInput, type WebhookEvent } from '#domain/webhooks.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { WebhookFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_WEBHOOK, UPDATE_WEBHOOK, WEBHOOKS } from './operations.ts'
import { EVENT_GROUPS, EVENT_WORDS } from './webhook-texts.ts'

const FORM = 'webhook'
/** Schema of the form's fields. Only the server knows whether it allows http URLs. */
const INPUT = webhookInput(false)

export interface WebhookFormProps {
  /** the webhook to change; null for a new one */
  webhook: WebhookFieldsFragment | null
  onClose: () => void
  /** Called when a new webhook was created; its secret is shown once. */
  onCreated: (secret: string) => void
}

/** Creates or changes a webhook. */
export function WebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const { save, saving } = useSave(webhook)
  const title = webhook ? 'Edit Webhook' : 'Create Webhook'
  const form = useSchemaForm(INPUT, {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    events: WEBHOOK_EVENTS.filter((event) => webhook?.events.includes(event)),
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    if (saving) return
    try {
      const secret = await save(input)
      if (secret === null) onClose()
      else onCreated(secret)
    } catch (error) {
      showFieldErrors(form, error)
      const failed = webhook ? 'Failed to save webhook' : 'Failed to create webhook'
      toast({ title: failed, description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" busy={saving}>
            {webhook ? 'Save' : title}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="URL" hint="Events are sent there with POST." error={errors.url?.message} required>
          <Input {...form.register('url')} type="url" autoComplete="off" placeholder="https://" />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <Input {...form.register('description')} autoComplete="off" />
        </Field>
        <Events
          chosen={form.watch('events')}
          error={errors.events?.message}
          onChange={(events) => form.setValue('events', events, { shouldValidate: form.formState.isSubmitted })}
        />
      </form>
    </Dialog>
  )
}

function useSave(webhook: WebhookFieldsFragment | null) {
  const [create, creating] = useMutation(CREATE_WEBHOOK, {
    update: (cache, { data }) => {
      const made = data?.createWebhook?.webhook
      if (!made) return
      cache.updateQuery({ query: WEBHOOKS }, (list) => list && { ...list, webhooks: [...list.webhooks, made] })
    },
  })
  const [update, updating] = useMutation(UPDATE_WEBHOOK)
  /** Saves the webhook; returns the secret of a new one, null if an existing one was changed. */
  async function save(input: { url: string; description: string; events: WebhookEvent[] }): Promise<string | null> {
    if (!webhook) {
      const { data } = await create({ variables: { input } })
      return data?.createWebhook?.secret ?? null
    }
    const { url, ...rest } = input
    // A new address needs a recent sign-in.
    await update({ variables: { input: { id: webhook.id, ...rest, ...(url !== webhook.url && { url }) } } })
    return null
  }
  return { save, saving: creating.loading || updating.loading }
}

interface EventsProps {
  chosen: readonly WebhookEvent[]
  error: string | undefined
  onChange: (events: WebhookEvent[]) => void
}

/** Checkboxes for the events of a webhook; each group has one that chooses all of it. */
function Events({ chosen, error, onChange }: EventsProps) {
  const set = (events: readonly WebhookEvent[], on: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((each) => (events.includes(each) ? on : chosen.includes(each))))
  return (
    <div className="grid gap-4">
      {EVENT_GROUPS.map(({ label, all, events }) => {
        const count = events.filter((event) => chosen.includes(event)).length
        return (
          <fieldset key={label} className="grid gap-2" aria-describedby={error ? 'events-error' : undefined}>
            <legend className="mb-2 font-strong">{label}</legend>
            <Checkbox
              label={all}
              checked={count === events.length ? true : count > 0 ? 'indeterminate' : false}
              onCheckedChange={(on) => set(events, on === true)}
            />
            <div className="grid gap-2 pl-7 sm:grid-cols-2">
              {events.map((event) => (
                <Checkbox
                  key={event}
                  label={EVENT_WORDS[event]}
                  checked={chosen.includes(event)}
                  onCheckedChange={(on) => set([event], on === true)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
      {error && (
        <p id="events-error" role="alert" className="text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
