import { useApolloClient } from '@apollo/client/react'
import { ArrowLeft } from '#web/ui/generated/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import { Page, PageTitle } from '#web/shell/page-layout.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { useSaveTemplate } from '#web/templates/save-template.ts'
import { useTemplateUse } from '#web/templates/use-template.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { BuilderOff } from './builder-off.tsx'
import { Builder } from './builder.tsx'
import { deleteExpiredBuilderDrafts } from './browser-drafts.ts'
import { OtherDrafts } from './other-drafts.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { openBuilderFile, type OpenedFile } from './open-builder-file.ts'
import { wasSavedElsewhere } from './template-saved-elsewhere.ts'
import { OWN_UNDO } from './use-canvas-input.ts'
import { useBuilderFeature } from './use-builder-feature.ts'
import { nameToSave, useBuilderFile } from './use-builder-file.ts'

const TITLE = 'Email Builder'

/**
 * /email-builder: edits an email as blocks and saves it as a template. ?template= opens a saved template, ?start= one
 * of the gallery, where `sample` is the sample template.
 */
export function BuilderPage() {
  const feature = useBuilderFeature()
  const [wasOn, setWasOn] = useState(false)
  if (feature.isOn && !wasOn) setWasOn(true)
  const [params, setParams] = useSearchParams()
  const { opened, error, again, settle } = useOpened(params.get('template'), params.get('start'))
  // When the builder is turned off during editing, the document stays on screen.
  if (opened && wasOn && error === null && !feature.error) {
    return (
      <div data-application="" className="flex min-h-0 grow flex-col">
        <PageTitle>{TITLE}</PageTitle>
        {feature.isOn === false && (
          <Callout tone="warning" role="status" title="The HTML builder has been turned off" className="m-3">
            Your design stays in this browser. You can save it when the builder is on again. Ask the person who runs
            this installation to turn it on.
          </Callout>
        )}
        <Work
          key={opened.key}
          opened={opened}
          onSaved={(id) => {
            settle(id)
            setParams({ template: id }, { replace: true })
          }}
          onOpenAgain={again}
        />
      </div>
    )
  }
  return (
    <Page
      title={TITLE}
      line="Emails that look right in every inbox"
      back={
        <Link to="/campaigns" className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Campaigns
        </Link>
      }
    >
      {feature.isOn === false && !wasOn ? (
        <BuilderOff />
      ) : feature.error ? (
        <Card>
          <ErrorState
            title="The builder could not be loaded"
            line={errorMessage(feature.error)}
            retrying={feature.loading}
            onRetry={feature.again}
          />
        </Card>
      ) : error !== null ? (
        <Card>
          <ErrorState title="The template could not be opened" line={errorMessage(error)} onRetry={() => again()} />
        </Card>
      ) : (
        <Loading label="Loading builder...">
          <Skeleton className="h-150 rounded-md" />
        </Loading>
      )}
    </Page>
  )
}

/** The link back and the title of the page, in the builder's top bar. */
const BRAND = (
  <>
    <Link
      to="/campaigns"
      className="inline-flex items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink pointer-coarse:min-h-10 pointer-coarse:min-w-8"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="max-xl:sr-only">Back to Campaigns</span>
    </Link>
    <h1 className="font-serif text-[18px] whitespace-nowrap max-sm:sr-only xl:mx-2">{TITLE}</h1>
  </>
)

/**
 * Opens the template named in the page's URL, unless it is already open because it was just saved and got a new URL.
 */
function useOpened(template: string | null, start: string | null) {
  const client = useApolloClient()
  const userId = useUser().id
  const [, setParams] = useSearchParams()
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [{ turn, draft }, setTurn] = useState<{ turn: number; draft?: string | undefined }>({ turn: 0 })
  /** key of the opened template that is shown; '' means no template yet */
  const shown = useRef<string>(null)
  const address = `${turn}:${template ?? ''}`
  useEffect(() => {
    deleteExpiredBuilderDrafts(Date.now())
  }, [])
  useEffect(() => {
    if (start === null && shown.current === address) return
    let wanted = true
    const load = async () => {
      setError(null)
      setOpened(null)
      try {
        const file = await openBuilderFile(client, userId, { template, start, draft })
        if (!wanted) return
        shown.current = file.isGone ? `${turn}:` : address
        setOpened(file)
        // A reload continues with the draft.
        if (start !== null || file.isGone) setParams({}, { replace: true })
      } catch (failure) {
        if (wanted) setError(failure)
      }
    }
    void load()
    return () => {
      wanted = false
    }
  }, [client, userId, template, start, turn, draft, address, setParams])
  return {
    opened,
    error,
    /** Opens the template again; with the draft of this storage key, if given. */
    again: (key?: string) => setTurn((now) => ({ turn: now.turn + 1, draft: key })),
    settle: (id: string) => {
      shown.current = `${turn}:${id}`
    },
  }
}

