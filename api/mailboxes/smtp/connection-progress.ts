import { AppError } from '#domain/errors.ts'
import type { ConnectionStep, StepResult, StepState } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { watch } from '#api/accounts/state-subscription.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { AppEvent } from '#api/platform/events/events.ts'

/** Steps of a test that ended since the last message. */
export interface ConnectionProgress {
  steps: readonly { step: ConnectionStep; state: StepState }[]
}

/** Validates the id that the caller made up for following a connection test. Throws BAD_INPUT. */
export function checkedAttempt(attempt: string): string {
  if (/^[\w-]{1,64}$/.test(attempt)) return attempt
  const message = 'An attempt has 1 to 64 letters, digits, hyphens and underscores.'
  throw new AppError('BAD_INPUT', message, { fields: { attempt: message } })
}

/**
 * Subscribes to the steps of the caller's own connection test with this id, which may begin later. The first message is
 * empty. Throws BAD_INPUT.
 */
export function watchConnection(call: Call, attempt: string): AsyncGenerator<ConnectionProgress, void> {
  const { app, overSocket } = call
  const viewer = viewerOf(call)
  const { userId } = viewer
  const name = checkedAttempt(attempt)
  const isOurs = (event: AppEvent) => event.kind === 'connection' && event.userId === userId && event.attempt === name
  return watch<ConnectionProgress>({
    ...{ app, viewer, overSocket },
    topic: `connection ${userId} ${name}`,
    wanted: isOurs,
    current: async () => ({ steps: [] }),
    changed: async (events) => ({
      steps: events.flatMap((event) =>
        event !== 'anything' && event.kind === 'connection' ? [{ step: event.step, state: event.state }] : [],
      ),
    }),
  })
}

/**
 * Returns a function that tells subscribers of a connection test about each finished step, in order. Without an id
 * nobody can follow the test.
 */
export function announceSteps(call: Call, attempt: string | null): (result: StepResult) => void {
  if (attempt === null) return () => undefined
  const { app } = call
  const { tenantId, userId } = viewerOf(call)
  let told: Promise<unknown> = Promise.resolve()
  return ({ step, state }) => {
    told = told
      .then(() =>
        app.database.inTenant(tenantId, (em) =>
          app.events.publish(em, { kind: 'connection', tenantId, userId, attempt, step, state }),
        ),
      )
      .catch((error: unknown) => app.log.warn({ err: error }, 'A step of a connection test could not be announced'))
  }
}
