import { useMutation, useQuery } from '@apollo/client/react'
import { LayoutTemplate, Pencil, Plus, RotateCw, Trash2 } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { TEMPLATE_PREVIEW_LENGTH } from '#domain/content/text-limits.ts'
import { useBuilderFeature } from '#web/builder/use-builder-feature.ts'
import { withoutRow } from '#web/client/graphql-connection-rows.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { TemplateFieldsFragment } from '#web/generated/graphql.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { DELETE_TEMPLATE, TEMPLATE, TEMPLATES, TEMPLATES_PAGE } from './operations.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { useTemplateUse } from './use-template.ts'
import { changeTemplateTotal, useTemplates, useTemplateTotal } from './use-templates.ts'

/** The thumbnail component, loaded on demand because its code for reading and cleaning HTML is large. */
const TemplateThumbnail = lazy(async () => ({
  default: (await import('./template-thumbnail.tsx')).TemplateThumbnail,
}))
const Gallery = lazy(async () => ({ default: (await import('#web/builder/template-gallery.tsx')).Gallery }))

type Template = TemplateFieldsFragment

const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3'

/** /templates: templates for campaigns. The page's URL can name one to open. */
export function TemplatesPage() {
  const { templates, list, more, error, loading, refetch } = useTemplates()
  const total = useTemplateTotal(list)
  const blocks = useBuilderFeature()
  const refusal = usePlanRefusal('templates')
  return (
    <Page
      title="Templates"
      line="Reusable emails for your campaigns"
      aside={total !== undefined && total > 0 && <Badge icon={null}>{templateCount(total)}</Badge>}
      actions={
        <>
          {/* Rendered while loading, to prevent a layout shift: few workspaces are without it. */}
          {blocks.isOn !== false && (
            <PlanAction to="/email-builder" refusal={refusal} icon={LayoutTemplate}>
              Build with blocks
            </PlanAction>
          )}
          <CreateTemplate refusal={refusal} />
        </>
      }
    >
      {templates ? (
        <>
          <Templates templates={templates} />
          <ShowMore more={more} of="templates" busy={loading} />
        </>
      ) : error ? (
        <Card>
          <ErrorState
            title="Your templates could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        </Card>
      ) : (
        <Loading label="Loading templates..." className={GRID}>
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-52 rounded-md" />
          ))}
        </Loading>
      )}
      {blocks.isOn && <Starters />}
      {blocks.error && (
        <Callout
          tone="bad"
          role="alert"
          title="The starter templates could not be loaded"
          className="mt-10"
          action={
            <Button size="sm" icon={RotateCw} busy={blocks.loading} onClick={blocks.again}>
              Try again
            </Button>
          }
        >
          {errorMessage(blocks.error)}
        </Callout>
      )}
      {templates && <AskedFor templates={templates} />}
    </Page>
  )
}

/** Button and dialog for a new template. An open dialog stays when the plan turns out to allow no more templates. */
function CreateTemplate({ refusal }: { refusal: string | null }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PlanAction to={() => setOpen(true)} refusal={refusal} variant="primary" icon={Plus}>
        Create Template
      </PlanAction>
      <TemplateDialog open={open} onOpenChange={setOpen} />
    </>
  )
}

/** Opens the template that the page's URL names, or an empty one for `new`. */
function AskedFor({ templates }: { templates: readonly Template[] }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('template')
  const known = templates.find(({ id }) => id === asked)
  const { data } = useQuery(TEMPLATE, {
    variables: { id: asked ?? '' },
    skip: asked === null || asked === 'new' || known !== undefined,
  })
  const template = known ?? (isTemplate(data?.node) ? data.node : undefined)
  if (template?.htmlTemplate != null) {
    return <Navigate to={`/email-builder?template=${encodeURIComponent(template.id)}`} replace />
  }
  return (
    <TemplateDialog
      key={asked}
      template={template}
      open={asked === 'new' || template !== undefined}
      onOpenChange={(open) => !open && setParams({}, { replace: true })}
    />
  )
}

