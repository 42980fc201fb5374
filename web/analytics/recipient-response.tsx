import { useQuery } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import { graphql } from '#web/generated/gql.ts'
import type { WelcomesQuery } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'

const WELCOMES = graphql(`
  query Welcomes {
    welcomes {
      topicId
      topic {
        id
        name
      }
      mailbox {
        id
        email
      }
      sent
      positive
      left
      choseLess
      paused
      complained
    }
  }
`)

type Row = WelcomesQuery['welcomes'][number]

const FIGURES = [
  ['Sent', 'sent'],
  ['Positive answers', 'positive'],
  ['Left the topic', 'left'],
  ['Chose fewer', 'choseLess'],
  ['Paused', 'paused'],
  ['Complained', 'complained'],
] as const

/**
 * Shows per topic and per mailbox how recipients responded to the emails of the last 90 days: positive answers,
 * complaints, and wishes for fewer emails.
 */
export function Welcomes() {
  const { data, error, refetch } = useQuery(WELCOMES, { fetchPolicy: 'cache-and-network' })
  const rows = data?.welcomes
  if (rows?.length === 0) return null
  return (
    <Card
      title="How welcome your emails are"
      description="These figures cover the emails of the last 90 days. What a recipient chose on the unsubscribe page counts for the last email before that choice."
      flush
    >
      {rows ? (
        <div className="@container grid gap-6">
          <WelcomeTable label="Topic" groups={groupsOf(rows, topicName)} />
          <WelcomeTable
            label="Mailbox"
            groups={groupsOf(rows, ({ mailbox }) => mailbox?.email ?? 'Removed mailboxes')}
          />
        </div>
      ) : error ? (
        <ErrorState
          title="These figures could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <Loading label="Loading how welcome your emails are" className="grid gap-2 px-5 pb-5">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      )}
    </Card>
  )
}

const topicName = ({ topicId, topic }: Row) => topic?.name ?? (topicId === null ? 'No topic' : 'Removed topics')

type Group = { name: string } & Record<(typeof FIGURES)[number][1], number>

/** Adds up rows with the same name; those with the most emails come first. */
function groupsOf(rows: readonly Row[], nameOf: (row: Row) => string): Group[] {
  const groups = [...Map.groupBy(rows, nameOf)].map(([name, own]) => ({
    name,
    ...(Object.fromEntries(FIGURES.map(([, key]) => [key, own.reduce((sum, row) => sum + row[key], 0)])) as Omit<
      Group,
      'name'
    >),
  }))
  return groups.toSorted((a, b) => b.sent - a.sent)
}

/** Classes for screens too narrow for seven columns: each row is a name with its labeled figures below. */
const STACKED = {
  head: '@max-2xl:sr-only',
  row: '@max-2xl:grid @max-2xl:grid-cols-3 @max-2xl:gap-x-4 @max-2xl:gap-y-2 @max-2xl:px-5 @max-2xl:py-3',
  name: '@max-2xl:col-span-3 @max-2xl:h-auto @max-2xl:p-0! @max-2xl:font-strong @max-2xl:whitespace-normal',
  figure:
    '@max-2xl:h-auto @max-2xl:p-0! @max-2xl:text-left @max-2xl:before:block @max-2xl:before:text-xs @max-2xl:before:whitespace-normal @max-2xl:before:text-ink-soft @max-2xl:before:content-[attr(data-label)]',
} as const

function WelcomeTable({ label, groups }: { label: string; groups: readonly Group[] }) {
  return (
    <Table label={`Signs per ${label.toLowerCase()}`}>
      <thead className={STACKED.head}>
        <tr>
          <HeaderCell>{label}</HeaderCell>
          {FIGURES.map(([title]) => (
            <HeaderCell key={title} numeric>
              {title}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, ...numbers }) => (
          <Row key={name} className={STACKED.row}>
            <Cell className={cn('min-w-32 wrap-anywhere', STACKED.name)}>{name}</Cell>
            {FIGURES.map(([title, key]) => (
              <Cell key={title} numeric data-label={title} className={STACKED.figure}>
                {numbers[key].toLocaleString()}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
