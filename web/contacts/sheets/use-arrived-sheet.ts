import { useApolloClient } from '@apollo/client/react'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '#web/ui/toast-store.ts'
import { SHEET_PARAM } from './allow-files.tsx'
import { READ_SHEET, SHEETS } from './operations.ts'

/**
 * Continues after the user came back from the provider of a sheet, whose link is then in the page's URL: a connected
 * sheet is read again, any other is passed to `connect`.
 */
export function useArrivedSheet(connect: (link: string) => void): void {
  const client = useApolloClient()
  const [params, setParams] = useSearchParams()
  const link = params.get(SHEET_PARAM)

  const arrive = useEffectEvent(async (arrived: string) => {
    setParams({}, { replace: true })
    const { data } = await client.query({ query: SHEETS }).catch(() => ({ data: null }))
    const known = data?.sheets.find(({ source }) => source?.link === arrived)
    if (!known) return connect(arrived)
    const read = await client.mutate({ mutation: READ_SHEET, variables: { id: known.id } }).catch(() => null)
    const source = read?.data?.readSheet?.sheet?.source
    if (source?.problem === null) toast({ title: 'Sheet read', description: `Mergewell reads ${known.name} again.` })
    else toast({ title: 'Sheet not read', description: source?.problem ?? 'Try again.', variant: 'destructive' })
  })

  useEffect(() => {
    if (link !== null) void arrive(link)
  }, [link])
}
