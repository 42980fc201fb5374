const TOKENS = ['paper', 'surface', 'ink', 'ink-soft', 'line', 'edge', 'accent', 'good', 'waiting', 'bad'] as const

const USES: Record<(typeof TOKENS)[number], string> = {
  paper: 'behind everything',
  surface: 'cards, boxes, dialogs',
  ink: 'text, what is chosen',
  'ink-soft': 'text that may wait',
  line: 'hairlines',
  edge: 'outlines of what can be operated',
  accent: 'the primary action, what is alive',
  good: 'sent, delivered, connected',
  waiting: 'paused, limits, warnings',
  bad: 'failed, destructive',
}

/** Samples of the color tokens. */
export function Colors() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {TOKENS.map((token) => (
        <li key={token} className="overflow-clip rounded-md border border-line bg-surface">
          <div className="h-14 border-b border-line" style={{ background: `var(--${token})` }} />
          <p className="px-3 pt-2 font-mono text-xs">{token}</p>
          <p className="px-3 pb-2 text-xs text-ink-soft">{USES[token]}</p>
        </li>
      ))}
    </ul>
  )
}

/** Samples of the five text sizes and two weights. */
export function Type() {
  return (
    <div className="grid gap-3">
      <p className="font-serif text-display">text-display, serif</p>
      <p className="font-serif text-title">text-title, serif: titles and single figures</p>
      <p className="text-base">text-base: for reading and writing</p>
      <p>text-sm, the size of the interface; font-normal</p>
      <p className="font-strong">text-sm, font-strong: labels, names, buttons</p>
      <p className="text-xs text-ink-soft">text-xs: hints and small print</p>
      <p className="figures">figures: 1,111 over 8,888</p>
    </div>
  )
}
