import { type ContactValues } from '#domain/contacts/contact-fields.ts'
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { History, Plus, X } from '#web/ui/generated/icons.ts'
import { useId, useMemo, useState } from 'react'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import { CONTACT_LIMITS } from '#domain/contacts/contacts.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { ContactRowFragment } from '#web/generated/graphql.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { reloadFilterChoices } from '../contact-lists.ts'
import { contactName } from '../contact-texts.ts'
import { CONTACT_FIELDS, CONTACT_TAGS, UPDATE_CONTACT } from '../operations.ts'
import { ContactValueFields, formOf, type ContactForm } from '../contact-value-fields.tsx'
import { changeOf, contactRules, type EditedField } from './contact-change.ts'

export interface EditContactDialogProps {
  contact: ContactRowFragment
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Shows the emails to this contact in a dialog over this one, which keeps the typed values. */
  onHistory: () => void
}

/** Edits one contact: name, address, number, tags and custom fields. */
export function EditContactDialog({ contact, open, onOpenChange, onHistory }: EditContactDialogProps) {
  const [saving, setSaving] = useState(false)
  const form = useId()
  const discard = useDiscard(onOpenChange)
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      title={`Edit ${contactName(contact)}`}
      description={
        contact.suppressed ? 'This address is on the suppression list. No emails are sent to it.' : undefined
      }
      size="md"
      footer={
        <>
          <Button icon={History} variant="quiet" className="sm:order-first sm:mr-auto" onClick={onHistory}>
            History
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={saving}>
            {saving ? 'Saving...' : 'Save contact'}
          </Button>
        </>
      }
    >
      <EditForm
        key={contact.id}
        id={form}
        contact={contact}
        onBusy={setSaving}
        onDirty={discard.onDirty}
        onSaved={() => onOpenChange(false)}
      />
      {discard.question}
    </Dialog>
  )
}

interface EditFormProps {
  id: string
  contact: ContactRowFragment
  onBusy: (busy: boolean) => void
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

function EditForm({ id, contact, onBusy, onDirty, onSaved }: EditFormProps) {
  const client = useApolloClient()
  const [updateContact] = useMutation(UPDATE_CONTACT)
  const known = useQuery(CONTACT_TAGS)
  const [tags, setTags] = useState<readonly string[]>(contact.tags)
  const [fields, setFields] = useState<readonly EditedField[]>(contact.fields)
  const [untracked, setUntracked] = useState(contact.untracked)
  const rules = useMemo(() => contactRules(contact), [contact])
  const form = useSchemaForm<ContactForm, ContactValues>(rules, formOf(contact))
  const { isDirty } = form.formState
  useDirty(onDirty, isDirty || tags !== contact.tags || untracked !== contact.untracked || fields !== contact.fields)

  const submit = form.handleSubmit(async (own) => {
    const input = changeOf(contact, { ...own, tags, untracked, fields })
    if (Object.keys(input).length === 0) return onSaved()
    onBusy(true)
    try {
      await updateContact({ variables: { input: { id: contact.id, ...input } } })
      await reloadFilterChoices(client)
      toast({ title: 'Contact Saved', description: `${contactName(own)} has been saved.` })
      onSaved()
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Save Failed', description: errorMessage(error), variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
      <ContactValueFields form={form} mayBeEmpty={(name) => contact[name] === ''} />
      <Field label="Tags" className="sm:col-span-2" hint="Press Enter after each tag.">
        <TagInput
          value={tags}
          onChange={setTags}
          maxLength={AUDIENCE_LIMITS.tag}
          suggestions={known.data?.contactTags.map(({ name }) => name)}
        />
      </Field>
      <Checkbox
        label="Do not track"
        hint="Emails to this address have no tracking pixel and plain links. Its recorded opens and clicks are deleted."
        checked={untracked}
        onCheckedChange={(checked) => setUntracked(checked === true)}
        className="sm:col-span-2"
      />
      <CustomFields fields={fields} onChange={setFields} />
    </form>
  )
}

interface CustomFieldsProps {
  fields: readonly EditedField[]
  onChange: (fields: EditedField[]) => void
}

/** The contact's custom fields, and a button to add one. */
function CustomFields({ fields, onChange }: CustomFieldsProps) {
  const { data } = useQuery(CONTACT_FIELDS)
  const names = useId()
  const put = (index: number, change: Partial<EditedField>) =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...change } : field)))
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-strong">Custom fields</legend>
      {fields.map((field, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a name changes while it is typed
        <div key={index} className="flex items-center gap-2">
          <Input
            aria-label={`Name of field ${index + 1}`}
            list={names}
            value={field.name}
            maxLength={CONTACT_LIMITS.fieldName}
            onChange={({ target }) => put(index, { name: target.value })}
            className="w-2/5 shrink-0"
          />
          <Input
            aria-label={`Value of ${field.name || `field ${index + 1}`}`}
            value={field.value}
            maxLength={CONTACT_LIMITS.fieldText}
            onChange={({ target }) => put(index, { value: target.value })}
          />
          <IconButton
            icon={X}
            size="sm"
            label={`Remove ${field.name || `field ${index + 1}`}`}
            onClick={() => onChange(fields.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <datalist id={names}>
        {data?.contactFields.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Button size="sm" icon={Plus} className="w-fit" onClick={() => onChange([...fields, { name: '', value: '' }])}>
        Add field
      </Button>
    </fieldset>
  )
}
