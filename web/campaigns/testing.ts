import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { createSocket } from '#web/client/websocket-client.ts'

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
    undoSecondsLeft: null,
    totalContacts: 10,
    approval: null,
    sentCount: 0,
    failedCount: 0,
    leftOutCount: 0,
    repeatableCount: 0,
    pendingCount: 0,
    deliveredCount: 0,
    openedCount: 0,
    machineOpenedCount: 0,
    clickedCount: 0,
    bouncedCount: 0,
    repliedCount: 0,
    awayCount: 0,
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
    followUps: [],
    followingSince: null,
    localTimeZone: null,
    mailboxes: [],
    replyMailboxes: [],
    createdAt: '2026-01-31T12:00:00.000Z',
    startedAt: null,
    sentAt: null,
    repeat: null,
    repeatOf: null,
    emailsPer: 'person',
    sheet: null,
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
    awayUntil: null,
    awayDateGiven: null,
    bouncedAt: null,
    unsubscribedAt: null,
    failedAt: null,
    error: null,
    failure: null,
    nextFollowUp: null,
    followUpEmails: [],
    ...fields,
  }
}

/** Message of a WebSocket client → the answer of a fake server without news. */
const ANSWERS: Record<string, string> = { connection_init: 'connection_ack', ping: 'pong' }

/** A fake WebSocket: closed when opened, or answered once the connection is restored. */
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
    const answer = ANSWERS[(JSON.parse(data) as { type: string }).type]
    if (answer) queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ type: answer }) }))
  }

  close(code?: number): void {
    if (this.readyState !== Line.OPEN) return
    this.readyState = Line.CLOSED
    queueMicrotask(() => this.onclose?.({ code, reason: '', wasClean: true }))
  }
}

/**
 * Takes the socket down for the rest of the test, or until the returned function is called and the next reconnect
 * succeeds.
 */
export async function bringSocketDown(): Promise<() => void> {
  Line.mended = false
  const release = await openSocket()
  onTestFinished(async () => {
    release()
    await bringSocketUp()
  })
  return () => {
    Line.mended = true
  }
}

/**
 * Restores the connection and waits until it is idle. The socket's state is shared by all pages, and so by the next
 * test.
 */
async function bringSocketUp(): Promise<void> {
  Line.mended = true
  const release = await openSocket()
  await act(async () => {
    release()
    await new Promise((done) => setTimeout(done, 0))
  })
}

/** Opens a socket for one subscription, and returns a function that ends it. */
async function openSocket(): Promise<() => void> {
  const client = createSocket('ws://nowhere', Line)
  let release = () => {}
  await act(async () => {
    release = client.subscribe(
      { query: 'subscription { any }' },
      { next: () => {}, error: () => {}, complete: () => {} },
    )
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  })
  return release
}
