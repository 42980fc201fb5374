import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { CellMeaning } from './cell-meaning.ts'
import type { CellEdit } from './cell-store.ts'

interface CellQuestionProps {
  asked: CellEdit | null
  onAnswer: (meaning: CellMeaning | null) => void
  /** Moves the focus after the dialog has closed. */
  focusAfter: () => void
}

/** Dialog that asks once per session whether an edited cell changes the contact or only this campaign's emails. */
export function CellQuestion({ asked, onAnswer, focusAfter }: CellQuestionProps) {
  const [chosen, setChosen] = useState<CellMeaning>('campaign')
  const [last, setLast] = useState(asked)
  // While the dialog closes, it keeps its words.
  if (asked !== null && asked !== last) setLast(asked)
  const name = last?.row.contact?.email ?? 'the contact'
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => !open && onAnswer(null)}
      focusAfter={focusAfter}
      title={`Where does ${last?.column ?? 'this value'} change?`}
      description="We use your choice for all cells that you edit, until you close this tab."
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>Cancel</Button>
          <Button variant="primary" onClick={() => onAnswer(chosen)}>
            Change cell value
          </Button>
        </>
      }
    >
      <RadioGroup
        label="What is meant"
        hideLabel
        look="cards"
        value={chosen}
        onValueChange={(value) => setChosen(value === 'contact' ? 'contact' : 'campaign')}
        options={[
          {
            value: 'campaign',
            label: 'Only this campaign',
            hint: 'This row of this campaign gets the value. The sheet and the contact stay as they are.',
          },
          {
            value: 'contact',
            label: 'The contact',
            hint: `The value is also stored with ${name}, and changes in all of their rows here that say the same.`,
          },
        ]}
      />
    </Dialog>
  )
}
