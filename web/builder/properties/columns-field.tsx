import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { COLUMNS_MAX } from '#domain/builder/builder-limits.ts'
import { setColumnCount, setColumnWeights, unwrapColumns } from '#domain/builder/element-moves.ts'
import { Button } from '#web/ui/button.tsx'
import { useBuilderStore } from '../builder-store.ts'
import { Segmented } from '#web/ui/segmented-control.tsx'

/** Layouts of a row of columns: number of columns → layouts with a label and the columns' relative widths. */
const SHARES: Readonly<Record<number, readonly { label: string; weights: readonly number[] | null }[]>> = {
  2: [
    { label: '1 : 1', weights: null },
    { label: '1 : 2', weights: [1, 2] },
    { label: '2 : 1', weights: [2, 1] },
  ],
  3: [
    { label: '1 : 1 : 1', weights: null },
    { label: '1 : 2 : 1', weights: [1, 2, 1] },
  ],
}

/** The number and widths of a row's columns, and the button to dissolve the row. */
export function ColumnsField({ element }: { element: BuilderElement }) {
  const store = useBuilderStore()
  const { id, columns = [] } = element
  const shares = SHARES[columns.length] ?? []
  const weights = columns.map(({ weight = 1 }) => weight)
  const share = shares.find((each) => weights.every((weight, index) => weight === (each.weights?.[index] ?? 1)))
  return (
    <div className="grid gap-4">
      <Segmented
        label="Columns"
        value={String(columns.length)}
        options={Array.from({ length: COLUMNS_MAX }, (_, index) => ({
          value: String(index + 1),
          label: String(index + 1),
        }))}
        onChange={(count) => store.change((document) => setColumnCount(document, id, Number(count)))}
      />
      {shares.length > 0 && (
        <Segmented
          label="Widths"
          value={share?.label ?? ''}
          options={shares.map(({ label }) => ({ value: label, label }))}
          onChange={(label) => {
            const chosen = shares.find((each) => each.label === label)
            if (chosen) store.change((document) => setColumnWeights(document, id, chosen.weights))
          }}
        />
      )}
      <Button size="sm" onClick={() => store.change((document) => unwrapColumns(document, id), { select: null })}>
        Remove the row but keep its blocks
      </Button>
    </div>
  )
}
