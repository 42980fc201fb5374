import { useApolloClient, useQuery } from '@apollo/client/react'
import { Tag, Trash2 } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { DRAFT_FILES_KEPT, FILES_KEPT_DAYS, RECIPIENT_FILES as LIMITS } from '#domain/campaigns/recipient-files.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { TagForm } from '#web/editor/tag-form.tsx'
import type { RecipientFilesQuery } from '#web/generated/graphql.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { insertText, applyEdit, editOf } from '#web/editor/text-box.ts'
import { RECIPIENT_FILES, REMOVE_RECIPIENT_FILES, SET_FILE_PATTERN } from './operations.ts'
import { uploadFiles } from './upload-files.ts'
import { WhoGetsWhat, type Only } from './recipient-content-dialog.tsx'

type Plan = RecipientFilesQuery['recipientFilePlan']

export interface RecipientFilesProps {
  campaignId: string
  /** True while recipients or fields have changed since the draft was saved: the plan would be of the last version. */
  waiting: boolean
  /** Called after each change, which the checks before a launch depend on. */
  onChanged: () => void
}

/**
 * Assigns each recipient their own file: the name of the files, the upload, and the list of recipients with their
 * files.
 */
export function RecipientFiles({ campaignId, waiting, onChanged }: RecipientFilesProps) {
  const client = useApolloClient()
  const [only, setOnly] = useState<Only>('all')
  const [isOpen, setOpen] = useState(false)
  const { data, previousData, error, loading, refetch } = useQuery(RECIPIENT_FILES, {
    variables: { id: campaignId, only: only === 'all' ? null : only },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
    // A load that began before an upload must not answer the one after it.
    context: { queryDeduplication: false },
    skip: waiting,
  })
  const { campaign, recipientFilePlan: plan } = data ?? previousData ?? {}
  const isUsed = Boolean(campaign?.filePattern) || (plan?.fileCount ?? 0) > 0
  const changed = async () => {
    await refetch()
    onChanged()
  }
  const set = async (input: { filePattern?: string | null; filesKeptDays?: number }) => {
    try {
      await client.mutate({ mutation: SET_FILE_PATTERN, variables: { input: { id: campaignId, ...input } } })
      await changed()
    } catch (problem) {
      toast({ title: 'The file name could not be saved', description: errorMessage(problem), variant: 'destructive' })
    }
  }
  if (error && !loading) {
    return (
      <Card title="A file for each recipient">
        <Callout tone="warning" role="alert" title="The files could not be loaded">
          {errorMessage(error)}
        </Callout>
      </Card>
    )
  }
  if (!campaign || !plan) return <Skeleton className="h-24 rounded-md" />
  return (
    <Card
      title="A file for each recipient"
      description="An invoice, a certificate, a letter: everybody gets only their own."
      className={isUsed || isOpen ? undefined : 'pb-3'}
      actions={
        !isUsed && !isOpen ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Add files
          </Button>
        ) : undefined
      }
    >
      {(isUsed || isOpen) && (
        <div className="grid gap-4" aria-busy={loading}>
          <Pattern pattern={campaign.filePattern ?? ''} onPattern={(filePattern) => void set({ filePattern })} />
          <Upload campaignId={campaignId} onAdded={() => void changed()} />
          {plan.fileCount > 0 && (
            <Stored
              plan={plan}
              days={campaign.filesKeptDays}
              onDays={(filesKeptDays) => void set({ filesKeptDays })}
              onRemoveAll={async () => {
                try {
                  await client.mutate({ mutation: REMOVE_RECIPIENT_FILES, variables: { input: { campaignId } } })
                  await changed()
                } catch (problem) {
                  toast({
                    title: 'The files could not be removed',
                    description: errorMessage(problem),
                    variant: 'destructive',
                  })
                }
              }}
            />
          )}
          {campaign.filePattern && plan.recipients > 0 && <WhoGetsWhat plan={plan} only={only} onOnly={setOnly} />}
        </div>
      )}
    </Card>
  )
}

function Pattern({ pattern, onPattern }: { pattern: string; onPattern: (pattern: string | null) => void }) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(pattern)
  const [open, setOpen] = useState(false)
  const save = (next: string) => {
    if (next.trim() !== pattern) onPattern(next.trim() || null)
  }
  return (
    <Field
      label="File name"
      hint="Use merge tags, such as Invoice-{Number}.pdf. If a column of your list holds the file names, enter only its tag."
    >
      <AdornedInput
        ref={box}
        value={text}
        maxLength={LIMITS.pattern}
        placeholder="Invoice-{Number}.pdf"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => save(text)}
        after={
          <Popover
            label="Merge tag"
            align="end"
            open={open}
            onOpenChange={setOpen}
            trigger={<IconButton icon={Tag} label="Insert a merge tag into the file name" size="sm" />}
          >
            <TagForm
              onSubmit={(source) => {
                setOpen(false)
                if (!box.current) return
                applyEdit(box.current, insertText(editOf(box.current), source), (next) => {
                  setText(next)
                  save(next)
                })
              }}
            />
          </Popover>
        }
      />
    </Field>
  )
}

function Upload({ campaignId, onAdded }: { campaignId: string; onAdded: () => void }) {
  const client = useApolloClient()
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  async function add(files: File[]) {
    setProgress({ done: 0, all: files.length })
    try {
      await uploadFiles(client, campaignId, files, (done) => setProgress({ done, all: files.length }))
    } catch (error) {
      toast({ title: 'Some files were not added', description: errorMessage(error), variant: 'destructive' })
    }
    setProgress(null)
    onAdded()
  }
  return (
    <>
      <FileDrop
        compact
        multiple
        title="Drop the files here, or one zip with all of them"
        browseLabel="Choose files"
        busyLabel="Uploading..."
        busy={progress !== null}
        onFiles={(files) => void add(files)}
      />
      {progress && (
        <ProgressBar
          label="Uploading files"
          value={progress.done}
          max={progress.all}
          valueText={`${progress.done} of ${progress.all} files`}
        />
      )}
    </>
  )
}

interface StoredProps {
  plan: Plan
  days: number
  onDays: (days: number) => void
  onRemoveAll: () => Promise<void>
}

function Stored({ plan, days, onDays, onRemoveAll }: StoredProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <p className="text-ink-soft">
          <span className="figures text-ink">{plan.fileCount.toLocaleString()}</span>{' '}
          {plan.fileCount === 1 ? 'file' : 'files'}, {formatSize(plan.bytes)}, encrypted
        </p>
        <p className="text-xs text-ink-soft">
          Files of an unsent draft are deleted {Math.max(days, DRAFT_FILES_KEPT)} days after the last upload.
        </p>
      </div>
      <div className="flex items-end gap-2">
        <Field label="Delete after the campaign">
          <Select
            low
            value={String(days)}
            onChange={(event) => onDays(Number(event.target.value))}
            options={FILES_KEPT_DAYS.map((each) => ({
              value: String(each),
              label: each === 1 ? 'After a day' : `After ${each} days`,
            }))}
          />
        </Field>
        <Button size="sm" variant="quiet" icon={Trash2} onClick={() => setAsking(true)} className="text-bad">
          Remove all
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove all files?"
        description={`${plan.fileCount.toLocaleString()} files are deleted. This action cannot be undone.`}
        confirmLabel="Remove all"
        onConfirm={onRemoveAll}
      />
    </div>
  )
}
