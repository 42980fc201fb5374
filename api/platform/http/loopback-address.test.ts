import { describe, expect, it } from 'vitest'
import { isLocalDatabase, isLoopback } from './loopback-address.ts'

describe('the check whether an address means this machine only', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])('accepts %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  )
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', 'localhost.evil.example', 'box.local', ''])(
    'does not accept %j',
    (host) => expect(isLoopback(host)).toBe(false),
  )
})

describe('the check whether a database is on this machine', () => {
  it.each([
    'postgres://u:p@127.0.0.1:5432/db',
    'postgres://u@localhost/db',
    'postgres://[::1]/db',
    'postgres:///db',
    'postgres:///db?host=/var/run/postgresql',
  ])('accepts %s', (url) => expect(isLocalDatabase(url)).toBe(true))
  it.each(['postgres://u:p@db.example/db', 'postgres://10.0.0.7/db', 'postgres://127.0.0.1/db?host=db.example'])(
    'does not accept %s',
    (url) => expect(isLocalDatabase(url)).toBe(false),
  )
})
