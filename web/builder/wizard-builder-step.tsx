import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/builder-document.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { errorCode } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { UPDATE_TEMPLATE } from '#web/templates/operations.ts'
import { useSaveTemplate } from '#web/templates/save-template.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Builder } from './builder.tsx'
import { nameToSave } from './use-builder-file.ts'

export interface BuiltMailStepProps {
  /** The campaign's subject, shared with the email. */
  subject: string
  /** The draft's builder document; null before the first block. */
  htmlTemplate: unknown
  /** The campaign's language; null: the workspace's. */
  language: EmailLanguage | null
  /** Id of the template as which the email was saved; null if none. */
  templateId: string | null
  onChange: (part: { htmlTemplate?: BuilderDocument; subject?: string; templateId?: string }) => void
}

/**
 * The builder inside the wizard. The document belongs to the campaign, and becomes a template as well once it is saved
 * there.
 */
export function BuiltMailStep({ subject, htmlTemplate, language, templateId, onChange }: BuiltMailStepProps) {
  const save = useSaveTemplate()
  const refusal = usePlanRefusal('templates')
  const [updateTemplate] = useMutation(UPDATE_TEMPLATE)
  const [initial, setInitial] = useState(() => {
    const read = htmlTemplate === null ? { document: emptyDocument() } : readDocument(htmlTemplate)
    if ('problem' in read) return read
    const { document } = read
    // The subject may have changed in Simple Text meanwhile.
    return { document: document.subject === subject ? document : { ...document, subject } }
  })

  async function saveTemplate(document: BuilderDocument) {
    const mail = { subject: document.subject, htmlTemplate: document }
    onChange(mail)
    try {
      if (templateId === null || !(await isUpdated(templateId, mail))) {
        const { id } = await save(null, { name: nameToSave('', document), ...mail })
        onChange({ templateId: id })
      }
      toast({ title: 'Template Saved', description: 'Your HTML email template has been saved successfully!' })
    } catch (error) {
      const isNew = templateId === null
      const description = failureText(isNew ? 'Failed to create template' : 'Failed to save template', error)
      toast({ title: isNew ? 'Create Failed' : 'Save Failed', description, variant: 'destructive' })
    }
  }

  /**
   * Updates the template that the email was saved as, keeping its name, which may have changed; returns false when the
   * template was deleted.
   */
  async function isUpdated(id: string, input: { subject: string; htmlTemplate: BuilderDocument }): Promise<boolean> {
    try {
      await updateTemplate({ variables: { input: { id, ...input } } })
      return true
    } catch (error) {
      if (errorCode(error) === 'NOT_FOUND') return false
      throw error
    }
  }

  if ('problem' in initial) {
    return (
      <Callout
        tone="bad"
        title="This email could not be read"
        action={
          <Button size="sm" onClick={() => setInitial({ document: { ...emptyDocument(), subject } })}>
            Start a new email
          </Button>
        }
      >
        {initial.problem}. The stored email stays unchanged until you start a new one and edit it.
      </Callout>
    )
  }
  return (
    <Builder
      initial={initial.document}
      language={language}
      onChange={(document) => onChange({ htmlTemplate: document, subject: document.subject })}
      onSave={saveTemplate}
      saveRefusal={templateId === null ? refusal : null}
    />
  )
}
