import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { QUICK_SELECT_SIZES } from '#domain/campaigns/campaign-steps.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { filterOf, isEveryone, viewOf, type View } from '#web/contacts/filter/contact-view.ts'
import { CONTACT_IDS } from '#web/contacts/operations.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { MAX_LISTED_IDS, NOBODY, type Audience } from './audience.ts'

export interface AudienceChoicesProps {
  /** The listed view, its label and its count. */
  view: View
  label: string
  /** undefined until it is counted */
  total: number | undefined
  shown: readonly { id: string }[]
  audience: Audience
  onChange: (audience: Audience) => void
}

/**
 * Bulk selection. Select All selects the whole list as a condition, not as ids. A small search result is added to
 * picked contacts; a large one replaces them after a confirmation.
 */
export function AudienceChoices({ view, label, total, shown, audience, onChange }: AudienceChoicesProps) {
  const client = useApolloClient()
  const [adding, setAdding] = useState(false)
  const latest = useRef(audience)
  useEffect(() => {
    latest.current = audience
  })

  const [asking, setAsking] = useState(false)

  const picked = audience.kind === 'picked' ? audience.ids.size : 0
  const selectMatching = () => onChange({ kind: 'matching', view: viewOf(view), label, except: new Set() })

  function selectAll() {
    if (picked === 0 || isEveryone(view)) selectMatching()
    else if ((total ?? 0) > MAX_LISTED_IDS) setAsking(true)
    else void addFound()
  }

  async function addFound() {
    setAdding(true)
    try {
      const variables = { first: MAX_LISTED_IDS, filter: filterOf(view) }
      const { data } = await client.query({ query: CONTACT_IDS, variables, fetchPolicy: 'no-cache' })
      const before = latest.current.kind === 'picked' ? latest.current.ids : []
      onChange({
        kind: 'picked',
        ids: new Set([...before, ...(data?.contacts.edges ?? []).map(({ node }) => node.id)]),
      })
    } catch (error) {
      toast({ title: 'Select All failed', description: errorMessage(error), variant: 'destructive' })
    } finally {
      setAdding(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={adding} disabled={picked > 0 && total === undefined} onClick={selectAll}>
          Select All
        </Button>
        <Button size="sm" onClick={() => onChange(NOBODY)}>
          Select None
        </Button>
      </div>
      <div role="group" aria-label="Quick Select" className="flex flex-wrap items-center gap-1">
        <span aria-hidden="true" className="mr-1 text-ink-soft">
          Quick Select: first
        </span>
        {QUICK_SELECT_SIZES.map((size) => (
          <Button
            key={size}
            size="sm"
            aria-label={`First ${size}`}
            onClick={() => onChange({ kind: 'picked', ids: new Set(shown.slice(0, size).map(({ id }) => id)) })}
            className="figures min-w-9 px-2"
          >
            {size}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Replace the ${contactCount(picked)} you selected?`}
        description={`You cannot add the ${contactCount(total ?? 0)} ${label} to your selection because there are too many. Contacts you already selected stay selected only if they are in this group.`}
        confirmLabel="Replace"
        variant="primary"
        onConfirm={selectMatching}
      />
    </div>
  )
}
