import { describe, expect, it } from 'vitest'
import { createSecretBox, hashToken, newToken } from './secret-box.ts'
import { sealedBefore } from '#tests/support/old-format-seal.ts'

const box = createSecretBox('a secret of thirty-two characters!')

it('an encrypted secret can be decrypted in the row that it was encrypted for', () => {
  expect(box.open(box.seal('refresh token ü', 'mailboxes/1'), 'mailboxes/1')).toBe('refresh token ü')
})

it('an encrypted secret cannot be decrypted in another row, with another key, or after a bit changed', () => {
  const sealed = box.seal('secret', 'mailboxes/1')
  expect(() => box.open(sealed, 'mailboxes/2')).toThrow()
  expect(() => createSecretBox('another secret of 32 characters!!').open(sealed, 'mailboxes/1')).toThrow()
  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1
  expect(() => box.open(sealed, 'mailboxes/1')).toThrow()
})

it('an encrypted secret differs each time the same secret is encrypted', () => {
  expect(box.seal('same', 'a')).not.toEqual(box.seal('same', 'a'))
})

it('the secret key yields a stable key for each purpose, different for each purpose and each secret', () => {
  const again = createSecretBox('a secret of thirty-two characters!')
  const [key] = box.keysFor('a')
  expect(key).toHaveLength(32)
  expect(again.keysFor('a')).toEqual([key])
  expect(box.keysFor('b')).not.toEqual([key])
  expect(createSecretBox('another secret of 32 characters!!').keysFor('a')).not.toEqual([key])
})

describe('after a change of SECRET_KEY', () => {
  const SECRETS = [
    'the newest secret of 32 characters',
    'the secret before that, as long',
    'the first secret of them all, long',
  ]
  const boxOf = (...keys: string[]) => createSecretBox(keys[0] ?? '', keys.slice(1))
  const [present = '', before = '', first = ''] = SECRETS

  it('secrets encrypted with any listed key can be decrypted, and new ones are encrypted with the current key', () => {
    const listed = boxOf(...SECRETS)
    for (const key of SECRETS) expect(listed.open(boxOf(key).seal('x', 'a/1'), 'a/1')).toBe('x')
    expect(boxOf(present).open(listed.seal('x', 'a/1'), 'a/1')).toBe('x')
  })

  it('secrets encrypted with an unlisted key cannot be decrypted', () => {
    expect(() => boxOf(present, before).open(boxOf(first).seal('x', 'a/1'), 'a/1')).toThrow('not listed')
  })

  it('secrets still encrypted with an old key are reported', () => {
    const listed = boxOf(...SECRETS)
    expect(SECRETS.map((key) => listed.isCurrent(boxOf(key).seal('x', 'a/1')))).toEqual([true, false, false])
  })

  it('secrets encrypted before keys had ids can be decrypted with any listed key', () => {
    // Sealed with 'a secret of thirty-two characters!' by version 1 of the format, for mailboxes/1.
    const old = sealedBefore('refresh token', 'mailboxes/1', 'a secret of thirty-two characters!')
    expect(box.open(old, 'mailboxes/1')).toBe('refresh token')
    expect(boxOf(present, 'a secret of thirty-two characters!').open(old, 'mailboxes/1')).toBe('refresh token')
    expect(() => boxOf(present).open(old, 'mailboxes/1')).toThrow()
    expect(box.isCurrent(old)).toBe(false)
  })
})

it('secrets of different tables are encrypted with different keys', () => {
  const sealed = box.seal('x', 'a/1')
  expect(() => box.open(sealed, 'b/1')).toThrow()
})

it('a token has 256 bits, and only its hash is stored', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(hashToken('x')).toEqual(hashToken('x'))
})
