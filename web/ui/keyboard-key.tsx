/** The name of the modifier key on this machine's keyboard. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** A keyboard shortcut: `Mod K`. `Mod` is ⌘ or Ctrl. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="rounded-sm border border-line bg-paper px-1.5 py-0.5 font-sans text-xs text-ink-soft">
          {key === 'Mod' ? MOD : key}
        </kbd>
      ))}
    </span>
  )
}
