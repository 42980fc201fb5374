import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { encodingLabel, TEXT_ENCODINGS, type TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { contactCount } from '../contact-texts.ts'
import { AS_DETECTED, type Choice } from './import-choices.ts'
import type { ImportPreview } from './operations.ts'

interface OfferProps {
  preview: ImportPreview
  choice: Choice
  onChange: (choice: Choice) => void
}

const figure = (count: number) => count.toLocaleString()

/** Offers to import only as many new contacts as the plan still allows. */
export function PlanRoom({ preview: { room, added }, choice, onChange }: OfferProps) {
  const over = room === null ? 0 : added.count - room
  if (room === null || room === 0 || (over <= 0 && !choice.firstThatFit)) return null
  return (
    <Checkbox
      checked={choice.firstThatFit}
      onCheckedChange={(checked) => onChange({ ...choice, firstThatFit: checked === true })}
      label={`Import only the first ${contactCount(room)} that fit your plan`}
      hint={
        over > 0 &&
        `${contactCount(over)} ${over === 1 ? 'is' : 'are'} left out. You can download their rows after the import.`
      }
    />
  )
}

/** Offers to split cells with several email addresses into several contacts. */
export function SplitAddresses({ preview: { severalRows, severalAddresses }, choice, onChange }: OfferProps) {
  if (severalRows === 0 && !choice.splitAddresses) return null
  const rows = severalRows === 1 ? '1 row holds' : `${figure(severalRows)} rows hold`
  return (
    <Checkbox
      checked={choice.splitAddresses}
      onCheckedChange={(checked) => onChange({ ...choice, splitAddresses: checked === true })}
      label="Split cells with several email addresses"
      hint={`${rows} ${figure(severalAddresses)} addresses. Each becomes a contact with the values of its row.`}
    />
  )
}

/**
 * Offers to keep the rows, so that emails can be about them, and lets the user choose the column by which rows belong
 * to one person.
 */
export function KeepRows({ preview: { repeated, columns }, choice, onChange }: OfferProps) {
  const custom = columns.flatMap(({ field, name }) => (field === 'custom' && name !== null ? [name] : []))
  if (custom.length === 0) return null
  const repeats = repeated.count === 1 ? '1 row repeats' : `${figure(repeated.count)} rows repeat`
  return (
    <div className="grid gap-2">
      <Checkbox
        checked={choice.keepRows !== null}
        onCheckedChange={(checked) => onChange({ ...choice, keepRows: checked === true ? { groupBy: null } : null })}
        label="Keep the rows to write about them"
        hint={`${repeated.count > 0 ? `${repeats} an address. ` : ''}An email can then list all rows of a person, such as open invoices, or each row gets an email.`}
      />
      {choice.keepRows !== null && (
        <Field label="Rows belong to the same person if they have the same" className="w-80 max-w-full">
          <Select
            value={choice.keepRows.groupBy ?? ''}
            options={[{ value: '', label: 'Email address' }, ...custom.map((name) => ({ value: name, label: name }))]}
            onChange={({ target }) => onChange({ ...choice, keepRows: { groupBy: target.value || null } })}
          />
        </Field>
      )}
    </div>
  )
}

/** Offers to leave out rows that the spreadsheet hides, and to give all rows of a merged cell its value. */
export function SpreadsheetOffers({ preview: { notices }, choice, onChange }: OfferProps) {
  const has = (...kinds: string[]) => notices.some(({ kind }) => kinds.includes(kind))
  return (
    <>
      {has('hiddenRows', 'leftOutRows') && (
        <Checkbox
          checked={choice.leaveOutHidden}
          onCheckedChange={(checked) => onChange({ ...choice, leaveOutHidden: checked === true })}
          label="Leave out rows that are hidden or filtered out in the spreadsheet"
        />
      )}
      {has('mergedCells', 'filledCells') && (
        <Checkbox
          checked={choice.fillMerged}
          onCheckedChange={(checked) => onChange({ ...choice, fillMerged: checked === true })}
          label="Give each row of a merged cell its value"
        />
      )}
    </>
  )
}

const ENCODINGS = TEXT_ENCODINGS.map((encoding) => ({ value: encoding, label: encodingLabel(encoding) }))

/** Offers other character encodings for a text file. */
export function EncodingChoice({ preview: { encoding }, choice, onChange }: OfferProps) {
  if (encoding === null) return null
  return (
    <Field label="Encoding" className="w-80 max-w-full" hint="Choose another encoding if letters look wrong.">
      <Select
        value={choice.encoding ?? encoding}
        options={ENCODINGS}
        onChange={({ target }) =>
          onChange({ ...choice, columns: AS_DETECTED.columns, encoding: target.value as TextEncoding })
        }
      />
    </Field>
  )
}

/** Warns of values that may have been misread. */
export function Notices({ preview: { notices } }: Pick<OfferProps, 'preview'>) {
  if (notices.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={notices.length === 1 ? 'Please check this point in your file' : 'Please check these points in your file'}
    >
      <ul className="grid gap-1">
        {notices.map(({ kind, message }) => (
          <li key={kind}>{message}</li>
        ))}
      </ul>
    </Callout>
  )
}

/** Says which field the titles (such as Dr.) of full names are stored in. */
export function Titles({ preview: { titles } }: Pick<OfferProps, 'preview'>) {
  if (!titles) return null
  const rows = titles.count === 1 ? '1 row' : `${figure(titles.count)} rows`
  return (
    <p className="text-xs text-ink-soft">
      Titles before names are saved in the field {titles.field}: {titles.samples.join(', ')} ({rows}).
    </p>
  )
}
