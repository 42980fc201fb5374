import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_LIFETIME } from '#domain/accounts/second-factor.ts'
import type { App } from '#api/platform/app-context.ts'
import { isLoopback } from '#api/platform/http/loopback-address.ts'

/** Loads the library at the first use: it reads many certificate formats, which would slow down every start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

const RANDOM = 16
const MOMENT = 8

/**
 * Returns for whom passkeys are made: the host of PUBLIC_URL. Browsers take no addresses, so on this machine it is
 * `localhost`.
 */
export function relyingParty({ publicUrl }: Pick<App, 'publicUrl'>): { id: string; origins: string[] } {
  const { hostname, protocol, port } = new URL(publicUrl)
  if (!isLoopback(hostname)) return { id: hostname, origins: [publicUrl] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] }
}

/** Purpose of a challenge; a challenge for one purpose is refused for any other. */
export type ChallengePurpose = 'sign in' | `add/${string}` | `confirm/${string}`

/** A challenge that needs no storage: random bytes and the time of its end, signed for its purpose. */
export function newPasskeyChallenge(
  app: Pick<App, 'secrets' | 'clock'>,
  purpose: ChallengePurpose,
): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(RANDOM + MOMENT)
  randomBytes(RANDOM).copy(body)
  body.writeBigUInt64BE(BigInt(app.clock().getTime() + CHALLENGE_LIFETIME), RANDOM)
  return Buffer.concat([body, signature(app.secrets.keyFor('passkey challenges'), body, purpose)])
}

/** Returns whether a challenge is ours, for this purpose, and not expired. */
export function isPasskeyChallenge(
  app: Pick<App, 'secrets' | 'clock'>,
  challenge: string,
  purpose: ChallengePurpose,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, RANDOM + MOMENT)
  const signed = bytes.subarray(RANDOM + MOMENT)
  if (signed.length !== 32 || body.readBigUInt64BE(RANDOM) <= BigInt(app.clock().getTime())) return false
  return app.secrets.keysFor('passkey challenges').some((key) => timingSafeEqual(signature(key, body, purpose), signed))
}

function signature(key: Buffer, body: Buffer, purpose: ChallengePurpose): Buffer {
  return createHmac('sha256', key).update(purpose).update('\0').update(body).digest()
}
