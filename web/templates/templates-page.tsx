import { useMutation, useQuery } from '@apollo/client/react'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { TEMPLATE_PREVIEW_LENGTH } from '#domain/templates.ts'
import { errorMessage } from '#web/errors.ts'
import { failureText } from '#web/failure-text.ts'
import type { TemplateFieldsFragment } from '#web/generated/graphql.ts'
import { Page } from '#web/shell/page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/words.ts'
import { DELETE_TEMPLATE, TEMPLATES } from './operations.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { useTemplateUse } from './use-template.ts'

type Template = TemplateFieldsFragment

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

/** /templates: mails to begin campaigns with (spec §2 Templates). */
export function TemplatesPage() {
  const { data, error, loading, refetch } = useQuery(TEMPLATES, { notifyOnNetworkStatusChange: true })
  const templates = data?.templates
  return (
    <Page
      title="Templates"
      line="Mails to write once and begin campaigns with"
      aside={templates && templates.length > 0 && <Badge icon={null}>{templateCount(templates.length)}</Badge>}
      actions={
        <TemplateDialog
          trigger={
            <Button variant="primary" icon={Plus}>
              Create Template
            </Button>
          }
        />
      }
    >
      {templates ? (
        <Templates templates={templates} />
      ) : error ? (
        <ErrorState
          title="Your templates could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      ) : (
        <Loading label="Loading templates..." className={GRID}>
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-52 rounded-md" />
          ))}
        </Loading>
      )}
    </Page>
  )
}

function templateCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'template' : 'templates'}`
}

/** The preview, with a mark where it was cut. */
function shortened(preview: string): string {
  return preview.length < TEMPLATE_PREVIEW_LENGTH ? preview : `${preview.trimEnd()}…`
}

function Templates({ templates }: { templates: readonly Template[] }) {
  const { replaces, begin } = useTemplateUse()
  const [leaving, setLeaving] = useState<Template | null>(null)
  const [using, setUsing] = useState<Template | null>(null)
  const [deleteTemplate] = useMutation(DELETE_TEMPLATE, {
    update: (cache, { data }) => {
      if (!data) return
      cache.evict({ id: cache.identify({ __typename: 'Template', id: data.deleteTemplate.id }) })
      cache.gc()
    },
  })

  async function remove(template: Template) {
    try {
      await deleteTemplate({ variables: { id: template.id } })
      toast({ title: 'Template Deleted', description: `“${template.name}” has been deleted.` })
    } catch (error) {
      const description = failureText('Failed to delete template', error)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }

  if (templates.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing="sheet"
          title="No templates yet"
          line="Save a mail that you send again and again, with its subject and its merge tags."
          action={<TemplateDialog trigger={<Button>Create your first template</Button>} />}
        />
      </Card>
    )
  }
  return (
    <>
      <ul className={GRID}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onUse={() => (replaces(template) ? setUsing(template) : void begin(template))}
            onDelete={() => setLeaving(template)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete “${leaving?.name ?? ''}”?`}
        description={CANNOT_BE_UNDONE}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => (leaving ? remove(leaving) : undefined)}
      />
      <ConfirmDialog
        open={using !== null}
        onOpenChange={(open) => !open && setUsing(null)}
        title="Replace what you have written?"
        description={`The campaign you have begun has a subject or content already. “${using?.name ?? ''}” takes their place; its name, audience and attachments stay.`}
        confirmLabel="Replace"
        variant="primary"
        onConfirm={() => (using ? begin(using) : undefined)}
      />
    </>
  )
}

interface TemplateCardProps {
  template: Template
  onUse: () => void
  onDelete: () => void
}

function TemplateCard({ template, onUse, onDelete }: TemplateCardProps) {
  const { name, subject, preview, createdAt } = template
  return (
    <li className="flex min-h-52 flex-col rounded-md border border-line bg-surface">
      <div className="min-h-0 grow px-5 pt-4 pb-3">
        <h2 className="line-clamp-2 text-base font-strong wrap-anywhere" title={name}>
          {name}
        </h2>
        <p className="truncate">{subject || <span className="text-ink-soft">No subject</span>}</p>
        <p className="mt-2 line-clamp-3 wrap-anywhere text-ink-soft">{shortened(preview) || 'Nothing written yet'}</p>
      </div>
      <div className="flex items-center gap-2 border-t border-line px-3 py-2">
        <span className="grow pl-2 text-xs text-ink-soft">
          <Time at={createdAt} />
        </span>
        <IconButton icon={Trash2} label={`Delete ${name}`} size="sm" onClick={onDelete} />
        <Button size="sm" onClick={onUse}>
          Use Template
        </Button>
      </div>
    </li>
  )
}