interface WorkProps {
  opened: OpenedFile
  onSaved: (id: string) => void
  /** Reopens the last saved version, or one of the drafts. */
  onOpenAgain: (draft?: string) => void
}

function Work({ opened, onSaved, onOpenAgain }: WorkProps) {
  const file = useBuilderFile(opened)
  const save = useSaveTemplate()
  const { begin } = useTemplateUse()
  const refusal = usePlanRefusal()
  const templateRefusal = usePlanRefusal('templates')
  const client = useApolloClient()
  const [isReady, setReady] = useState(false)
  /** The email waiting for the user's confirmation to overwrite a template that somebody else has saved meanwhile. */
  const [asking, setAsking] = useState<typeof file.document | null>(null)
  const [isBack, setBack] = useState(opened.isBack)

  async function saveOrAsk(document: typeof file.document) {
    if (file.templateId !== null && (await wasSavedElsewhere(client, file.templateId, file.saved))) setAsking(document)
    else await saveNow(document, file.templateId)
  }

  async function saveNow(document: typeof file.document, templateId: string | null) {
    const name = nameToSave(file.name, document)
    try {
      const input = { name, subject: document.subject, htmlTemplate: document }
      const saved = await save(templateId, input).catch((error: unknown) => {
        // Deleted meanwhile: save the document as a new template.
        if (templateId === null || errorCode(error) !== 'NOT_FOUND') throw error
        return save(null, input)
      })
      file.markSaved(saved.id, { name, document })
      setReady(true)
      setBack(false)
      onSaved(saved.id)
      toast({ title: 'Template Saved', description: 'Your HTML email template has been saved successfully!' })
    } catch (error) {
      const isNew = templateId === null
      const sentence = isNew ? 'Failed to create template' : 'Failed to save template'
      toast({
        title: isNew ? 'Create Failed' : 'Save Failed',
        description: failureText(sentence, error),
        variant: 'destructive',
      })
    }
  }

  return (
    <>
      {isReady && (
        <Callout
          tone="good"
          role="status"
          title="Template Ready"
          className="m-3"
          action={
            <PlanAction
              size="sm"
              refusal={refusal}
              to={() => begin({ subject: file.document.subject, content: '', htmlTemplate: file.document })}
            >
              Create Campaign
            </PlanAction>
          }
        >
          {file.isDirty
            ? 'Saved. Save again to keep any further changes.'
            : 'You can find the template under Templates.'}
        </Callout>
      )}
      {isBack && opened.slot && (
        <Callout
          role="status"
          className="m-3"
          action={
            <div className="flex gap-2">
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  file.discard()
                  onOpenAgain()
                }}
              >
                Discard changes
              </Button>
              <Button size="sm" onClick={() => setBack(false)}>
                Continue
              </Button>
            </div>
          }
        >
          Restored your unsaved changes. Last change: <Time at={opened.slot.keptAt.toISOString()} />.
          {opened.isGone && ' The template has been deleted. Save to create a new one.'}
        </Callout>
      )}
      <OtherDrafts
        drafts={opened.others}
        unread={opened.unread}
        onOpen={({ key }) => {
          if (file.storeInBrowser()) onOpenAgain(key)
          else
            toast({
              title: 'Your browser does not have enough storage to keep this email',
              description: 'Save this email first.',
              variant: 'destructive',
            })
        }}
      />
      <Builder
        initial={opened.before ?? opened.document}
        firstStep={opened.before === null ? undefined : opened.document}
        onChange={file.setDocument}
        onSave={saveOrAsk}
        saveRefusal={file.templateId === null ? templateRefusal : null}
        isMain
        brand={BRAND}
        head={
          <Input
            {...{ [OWN_UNDO]: '' }}
            aria-label="Template name"
            placeholder="Untitled template"
            value={file.name}
            maxLength={TEXT_LIMITS.templateName}
            autoComplete="off"
            onChange={(event) => file.setName(event.target.value)}
            className="h-8 w-auto min-w-28 grow basis-28 pointer-coarse:h-10 sm:max-w-64"
          />
        }
      />
      <LeaveGuard atRisk={file.atRisk} />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Overwrite someone else’s changes?"
        description={
          <>
            This template was changed after you opened it. Saving replaces those changes with yours.
            <Button
              size="sm"
              className="mt-3 flex"
              onClick={() => {
                setAsking(null)
                if (asking) void saveNow(asking, null)
              }}
            >
              Save as a new template
            </Button>
          </>
        }
        confirmLabel="Save anyway"
        cancelLabel="Go back"
        onConfirm={() => (asking ? saveNow(asking, file.templateId) : undefined)}
      />
    </>
  )
}
