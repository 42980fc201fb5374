import { createPublicKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { Store } from './sandbox-store.ts'

/** Signs id tokens (RS256) and publishes the key that verifies them. */
export interface Signer {
  sign(claims: Record<string, unknown>): string
  jwks(): { keys: JsonWebKey[] }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Key of every new sandbox in this process, because making a key takes as long as a sign-in. */
let made: string | undefined

const makeKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The key is created at first use and stored, so that tokens issued before a restart stay valid. */
export function createSigner(store: Store): Signer {
  let pem: string | undefined
  const key = (): string => {
    pem ??= store.get<{ value: string }>(`SELECT value FROM facts WHERE name = 'signing-key'`)?.value
    if (!pem) {
      pem = made ??= makeKey()
      store.run(`INSERT INTO facts (name, value) VALUES ('signing-key', ?)`, pem)
    }
    return pem
  }
  return {
    sign(claims) {
      const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'sandbox' })}.${encode(claims)}`
      return `${content}.${createSign('RSA-SHA256').update(content).sign(key(), 'base64url')}`
    },
    jwks: () => ({
      keys: [{ ...createPublicKey(key()).export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sandbox' }],
    }),
  }
}