function isTemplate(node: object | null | undefined): node is Template {
  return node != null && 'htmlTemplate' in node
}

function Starters() {
  return (
    <section aria-labelledby="starters" className="mt-10">
      <h2 id="starters" className="font-serif text-title">
        Starter templates
      </h2>
      <p className="mb-4 text-ink-soft">Ready-made emails built from blocks. You can change everything.</p>
      <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>
        <Gallery />
      </Suspense>
    </section>
  )
}

function templateCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'template' : 'templates'}`
}

/** Returns a template's preview text, with an ellipsis if it was cut. */
function shortened(preview: string): string {
  return Array.from(preview).length < TEMPLATE_PREVIEW_LENGTH ? preview : `${preview.trimEnd()}…`
}

function Templates({ templates }: { templates: readonly Template[] }) {
  const { begin } = useTemplateUse()
  const refusal = usePlanRefusal()
  const [leaving, setLeaving] = useState<Template | null>(null)
  const [deleteTemplate] = useMutation(DELETE_TEMPLATE, {
    update: (cache, { data }) => {
      const id = data?.deleteTemplate?.template?.id
      if (!id) return
      cache.updateQuery(
        { query: TEMPLATES, variables: { first: TEMPLATES_PAGE } },
        (list) => list && { templates: withoutRow(list.templates, id) },
      )
      changeTemplateTotal(cache, -1)
      cache.evict({ id: cache.identify({ __typename: 'Template', id }) })
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
          line="Save an email that you send often, with its subject and merge tags."
          action={<TemplateDialog trigger={<Button>Create Your First Template</Button>} />}
        />
      </Card>
    )
  }
  return (
    <>
      <ul aria-label="Templates" className={GRID}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onUse={() => begin(template)}
            refusal={refusal}
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
    </>
  )
}

interface TemplateCardProps {
  template: Template
  onUse: () => void
  /** reason why no campaign can be created */
  refusal: string | null
  onDelete: () => void
}

function TemplateCard({ template, onUse, refusal, onDelete }: TemplateCardProps) {
  const { name, subject, preview, createdAt, htmlTemplate } = template
  return (
    <li className="flex flex-col overflow-clip rounded-md border border-line bg-surface">
      {preview !== '' && (
        <div className="h-[169px] border-b border-line">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <TemplateThumbnail template={template} />
          </Suspense>
        </div>
      )}
      <div className="min-h-0 grow px-5 pt-4 pb-3">
        <div className="flex items-start justify-between gap-3">
          <h2 className="line-clamp-2 text-base font-strong wrap-anywhere" title={name}>
            {name}
          </h2>
          {htmlTemplate != null && (
            <Badge icon={LayoutTemplate} className="mt-0.5">
              Blocks
            </Badge>
          )}
        </div>
        <p className="truncate">{subject || <span className="text-ink-soft">No subject</span>}</p>
        <p className="mt-2 line-clamp-2 wrap-anywhere text-ink-soft">{shortened(preview) || 'No content yet'}</p>
      </div>
      <div className="flex items-center gap-1 border-t border-line px-3 py-2">
        <span className="grow pl-2 text-xs text-ink-soft">
          <Time at={createdAt} />
        </span>
        <EditTemplate template={template} />
        <IconButton icon={Trash2} label={`Delete ${name}`} size="sm" onClick={onDelete} />
        <PlanAction to={onUse} refusal={refusal} size="sm">
          Use Template
        </PlanAction>
      </div>
    </li>
  )
}

/** Opens a text template in a dialog, and a block template in the email builder. */
function EditTemplate({ template }: { template: Template }) {
  const label = `Edit ${template.name}`
  if (template.htmlTemplate == null) {
    return <TemplateDialog template={template} trigger={<IconButton icon={Pencil} label={label} size="sm" />} />
  }
  return (
    <Button asChild variant="quiet" size="sm" className="w-8 px-0 pointer-coarse:w-10">
      <Link to={`/email-builder?template=${encodeURIComponent(template.id)}`} aria-label={label} title={label}>
        <Pencil aria-hidden="true" className="size-4" />
      </Link>
    </Button>
  )
}
