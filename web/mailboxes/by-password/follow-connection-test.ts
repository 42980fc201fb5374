import type { ApolloClient } from '@apollo/client'
import type { ConnectionStep, StepState } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { CONNECTION_PROGRESS } from './operations.ts'

/** Results of the finished steps of a connection test, by step. */
export type EndedSteps = Partial<Record<ConnectionStep, StepState>>

/** ms to wait for the live connection before a test begins; without it all steps appear at the end of the test */
const PATIENCE_MS = 500

/**
 * Runs a connection test of a mailbox and reports each step when it ends.
 *
 * @param run starts the test; its argument is the id under which the test's steps are reported
 */
export async function followTest<T>(
  client: Pick<ApolloClient, 'subscribe'>,
  run: (attempt: string) => Promise<T>,
  onStep: (ended: EndedSteps) => void,
): Promise<T> {
  const attempt = crypto.randomUUID()
  const ended: EndedSteps = {}
  let listening = () => {}
  const ready = new Promise<void>((resolve) => {
    listening = resolve
    setTimeout(resolve, PATIENCE_MS)
  })
  const following = client.subscribe({ query: CONNECTION_PROGRESS, variables: { attempt } }).subscribe({
    next: ({ data }) => {
      listening()
      for (const { step, state } of data?.connectionProgress.steps ?? []) ended[step] = state
      onStep({ ...ended })
    },
    error: listening,
  })
  try {
    await ready
    return await run(attempt)
  } finally {
    following.unsubscribe()
  }
}
