import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { useAfterChange } from '#web/shared/use-delayed-change.ts'
import { EMAIL_LOGS_AGAIN } from '../analytics/recipient-operations.ts'
import type { SheetRow } from './operations.ts'
import type { RowEmail } from './row-status.ts'

/** Throttle delay in ms for reloading the emails of rows in sight, as on the campaign's page. */
const REREAD_AFTER = 1_000

interface RowEmails {
  /** Returns the newest known state of the email about a row. */
  emailOf: (row: SheetRow) => RowEmail | null
  onRange: (first: number, last: number) => void
}

/**
 * Keeps the emails of the rows in sight up to date: they are read again when `change` differs, which it does with every
 * outcome of the campaign, and after scrolling to rows that were read before that.
 */
export function useRowEmails(rows: readonly SheetRow[], change: string): RowEmails {
  const client = useApolloClient()
  const [again, setAgain] = useState<ReadonlyMap<string, RowEmail>>(new Map())
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [before, setBefore] = useState({ rows, change })
  // Rows that were loaded again are newer than what was read of some.
  if (before.rows !== rows) {
    setBefore({ rows, change })
    setAgain(new Map())
  }
  const reread = useCallback(async () => {
    const inSight = rows.slice(range.first, range.last + 1).flatMap(({ email }) => email?.id ?? [])
    const ids = [...new Set(inSight)]
    if (ids.length === 0) return
    const { data } = await client.query({ query: EMAIL_LOGS_AGAIN, variables: { ids }, fetchPolicy: 'no-cache' })
    const read = (data?.nodes ?? []).flatMap((node) => (node && 'contactEmail' in node ? [node] : []))
    setAgain((known) => new Map([...known, ...read.map((email): [string, RowEmail] => [email.id, email])]))
  }, [client, rows, range])
  const due = before.change === change ? '' : `${change} ${range.first} ${range.last}`
  useAfterChange(due, rows.length > 0, reread, REREAD_AFTER)
  return {
    emailOf: useCallback(({ email }) => (email ? (again.get(email.id) ?? email) : null), [again]),
    onRange: useCallback((first: number, last: number) => setRange({ first, last }), []),
  }
}
