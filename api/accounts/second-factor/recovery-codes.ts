import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES, recoveryCode, shownRecoveryCode } from '#domain/accounts/second-factor.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken } from '#api/platform/secrets/secret-box.ts'
import { factorTables, type FactorOwner } from './factor-owner.ts'

/** Returns how many recovery codes are left. */
export async function countRecoveryCodes(em: Em, owner: FactorOwner): Promise<number> {
  const { codes, isTheirs } = factorTables(owner)
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from ${codes} where ${isTheirs}`,
    owner,
  )
  return row.count
}

/** Replaces an owner's recovery codes and returns the new ones, the only time they are readable. */
export async function makeRecoveryCodes(em: Em, owner: FactorOwner): Promise<string[]> {
  const { codes, columns, values } = factorTables(owner)
  const plain = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(32)))
  await endRecoveryCodes(em, owner)
  for (const code of plain) {
    await em.execute(`insert into ${codes} (${columns}, code_hash) values (${values}, :codeHash)`, {
      ...owner,
      codeHash: hashToken(code),
    })
  }
  return plain.map(shownRecoveryCode)
}

/** Uses up a recovery code; false if it is unknown. Of two simultaneous uses, one finds it. */
export async function takeRecoveryCode(em: Em, owner: FactorOwner, code: string): Promise<boolean> {
  const { codes, isTheirs } = factorTables(owner)
  const used = await em.execute<unknown[]>(
    `delete from ${codes} where ${isTheirs} and code_hash = :codeHash returning 1`,
    { ...owner, codeHash: hashToken(code) },
  )
  return used.length > 0
}

/** Removes an owner's recovery codes, which open nothing once the owner has no second factor. */
export async function endRecoveryCodes(em: Em, owner: FactorOwner): Promise<void> {
  const { codes, isTheirs } = factorTables(owner)
  await em.execute(`delete from ${codes} where ${isTheirs}`, owner)
}
