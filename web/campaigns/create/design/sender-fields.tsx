import { Braces, ChevronDown } from '#web/ui/generated/icons.ts'
import { Fragment, useId, useRef, useState } from 'react'
import { SENDER_FIELDS, senderFieldProblem, SENDER_LIMITS } from '#domain/content/sender-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Draft, Sender } from '../store/campaign-draft.ts'
import { insertText, applyEdit, editOf } from '#web/editor/text-box.ts'
import { FromAddress } from './from-address.tsx'
import { useImportedTags } from '#web/editor/imported-tags.ts'
import type { LaunchChoice } from '../../launch/launch-choice.ts'

/** Name of a sender field that is typed as text; the From address is chosen from a list. */
type Name = Exclude<keyof Sender, 'fromAddress'>

const FIELDS: readonly { name: Name; label: string; placeholder: string; hint: string }[] = [
  {
    name: 'fromName',
    label: SENDER_FIELDS.fromName,
    placeholder: 'The name of the mailbox',
    hint: 'Microsoft 365 may show the mailbox’s own name instead.',
  },
  {
    name: 'replyTo',
    label: SENDER_FIELDS.replyTo,
    placeholder: 'The mailbox',
    hint: 'Mergewell may not see replies that go to another mailbox.',
  },
  {
    name: 'cc',
    label: SENDER_FIELDS.cc,
    placeholder: 'manager@example.com, {Manager Email}',
    hint: 'People in CC get a copy of every email, and recipients see their addresses. Opens and clicks in copies count as the recipient’s.',
  },
  {
    name: 'bcc',
    label: SENDER_FIELDS.bcc,
    placeholder: 'archive@example.com',
    hint: 'People in BCC get a copy of every email, and recipients do not see their addresses.',
  },
]

/** Merge tags that can be inserted besides the imported columns. */
const OWN_TAGS = ['{firstName}', '{lastName}', '{email}'] as const

export interface SenderFieldsProps {
  value: Sender
  /** the mailboxes to send from, which a From address may change */
  launch: LaunchChoice
  onChange: (part: Partial<Draft>) => void
  /** Called when a field gets the focus, with a function that inserts a merge tag into that field. */
  onTarget?: (insert: (tag: string) => void) => void
}

/** Sender name, Reply-To, CC and BCC, behind one line that says what is set. */
export function SenderFields({ value, launch, onChange, onTarget }: SenderFieldsProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
        className="flex max-w-full items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronDown aria-hidden="true" className={cn('size-4 shrink-0 transition-transform', !open && '-rotate-90')} />
        <span className="shrink-0 font-strong">Sender &amp; copies</span>
        {!open && <span className="min-w-0 truncate">{summaryOf(value)}</span>}
      </button>
      {open && <Fields id={panel} value={value} launch={launch} onChange={onChange} onTarget={onTarget} />}
    </div>
  )
}

function Fields({ id, value, launch, onChange, onTarget }: SenderFieldsProps & { id: string }) {
  const [focused, setFocused] = useState<Name | null>(null)
  const last = useRef<{ name: Name; box: HTMLInputElement } | null>(null)
  const [isReady, setReady] = useState(false)
  const change = (name: Name, text: string) => onChange({ sender: { ...value, [name]: text } })

  function insert(tag: string) {
    if (last.current === null) return
    const { name, box } = last.current
    applyEdit(box, insertText(editOf(box), tag), (text) => change(name, text))
  }

  return (
    <div id={id} className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      {FIELDS.map(({ name, label, placeholder, hint }) => (
        <Fragment key={name}>
          <Field label={label} hint={hint} error={focused === name ? undefined : problemOf(name, value[name])}>
            <Input
              value={value[name]}
              placeholder={placeholder}
              maxLength={name === 'fromName' ? SENDER_LIMITS.fromName : SENDER_LIMITS.list}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(name, event.target.value)}
              onFocus={(event) => {
                setFocused(name)
                setReady(true)
                last.current = { name, box: event.target }
                onTarget?.(insert)
              }}
              onBlur={() => setFocused(null)}
            />
          </Field>
          {name === 'fromName' && <FromAddress value={value} launch={launch} onChange={onChange} />}
        </Fragment>
      ))}
      <div className="sm:col-span-2">
        <InsertTag onInsert={insert} onClosed={() => last.current?.box.focus()} isReady={isReady} />
      </div>
    </div>
  )
}

interface InsertTagProps {
  onInsert: (tag: string) => void
  onClosed: () => void
  /** True once a field was focused, so that a merge tag can be inserted there. */
  isReady: boolean
}

function InsertTag({ onInsert, onClosed, isReady }: InsertTagProps) {
  const imported = useImportedTags()
  return (
    <DropdownMenu
      align="start"
      focusAfter={onClosed}
      trigger={
        <Button size="sm" icon={Braces} disabled={!isReady}>
          Insert merge tag
        </Button>
      }
    >
      {[...OWN_TAGS, ...imported.map((name) => `{${name}}`)].map((tag) => (
        <DropdownMenuItem key={tag} onSelect={() => onInsert(tag)}>
          <span className="max-w-72 truncate font-mono text-xs">{tag}</span>
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}

function problemOf(name: Name, text: string): string | undefined {
  return senderFieldProblem(name, text) ?? undefined
}

/**
 * Returns the sender fields in one line: “CC {Manager Email} · BCC archive@example.com”; if none is set, the names of
 * those that can be set.
 */
function summaryOf(value: Sender): string {
  const from = value.fromAddress === '' ? [] : [`From ${value.fromAddress}`]
  const set = FIELDS.filter(({ name }) => value[name].trim() !== '').map(
    ({ name, label }) => `${label} ${value[name].trim()}`,
  )
  const all = [...from, ...set]
  return all.length > 0 ? all.join(' · ') : 'From name, Reply-To, CC, BCC'
}
