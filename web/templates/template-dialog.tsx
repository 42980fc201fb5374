import { useMutation } from '@apollo/client/react'
import { useId, useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { templateInput } from '#domain/templates.ts'
import { failureText } from '#web/failure-text.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_TEMPLATE, TEMPLATES } from './operations.ts'
import { TemplateEditor } from './template-editor.tsx'

/** Asks for name, subject and content of a template and saves it (spec §2 Templates). */
export function TemplateDialog({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const form = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      size="lg"
      title="Create Template"
      description="Words to begin campaigns with."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={saving}>
            {saving ? 'Creating...' : 'Create Template'}
          </Button>
        </>
      }
    >
      <TemplateForm id={form} onBusy={setSaving} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

interface TemplateFormProps {
  id: string
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

function TemplateForm({ id, onBusy, onSaved }: TemplateFormProps) {
  const [createTemplate] = useMutation(CREATE_TEMPLATE, {
    update: (cache, { data }) => {
      if (!data) return
      const created = data.createTemplate
      cache.updateQuery({ query: TEMPLATES }, (list) => list && { templates: [created, ...list.templates] })
    },
  })
  const form = useSchemaForm(templateInput, { name: '', subject: '', content: '' })
  const { errors } = form.formState
  const { field: content } = useController({ control: form.control, name: 'content' })

  const submit = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      await createTemplate({ variables: { input } })
      toast({ title: 'Template Created', description: `“${input.name}” is ready to use.` })
      onSaved()
    } catch (error) {
      showFieldErrors(form, error)
      const description = failureText('Failed to create template', error)
      toast({ title: 'Create Failed', description, variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Name" error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label="Subject" error={errors.subject?.message}>
        <Input {...form.register('subject')} autoComplete="off" placeholder="Hello {firstName}" />
      </Field>
      <Field
        label="Content"
        error={errors.content?.message}
        hint={<>A word for those without a first name: {'{firstName|there}'}</>}
        className="sm:col-span-2"
      >
        <TemplateEditor value={content.value} onChange={content.onChange} />
      </Field>
    </form>
  )
}
