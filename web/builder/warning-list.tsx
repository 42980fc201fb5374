import { findElement, wholeOf } from '#domain/builder/element-moves.ts'
import type { Warning } from '#domain/builder/email-warnings.ts'
import { nameOf } from './block-texts.ts'
import { useBuilderStore } from './builder-store.ts'
import { focusBlock } from './canvas/block-keys.ts'

/** Warnings that are shown only before sending: every new email starts with them. */
const EXPECTED = new Set(['NO_SUBJECT', 'NO_ELEMENTS'])
const SHOWN_WARNINGS_MAX = 5

/** Filters the warnings to show while the email is being built. */
export const worthTelling = (warnings: readonly Warning[]) => warnings.filter(({ code }) => !EXPECTED.has(code))

/** Below the properties: warnings to check before sending. They block nothing. */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const store = useBuilderStore()
  const worth = worthTelling(warnings)
  if (worth.length === 0) return null
  return (
    <section aria-label="Before you send" className="border-t border-line p-4">
      <h2 className="font-strong">Before you send</h2>
      <ul className="mt-1 grid gap-1">
        {worth.slice(0, SHOWN_WARNINGS_MAX).map(({ code, message, elementId }, index) => {
          const document = store.document()
          const element = elementId === undefined ? undefined : findElement(document, wholeOf(document, elementId))
          return (
            // Two blocks may have the same warning.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${index}${code}`} className="text-ink-soft">
              {message}{' '}
              {element && (
                <button
                  type="button"
                  className="link text-ink"
                  onClick={() => {
                    store.select(element.id)
                    focusBlock(element.id)
                  }}
                >
                  Show {nameOf(element)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {worth.length > SHOWN_WARNINGS_MAX && (
        <p className="mt-1 text-ink-soft">And {worth.length - SHOWN_WARNINGS_MAX} more.</p>
      )}
    </section>
  )
}
