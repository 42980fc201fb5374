import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16
const VERSION = 1

/** Seals secrets for the database with AES-256-GCM; a sealed value opens only in the row it was made for. */
export interface SecretBox {
  /** `place` names the row, e.g. `mail_accounts/<id>`. */
  seal(plain: string, place: string): Buffer
  /** Throws when the value was changed, belongs to another place or was sealed with another key. */
  open(sealed: Uint8Array, place: string): string
  /** A key of 32 bytes for another purpose; the same at every start, and no purpose's key tells another's. */
  keyFor(purpose: string): Buffer
}

/** Makes a box from the installation's SECRET_KEY. */
export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'mergewell', 'secret box', 32))
  return {
    seal(plain, place) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== VERSION) throw new Error(`Unknown version of a sealed value: ${bytes[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE))
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG))
      return decipher.update(bytes.subarray(1 + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
    },
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secretKey, 'mergewell', `key for ${purpose}`, 32)),
  }
}

/** A new unguessable token (256 bits, base64url). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
