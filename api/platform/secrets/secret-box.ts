import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_ID = 4
const NONCE = 12
const TAG = 16
/** Length of the header of an encrypted value, by version: the version byte and, in version 2, the id of the key. */
const HEADER = { 1: 1, 2: 1 + KEY_ID } as const

/** Seals secrets for the database with AES-256-GCM; a sealed value opens only in the row it was made for. */
export interface SecretBox {
  /** `place` names the row, e.g. `mailboxes/<id>`; every table has a separate key. */
  seal(plain: string, place: string): Buffer
  /** Throws if the value was changed, belongs to another row, or was sealed with an unlisted key. */
  open(sealed: Uint8Array, place: string): string
  /** Seals bytes, as {@link seal} does text. */
  sealBytes(plain: Uint8Array, place: string): Buffer
  openBytes(sealed: Uint8Array, place: string): Buffer
  /** Returns whether a value was encrypted with the current key and format. */
  isCurrent(sealed: Uint8Array): boolean
  /**
   * A 32-byte key for another purpose, derived from the current SECRET_KEY; keys of different purposes are independent.
   */
  keyFor(purpose: string): Buffer
  /** Derives the key of a purpose from each listed key, the current one first. */
  keysFor(purpose: string): [Buffer, ...Buffer[]]
}

/** The keys of one SECRET_KEY. */
function keysOf(secretKey: string) {
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', secretKey, 'mergewell', label, 32))
  return {
    id: derive('key id').subarray(0, KEY_ID),
    /** key for values from before keys had ids */
    first: derive('secret box'),
    sealing: (place: string) => derive(`seal ${place.split('/')[0]}`),
    keyFor: (purpose: string) => derive(`key for ${purpose}`),
  }
}

/** Creates a box that seals with the installation's SECRET_KEY, and opens values sealed with that or an old key. */
export function createSecretBox(secretKey: string, oldKeys: readonly string[] = []): SecretBox {
  const present = keysOf(secretKey)
  const old = oldKeys.map(keysOf)
  const candidates = (bytes: Buffer, place: string): Buffer[] => {
    const all = [present, ...old]
    if (bytes[0] === 1) return all.map(({ first }) => first)
    if (bytes[0] !== 2) throw new Error(`Unknown version of an encrypted value: ${bytes[0]}`)
    const id = bytes.subarray(1, HEADER[2])
    return all.filter((keys) => keys.id.equals(id)).map((keys) => keys.sealing(place))
  }
  const box = {
    sealBytes(plain: Uint8Array, place: string) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', present.sealing(place), nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(2), present.id, nonce, cipher.getAuthTag(), body])
    },
    openBytes(sealed: Uint8Array, place: string) {
      const bytes = Buffer.from(sealed)
      let failure: unknown = new Error('It was encrypted with a key that is not listed')
      for (const key of candidates(bytes, place)) {
        try {
          return unseal(bytes.subarray(HEADER[bytes[0] as 1 | 2]), key, place)
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
  }
  return {
    ...box,
    seal: (plain, place) => box.sealBytes(Buffer.from(plain, 'utf8'), place),
    open: (sealed, place) => box.openBytes(sealed, place).toString('utf8'),
    isCurrent(sealed) {
      const bytes = Buffer.from(sealed)
      return bytes[0] === 2 && bytes.subarray(1, HEADER[2]).equals(present.id)
    },
    keyFor: present.keyFor,
    keysFor: (purpose) => [present.keyFor(purpose), ...old.map((keys) => keys.keyFor(purpose))],
  }
}

function unseal(bytes: Buffer, key: Buffer, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
}

/** A new unguessable token (256 bits, base64url). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
