import { useState } from 'react'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/document.ts'
import { failureText } from '#web/failure-text.ts'
import { useSaveTemplate } from '#web/templates/save-template.ts'
import { toast } from '#web/ui/toast-store.ts'
import { Builder } from './builder.tsx'
import { nameToSave } from './use-builder-file.ts'

export interface BuiltMailStepProps {
  /** The campaign's subject, which is also the mail's. */
  subject: string
  /** The builder's document as the draft has it; null before the first block. */
  htmlTemplate: unknown
  onChange: (part: { htmlTemplate: BuilderDocument; subject: string }) => void
}

/** The builder inside the wizard: what is built is the campaign's own mail, and can be kept among the templates as well. */
export function BuiltMailStep({ subject, htmlTemplate, onChange }: BuiltMailStepProps) {
  const save = useSaveTemplate()
  const [initial] = useState((): BuilderDocument => {
    const read = htmlTemplate === null ? null : readDocument(htmlTemplate)
    const document = read && 'document' in read ? read.document : emptyDocument()
    // The subject may have been changed in Simple Text meanwhile.
    return document.subject === subject ? document : { ...document, subject }
  })

  async function keepAsTemplate(document: BuilderDocument) {
    const name = nameToSave('', document)
    try {
      await save(null, { name, subject: document.subject, htmlTemplate: document })
      toast({ title: 'Template Created', description: `“${name}” is among your templates.` })
    } catch (error) {
      const description = failureText('Failed to create template', error)
      toast({ title: 'Create Failed', description, variant: 'destructive' })
    }
  }

  return (
    <Builder
      initial={initial}
      onChange={(document) => onChange({ htmlTemplate: document, subject: document.subject })}
      onSave={(document) => {
        onChange({ htmlTemplate: document, subject: document.subject })
        toast({
          title: 'Template Saved',
          description: 'Your HTML email template has been saved successfully!',
          action: { label: 'Add to Templates', onClick: () => void keepAsTemplate(document) },
        })
      }}
    />
  )
}
