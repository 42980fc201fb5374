import { lazy, Suspense } from 'react'
import type { SubjectChipsProps } from './subject-chips.tsx'

const Chips = lazy(async () => ({ default: (await import('./subject-chips.tsx')).SubjectChips }))

/** Who sees what of a subject. What reads conditions is loaded with the first marker of one. */
export function SubjectParts(props: SubjectChipsProps) {
  if (!/\{[#/]/.test(props.subject)) return null
  return (
    <Suspense fallback={null}>
      <Chips {...props} />
    </Suspense>
  )
}
