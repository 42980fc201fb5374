import { useQuery } from '@apollo/client/react'
import { Badge } from '#web/ui/badge.tsx'
import { INSTALLATION_PROBLEM } from './operations.ts'

/** ms between two questions whether something keeps the installation from working */
const ASK_EVERY = 30_000

/** Says on every page what keeps the installation from working, such as a full disk, while it does. */
export function ProblemNotice() {
  const { data } = useQuery(INSTALLATION_PROBLEM, { pollInterval: ASK_EVERY, fetchPolicy: 'network-only' })
  const problem = data?.server.problem
  return (
    <div role="status">
      {problem && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm text-ink sm:px-6 lg:px-10">
          <Badge tone="bad">Problem</Badge>
          <p>{problem} Tell the person who runs this installation.</p>
        </div>
      )}
    </div>
  )
}
