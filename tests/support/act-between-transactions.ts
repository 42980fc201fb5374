import type { World } from './world.ts'

/**
 * Runs `work`, and `act` just before the transaction number `turn` that it begins, so that a test can try every moment
 * between two transactions. Returns whether there were so many.
 */
export async function overtaken(
  { app: { database } }: World,
  turn: number,
  act: () => Promise<void>,
  work: () => Promise<void>,
): Promise<boolean> {
  const { asSystem, inTenant } = database
  let count = 0
  let acting = false
  let acted: Promise<void> | undefined
  const before = async () => {
    if (acting) return
    count += 1
    if (count !== turn) return
    acting = true
    acted = act()
    await acted.catch(() => undefined)
    acting = false
  }
  database.asSystem = async (run) => {
    await before()
    return asSystem(run)
  }
  database.inTenant = async (tenantId, run) => {
    await before()
    return inTenant(tenantId, run)
  }
  try {
    await work()
  } finally {
    Object.assign(database, { asSystem, inTenant })
  }
  await acted
  return count >= turn
}
