import { useApolloClient, useMutation } from '@apollo/client/react'
import { Plus } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { AUDIENCE_LIMITS, type SuppressionReason } from '#domain/audiences.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ADD_SUPPRESSIONS } from './operations.ts'
import { addressCount, parseAddresses, REASONS } from './suppression-texts.ts'
import { refreshSuppressions } from './use-suppressions.ts'

const EMPTY = { text: '', reason: 'manual' as SuppressionReason, note: '' }

/** Adds email addresses to the suppression list, all of them or none. */
export function AddSuppressions() {
  const client = useApolloClient()
  const [open, setOpen] = useState(false)
  const [{ text, reason, note }, setInput] = useState(EMPTY)
  const [problem, setProblem] = useState<string>()
  const [addSuppressions, { loading }] = useMutation(ADD_SUPPRESSIONS)
  const form = useId()
  const emails = parseAddresses(text)
  const discard = useDiscard((next) => {
    setOpen(next)
    setInput(EMPTY)
    setProblem(undefined)
  })
  useDirty(discard.onDirty, open && `${text}${note}`.trim() !== '')
  const change = (part: Partial<typeof EMPTY>) => setInput({ text, reason, note, ...part })

  async function add() {
    if (emails.length === 0) return setProblem('Enter at least one address')
    if (emails.length > AUDIENCE_LIMITS.suppressions) {
      return setProblem(`Enter at most ${AUDIENCE_LIMITS.suppressions.toLocaleString()} addresses at a time`)
    }
    try {
      const { data } = await addSuppressions({ variables: { input: { emails, reason, note } } })
      if (!data) return
      const added = data.addSuppressions?.added ?? 0
      const known = data.addSuppressions?.known ?? 0
      await refreshSuppressions(client)
      const already = known > 0 ? ` ${known.toLocaleString()} ${known === 1 ? 'was' : 'were'} already on the list.` : ''
      toast({ title: 'Addresses Added', description: `${addressCount(added)} will not get any more emails.${already}` })
      setOpen(false)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={<Button icon={Plus}>Add addresses</Button>}
      title="Add addresses"
      description="The people with these addresses will not get any more emails from this workspace, including from campaigns that are already sending."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={loading}>
            {emails.length > 0 ? `Add ${addressCount(emails.length)}` : 'Add addresses'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label="Addresses" error={problem} hint="One per line, or separated by commas." required>
          <Textarea value={text} onChange={({ target }) => change({ text: target.value })} spellCheck={false} />
        </Field>
        <Field label="Reason">
          <Select
            value={reason}
            options={REASONS}
            onChange={({ target }) => change({ reason: target.value as SuppressionReason })}
          />
        </Field>
        <Field label="Note" optional>
          <Input
            value={note}
            maxLength={TEXT_LIMITS.suppressionNote}
            onChange={({ target }) => change({ note: target.value })}
          />
        </Field>
      </form>
      {discard.question}
    </Dialog>
  )
}
