import type { Editor } from '@tiptap/core'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { BuilderOff } from '#web/builder/builder-off.tsx'
import { contentOf } from '#web/editor/editor-commands.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useFeatures } from '../../use-features.ts'
import { attachFiles, AttachmentsCard } from './attachments.tsx'
import { DraftFirstRows } from '../notices/first-row-notice.tsx'
import type { Draft } from '../store/campaign-draft.ts'
import { insertText, applyEdit, editOf } from '#web/editor/text-box.ts'
import { FollowUps } from './follow-ups.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { TopicChoice } from './topic-choice.tsx'
import { SenderFields } from './sender-fields.tsx'
import { BuiltMailStep, ContentEditor } from './lazy-editors.ts'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'
import { hasTextForBuilder, TextToBuilder } from './text-to-builder.tsx'
import { useImportedTags } from '#web/editor/imported-tags.ts'

/** Merge tags that have a button in the email editor. */
const NAMES = ['{firstName}', '{lastName}', '{firstName} {lastName}'] as const

export interface StepDesignProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

/** Step 3: the email as Simple Text or as blocks. */
export function StepDesign({ draft, onChange }: StepDesignProps) {
  const { files } = draft
  const features = useFeatures()
  const [asking, setAsking] = useState(false)
  const attaching = features?.attachments ?? false
  const leftOver = features?.attachments === false && files.length > 0

  function add(chosen: File[]) {
    const outcome = attachFiles(files, chosen)
    if (outcome.files !== files) onChange({ files: outcome.files })
    if (outcome.toast) toast(outcome.toast)
  }

  const attachments = (attaching || leftOver) && (
    <AttachmentsCard
      draft={draft}
      onChange={onChange}
      isOff={leftOver}
      onAdd={draft.useHtmlBuilder && attaching ? add : null}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DraftFirstRows draft={draft} />
      <DesignMode
        sender={draft.useHtmlBuilder && <SenderFields value={draft.sender} launch={draft.launch} onChange={onChange} />}
        aside={
          <>
            <LanguageChoice language={draft.language} onChange={(language) => onChange({ language })} />
            <TopicChoice topicId={draft.topicId} onChange={(topicId) => onChange({ topicId })} />
          </>
        }
        useHtmlBuilder={draft.useHtmlBuilder}
        isOff={features?.htmlBuilder === false}
        isBuilt={draft.htmlTemplate !== null}
        onChange={(useHtmlBuilder) =>
          useHtmlBuilder && hasTextForBuilder(draft) ? setAsking(true) : onChange({ useHtmlBuilder })
        }
        onDiscard={() => onChange({ useHtmlBuilder: false, htmlTemplate: null })}
      />
      <TextToBuilder draft={draft} open={asking} onClose={() => setAsking(false)} onChange={onChange} />
      {draft.useHtmlBuilder ? (
        <>
          {features?.htmlBuilder === false ? (
            <BuilderOff />
          ) : (
            <Suspense fallback={<Skeleton className="h-150 rounded-md" />}>
              <BuiltMailStep
                subject={draft.subject}
                htmlTemplate={draft.htmlTemplate}
                language={draft.language}
                templateId={draft.templateId}
                onChange={onChange}
              />
            </Suspense>
          )}
          {attachments}
        </>
      ) : (
        <SimpleText draft={draft} onChange={onChange} onFiles={attaching ? add : undefined} aside={attachments} />
      )}
      <FollowUps draft={draft} onChange={onChange} mayAttach={attaching} />
    </div>
  )
}

interface DesignModeProps {
  /** Sender fields, shown in the middle of the line, or below it while they are open. */
  sender: ReactNode
  /** Content at the end of the line. */
  aside: ReactNode
  useHtmlBuilder: boolean
  /** True if the workspace may not use the email builder. */
  isOff: boolean
  /**
   * True if the draft has a builder document, used or not: without the builder feature, the campaign cannot be saved
   * with it.
   */
  isBuilt: boolean
  onChange: (useHtmlBuilder: boolean) => void
  onDiscard: () => void
}

function DesignMode({ sender, aside, useHtmlBuilder, isOff, isBuilt, onChange, onDiscard }: DesignModeProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        label="Design"
        hideLabel
        value={useHtmlBuilder ? 'builder' : 'text'}
        options={[
          { value: 'text', label: 'Simple Text' },
          { value: 'builder', label: 'HTML Builder', disabled: isOff && !useHtmlBuilder },
        ]}
        onChange={(mode) => onChange(mode === 'builder')}
      />
      {sender && <div className="min-w-0 has-aria-expanded:order-last has-aria-expanded:basis-full">{sender}</div>}
      {isOff && <p className="text-ink-soft">The HTML builder is turned off for this workspace.</p>}
      {isOff && isBuilt && (
        <Button size="sm" onClick={onDiscard}>
          Continue without the design
        </Button>
      )}
      {aside}
    </div>
  )
}

interface SimpleTextProps extends Pick<StepDesignProps, 'draft' | 'onChange'> {
  onFiles: ((files: File[]) => void) | undefined
  aside: ReactNode
}

function SimpleText({ draft, onChange, onFiles, aside }: SimpleTextProps) {
  const subject = useRef<HTMLInputElement>(null)
  const editor = useRef<Editor>(null)
  /** Inserts a merge tag into the field that was edited last; null: inserts it into the content. */
  const target = useRef<((tag: string) => void) | null>(null)

  function insert(tag: string) {
    if (target.current) target.current(tag)
    else editor.current?.chain().focus().insertContent(contentOf(tag)).run()
  }

  function insertIntoSubject(tag: string) {
    const box = subject.current
    if (box) applyEdit(box, insertText(editOf(box), tag), (text) => onChange({ subject: text }))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_240px]">
      <Card flush>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 p-3">
          <SubjectField
            required
            className="flex min-w-0 items-center gap-3 [&_label]:shrink-0"
            boxClassName="grow"
            box={subject}
            value={draft.subject}
            onChange={(text) => onChange({ subject: text })}
            onFocus={() => {
              target.current = insertIntoSubject
            }}
          />
          <SenderFields
            value={draft.sender}
            launch={draft.launch}
            onChange={onChange}
            onTarget={(insertThere) => {
              target.current = insertThere
            }}
          />
          <Suspense fallback={<Skeleton className="h-92 rounded-sm" />}>
            <ContentEditor
              isMain
              value={draft.content}
              onChange={(text) => onChange({ content: text })}
              onEditor={(made) => {
                editor.current = made
              }}
              onFocus={() => {
                target.current = null
              }}
              onFiles={onFiles}
            />
          </Suspense>
        </div>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Personalization onInsert={insert} />
        {aside}
      </div>
    </div>
  )
}

function Personalization({ onInsert }: { onInsert: (tag: string) => void }) {
  const imported = useImportedTags()
  return (
    <Card title="Personalization" description="Inserts a merge tag at the cursor.">
      <Tags label="Names" tags={NAMES} onInsert={onInsert} />
      {imported.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-xs text-ink-soft">From your spreadsheet</p>
          <Tags label="From your spreadsheet" tags={imported.map((name) => `{${name}}`)} onInsert={onInsert} />
        </>
      )}
      <p className="mt-4 text-xs text-ink-soft">
        Fallback for contacts without one: <code className="font-mono">{'{firstName|there}'}</code>
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
