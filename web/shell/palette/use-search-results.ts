import { useQuery } from '@apollo/client/react'
import { FileText, Send, UserRound } from '#web/ui/generated/icons.ts'
import { useNavigate } from 'react-router'
import type { PaletteGroup } from '#web/ui/command-palette.tsx'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { SEARCH } from './operations.ts'

/** Number of search results shown per kind. */
const RESULTS_PER_KIND = 5

/** Campaigns, contacts and templates that match the query. `busy` while a response is pending. */
export function useSearchResults(typed: string): { groups: PaletteGroup[]; busy: boolean } {
  const navigate = useNavigate()
  const wanted = typed.trim()
  const search = useDebounced(wanted)
  const { data, previousData, loading } = useQuery(SEARCH, {
    variables: { search, first: RESULTS_PER_KIND },
    skip: search === '',
    // Uncached: the page lists hold more rows and fields.
    fetchPolicy: 'no-cache',
  })
  if (wanted === '') return { groups: [], busy: false }
  const found = search === '' ? undefined : (data ?? previousData)
  const groups: PaletteGroup[] = [
    {
      title: 'Campaigns',
      entries: (found?.campaigns.edges ?? []).map(({ node: { id, name, status } }) => ({
        id,
        label: name,
        note: status,
        icon: Send,
        run: () => void navigate(status === 'draft' ? `/campaigns/create?draft=${id}` : `/campaigns/${id}/analytics`),
      })),
    },
    {
      title: 'Contacts',
      entries: (found?.contacts.edges ?? []).map(({ node: { id, firstName, lastName, email } }) => ({
        id,
        label: `${firstName} ${lastName}`.trim() || email,
        note: email,
        icon: UserRound,
        run: () => void navigate(`/contacts?search=${encodeURIComponent(email)}`),
      })),
    },
    {
      title: 'Templates',
      entries: (found?.templates.edges ?? []).map(({ node: { id, name } }) => ({
        id,
        label: name,
        icon: FileText,
        run: () => void navigate(`/templates?template=${encodeURIComponent(id)}`),
      })),
    },
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), busy: loading || search !== wanted }
}
