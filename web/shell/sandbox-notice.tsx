import { useQuery } from '@apollo/client/react'
import { ArrowUpRight } from '#web/ui/generated/icons.ts'
import { useEffect, useState } from 'react'
import type { ServerQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SERVER } from './operations.ts'

type Sandbox = Pick<ServerQuery['server'], 'sandbox' | 'sandboxUrl'>

/**
 * Shown on every page while emails go to the sandbox (a simulated provider) instead of real recipients (product:
 * sandbox.visible). The last known state of this tab shows immediately, to prevent a layout shift.
 */
export function SandboxNotice() {
  const { data } = useQuery(SERVER)
  const [before] = useState(remembered)
  const server = data?.server ?? before
  useEffect(() => {
    if (data) remember(data.server)
  }, [data])
  if (!server?.sandbox) return null
  return (
    <section
      aria-label="Sandbox"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1 text-xs text-ink-soft sm:px-6 sm:gap-x-3 lg:px-10"
    >
      <Badge tone="warning">Sandbox</Badge>
      <p>This installation does not send real emails.</p>
      {server.sandboxUrl && (
        <a
          href={server.sandboxUrl}
          target="_blank"
          rel="noreferrer"
          aria-label="Open sandbox mailboxes"
          className="link inline-flex items-center gap-1 text-ink"
        >
          {/* One line on phones. */}
          <span className="inline-block first-letter:uppercase">
            <span className="max-sm:hidden">Open sandbox </span>mailboxes
          </span>
          <ArrowUpRight aria-hidden="true" className="size-3.5 max-sm:hidden" />
        </a>
      )}
    </section>
  )
}

const KEY = 'sandbox'

function remembered(): Sandbox | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('sandboxUrl' in kept)) return null
    return { sandbox: true, sandboxUrl: typeof kept.sandboxUrl === 'string' ? kept.sandboxUrl : null }
  } catch {
    return null
  }
}

function remember({ sandbox, sandboxUrl }: Sandbox): void {
  try {
    if (sandbox) sessionStorage.setItem(KEY, JSON.stringify({ sandboxUrl }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // The next page load shifts a little.
  }
}
