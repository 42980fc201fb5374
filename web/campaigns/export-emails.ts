import type { ApolloClient } from '@apollo/client'
import { csvCell } from '#domain/csv.ts'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { EMAIL_LOGS, type EmailLogRow } from './recipient-operations.ts'

/** The most the server gives at once. */
const PAGE = 500

const COLUMNS: readonly (readonly [header: string, value: (log: EmailLogRow) => string | null])[] = [
  ['Contact', ({ contactName }) => contactName],
  ['Email', ({ contactEmail }) => contactEmail],
  ['Status', ({ status }) => status],
  ['Variant', ({ variant }) => variant],
  ['Sent At', ({ sentAt }) => sentAt],
  ['Delivered At', ({ deliveredAt }) => deliveredAt],
  ['Opened At', ({ openedAt }) => openedAt],
  ['Clicked At', ({ clickedAt }) => clickedAt],
  ['Replied At', ({ repliedAt }) => repliedAt],
  ['Bounced At', ({ bouncedAt }) => bouncedAt],
  ['Unsubscribed At', ({ unsubscribedAt }) => unsubscribedAt],
  ['Failed At', ({ failedAt }) => failedAt],
  ['Error', ({ error }) => error],
]

/** A row of the file: RFC 4180, no cell is a formula. */
export function csvRow(log: EmailLogRow): string {
  return line(COLUMNS.map(([, value]) => value(log) ?? ''))
}

const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** All recipients of a campaign that match, however many, as a CSV file that Excel reads right; `onRows` is told how many are there. */
export async function emailsAsCsv(
  client: ApolloClient,
  campaignId: string,
  filter: EmailLogFilter | undefined,
  onRows: (count: number) => void,
): Promise<Blob> {
  const parts = [`\ufeff${line(COLUMNS.map(([header]) => header))}`]
  let after: string | null = null
  let count = 0
  do {
    const list: LogPage | undefined = (
      await client.query({
        query: EMAIL_LOGS,
        variables: { id: campaignId, first: PAGE, after, filter },
        fetchPolicy: 'no-cache',
      })
    ).data?.campaign?.emailLogs
    if (!list) throw new Error('The campaign is not there any more.')
    parts.push(list.edges.map(({ node }) => csvRow(node)).join(''))
    count += list.edges.length
    onRows(count)
    after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null
  } while (after !== null)
  return new Blob(parts, { type: 'text/csv' })
}

interface LogPage {
  edges: { node: EmailLogRow }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** A name that every file system takes: "Autumn news" → "Autumn-news.csv". */
export function fileName(...words: readonly string[]): string {
  const text = words
    .join(' ')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${text.replaceAll(/^-+|-+$/g, '').slice(0, 80) || 'recipients'}.csv`
}
