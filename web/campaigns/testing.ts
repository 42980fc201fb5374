import { act } from '@testing-library/react'
import { createSocket } from '#web/socket.ts'

/** Test data for campaigns and recipients. */

export function campaign(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'Campaign',
    id,
    name: `Campaign ${id}`,
    subject: `Subject ${id}`,
    content: 'Hello {firstName}',
    status: 'draft',
    statusReason: null,
    statusText: null,
    resumesAt: null,
    finishesAt: null,
    scheduledAt: null,
    totalContacts: 10,
    sentCount: 0,
    failedCount: 0,
    pendingCount: 0,
    deliveredCount: 0,
    openedCount: 0,
    machineOpenedCount: 0,
    clickedCount: 0,
    bouncedCount: 0,
    repliedCount: 0,
    unsubscribedCount: 0,
    isAbTest: false,
    openRate: 0,
    clickRate: 0,
    trackOpens: true,
    trackClicks: true,
    counts: null,
    opensTracked: true,
    clicksTracked: true,
    successRate: 0,
    attachments: [],
    mailAccounts: [],
    createdAt: '2026-01-31T12:00:00.000Z',
    startedAt: null,
    sentAt: null,
    ...fields,
  }
}

export function emailLog(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'EmailLog',
    id,
    contactId: `contact-${id}`,
    contactName: `Person ${id}`,
    contactEmail: `${id}@example.com`,
    status: 'sent',
    variant: null,
    untracked: false,
    sentAt: '2026-02-01T09:00:00.000Z',
    deliveredAt: null,
    openedAt: null,
    machineOpenedAt: null,
    clickedAt: null,
    repliedAt: null,
    bouncedAt: null,
    unsubscribedAt: null,
    failedAt: null,
    error: null,
    failure: null,
    ...fields,
  }
}

/** A fake socket: closed on open, or answered once the line is restored. */
class Line {
  static mended = false
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState: number = Line.CONNECTING
  onopen: (() => void) | null = null
  onclose: ((event: unknown) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null

  constructor() {
    queueMicrotask(() => {
      this.readyState = Line.mended ? Line.OPEN : Line.CLOSED
      if (Line.mended) this.onopen?.()
      else this.onclose?.({ code: 1006, reason: '', wasClean: false })
    })
  }

  send(data: string): void {
    if (!data.includes('connection_init')) return
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ type: 'connection_ack' }) }))
  }

  close(): void {}
}

/**
 * Takes the socket down for the rest of the test file, or until the returned function is called and the next reconnect
 * succeeds.
 */
export async function bringSocketDown(): Promise<() => void> {
  Line.mended = false
  const client = createSocket('ws://nowhere', Line)
  await act(async () => {
    client.subscribe({ query: 'subscription { any }' }, { next: () => {}, error: () => {}, complete: () => {} })
    await Promise.resolve()
    await Promise.resolve()
  })
  return () => {
    Line.mended = true
  }
}
