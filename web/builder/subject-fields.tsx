import { Tag } from 'lucide-react'
import { useRef, useState } from 'react'
import { PREHEADER_MAX } from '#domain/builder/limits.ts'
import { updateDocument } from '#domain/builder/moves.ts'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { insertText } from '#web/campaigns/create/edit-text.ts'
import { SubjectCondition } from '#web/campaigns/create/subject-condition.tsx'
import { SubjectParts } from '#web/campaigns/create/subject-parts.tsx'
import { applyEdit, editOf } from '#web/campaigns/create/text-box.ts'
import { TagForm } from '#web/editor/tag-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { cn } from '#web/ui/cn.ts'
import { Popover } from '#web/ui/popover.tsx'
import { useBuilder, useBuilderStore } from './builder-store.ts'

const MAX = { subject: TEXT_LIMITS.subject, preheader: PREHEADER_MAX } as const

/** The subject and preheader that mailboxes list. */
export function SubjectFields() {
  return (
    <>
      <Line name="subject" label="Subject" placeholder="Hello {firstName|there}" />
      <Line name="preheader" label="Preheader" placeholder="Shown after the subject in the inbox" />
    </>
  )
}

function Line({ name, label, placeholder }: { name: keyof typeof MAX; label: string; placeholder: string }) {
  const store = useBuilderStore()
  const value = useBuilder((state) => state.history.present[name] ?? '')
  const box = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const hasCondition = name === 'subject'
  const change = (text: string) => store.change((document) => updateDocument(document, { [name]: text }), { key: name })
  return (
    <>
      <Field label={label} className="flex min-w-0 items-center gap-2 max-sm:[&_label]:w-20">
        <AdornedInput
          ref={box}
          className={cn(
            'min-w-0 grow [&_input:not(:hover,:focus-visible)]:border-transparent',
            hasCondition && '[&>input]:pr-20',
          )}
          value={value}
          maxLength={MAX[name]}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          onBlur={() => store.endStep()}
          after={
            <>
              {hasCondition && <SubjectCondition box={box} onChange={change} />}
              <Popover
                label="Merge tag"
                align="end"
                open={open}
                onOpenChange={setOpen}
                trigger={<IconButton icon={Tag} label={`Insert a merge tag into the ${name}`} size="sm" />}
              >
                <TagForm
                  onSubmit={(source) => {
                    setOpen(false)
                    if (box.current) applyEdit(box.current, insertText(editOf(box.current), source), change)
                  }}
                />
              </Popover>
            </>
          }
        />
      </Field>
      {hasCondition && <SubjectParts subject={value} box={box} onChange={change} />}
    </>
  )
}
