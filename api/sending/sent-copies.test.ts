import { describe, expect, it } from 'vitest'
import { DeliveryError, type MarkedEmail } from './provider.ts'
import { sentCopies } from './sent-copies.ts'
import type { Attempt } from './store.ts'

const HOUR = 3_600_000
const CLAIMED = new Date('2026-03-02T10:00:00Z')

function attemptOf(logId: string, calledAt?: number): Attempt {
  return {
    logId,
    campaignId: 'campaign',
    attempts: 1,
    failures: 0,
    claimedAt: CLAIMED,
    protocol: 'draft',
    draftId: 'draft',
    history: calledAt === undefined ? [] : [{ at: calledAt, call: 'uncertain', error: '503' }],
    lookAt: null,
    variant: null,
    untracked: false,
    firstName: '',
    lastName: '',
    email: `${logId}@example.com`,
    fields: {},
  }
}

/** A mailbox that holds sent copies of these emails; records the start date of each search. */
function mailboxWith(sent: readonly string[]) {
  const searches: Date[] = []
  return {
    searches,
    findMarked: async (since: Date, state?: string): Promise<MarkedEmail[]> => {
      expect(state).toBe('sent')
      searches.push(since)
      return sent.map((logId) => ({ logId, attempt: 1, state: 'sent', id: logId, messageId: null }))
    },
  }
}

describe('looking for sent copies in a mailbox', () => {
  it("finds an email by the product's mark and no other", async () => {
    const hasCopy = sentCopies(mailboxWith(['one']))
    expect(await hasCopy(attemptOf('one'))).toBe(true)
    expect(await hasCopy(attemptOf('two'))).toBe(false)
  })

  it('searches from a minute before the first send request, or before the attempt began', async () => {
    const called = mailboxWith([])
    await sentCopies(called)(attemptOf('one', CLAIMED.getTime() + HOUR))
    expect(called.searches).toEqual([new Date('2026-03-02T10:59:00Z')])
    const begun = mailboxWith([])
    await sentCopies(begun)(attemptOf('one'))
    expect(begun.searches).toEqual([new Date('2026-03-02T09:59:00Z')])
  })

  it('searches once for emails of the same time, and again for an older one', async () => {
    const mailbox = mailboxWith([])
    const hasCopy = sentCopies(mailbox)
    await Promise.all([hasCopy(attemptOf('one', HOUR)), hasCopy(attemptOf('two', 2 * HOUR))])
    expect(mailbox.searches).toHaveLength(1)
    await hasCopy(attemptOf('three', 0))
    expect(mailbox.searches).toHaveLength(2)
  })

  it('returns no answer if the mailbox may not be searched, and throws internal errors again', async () => {
    const failing = (error: Error) => ({
      findMarked: async (): Promise<MarkedEmail[]> => {
        throw error
      },
    })
    expect(await sentCopies(failing(new DeliveryError('forbidden', '403')))(attemptOf('one'))).toBe(false)
    await expect(sentCopies(failing(new TypeError('ours')))(attemptOf('one'))).rejects.toThrow('ours')
  })
})
