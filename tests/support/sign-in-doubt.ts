import { expect } from 'vitest'
import { DOUBT_MS } from '#api/mailboxes/sign-in-doubts.ts'
import type { TestPerson, World } from './world.ts'

/**
 * Moves the first refusal of a mailbox's sign-in so far back that the next refusal asks the person to reconnect. Without
 * this, a test asks some fifty times, with pauses, until fifteen minutes are over.
 */
export async function endPatience(world: World, { tenantId }: TestPerson): Promise<void> {
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<object[]>(
      `update mailboxes set sign_in_doubt = sign_in_doubt || jsonb_build_object('since', (sign_in_doubt ->> 'since')::float8 - :ms)
       where tenant_id = :tenantId and sign_in_doubt is not null returning 1`,
      { tenantId, ms: DOUBT_MS },
    ),
  )
  expect(rows, 'A sign-in is in doubt').toHaveLength(1)
}
