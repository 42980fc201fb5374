import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/time.tsx'

export interface NewWorkspaceProps {
  limit: NonNullable<EmailSettingsFieldsFragment['newWorkspaceLimit']>
}

/** The daily limit of a workspace that is new, and how it grows (product: sending.new-workspace). */
export function NewWorkspace({ limit: { perDay, heldBack, growsAt, growsTo } }: NewWorkspaceProps) {
  return (
    <Callout
      className="mt-5"
      title={`New workspace: up to ${perDay.toLocaleString()} emails per day across all mailboxes`}
    >
      {heldBack && 'The limit grows more slowly because too many emails bounced or led to complaints or unsubscribes. '}
      {growsAt && growsTo ? (
        <>
          If you use the limit, it grows to {growsTo.toLocaleString()} per day on{' '}
          <Time at={growsAt} show="day" focusable />.
        </>
      ) : (
        'The limit rises again when these problems become rarer.'
      )}
    </Callout>
  )
}
