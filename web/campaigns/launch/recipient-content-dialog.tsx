import type { RecipientFilesQuery } from '#web/generated/graphql.ts'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'

type Plan = RecipientFilesQuery['recipientFilePlan']
const FILE_FILTERS = ['all', 'missing', 'doubtful', 'shared'] as const
/** Filter of the list of recipients and files: all, or those with a certain problem. */
export type Only = (typeof FILE_FILTERS)[number]

export interface WhoGetsWhatProps {
  plan: Plan
  only: Only
  onOnly: (only: Only) => void
}

/** The recipients of a plan and their files, all or those with a problem. */
export function WhoGetsWhat({ plan, only, onOnly }: WhoGetsWhatProps) {
  const { recipients, missing, doubtful, shared, unusedCount, unused, rows, rowCount } = plan
  return (
    <section aria-label="Who gets which file" className="grid gap-3">
      <p>
        <span className="figures">{(recipients - missing).toLocaleString()}</span> of{' '}
        <span className="figures">{recipients.toLocaleString()}</span> recipients get their file.
        {missing > 0 && ' Recipients without a file get no email until their file is uploaded.'}
      </p>
      <Segmented
        label="Show"
        hideLabel
        value={only}
        options={[
          { value: 'all', label: 'All' },
          { value: 'missing', label: `Missing (${missing.toLocaleString()})` },
          { value: 'doubtful', label: `Check (${doubtful.toLocaleString()})` },
          ...(shared > 0 || only === 'shared'
            ? [{ value: 'shared', label: `Shared (${shared.toLocaleString()})` }]
            : []),
        ]}
        onChange={(value) => onOnly(FILE_FILTERS.find((each) => each === value) ?? 'all')}
      />
      {rows.length === 0 ? (
        <p className="text-ink-soft">No recipients match this filter.</p>
      ) : (
        <div
          role="group"
          aria-label="Files of recipients, scrollable"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          tabIndex={0}
          className="max-h-80 overflow-y-auto rounded-md border border-line"
        >
          <Table label="Files of recipients">
            {rowCount > rows.length && (
              <caption className="px-5 py-2 text-left text-xs text-ink-soft">
                The first {rows.length.toLocaleString()} of {rowCount.toLocaleString()} recipients
              </caption>
            )}
            <thead>
              <Row>
                <HeaderCell>Recipient</HeaderCell>
                <HeaderCell>File</HeaderCell>
              </Row>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.contactId}>
                  <Cell className="h-9 py-1 wrap-anywhere whitespace-normal">
                    {row.name || row.email} <span className="text-ink-soft">{row.name && row.email}</span>
                  </Cell>
                  <Cell className="h-9 py-1 wrap-anywhere whitespace-normal">
                    {row.files.map(({ name }) => name).join(', ')}
                    {row.problem === 'missing' && (
                      <span className="text-bad"> Missing: {row.wanted.join(', ') || 'no file name'}</span>
                    )}
                    {row.problem === 'doubtful' && (
                      <span className="text-waiting"> The file name contains another recipient’s name</span>
                    )}
                    {row.sharedWith > 0 && (
                      <span className="text-waiting">
                        {row.problem === 'shared' ? ' ' : '. '}
                        {row.sharedWith === 1
                          ? 'Another recipient gets'
                          : `${row.sharedWith.toLocaleString()} others get`}{' '}
                        it too
                      </span>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {unusedCount > 0 && (
        <p className="wrap-anywhere text-ink-soft">
          Not used:{' '}
          {unused
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}
          {unusedCount > 5 && ` and ${(unusedCount - 5).toLocaleString()} more`}
        </p>
      )}
    </section>
  )
}
