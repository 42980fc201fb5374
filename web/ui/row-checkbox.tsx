import { Check } from './generated/icons.ts'

export interface RowCheckboxProps {
  /** Name of the row that the checkbox selects. */
  label: string
  checked: boolean
  onToggle: () => void
}

/**
 * A checkbox for long lists: looks and works like Checkbox, but is a single element that is cheap to create and remove.
 */
export function RowCheckbox({ label, checked, onToggle }: RowCheckboxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      data-state={checked ? 'checked' : 'unchecked'}
      onClick={onToggle}
      // Enter presses a button but must not toggle a checkbox.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      className="grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-edge bg-surface text-paper transition-colors hover:border-ink data-[state=checked]:border-ink data-[state=checked]:bg-ink"
    >
      {checked && <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />}
    </button>
  )
}
