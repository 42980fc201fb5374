import { ArrowLeft } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'

/** The back link above a title. */
export function BackToDashboard() {
  return (
    <Link to="/dashboard" className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink">
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Dashboard
    </Link>
  )
}
