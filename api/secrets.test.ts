import { expect, it } from 'vitest'
import { createSecretBox, hashToken, newToken } from './secrets.ts'

const box = createSecretBox('a secret of thirty-two characters!')

it('opens what it sealed, in the row it was made for', () => {
  expect(box.open(box.seal('refresh token ü', 'mail_accounts/1'), 'mail_accounts/1')).toBe('refresh token ü')
})

it('does not open in another row, with another key, or when a bit was changed', () => {
  const sealed = box.seal('secret', 'mail_accounts/1')
  expect(() => box.open(sealed, 'mail_accounts/2')).toThrow()
  expect(() => createSecretBox('another secret of 32 characters!!').open(sealed, 'mail_accounts/1')).toThrow()
  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1
  expect(() => box.open(sealed, 'mail_accounts/1')).toThrow()
})

it('seals the same secret differently each time', () => {
  expect(box.seal('same', 'a')).not.toEqual(box.seal('same', 'a'))
})

it('derives a key for each purpose from the secret: the same every time, another for each and for each secret', () => {
  const again = createSecretBox('a secret of thirty-two characters!')
  expect(box.keyFor('a')).toHaveLength(32)
  expect(box.keyFor('a')).toEqual(again.keyFor('a'))
  expect(box.keyFor('a')).not.toEqual(box.keyFor('b'))
  expect(box.keyFor('a')).not.toEqual(createSecretBox('another secret of 32 characters!!').keyFor('a'))
})

it('makes tokens of 256 bits and keeps only their hash', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(hashToken('x')).toEqual(hashToken('x'))
})
