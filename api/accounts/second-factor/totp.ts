import { Secret, TOTP } from 'otpauth'
import { TOTP_PERIOD } from '#domain/accounts/second-factor.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { SecretBox } from '#api/platform/secrets/secret-box.ts'
import { factorTables, ownerId, type FactorOwner } from './factor-owner.ts'

/** An authenticator app's key as stored. */
interface TotpRow {
  sealedKey: Buffer
  confirmedAt: Date | null
}

/** Name of the database row of an owner's authenticator app; its key is encrypted for this row only. */
export const totpPlace = (owner: FactorOwner) => `${factorTables(owner).totp}/${ownerId(owner)}`

const totpOf = (key: string, label = '') =>
  new TOTP({ issuer: 'Mergewell', label, secret: Secret.fromBase32(key), period: TOTP_PERIOD })

/** The secret key of an authenticator app, as text and as the otpauth URL that the QR code holds. */
export interface TotpSetup {
  key: string
  uri: string
}

/** Makes a new key; `label` names the account in the app. */
export function newTotp(label: string): TotpSetup {
  const key = new Secret({ size: 20 }).base32
  return { key, uri: totpOf(key, label).toString() }
}

/**
 * Returns the number of the 30-second period for which a code is valid: the present period, or the one before or after.
 * Null if the code is wrong.
 */
export function stepOf(key: string, code: string, now: Date): number | null {
  const off = totpOf(key).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return off === null ? null : Math.floor(now.getTime() / (TOTP_PERIOD * 1_000)) + off
}

export async function findTotp(em: Em, owner: FactorOwner): Promise<TotpRow | null> {
  const { totp, isTheirs } = factorTables(owner)
  const [row] = await em.execute<TotpRow[]>(
    `select sealed_key as "sealedKey", confirmed_at as "confirmedAt" from ${totp} where ${isTheirs}`,
    owner,
  )
  return row ?? null
}

/** Stores a key that waits for its first code; false if a confirmed one exists. */
export async function keepNewTotp(
  em: Em,
  secrets: SecretBox,
  owner: FactorOwner,
  key: string,
  now: Date,
): Promise<boolean> {
  const { totp, columns, values } = factorTables(owner)
  const kept = await em.execute<unknown[]>(
    `insert into ${totp} (${columns}, sealed_key, created_at) values (${values}, :sealedKey, :now)
     on conflict (${columns}) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at, last_step = 0
       where ${totp}.confirmed_at is null
     returning 1`,
    { ...owner, sealedKey: secrets.seal(key, totpPlace(owner)), now },
  )
  return kept.length > 0
}

/** Marks the waiting key as confirmed if the code is right. */
export async function confirmKey(
  em: Em,
  secrets: SecretBox,
  owner: FactorOwner,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await findTotp(em, owner)
  if (!row || row.confirmedAt) return false
  const step = stepOf(secrets.open(row.sealedKey, totpPlace(owner)), code, now)
  if (step === null) return false
  const { totp, isTheirs } = factorTables(owner)
  const confirmed = await em.execute<unknown[]>(
    `update ${totp} set confirmed_at = :now, last_step = :step
     where ${isTheirs} and confirmed_at is null and sealed_key = :sealedKey returning 1`,
    { ...owner, now, step, sealedKey: row.sealedKey },
  )
  return confirmed.length > 0
}

/** Uses up a code of a confirmed key. Each step counts once, also for two simultaneous uses. */
export async function takeTotp(
  em: Em,
  secrets: SecretBox,
  owner: FactorOwner,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await findTotp(em, owner)
  if (!row?.confirmedAt) return false
  const step = stepOf(secrets.open(row.sealedKey, totpPlace(owner)), code, now)
  if (step === null) return false
  const { totp, isTheirs } = factorTables(owner)
  const used = await em.execute<unknown[]>(
    `update ${totp} set last_step = :step where ${isTheirs} and last_step < :step returning 1`,
    { ...owner, step },
  )
  return used.length > 0
}

export async function endTotp(em: Em, owner: FactorOwner): Promise<void> {
  const { totp, isTheirs } = factorTables(owner)
  await em.execute(`delete from ${totp} where ${isTheirs}`, owner)
}
