import { describe, expect, it } from 'vitest'
import { DeliveryError, type InboxEntry, type OpenMailbox } from '#api/sending/provider.ts'
import { InboxWalk } from './inbox-page-walker.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const SINCE = new Date('2026-11-28T11:00:00Z')
const CROWDED = new Date('2026-11-28T11:30:05Z')

const broken = () => Promise.reject(new DeliveryError('unavailable', '500: the list is broken'))

/** Walks to the end of an inbox whose ordinary list fails until the walk by time is over. */
async function walked(between: (from: Date, to: Date) => InboxEntry[] | null) {
  const mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'> = {
    listInbox: (cursor, since) =>
      cursor === null && since > SINCE
        ? Promise.resolve({ entries: [], cursor: 'end', more: false, restarted: false })
        : broken(),
    listInboxBetween: async (from, to) => between(from, to),
  }
  const walk = new InboxWalk(mailbox, { since: SINCE, now: NOW, failedBefore: 1 })
  const found = { ids: [] as string[], broken: [] as string[], pages: 0 }
  for (let cursor: string | null = 'lost', more = true; more; found.pages += 1) {
    const page = await walk.next(cursor)
    found.ids.push(...page.entries.map(({ id }) => id))
    found.broken.push(...page.broken.map((second) => second.toISOString()))
    cursor = page.cursor
    more = page.more
  }
  return found
}

describe('InboxWalk, which reads an inbox page by page,', () => {
  it('skips one second with more emails than the provider can list, and reads the rest', async () => {
    const emails = [new Date('2026-11-28T11:10:00Z'), new Date('2026-11-28T11:50:00Z')]
    const found = await walked((from, to) => {
      if (from <= CROWDED && CROWDED < to) return null
      return emails.filter((at) => at >= from && at < to).map((at) => ({ id: at.toISOString() }))
    })
    expect(found.ids).toEqual(emails.map((at) => at.toISOString()))
    expect(found.broken).toEqual([CROWDED.toISOString()])
    expect(found.pages).toBeLessThan(100)
  })

  it('skips ten single seconds that make listing fail, and reads the emails between them', async () => {
    const seconds = Array.from({ length: 10 }, (_, index) => new Date(SINCE.getTime() + (index * 20 + 10) * 1_000))
    const emails = seconds.map((second) => new Date(second.getTime() + 7_000))
    const found = await walked((from, to) => {
      if (seconds.some((second) => from <= second && second < to)) throw new DeliveryError('unavailable', '500')
      return emails.filter((at) => at >= from && at < to).map((at) => ({ id: at.toISOString() }))
    })
    expect(found.ids).toEqual(emails.map((at) => at.toISOString()))
    expect(found.broken).toEqual(seconds.map((second) => second.toISOString()))
  })

  it('gives up where every listing fails', async () => {
    let asked = 0
    const outage = walked(() => {
      asked += 1
      throw new DeliveryError('unavailable', '500')
    })
    await expect(outage).rejects.toThrow('500')
    expect(asked).toBeLessThan(20)
  })

  it.each([
    [0, 20],
    [3, 20],
    [4, 40],
    [9, 320],
  ])(
    'reads more empty pages the more earlier attempts failed: after %i failures, %i pages',
    async (failedBefore, pages) => {
      let asked = 0
      const mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'> = {
        listInbox: () => {
          asked += 1
          return Promise.resolve({ entries: [], cursor: `empty ${asked}`, more: true, restarted: false })
        },
        listInboxBetween: broken,
      }
      const walk = new InboxWalk(mailbox, { since: SINCE, now: NOW, failedBefore })
      const walkOn = async () => {
        for (let cursor: string | null = null; ;) cursor = (await walk.next(cursor)).cursor
      }
      await expect(walkOn()).rejects.toThrow('does not advance')
      expect(asked).toBe(pages)
    },
  )

  it('returns when a list began that takes several attempts to read', async () => {
    const asked: (string | null)[] = []
    const mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'> = {
      async listInbox(cursor) {
        asked.push(cursor)
        const restarted = cursor === 'lost'
        const page = { entries: [{ id: `${asked.length}` }], restarted }
        return cursor === null || restarted
          ? { ...page, cursor: 'page 2', more: true }
          : { ...page, cursor: 'end', more: false }
      },
      listInboxBetween: broken,
    }
    const later = new Date(NOW.getTime() + 300_000)
    const walkAt = (now: Date) => new InboxWalk(mailbox, { since: SINCE, now, failedBefore: 0 })
    const { cursor } = await walkAt(NOW).next(null)
    const second = walkAt(later)
    expect(await second.next(cursor)).toMatchObject({ cursor: 'end', more: false })
    expect([asked, second.listBegan]).toEqual([[null, 'page 2'], NOW])
    await second.next('end')
    expect(second.listBegan).toEqual(later)
    const third = walkAt(later)
    await third.next(JSON.stringify({ began: NOW, at: 'lost' }))
    expect(third.listBegan).toEqual(later)
  })

  it('lists by time the emails that a truncated list of the provider omits', async () => {
    const left = new Date('2026-11-28T11:20:00Z')
    const mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'> = {
      listInbox: async (_cursor, since) => ({
        ...{ entries: [{ id: 'listed' }], cursor: 'end', more: false, restarted: false },
        truncated: since.getTime() === SINCE.getTime(),
      }),
      listInboxBetween: async (from, to) => (from <= left && left < to ? [{ id: 'listed' }, { id: 'left' }] : []),
    }
    const walk = new InboxWalk(mailbox, { since: SINCE, now: NOW, failedBefore: 0 })
    const found: string[] = []
    let page = await walk.next(null)
    for (; page.more; page = await walk.next(page.cursor)) found.push(...page.entries.map(({ id }) => id))
    expect([...found, page.cursor]).toEqual(['listed', 'left', 'end'])
  })
})
