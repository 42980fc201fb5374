import { ChevronDown, Plus, Trash2 } from '#web/ui/generated/icons.ts'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { answerSubject, FOLLOW_UP_LIMITS } from '#domain/campaigns/follow-up-limits.ts'
import { BUILDER_IS_OFF, useBuilderFeature } from '#web/builder/use-builder-feature.ts'
import { useSentFrom } from '#web/mailboxes/connect-return.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { followUpName, whenWords, whoWords } from '../../follow-up-texts.ts'
import { chosenMailboxes, useMailboxes } from '../../launch/use-mailboxes.ts'
import { localId, type Draft, type FollowUp } from '../store/campaign-draft.ts'
import { ContentEditor } from './lazy-editors.ts'
import { FollowUpRule } from './follow-up-rule.tsx'
import { linksIn } from './previous-email-links.ts'
import { TemplateSource } from '../setup/start-sources.tsx'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'

export interface FollowUpsProps {
  draft: Pick<Draft, 'subject' | 'content' | 'useHtmlBuilder' | 'htmlTemplate' | 'followUps' | 'launch'>
  onChange: (part: Pick<Draft, 'followUps'>) => void
  /** True if the workspace has attachments */
  mayAttach: boolean
}

/** Time of day (HH:MM) at which a new follow-up is sent. */
const MORNING = '09:30'
/** Working days that a new follow-up waits after the email before. */
const WAIT = 3

function newFollowUp(): FollowUp {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return {
    ...{ id: localId(), waitDays: WAIT, timeOfDay: MORNING, timeZone, condition: 'no_reply', link: null },
    ...{ subject: '', content: '', attachesFiles: false, useHtmlBuilder: false, htmlTemplate: null },
  }
}

