import { useQuery } from '@apollo/client/react'
import { Plus, X } from '#web/ui/generated/icons.ts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import {
  CONDITION_LIMITS,
  conditionOf,
  conditionText,
  isUnary,
  TAG_OPERATORS,
  OPERATORS,
  type ConditionTest,
} from '#domain/content/tag-conditions.ts'
import { CONTACT_TAGS } from '#web/contacts/operations.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { OPERATOR_LABELS } from './condition-texts.ts'
import { useMergeNames, type MergeName } from './merge-names.tsx'

export interface ConditionFormProps {
  /** The condition to edit, as stored; a new one when omitted. */
  text?: string | undefined
  /** True if another text can be written for everyone else. */
  mayHaveElse?: boolean
  /** Called with the condition as stored, and whether everyone else sees another text. */
  onSubmit: (text: string, hasElse: boolean) => void
  onRemove?: () => void
}

/** Value of the option for tags in the list of fields; no field has this name. */
const TAG = '{tag}'
const FIRST: ConditionTest = { field: 'firstName', operator: 'is not empty', value: '' }

/** Form that builds a condition by choosing: which recipients see a part of the email. */
export function ConditionForm({ text, mayHaveElse = false, onSubmit, onRemove }: ConditionFormProps) {
  const names = useMergeNames().filter(({ name }) => name !== 'unsubscribeUrl')
  const given = text === undefined ? null : conditionOf(text)
  const [tests, setTests] = useState<readonly ConditionTest[]>(given?.tests ?? [FIRST])
  const [all, setAll] = useState(given?.all ?? true)
  const [not, setNot] = useState(given?.not ?? false)
  const [hasElse, setHasElse] = useState(false)
  const set = (index: number, test: ConditionTest) => setTests(tests.with(index, test))
  const written = conditionText({ not, all, tests })
  const isReadable = conditionOf(written) !== null

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (isReadable) onSubmit(written, hasElse)
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {tests.length > 1 && (
        <Select
          low
          aria-label="Which of these conditions must be met"
          value={all ? 'all' : 'any'}
          onChange={(event) => setAll(event.target.value === 'all')}
          options={[
            { value: 'all', label: 'All of these' },
            { value: 'any', label: 'Any of these' },
          ]}
        />
      )}
      {tests.map((test, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a test has no other identity
        <div key={index} className="grid gap-2 rounded-md border border-line p-2">
          <TestFields test={test} names={names} onChange={(next) => set(index, next)}>
            {tests.length > 1 && (
              <IconButton
                icon={X}
                size="sm"
                label="Remove this part of the condition"
                onClick={() => setTests(tests.toSpliced(index, 1))}
              />
            )}
          </TestFields>
        </div>
      ))}
      {tests.length < CONDITION_LIMITS.tests && (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => setTests([...tests, FIRST])} className="w-fit">
          Add a test
        </Button>
      )}
      <Checkbox
        label="Show the text to everyone else instead"
        checked={not}
        onCheckedChange={(checked) => setNot(checked === true)}
      />
      {mayHaveElse && (
        <Checkbox
          label="Different text for everyone else"
          checked={hasElse}
          onCheckedChange={(checked) => setHasElse(checked === true)}
        />
      )}
      <div className="flex justify-between gap-2">
        <Button type="submit" size="sm" disabled={!isReadable}>
          {text === undefined ? 'Insert' : 'Update'}
        </Button>
        {onRemove && (
          <Button size="sm" variant="quiet" onClick={onRemove} className="text-bad">
            Show to everyone
          </Button>
        )}
      </div>
    </form>
  )
}

interface TestFieldsProps {
  test: ConditionTest
  names: readonly MergeName[]
  onChange: (test: ConditionTest) => void
  children: ReactNode
}

function TestFields({ test, names, onChange, children }: TestFieldsProps) {
  const listId = useId()
  const labels = useQuery(CONTACT_TAGS).data?.contactTags ?? []
  const isTag = 'tag' in test
  const known = isTag || names.some(({ name }) => name === test.field)
  const options = [
    ...names.map(({ name, label }) => ({ value: name, label })),
    ...(known ? [] : [{ value: test.field, label: test.field }]),
    { value: TAG, label: 'Tag' },
  ]
  const choose = (field: string) => {
    if (field === TAG) onChange({ tag: '', operator: 'has' })
    else onChange(isTag ? { field, operator: 'is', value: '' } : { ...test, field })
  }
  return (
    <>
      <div className="flex gap-2">
        <Select
          low
          aria-label="Field"
          className="grow"
          value={isTag ? TAG : test.field}
          onChange={(event) => choose(event.target.value)}
          options={options}
        />
        {children}
      </div>
      <Select
        low
        aria-label="Comparison"
        value={test.operator}
        onChange={({ target: { value } }) => {
          const [operator, own] = [
            OPERATORS.find((each) => each === value),
            TAG_OPERATORS.find((each) => each === value),
          ]
          if (isTag && own) onChange({ ...test, operator: own })
          else if (!isTag && operator) onChange({ ...test, operator })
        }}
        options={(isTag ? TAG_OPERATORS : OPERATORS).map((value) => ({
          value,
          label: OPERATOR_LABELS[value] ?? value,
        }))}
      />
      {(isTag || !isUnary(test.operator)) && (
        <Input
          aria-label={isTag ? 'Tag' : 'Value'}
          list={isTag ? listId : undefined}
          value={isTag ? test.tag : test.value}
          placeholder={isTag ? 'Tag' : 'Value'}
          maxLength={200}
          onChange={({ target: { value } }) => onChange(isTag ? { ...test, tag: value } : { ...test, value })}
        />
      )}
      {isTag && (
        <datalist id={listId}>
          {labels.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
