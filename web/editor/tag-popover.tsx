import { conditionText } from '#domain/content/tag-conditions.ts'
import { markerOf } from '#domain/content/email-parts.ts'
import { AnchoredPopover } from '#web/ui/anchored-popover.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConditionForm } from './condition-form.tsx'
import { TagForm } from './tag-form.tsx'

export interface TagPopoverProps {
  /** The clicked chip of a merge tag or condition. */
  chip: HTMLElement
  source: string
  onClose: () => void
  /** Moves the focus after the popover has closed. */
  focusAfter: () => void
  /** True if the chip begins a condition that can get a part for everyone else. */
  mayHaveElse: boolean
  /**
   * Called with the new source, and whether everyone else now sees another text; '' removes the chip, or its whole
   * condition.
   */
  onChange: (source: string, hasElse?: boolean) => void
}

/** A popover for the clicked chip: a merge tag or a condition. */
export function TagPopover({ chip, source, mayHaveElse, onClose, focusAfter, onChange }: TagPopoverProps) {
  const marker = markerOf(source)
  return (
    <AnchoredPopover label={marker ? 'Condition' : 'Merge tag'} anchor={chip} onClose={onClose} focusAfter={focusAfter}>
      {marker === null ? (
        <TagForm source={source} onSubmit={(next) => onChange(next)} onRemove={() => onChange('')} />
      ) : typeof marker === 'string' ? (
        <div className="grid gap-3">
          <p className="text-ink-soft">
            {marker === 'else'
              ? 'Everyone else sees the text after this mark.'
              : 'Everyone sees the text after this mark.'}
          </p>
          <Button size="sm" variant="quiet" onClick={() => onChange('')} className="w-fit text-bad">
            {marker === 'else' ? 'Remove' : 'Remove the condition'}
          </Button>
        </div>
      ) : (
        <ConditionForm
          text={conditionText(marker)}
          mayHaveElse={mayHaveElse}
          onSubmit={(text, hasElse) => onChange(`{#if ${text}}`, hasElse)}
          onRemove={() => onChange('')}
        />
      )}
    </AnchoredPopover>
  )
}
