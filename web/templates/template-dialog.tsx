import { useMutation } from '@apollo/client/react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { templateInput } from '#domain/templates/templates.ts'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { failureText } from '#web/client/failure-text.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { TemplateFieldsFragment } from '#web/generated/graphql.ts'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { UPDATE_TEMPLATE } from './operations.ts'
import { useSaveTemplate } from './save-template.ts'

/** The template editor, loaded with the first dialog. */
const TemplateEditor = lazy(async () => ({ default: (await import('./template-editor.tsx')).TemplateEditor }))

export interface TemplateDialogProps {
  /** Element that opens the dialog; absent if it is opened by code. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The template to edit; default: a new one. */
  template?: TemplateFieldsFragment
}

/** Edits name, subject and content of a text template and saves it. */
export function TemplateDialog({ trigger, template, ...state }: TemplateDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const open = state.open ?? ownOpen
  const setOpen = state.onOpenChange ?? setOwnOpen
  const [saving, setSaving] = useState(false)
  const form = useId()
  const discard = useDiscard(setOpen)
  const verb = template ? 'Save changes' : 'Create Template'
  const doing = template ? 'Saving...' : 'Creating...'
  const submit = (
    <Button type="submit" form={form} variant="primary" busy={saving}>
      {saving ? doing : verb}
    </Button>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={trigger}
      size="lg"
      title={template ? 'Edit Template' : 'Create Template'}
      description="Reusable text for campaigns."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          {template ? submit : <UnlessRefused>{submit}</UnlessRefused>}
        </>
      }
    >
      <TemplateForm
        id={form}
        template={template}
        onBusy={setSaving}
        onDirty={discard.onDirty}
        onSaved={() => setOpen(false)}
      />
      {discard.question}
    </Dialog>
  )
}

/** Button that opens a new template, or shows the reason why the plan allows none. */
function UnlessRefused({ children }: { children: ReactNode }) {
  const refusal = usePlanRefusal('templates')
  return refusal === null ? (
    children
  ) : (
    <PlanAction to="/templates" refusal={refusal} variant="primary">
      Create Template
    </PlanAction>
  )
}

interface TemplateFormProps {
  id: string
  template: TemplateFieldsFragment | undefined
  onBusy: (busy: boolean) => void
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

function TemplateForm({ id, template, onBusy, onDirty, onSaved }: TemplateFormProps) {
  const save = useSaveTemplate()
  const [updateTemplate] = useMutation(UPDATE_TEMPLATE)
  const { name = '', subject = '', content: words = '' } = template ?? {}
  const form = useSchemaForm(templateInput, { name, subject, content: words })
  const { errors, isDirty, dirtyFields } = form.formState
  useDirty(onDirty, isDirty)
  const { field: content } = useController({ control: form.control, name: 'content' })
  const { field: line } = useController({ control: form.control, name: 'subject' })

  const submit = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      if (template) {
        // Only the changed fields: the others may have been changed elsewhere.
        const changed = {
          ...(dirtyFields.name && { name: input.name }),
          ...(dirtyFields.subject && { subject: input.subject }),
          ...(dirtyFields.content && { content: input.content }),
        }
        await updateTemplate({ variables: { input: { id: template.id, ...changed } } })
      } else await save(null, input)
      toast(
        template
          ? { title: 'Template Saved', description: `“${input.name}” has been updated.` }
          : { title: 'Template Created', description: `“${input.name}” is ready to use.` },
      )
      onSaved()
    } catch (error) {
      showFieldErrors(form, error)
      const sentence = template ? 'Failed to save template' : 'Failed to create template'
      toast({
        title: template ? 'Save Failed' : 'Create Failed',
        description: failureText(sentence, error),
        variant: 'destructive',
      })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Name" error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <SubjectField
        value={line.value}
        error={errors.subject?.message}
        autoComplete="off"
        placeholder="Hello {firstName}"
        onChange={line.onChange}
        onBlur={line.onBlur}
      />
      <Field
        label="Content"
        error={errors.content?.message}
        hint={<>Fallback for contacts without a first name: {'{firstName|there}'}</>}
        className="sm:col-span-2"
      >
        <Suspense fallback={<Skeleton className="h-92 rounded-sm" />}>
          <TemplateEditor value={content.value} onChange={content.onChange} />
        </Suspense>
      </Field>
    </form>
  )
}
