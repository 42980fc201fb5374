import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useFeatures } from '../use-features.ts'
import { attachFiles } from './attach-files.ts'
import { AttachmentList } from './attachment-list.tsx'
import { ContentEditor } from './content-editor.tsx'
import type { Draft, DraftFile } from './draft.ts'
import { insertText } from './edit-text.ts'
import { applyEdit, editOf } from './text-box.ts'
import { useImportedTags } from './use-merge-tags.ts'

/** The personalization buttons of spec §2. */
const NAMES = ['{firstName}', '{lastName}', '{firstName} {lastName}'] as const
/** Characters of a subject, as the header allows. */
const SUBJECT_MAX = 998

export interface StepDesignProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  files: readonly DraftFile[]
  onFiles: (files: readonly DraftFile[]) => void
  /** Files that were attached before a reload and could not be kept. */
  lostFiles: readonly string[]
}

/** Step 3: the mail as Simple Text (spec §2 Create campaign wizard). */
export function StepDesign({ draft, onChange, files, onFiles, lostFiles }: StepDesignProps) {
  const attaching = useFeatures()?.attachments ?? false
  const subject = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLTextAreaElement>(null)
  const lastFocused = useRef<'subject' | 'content'>('content')

  function insert(tag: string) {
    const inSubject = lastFocused.current === 'subject'
    const box = inSubject ? subject.current : content.current
    if (!box) return
    applyEdit(box, insertText(editOf(box), tag), (text) => onChange(inSubject ? { subject: text } : { content: text }))
  }

  function add(chosen: File[]) {
    const outcome = attachFiles(files, chosen)
    if (outcome.files !== files) onFiles(outcome.files)
    if (outcome.toast) toast(outcome.toast)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Field label="Subject" required>
            <Input
              ref={subject}
              value={draft.subject}
              maxLength={SUBJECT_MAX}
              onChange={(event) => onChange({ subject: event.target.value })}
              onFocus={() => {
                lastFocused.current = 'subject'
              }}
            />
          </Field>
          <ContentEditor
            value={draft.content}
            onChange={(text) => onChange({ content: text })}
            box={content}
            onFocus={() => {
              lastFocused.current = 'content'
            }}
            onFiles={attaching ? add : undefined}
          />
        </div>
      </Card>
      <div className="grid gap-4">
        <Personalization onInsert={insert} />
        {attaching && (
          <Card title="Attachments">
            {lostFiles.length > 0 && (
              <Callout tone="warning" title="Attach these again" className="mb-3">
                They could not be kept over the reload: {lostFiles.join(', ')}
              </Callout>
            )}
            {files.length > 0 ? (
              <AttachmentList files={files} onRemove={(gone) => onFiles(files.filter((file) => file.id !== gone.id))} />
            ) : (
              <p className="text-ink-soft">None. Add them with the paper clip over the content.</p>
            )}
          </Card>
        )}
      </div>
    </div>
  )
}

function Personalization({ onInsert }: { onInsert: (tag: string) => void }) {
  const imported = useImportedTags()
  return (
    <Card title="Personalization" description="Puts a tag where you write, in subject or content.">
      <Tags label="Names" tags={NAMES} onInsert={onInsert} />
      {imported.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-xs text-ink-soft">From your spreadsheet</p>
          <Tags label="From your spreadsheet" tags={imported.map((name) => `{${name}}`)} onInsert={onInsert} />
        </>
      )}
      <p className="mt-4 text-xs text-ink-soft">
        A word for those without one: <code className="font-mono">{'{firstName|there}'}</code>
      </p>
    </Card>
  )
}

function Tags({ label, tags, onInsert }: { label: string; tags: readonly string[]; onInsert: (tag: string) => void }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Button key={tag} size="sm" onClick={() => onInsert(tag)} className="max-w-full font-mono text-xs font-normal">
          <span className="truncate">{tag}</span>
        </Button>
      ))}
    </div>
  )
}
