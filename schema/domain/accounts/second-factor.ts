import { z } from 'zod'

/** Rules for the second step of signing in: codes of an authenticator app and recovery codes. */

/** ms in which a sign-in that waits for a code can be finished */
export const CHALLENGE_LIFETIME = 5 * 60_000
/** Seconds for which a code of an authenticator app is valid; the code before and the one after are accepted too. */
export const TOTP_PERIOD = 30
/** recovery codes made at once */
export const RECOVERY_CODES = 10
/** Characters of a recovery code: 120 bits, too many to guess even from a stolen hash. */
const RECOVERY_LENGTH = 24
/** letters and digits that cannot be mistaken for one another */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

export const WRONG_CODE =
  'This code is wrong or has been used. Enter the current code from your app, or a recovery code.'

/** Rule for a typed code. Spaces, hyphens and capitals do not matter. */
const code = z
  .string()
  .max(100, WRONG_CODE)
  .overwrite((value) => value.replaceAll(/[\s-]/g, '').toLowerCase())
  .min(1, 'Enter a code')

/** Confirms the set-up of an authenticator app. */
export const confirmTotpInput = z.object({ code })

/** Finishes a sign-in. */
export const finishLoginInput = z.object({ challenge: z.string().max(200), code })

/** Returns whether a code looks like one of an app; all others are recovery codes. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(typed)
}

/** A recovery code made of random bytes, without hyphens. */
export function recoveryCode(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET[byte % 32]).join('')
}

/** A recovery code as shown: groups of six. */
export function shownRecoveryCode(plain: string): string {
  return plain.replaceAll(/.{6}(?=.)/g, '$&-')
}

/** passkeys per person */
export const PASSKEYS_MAX = 20

const passkeyName = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Name must be at most 60 characters long')
  .refine((value) => !/\p{Cc}/u.test(value), 'Name must not contain control characters')
/** Rule for a browser's answer with a passkey; its exact shape is checked by the library. */
const browserAnswer = z.looseObject({ id: z.string().min(1).max(2_000) }, 'The passkey could not be read')

export const addPasskeyInput = z.object({ name: passkeyName, response: browserAnswer })
export const renamePasskeyInput = z.object({ name: passkeyName })
/** Answer of a browser that confirms who somebody is. */
export const confirmPasskeyInput = z.object({ response: browserAnswer })
export const passkeyLoginInput = z.object({ response: browserAnswer, challenge: z.string().max(200).nullish() })
