import { describe, expect, it } from 'vitest'
import { isLocalDatabase, isLoopback } from './loopback.ts'

describe('this machine alone', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])('is %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  )
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', 'localhost.evil.example', 'box.local', ''])(
    'is not %j',
    (host) => expect(isLoopback(host)).toBe(false),
  )
})

describe('a database of this machine', () => {
  it.each([
    'postgres://u:p@127.0.0.1:5432/db',
    'postgres://u@localhost/db',
    'postgres://[::1]/db',
    'postgres:///db',
    'postgres:///db?host=/var/run/postgresql',
  ])('is %s', (url) => expect(isLocalDatabase(url)).toBe(true))
  it.each(['postgres://u:p@db.example/db', 'postgres://10.0.0.7/db', 'postgres://127.0.0.1/db?host=db.example'])(
    'is not %s',
    (url) => expect(isLocalDatabase(url)).toBe(false),
  )
})
