import { Search } from '#web/ui/generated/icons.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#domain/campaigns/campaign-statuses.ts'
import type { CampaignFilter } from '#web/generated/graphql.ts'
import { AdornedInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced-value.ts'

const LABELS: Record<CampaignStatus, string> = {
  draft: 'Drafts',
  sending: 'In progress',
  sent: 'Sent',
  failed: 'Failed',
  paused: 'Paused',
}

/** Returns the campaign filter in the page's URL; null if there is none. */
export function useCampaignFilter(): CampaignFilter | null {
  const [params] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const status = CAMPAIGN_STATUSES.find((each) => each === params.get('status'))
  if (search === '' && !status) return null
  return { ...(search && { search }), ...(status && { status }) }
}

/** Fields for the search and the status of the campaign list. The page's URL holds their values. */
export function CampaignSearch() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(params.get('search') ?? '')
  const searched = useDebounced(text)
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  useEffect(() => {
    if ((params.get('search') ?? '') !== searched.trim()) set('search', searched.trim())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing changes the address
  }, [searched])
  return (
    <div role="search" className="mb-4 flex flex-wrap gap-3">
      <div className="min-w-56 grow">
        <AdornedInput
          aria-label="Search campaigns"
          type="search"
          value={text}
          placeholder="Search by name or subject"
          onChange={(event) => setText(event.target.value)}
          before={<Search aria-hidden="true" className="size-4 text-ink-soft" />}
        />
      </div>
      <Select
        aria-label="Status"
        className="w-44"
        value={params.get('status') ?? ''}
        onChange={(event) => set('status', event.target.value)}
        options={[
          { value: '', label: 'All campaigns' },
          ...CAMPAIGN_STATUSES.map((value) => ({ value, label: LABELS[value] })),
        ]}
      />
    </div>
  )
}
