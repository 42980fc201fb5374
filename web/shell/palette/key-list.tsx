import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/keyboard-key.tsx'

/** The keyboard shortcuts by part of the app. `Mod` is ⌘ on Apple keyboards and Ctrl elsewhere. */
const KEYS: ReadonlyArray<readonly [where: string, keys: ReadonlyArray<readonly [keys: string, does: string]>]> = [
  [
    'General',
    [
      ['Mod K', 'Search pages, actions, campaigns and contacts'],
      ['?', 'Show keyboard shortcuts'],
      ['Esc', 'Close the current dialog'],
      ['Tab', 'Go to the next control (add Shift for the previous one)'],
    ],
  ],
  [
    'Lists and tabs',
    [
      ['Arrow keys', 'Move between rows or tabs'],
      ['Space', 'Select or deselect'],
    ],
  ],
  [
    'Writing an email',
    [
      ['Mod B', 'Bold'],
      ['Mod I', 'Italic'],
      ['Mod U', 'Underline'],
      ['Mod K', 'Link'],
      ['{', 'Insert a merge tag'],
      ['Mod Z', 'Undo (add Shift to redo)'],
    ],
  ],
  [
    'Email builder',
    [
      ['↑ ↓', 'Move between blocks'],
      ['Alt ↑', 'Move the block (any arrow key)'],
      ['Enter', 'Edit the block'],
      ['Mod D', 'Duplicate the block'],
      ['Delete', 'Delete the block'],
      ['Mod Z', 'Undo (add Shift to redo)'],
    ],
  ],
]

/** Dialog that lists the keyboard shortcuts (look: Keys). */
export function KeyList({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="md">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- takes the focus, so that it can be scrolled with the keys */}
      <div role="group" aria-label="Keyboard shortcuts" tabIndex={0} className="grid gap-6 outline-none sm:grid-cols-2">
        {KEYS.map(([where, keys]) => (
          <section key={where} aria-label={where}>
            <h3 className="mb-2 text-xs font-strong text-ink-soft">{where}</h3>
            <dl className="grid gap-2">
              {keys.map(([key, does]) => (
                <div key={key} className="flex items-baseline gap-3">
                  <dt className="w-20 shrink-0">
                    <Kbd keys={key} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
