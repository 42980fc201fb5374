import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { useTemplates } from '#web/templates/use-templates.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { More } from '#web/shared/use-pagination.ts'
import { useLiveCampaigns } from '../../live/live-campaigns.ts'
import type { Draft } from '../store/campaign-draft.ts'

/** The subject and content of an email that a new campaign starts from. */
export type StartMail = Pick<Draft, 'subject' | 'content' | 'useHtmlBuilder' | 'htmlTemplate'> &
  Partial<Pick<Draft, 'language'>>

export interface TemplateSourceProps {
  /** The id of the template in use; empty: none. */
  chosen: string
  /** Called when a template was chosen. `written`: its content as HTML, also of a template made in the builder. */
  onChoose: (id: string, mail: StartMail, written: string) => void
}

/** Lets the user choose one of the workspace's templates to start a campaign from. */
export function TemplateSource({ chosen, onChoose }: TemplateSourceProps) {
  const { templates, more, error, loading, refetch } = useTemplates()

  function choose(id: string) {
    const template = templates?.find((each) => each.id === id)
    if (!template) return
    const { subject, content, htmlTemplate } = template
    const useHtmlBuilder = htmlTemplate != null
    const mail = useHtmlBuilder ? { content: '', htmlTemplate } : { content, htmlTemplate: null }
    onChoose(id, { subject, useHtmlBuilder, ...mail }, content)
  }

  return (
    <Source
      label="Template"
      of="templates"
      items={templates?.map(({ id, name }) => ({ value: id, label: name }))}
      {...{ more, error, loading, chosen, onChoose: choose }}
      onRetry={() => void refetch().catch(() => undefined)}
      none={
        <>
          You have no templates yet. Start with Simple Text, or{' '}
          <Link to="/templates" className="link">
            create a template
          </Link>
          .
        </>
      }
    />
  )
}

export interface CampaignSourceProps {
  /** The id of the campaign in use; empty: none. */
  chosen: string
  /** Id of the campaign being edited, which is not offered; null if it is not saved yet. */
  without: string | null
  onChoose: (id: string) => void
}

/** Lets the user choose one of the workspace's campaigns to copy the email from. */
export function CampaignSource({ chosen, without, onChoose }: CampaignSourceProps) {
  const { campaigns, error, loading, refetch, ...more } = useLiveCampaigns()
  const others = campaigns?.filter(({ id }) => id !== without)
  return (
    <Source
      label="Campaign"
      of="campaigns"
      items={others?.map(({ id, name }) => ({ value: id, label: name }))}
      {...{ more, error, loading, chosen, onChoose }}
      onRetry={() => void refetch().catch(() => undefined)}
      none="This is your first campaign. Start with Simple Text."
    />
  )
}

interface SourceProps {
  label: string
  /** The offered kind of object in the plural, such as "templates". */
  of: string
  /** options to choose from; undefined while loading */
  items: readonly { value: string; label: string }[] | undefined
  more: More
  error: unknown
  loading: boolean
  onRetry: () => void
  none: ReactNode
  chosen: string
  onChoose: (id: string) => void
}

function Source({ label, of, items, more, error, loading, onRetry, none, chosen, onChoose }: SourceProps) {
  if (!items && error) {
    return (
      <Callout
        tone="warning"
        title={`Your ${of} could not be loaded`}
        action={
          <Button size="sm" busy={loading} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    )
  }
  if (!items) {
    return (
      <Loading label={`Loading ${of}...`} className="max-w-xl">
        <Skeleton className="h-15" />
      </Loading>
    )
  }
  if (items.length === 0) return <p className="text-ink-soft">{none}</p>
  return (
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] justify-items-start">
      <Field label={label} className="w-full">
        <Select
          value={chosen}
          options={[{ value: '', label: `Choose a ${label.toLowerCase()}`, disabled: true }, ...items]}
          onChange={(event) => onChoose(event.target.value)}
        />
      </Field>
      <ShowMore more={more} of={of} busy={loading} />
    </div>
  )
}
