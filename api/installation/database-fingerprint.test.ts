import { describe, expect, test } from 'vitest'
import { compare } from './database-fingerprint.ts'

const place = { systemIdentifier: '7711', timeline: 1, databaseOid: 22_460 }
const kept = { ...place, id: 'a', incarnation: 2, beats: 100 }
const unread = { systemIdentifier: null, timeline: null, databaseOid: null }

describe('the comparison of the database with what was remembered of it', () => {
  test.each([
    ['on another server', { ...place, systemIdentifier: '9000' }, /another PostgreSQL server/],
    ['restored from a dump on the same server', { ...place, databaseOid: 22_999 }, /recreated/],
    ['restored to a point in time', { ...place, timeline: 2 }, /point in time/],
    ['set back to an earlier timeline', { ...place, timeline: 0 }, /point in time/],
  ])('detects a restored database: %s', (_, seen, because) => {
    expect(compare(kept, seen, null)).toEqual({ kind: 'restored', because: expect.stringMatching(because) })
  })

  test.each([
    ['later heartbeats', { id: 'a', incarnation: 2, beats: 101 }, 'restored'],
    ['a later restore', { id: 'a', incarnation: 3, beats: 1 }, 'restored'],
    ['the last heartbeat', { id: 'a', incarnation: 2, beats: 100 }, 'same'],
    ['earlier heartbeats, as after a night without it', { id: 'a', incarnation: 1, beats: 900 }, 'same'],
    ['another installation', { id: 'b', incarnation: 9, beats: 900 }, 'same'],
    ['nothing', null, 'same'],
  ])('with %s remembered by the process, as %o, says %s', (_, witness, kind) => {
    expect(compare(kept, place, witness).kind).toBe(kind)
  })

  test('does not take a database that was never used before for a restored one', () => {
    expect(compare({ ...unread, id: 'a', incarnation: 1, beats: 0 }, place, null)).toEqual({ kind: 'first' })
  })

  test('uses what the database still reports if that is less than before', () => {
    expect(compare(kept, { ...unread, databaseOid: 22_460 }, null).kind).toBe('same')
    expect(compare(kept, { ...unread, databaseOid: 1 }, null).kind).toBe('restored')
  })
})
