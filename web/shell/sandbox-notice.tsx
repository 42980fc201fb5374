import { useQuery } from '@apollo/client/react'
import { ArrowUpRight } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { SERVER } from './operations.ts'

/** Says on every page that mail goes to the sandbox, while it does (design decision 10). */
export function SandboxNotice() {
  const { data } = useQuery(SERVER)
  if (!data?.server.sandbox) return null
  return (
    <section
      aria-label="Sandbox"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-soft sm:px-6 sm:gap-x-3 lg:px-10"
    >
      <Badge tone="warning">Sandbox</Badge>
      <p>No mail leaves this installation.</p>
      {data.server.sandboxUrl && (
        <a
          href={data.server.sandboxUrl}
          target="_blank"
          rel="noreferrer"
          aria-label="Open the mailboxes"
          className="link inline-flex items-center gap-1 text-ink"
        >
          {/* One line on phones. */}
          <span className="inline-block first-letter:uppercase">
            <span className="max-sm:hidden">Open the </span>mailboxes
          </span>
          <ArrowUpRight aria-hidden="true" className="size-3.5 max-sm:hidden" />
        </a>
      )}
    </section>
  )
}
