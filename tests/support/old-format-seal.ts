import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals a value in the format used before keys had ids: version, nonce, tag and text, all with one key derived from the
 * secret.
 */
export function sealedBefore(plain: string, place: string, secretKey: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'mergewell', 'secret box', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
}
