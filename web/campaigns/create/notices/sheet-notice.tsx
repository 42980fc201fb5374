import { skipToken, useMutation, useQuery } from '@apollo/client/react'
import { sumOf } from '#domain/content/merge-rows.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { EmailsPer, FirstRowsQuery } from '#web/generated/graphql.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CHOOSE_EMAILS_PER, DRAFT_SHEET, FIRST_ROWS } from '../operations.ts'

const OPTIONS = [
  { value: 'person', label: 'One email per person' },
  { value: 'row', label: 'One email per row' },
] as const

/**
 * Names the sheet that a draft is about and the merge tags of its columns, and lets the user choose who gets an email.
 */
export function SheetNotice({ campaignId }: { campaignId: string | null }) {
  const { data } = useQuery(DRAFT_SHEET, campaignId === null ? skipToken : { variables: { id: campaignId } })
  const [choose] = useMutation(CHOOSE_EMAILS_PER)
  const campaign = data?.campaign
  const sheetId = campaign?.sheet?.id
  const firstRows = useQuery(FIRST_ROWS, sheetId === undefined ? skipToken : { variables: { id: sheetId } }).data
  if (!campaign?.sheet) return null
  const { id, emailsPer, sheet } = campaign
  const isPerRow = emailsPer === 'row'
  const tags = sheet.columns.slice(0, 6).map((name) => `{${name}}`)
  const count = isPerRow ? sheet.rowCount : sheet.personCount
  const summed = sheet.columns.findLast((name) => hasSum(name, firstRows?.sheetRows ?? []))

  async function change(value: EmailsPer) {
    try {
      await choose({ variables: { input: { id, emailsPer: value } } })
    } catch (error) {
      toast({ title: 'Not saved', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Callout
      className="mb-6"
      title={`${sheet.rowCount.toLocaleString()} ${sheet.rowCount === 1 ? 'row' : 'rows'} of ${sheet.name}`}
      action={
        <Field label="Who gets an email" hideLabel className="w-52">
          <Select
            value={emailsPer}
            options={OPTIONS}
            onChange={({ target }) => void change(target.value as EmailsPer)}
          />
        </Field>
      }
    >
      <p>
        This makes {count.toLocaleString()} {count === 1 ? 'email' : 'emails'}. Use {tags.join(', ')}
        {sheet.columns.length > tags.length && ' and other columns'}
        {isPerRow ? (
          ' for the values of the row.'
        ) : (
          <>
            {' '}
            between <code>{'{#rows}'}</code> and <code>{'{/rows}'}</code> to write a line for each row.{' '}
            <code>{'{count}'}</code> is the number of rows
            {summed !== undefined && (
              <>
                , and <code>{`{sum of ${summed}}`}</code> adds up a column
              </>
            )}
            .
          </>
        )}
      </p>
    </Callout>
  )
}

/** Returns whether the cells of a column are numbers in these rows, so that they can be added up. */
const hasSum = (column: string, rows: FirstRowsQuery['sheetRows']): boolean =>
  sumOf(rows.map(({ cells }) => cells.find(({ name }) => name === column)?.value ?? '')) !== null
