import { useQuery } from '@apollo/client/react'
import { Badge } from '#web/ui/badge.tsx'
import { INSTALLATION_PROBLEM } from './operations.ts'

/** Interval in ms at which the page asks for problems of the installation */
const ASK_EVERY = 30_000

/** Shown on every page while the installation has a problem, such as a full disk. */
export function ProblemNotice() {
  const { data } = useQuery(INSTALLATION_PROBLEM, { pollInterval: ASK_EVERY, fetchPolicy: 'network-only' })
  const problem = data?.server.problem
  return (
    <div role="status">
      {problem && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm text-ink sm:px-6 lg:px-10">
          <Badge tone="bad">Problem</Badge>
          <p>{problem} Contact the person who runs this installation.</p>
        </div>
      )}
    </div>
  )
}
