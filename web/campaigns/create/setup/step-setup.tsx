import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { BUILDER_IS_OFF, useBuilderFeature } from '#web/builder/use-builder-feature.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { sameJson } from '#web/client/json-equality.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Draft } from '../store/campaign-draft.ts'
import { CAMPAIGN_DRAFT } from '../operations.ts'
import { CampaignSource, TemplateSource, type StartMail } from './start-sources.tsx'
import { hasTextForBuilder, TextToBuilder } from '../design/text-to-builder.tsx'

export interface StepSetupProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

/** Step 1: the campaign's name, and how its email starts. */
export function StepSetup({ draft, onChange }: StepSetupProps) {
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Field label="Campaign Name" required hint="Only you and your colleagues see this name." className="max-w-xl">
          <Input
            value={draft.name}
            maxLength={TEXT_LIMITS.campaignName}
            placeholder="Spring newsletter"
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <StartChoice draft={draft} onChange={onChange} />
      </div>
    </Card>
  )
}

type Start = 'text' | 'builder' | 'template' | 'campaign'

const OPTIONS: readonly { value: Start; label: string; hint: string }[] = [
  { value: 'text', label: 'Simple Text', hint: 'Write it like an email in your mail program.' },
  { value: 'builder', label: 'HTML Builder', hint: 'Build it from blocks with pictures, buttons and columns.' },
  { value: 'template', label: 'A template', hint: 'Start from an email that you saved as a template.' },
  { value: 'campaign', label: 'An earlier campaign', hint: 'Start from its subject and content.' },
]

/** Choice of how the email begins: empty, or as a copy of a template or of an earlier campaign. */
function StartChoice({ draft, onChange }: StepSetupProps) {
  const client = useApolloClient()
  const builder = useBuilderFeature()
  const [source, setSource] = useState<'template' | 'campaign' | null>(null)
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  /** The chosen email that waits for confirmation because it would replace written content. */
  const [asked, setAsked] = useState<{ id: string; mail: StartMail } | null>(null)
  /** The email that was last copied into the draft: while unchanged it can be replaced without asking. */
  const placed = useRef<StartMail>(null)
  /** Id of the latest choice; responses for earlier ones are ignored. */
  const latest = useRef('')
  const hasBuilder = builder.isOn !== false

  function start(value: string) {
    latest.current = ''
    setChosen('')
    setSource(value === 'template' || value === 'campaign' ? value : null)
    if (value === 'text') onChange({ useHtmlBuilder: false })
    if (value === 'builder' && hasTextForBuilder(draft)) setIsAsking(true)
    else if (value === 'builder') onChange({ useHtmlBuilder: true })
  }

  function place(id: string, mail: StartMail) {
    if (mail.useHtmlBuilder && !hasBuilder) {
      return toast(BUILDER_IS_OFF)
    }
    if (hasMail(draft) && !(placed.current && sameJson(mailOf(draft), mailOf(placed.current)))) {
      return setAsked({ id, mail })
    }
    put(id, mail)
  }

  function put(id: string, mail: StartMail) {
    placed.current = mail
    setChosen(id)
    onChange({ ...mail, templateId: null })
  }

  async function copyCampaign(id: string) {
    latest.current = id
    try {
      const { data } = await client.query({ query: CAMPAIGN_DRAFT, variables: { id }, fetchPolicy: 'no-cache' })
      if (latest.current !== id) return
      const campaign = data?.campaign
      if (!campaign) throw new Error('This campaign no longer exists. Choose another one.')
      const { subject, content, useHtmlBuilder, htmlTemplate, language } = campaign
      place(id, {
        ...{ subject, useHtmlBuilder, language },
        // With the builder it is generated HTML, not text for Simple Text.
        content: useHtmlBuilder ? '' : content,
        htmlTemplate: htmlTemplate ?? null,
      })
    } catch (error) {
      if (latest.current !== id) return
      toast({ title: 'The campaign could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RadioGroup
        label="How do you want to start?"
        look="cards"
        className="sm:grid-cols-2 xl:grid-cols-4"
        options={OPTIONS.filter(({ value }) => value !== 'builder' || hasBuilder || draft.useHtmlBuilder)}
        value={source ?? (draft.useHtmlBuilder ? 'builder' : 'text')}
        onValueChange={start}
      />
      {source === 'template' && <TemplateSource chosen={chosen} onChoose={place} />}
      {source === 'campaign' && (
        <CampaignSource chosen={chosen} without={draft.campaignId} onChoose={(id) => void copyCampaign(id)} />
      )}
      <TextToBuilder draft={draft} open={isAsking} onClose={() => setIsAsking(false)} onChange={onChange} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title="Replace the email of this campaign?"
        description="Its subject and content are replaced by a copy of the email you chose. Recipients and attachments stay."
        confirmLabel="Replace"
        variant="primary"
        onConfirm={() => {
          if (asked) put(asked.id, asked.mail)
        }}
      />
    </div>
  )
}

function mailOf({ subject, content, useHtmlBuilder, htmlTemplate }: StartMail) {
  return { subject, content, useHtmlBuilder, htmlTemplate: htmlTemplate ?? null }
}

function hasMail({ subject, content, htmlTemplate }: StartMail): boolean {
  return `${subject}${content}`.trim() !== '' || htmlTemplate !== null
}