/** The later emails of a campaign, as one list in the order in which they are sent. */
export function FollowUps({ draft, onChange, mayAttach }: FollowUpsProps) {
  const { followUps } = draft
  const [openId, setOpenId] = useState<string | null>(null)
  const set = (next: readonly FollowUp[]) => onChange({ followUps: next })

  function add() {
    const added = newFollowUp()
    set([...followUps, added])
    setOpenId(added.id)
  }

  return (
    <Card
      title="Follow-ups"
      description="Sent in the same conversation to recipients who have not replied. A reply, a bounce or an unsubscribe ends them. We see replies that arrive in the inbox, not those that a rule moves to another folder."
      actions={
        <Button size="sm" icon={Plus} disabled={followUps.length >= FOLLOW_UP_LIMITS.steps} onClick={add}>
          Add a follow-up
        </Button>
      }
    >
      {followUps.length === 0 ? (
        <p className="text-ink-soft">No follow-ups. Every recipient gets one email.</p>
      ) : (
        <>
          <UnseenReplies launch={draft.launch} />
          <ol aria-label="Emails of this campaign" className="grid">
            <Point>
              <span className="block py-1 font-strong">First email</span>
              <span className="block text-ink-soft">When you launch · All recipients</span>
            </Point>
            {followUps.map((followUp, index) => (
              <Point key={followUp.id} isLast={index === followUps.length - 1}>
                <Step
                  step={index + 2}
                  followUp={followUp}
                  subject={draft.subject}
                  links={linksIn([draft, ...followUps.slice(0, index)])}
                  mayAttach={mayAttach}
                  open={openId === followUp.id}
                  onOpen={(open) => setOpenId(open ? followUp.id : null)}
                  onChange={(part) => set(followUps.map((each) => (each === followUp ? { ...each, ...part } : each)))}
                  onRemove={() => set(followUps.filter((each) => each !== followUp))}
                />
              </Point>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

/**
 * Names the sending mailboxes in which the product cannot see replies, with a link to the page where that is changed.
 */
function UnseenReplies({ launch }: Pick<Draft, 'launch'>) {
  const { mailboxes } = useMailboxes()
  const sentFrom = useSentFrom()
  const unseen = chosenMailboxes(launch.mailboxIds, mailboxes ?? [])
    .filter(({ level, readsReplies }) => level === 'send' && !readsReplies)
    .map(({ email }) => email)
  if (unseen.length === 0) return null
  return (
    <Callout
      tone="warning"
      role="status"
      className="mb-5"
      title={`Replies to ${new Intl.ListFormat('en').format(unseen)} cannot be seen`}
      action={
        <Button asChild size="sm">
          <Link to="/settings?tab=emails" state={sentFrom}>
            Allow reading
          </Link>
        </Button>
      }
    >
      A reply does not stop the follow-ups, and recipients may see them as new conversations.
    </Callout>
  )
}

/** An email in the list of the campaign's emails, drawn as a point on a line. */
function Point({ isLast = false, children }: { isLast?: boolean; children: ReactNode }) {
  return (
    <li className="relative pb-5 pl-7 last:pb-0">
      {!isLast && <span aria-hidden="true" className="absolute top-5 -bottom-2 left-[7px] w-px bg-line" />}
      <span
        aria-hidden="true"
        className="absolute top-2 left-0 size-[15px] rounded-full border border-edge bg-surface"
      />
      {children}
    </li>
  )
}

interface StepProps {
  step: number
  followUp: FollowUp
  /** Subject of the campaign. */
  subject: string
  /** links in the emails that are sent before the follow-up */
  links: readonly string[]
  mayAttach: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (part: Partial<FollowUp>) => void
  onRemove: () => void
}

function Step({ step, followUp, open, onOpen, onRemove, ...fields }: StepProps) {
  const { content } = followUp
  const name = followUpName(step)
  const id = useId()
  const isEmpty = content.trim() === ''
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpen(!open)}
          className="min-w-0 grow rounded-sm py-1 text-left hover:text-ink"
        >
          <span className="flex items-center gap-1.5 font-strong">
            {name}
            <ChevronDown aria-hidden="true" className={cn('size-4 text-ink-soft', open && 'rotate-180')} />
          </span>
          <span className="block text-ink-soft">
            {whenWords(followUp)} · {whoWords(followUp)}
            {isEmpty && !open && <span className="text-waiting"> · No text yet</span>}
          </span>
        </button>
        {isEmpty ? (
          <IconButton icon={Trash2} label={`Remove ${name}`} size="sm" onClick={onRemove} />
        ) : (
          <ConfirmDialog
            trigger={<IconButton icon={Trash2} label={`Remove ${name}`} size="sm" />}
            title={`Remove ${name}?`}
            description="The text of this follow-up is deleted."
            confirmLabel="Remove"
            onConfirm={onRemove}
          />
        )}
      </div>
      <div id={id} hidden={!open}>
        {open && <StepFields step={step} followUp={followUp} {...fields} />}
      </div>
    </>
  )
}

type StepFieldsProps = Pick<StepProps, 'step' | 'followUp' | 'subject' | 'links' | 'mayAttach' | 'onChange'>

function StepFields({ step, followUp, subject, links, mayAttach, onChange }: StepFieldsProps) {
  const { content, useHtmlBuilder } = followUp
  const builder = useBuilderFeature()
  const [fromTemplate, setFromTemplate] = useState(false)
  /** Content of the template with which the editor begins. */
  const [taken, setTaken] = useState('')
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">
      <FollowUpRule step={step} followUp={followUp} links={links} onChange={onChange} />
      <SubjectField
        optional
        hint="Many mail programs show an email with another subject as a new conversation."
        value={followUp.subject}
        placeholder={answerSubject(subject.trim())}
        onChange={(text) => onChange({ subject: text })}
      />
      {useHtmlBuilder ? (
        <div className="flex flex-wrap items-center gap-3 rounded-sm border border-line px-3 py-2.5">
          <p className="text-ink-soft">This follow-up was designed in the HTML builder.</p>
          <Button size="sm" onClick={() => onChange({ useHtmlBuilder: false, htmlTemplate: null, content: '' })}>
            Write a text instead
          </Button>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-60 rounded-sm" />}>
          <ContentEditor
            key={taken}
            label={`Text of ${followUpName(step).toLowerCase()}`}
            placeholder="Write your follow-up"
            value={content}
            onChange={(text) => onChange({ content: text })}
          />
        </Suspense>
      )}
      {!useHtmlBuilder && content.trim() === '' && !fromTemplate && (
        <Button size="sm" className="w-fit" onClick={() => setFromTemplate(true)}>
          Start from a template
        </Button>
      )}
      {!useHtmlBuilder && content.trim() === '' && fromTemplate && (
        <TemplateSource
          chosen=""
          onChoose={(id, mail, written) => {
            if (mail.useHtmlBuilder && builder.isOn === false) return toast(BUILDER_IS_OFF)
            setTaken(id)
            setFromTemplate(false)
            // The subject is not taken over, because it would begin a new conversation.
            onChange({ content: written, useHtmlBuilder: mail.useHtmlBuilder, htmlTemplate: mail.htmlTemplate ?? null })
          }}
        />
      )}
      {(mayAttach || followUp.attachesFiles) && (
        <Checkbox
          label="Attach the files again"
          hint="Attaches the files of the first email again, and each recipient’s own file if there is one."
          checked={followUp.attachesFiles}
          onCheckedChange={(checked) => onChange({ attachesFiles: checked === true })}
        />
      )}
    </div>
  )
}
