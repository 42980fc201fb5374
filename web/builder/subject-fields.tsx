import { useRef } from 'react'
import { PREHEADER_MAX } from '#domain/builder/builder-limits.ts'
import { updateDocument } from '#domain/builder/element-moves.ts'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'
import { TagButton } from '#web/editor/subject/tag-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { useBuilder, useBuilderStore } from './builder-store.ts'

const LINE = 'flex min-w-0 items-center gap-2 max-sm:[&_label]:w-20 [&_input]:h-8 pointer-coarse:[&_input]:h-11'
const BOX = 'min-w-0 grow [&_input:not(:hover,:focus-visible)]:border-transparent'

/** The subject and preheader that mailboxes list. */
export function SubjectFields() {
  const [subject, preheader] = [useLine('subject'), useLine('preheader')]
  const box = useRef<HTMLInputElement>(null)
  return (
    <>
      <SubjectField
        {...subject}
        className={LINE}
        boxClassName={BOX}
        placeholder="Hello {firstName|there}"
        autoComplete="off"
      />
      <Field label="Preheader" className={LINE}>
        <AdornedInput
          {...preheader}
          ref={box}
          className={BOX}
          maxLength={PREHEADER_MAX}
          placeholder="Shown after the subject in the inbox"
          autoComplete="off"
          onChange={(event) => preheader.onChange(event.target.value)}
          after={<TagButton box={box} onChange={preheader.onChange} label="Insert a merge tag into the preheader" />}
        />
      </Field>
    </>
  )
}

/** Reads and changes the subject or the preheader; typing is one undo step until the field is left. */
function useLine(name: 'subject' | 'preheader') {
  const store = useBuilderStore()
  const value = useBuilder((state) => state.history.present[name] ?? '')
  const onChange = (text: string) =>
    store.change((document) => updateDocument(document, { [name]: text }), { key: name })
  return { value, onChange, onBlur: () => store.endStep() }
}
