import { useQuery } from '@apollo/client/react'
import { ArrowLeft, Code } from '#web/ui/generated/icons.ts'
import { useMemo, useState } from 'react'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { conditionHolds } from '#domain/content/tag-conditions.ts'
import { resolveConditions } from '#domain/content/email-parts.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { compileTemplate, fillTemplate, tagValues, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { WORKSPACE_LANGUAGE } from '#web/campaigns/operations.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { RENDER_MAIL } from '../builder-operations.ts'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { ContactPicker, usePreviewContacts, type PreviewContact } from './contact-picker.tsx'
import { previewPage, type View } from './preview-page.ts'

const CLIENTS = [
  { value: 'mail', label: 'Mail' },
  { value: 'outlook', label: 'Outlook' },
  { value: 'text', label: 'Plain text' },
] as const
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

/** Values of an unknown recipient: all empty. */
const NOBODY = { firstName: '', lastName: '', email: '', fields: {} }
/** Unsubscribe link in the preview; each email gets its own when it is sent. */
const UNSUBSCRIBE = `${location.origin}/unsubscribe`

type Values = ReturnType<typeof tagValues>

function valuesOf(contact: PreviewContact | null, language: EmailLanguage): Values {
  const fields = Object.fromEntries(contact?.fields.map(({ name, value }) => [name, value]) ?? [])
  return tagValues({ ...(contact ?? NOBODY), fields }, language).set(UNSUBSCRIBE_TAG, UNSUBSCRIBE)
}

export interface PreviewProps {
  document: BuilderDocument
  /** Language of dates, amounts and salutations; null: the workspace's. */
  language: EmailLanguage | null
  onCode: () => void
  onBack: () => void
}

/** Email Preview: the HTML as sent, filled with a contact's values (product: builder.views). */
export function Preview({ document, language, onCode, onBack }: PreviewProps) {
  const first = usePreviewContacts('').contacts?.[0] ?? null
  const [chosen, setChosen] = useState<{ contact: PreviewContact | null } | null>(null)
  const [view, setView] = useState<View>({ client: 'mail', isDark: false, hasImages: true })
  const [width, setWidth] = useState<string>('desktop')
  const contact = chosen ? chosen.contact : first
  return (
    <Card
      title="Email Preview"
      description="The email as this contact will receive it."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Code} onClick={onCode}>
            View Code
          </Button>
          <Button size="sm" icon={ArrowLeft} onClick={onBack}>
            Back to Editor
          </Button>
        </div>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <ContactPicker contact={contact} onChange={(next) => setChosen({ contact: next })} />
        <Segmented
          label="View"
          value={view.client}
          options={CLIENTS}
          onChange={(client) => setView({ ...view, client: client as View['client'] })}
        />
        <Segmented label="Width" value={width} options={WIDTHS} onChange={setWidth} />
        <div className="flex flex-wrap gap-x-6 gap-y-2 pb-1.5">
          <Switch
            label="Dark mode"
            checked={view.isDark}
            disabled={view.client === 'text'}
            onCheckedChange={(isDark) => setView({ ...view, isDark })}
          />
          <Switch
            label="Images off"
            checked={!view.hasImages}
            disabled={view.client === 'text'}
            onCheckedChange={(off) => setView({ ...view, hasImages: !off })}
          />
        </div>
      </div>
      <Mail document={document} language={language} contact={contact} view={view} isPhone={width === 'phone'} />
    </Card>
  )
}

interface MailProps extends Pick<PreviewProps, 'document' | 'language'> {
  contact: PreviewContact | null
  view: View
  isPhone: boolean
}

/** A mailbox preview: the list row and the email. A local rendering shows first and is replaced by the server's. */
function Mail({ document, language, contact, view, isPhone }: MailProps) {
  const workspace = useQuery(WORKSPACE_LANGUAGE, { skip: language !== null }).data?.emailSettings.language
  const written = language ?? workspace ?? DEFAULT_LANGUAGE
  const values = useMemo(() => valuesOf(contact, written), [contact, written])
  const shown = (text: string) =>
    resolveConditions(text, {
      holds: (condition) => conditionHolds(condition, { values, tags: contact?.tags ?? [], language: written }),
      rows: [],
    })
  const filled = (text: string) => fillTemplate(compileTemplate(shown(text), written), values, 'subject')
  const here = useMemo(
    () => fillTemplate(compileTemplate(shown(renderDocument(document)), written), values, 'html'),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `shown` depends on `contact`
    [document, values, contact, written],
  )
  const { data, error } = useQuery(RENDER_MAIL, {
    variables: {
      input: { htmlTemplate: document, language, ...(contact ? { contactId: contact.id } : { values: NOBODY }) },
    },
    fetchPolicy: 'no-cache',
  })
  return (
    <div className={cn('mx-auto overflow-clip rounded-md border border-line', isPhone && 'max-w-[392px]')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <dt className="text-ink-soft">To</dt>
        <dd className="truncate">{contact?.email ?? 'Unknown contact'}</dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-strong wrap-anywhere">
          {filled(document.subject) || <span className="font-normal text-ink-soft">No subject</span>}
          {document.preheader && <span className="font-normal text-ink-soft"> {filled(document.preheader)}</span>}
        </dd>
      </dl>
      {view.client === 'text' ? (
        <PlainText text={data?.previewMail.text} error={error} />
      ) : (
        <MailFrame html={data?.previewMail.htmlForDisplay ?? here} view={view} />
      )}
    </div>
  )
}

function PlainText({ text, error }: { text: string | undefined; error: unknown }) {
  if (text === undefined) {
    return error ? (
      <p className="p-5 text-bad">{errorMessage(error)}</p>
    ) : (
      <Loading label="Loading plain text..." className="p-5">
        <Skeleton className="h-[560px]" />
      </Loading>
    )
  }
  return (
    <section aria-label="Plain text">
      <pre className="h-[600px] overflow-y-auto p-5 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  )
}

/** A merged email in a frame without scripts and network requests. */
function MailFrame({ html, view }: { html: string; view: View }) {
  const page = useMemo(() => previewPage(html, view), [html, view])
  return (
    <>
      <iframe
        title="Email preview"
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={page.html}
        className={cn('block h-[600px] w-full', view.isDark ? 'bg-black' : 'bg-white')}
      />
      {page.foreign > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          Images from other servers are not shown in this preview. Your recipients will see them.
        </p>
      )}
    </>
  )
}
