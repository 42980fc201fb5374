import { useQuery } from '@apollo/client/react'
import { Upload } from '#web/ui/generated/icons.ts'
import { useEffect, useRef } from 'react'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { CONTACT_TAGS } from '../operations.ts'
import { AS_DETECTED, type Choice } from './import-choices.ts'
import type { ImportPreview as Preview } from './operations.ts'
import { PreviewGrid } from './preview-grid.tsx'
import {
  EncodingChoice,
  KeepRows,
  Notices,
  PlanRoom,
  SplitAddresses,
  SpreadsheetOffers,
  Titles,
} from './preview-options.tsx'
import { PreviewOutcomes, wasCounted } from './preview-rows.tsx'
import { previewSentence } from './preview-texts.ts'
import { refused, type Problem } from './upload-session.ts'

export interface ImportPreviewProps {
  preview: Preview
  choice: Choice
  /** True while a new preview is loading. */
  checking: boolean
  /** Reason why the last preview or import failed. */
  problem: Problem | null
  onChange: (choice: Choice) => void
  onCommit: () => void
  onDrop: () => void
}

/** The preview of an import: columns, rows and options. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, choice, checking, problem, onChange, onCommit, onDrop } = props
  const names = useQuery(CONTACT_TAGS)
  const commit = useRef<HTMLButtonElement>(null)
  // Enter triggers the only remaining action.
  useEffect(() => commit.current?.focus({ preventScroll: true }), [])
  const trouble = problem ?? (preview.problem === null ? null : refused(preview.problem))
  return (
    <Card
      className="overflow-visible"
      title={preview.fileName}
      description="Nothing is saved until you upload the contacts."
    >
      <div className="grid grid-cols-1 gap-6">
        {trouble !== null && (
          <Callout tone="bad" role="alert" title={trouble.title}>
            {trouble.description}
            {preview.columns.length > 0 && !preview.columns.some(({ field }) => field === 'email') && (
              <> Or choose the email column below.</>
            )}
          </Callout>
        )}
        <Notices preview={preview} />
        <PlanRoom preview={preview} choice={choice} onChange={onChange} />
        <div className="grid grid-cols-1 gap-6" aria-busy={checking || undefined}>
          {preview.sheets.length > 1 && (
            <Field label="Sheet" className="max-w-80">
              <Select
                value={preview.sheet}
                options={preview.sheets.map(({ name, rowCount }) => ({
                  value: name,
                  label: `${name} (${rowCount.toLocaleString()} ${rowCount === 1 ? 'row' : 'rows'})`,
                }))}
                onChange={({ target }) => onChange({ ...choice, columns: AS_DETECTED.columns, sheet: target.value })}
              />
            </Field>
          )}
          <EncodingChoice preview={preview} choice={choice} onChange={onChange} />
          {preview.columns.length > 0 && (
            <section className="grid grid-cols-1 gap-2">
              <h3 className="font-strong">Match your columns</h3>
              <PreviewGrid preview={preview} choice={choice} onChange={onChange} />
              <Titles preview={preview} />
              <SplitAddresses preview={preview} choice={choice} onChange={onChange} />
              <KeepRows preview={preview} choice={choice} onChange={onChange} />
              <SpreadsheetOffers preview={preview} choice={choice} onChange={onChange} />
            </section>
          )}
          {wasCounted(preview) && <PreviewOutcomes preview={preview} />}
          <div className="grid gap-6 sm:grid-cols-2">
            {(preview.changed.count > 0 || choice.existing === 'update') && (
              <RadioGroup
                label="Existing contacts with different values"
                value={choice.existing}
                onValueChange={(existing) =>
                  onChange({ ...choice, existing: existing === 'update' ? 'update' : 'ignore' })
                }
                options={[
                  { value: 'ignore', label: 'Keep their current values' },
                  {
                    value: 'update',
                    label: 'Update them with the values in this file',
                    hint: 'Empty cells do not clear existing values.',
                  },
                ]}
              />
            )}
            <Field label="Tags for all imported contacts" optional hint="Press Enter after each tag.">
              <TagInput
                value={choice.tags}
                maxLength={AUDIENCE_LIMITS.tag}
                suggestions={names.data?.contactTags.map(({ name }) => name)}
                onChange={(tags) => onChange({ ...choice, tags })}
              />
            </Field>
          </div>
        </div>
      </div>
      <div
        data-action-bar
        className="sticky bottom-0 -mx-5 -mb-5 mt-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-b-md border-t border-line bg-surface px-5 py-3"
      >
        <p role="status" className="min-w-0 grow basis-60">
          {checking ? 'Checking again…' : preview.problem === null && previewSentence(preview, choice)}
        </p>
        <Button onClick={onDrop}>Discard</Button>
        <Button
          ref={commit}
          variant="primary"
          icon={Upload}
          disabled={checking || preview.problem !== null}
          onClick={onCommit}
        >
          Upload Contacts
        </Button>
      </div>
    </Card>
  )
}
