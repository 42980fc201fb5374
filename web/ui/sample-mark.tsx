import { Tooltip } from './tooltip.tsx'

/** Marks a figure as an estimate, not a measurement. */
export function SampleMark({ why }: { why: string }) {
  return (
    <Tooltip content={why}>
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the tooltip reachable by keyboard
        tabIndex={0}
        className="inline-flex h-5 items-center rounded-full border border-dashed border-edge px-2 text-xs text-ink-soft italic"
      >
        Sample
      </span>
    </Tooltip>
  )
}
