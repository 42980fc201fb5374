import type { Fault, FaultName } from './faults.ts'
import type { Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './provider-names.ts'

/** Faults of lists: the call is answered with success, but the answer leads nowhere. */

interface ListCall {
  vendor: Vendor
  /** the whole URL of the call */
  url: string
}

/** Alters the provider's answer to a list. Numbers count the answers of one fault. */
const ALTER: Partial<Record<FaultName, (reply: Reply, call: ListCall, number: number) => Reply>> = {
  samePage: (reply, { vendor, url }) => withNext(reply, vendor === 'microsoft' ? url : 'again'),
  emptyPages: (reply, { vendor, url }, number) =>
    vendor === 'microsoft'
      ? withNext({ ...reply, json: { value: [] } }, `${url.split('?')[0]}?$skiptoken=empty-${number}`)
      : withNext({ ...reply, json: {} }, `empty-${number}`),
  earlierHistory: (reply, { vendor }) =>
    vendor === 'google' && isObject(reply.json) && 'historyId' in reply.json
      ? { ...reply, json: { ...reply.json, historyId: '1' } }
      : reply,
  withoutHeaders: (reply) =>
    isObject(reply.json) && Array.isArray(reply.json.value)
      ? { ...reply, json: { ...reply.json, value: reply.json.value.map(withoutHeaders) } }
      : reply,
}

/** The first answers under a `samePage` fault: it gives them again and again. */
const firstAnswers = new Map<number, Reply>()
const answered = new Map<number, number>()

/**
 * Answers a call under a fault of lists. `work` makes the ordinary answer.
 * @returns null if the fault is of another kind
 */
export async function listFaultReply(
  fault: Fault,
  call: ListCall,
  work: () => Reply | Promise<Reply>,
): Promise<Reply | null> {
  const alter = ALTER[fault.kind]
  if (!alter) return null
  const number = (answered.get(fault.id) ?? 0) + 1
  answered.set(fault.id, number)
  const before = fault.kind === 'samePage' ? firstAnswers.get(fault.id) : undefined
  const reply = before ?? (fault.kind === 'emptyPages' ? { status: 200 } : await work())
  if (fault.kind === 'samePage') firstAnswers.set(fault.id, reply)
  return reply.status === 200 ? alter(reply, call, number) : reply
}

/** Returns whether an answer, or the call's own path, is about an email of the mailbox with this text in its subject. */
export function isAboutSubject(
  sandbox: Sandbox,
  { vendor, email }: { vendor: Vendor; email: string },
  subject: string,
  { id, reply }: { id: string | undefined; reply: Reply },
): boolean {
  const rows = sandbox.store.all<{ id: string; alt_id: string | null }>(
    'SELECT id, alt_id FROM messages WHERE vendor = ? AND email = ? AND instr(subject, ?) > 0',
    vendor,
    email,
    subject,
  )
  const answer = JSON.stringify(reply.json ?? '')
  return rows
    .flatMap((row) => [row.id, row.alt_id ?? row.id])
    .some((each) => each === id || answer.includes(`"${each}"`))
}

function withNext(reply: Reply, next: string): Reply {
  const json = isObject(reply.json) ? reply.json : {}
  const { '@odata.deltaLink': _end, ...rest } = json
  return {
    ...reply,
    json: { ...rest, ...(next.includes('://') ? { '@odata.nextLink': next } : { nextPageToken: next }) },
  }
}

function withoutHeaders(value: unknown): unknown {
  if (!isObject(value)) return value
  const { internetMessageHeaders: _headers, ...rest } = value
  return rest
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
