import type { Call } from './api-calls.ts'
import { graphError, itemNotFound } from './graph-errors.ts'
import { parseFilter, parseSelect } from './graph-query.ts'
import { folderNamed, graphMessage, prefersImmutableIds } from './graph-responses.ts'
import { listMessages } from './messages.ts'
import { Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'

/** Contents of a delta or skip token: the read position, and the properties and filter it began with. */
interface Position {
  seq: number
  select: string[] | undefined
  filter: string | null
}

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

function decode(token: string): Position {
  try {
    const position = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Position
    if (Number.isInteger(position.seq)) return position
  } catch {
    // falls through: any invalid token gets the same error
  }
  throw new Refusal(
    graphError(410, 'syncStateNotFound', 'The sync state generation is not found. Please start a full sync.'),
  )
}

/** Delta supports only one filter: messages received since a time. */
function deltaFilter(query: URLSearchParams): string | null {
  const filter = query.get('$filter')
  if (filter !== null && !/^receivedDateTime\s+(ge|gt)\s+[\dT:.Z-]+$/.test(filter.trim())) {
    throw new Refusal(
      graphError(400, 'ErrorInvalidUrlQueryFilter', 'The query filter contains one or more invalid nodes.'),
    )
  }
  return filter
}

/**
 * GET /me/mailFolders/{folder}/messages/delta?changeType=created: what has come into the folder since the token, oldest first, in
 * pages (Prefer: odata.maxpagesize, 10), each with a nextLink, the last with a deltaLink. Tokens carry `$select` and
 * `$filter`, as Graph's do.
 * Messages that were changed or deleted are not told: the sandbox knows changeType=created only.
 */
export async function messagesDelta(sandbox: Sandbox, call: Call): Promise<Reply> {
  const { account, params, query, headers, origin } = call
  const folder = folderNamed(account.email, params.folder!)
  if (!folder) throw new Refusal(itemNotFound())
  if (![null, 'created'].includes(query.get('changeType'))) {
    throw new Refusal(graphError(400, 'BadRequest', 'The sandbox knows changeType=created only.'))
  }
  const token = query.get('$deltatoken') ?? query.get('$skiptoken')
  const position = token === null ? { seq: 0, select: parseSelect(query), filter: deltaFilter(query) } : decode(token)
  const limit = Math.min(Number(/odata\.maxpagesize\s*=\s*(\d+)/i.exec(String(headers.prefer ?? ''))?.[1] ?? 10), 1000)
  if (position.seq > sandbox.store.lastSeq) {
    throw new Refusal(graphError(410, 'resyncRequired', 'Resync is required: the sync state is not known any more.'))
  }
  const filter = parseFilter(position.filter ?? null)
  const where = {
    sql: `saved = 1 AND folder = ? AND seq > ? AND ${filter.sql}`,
    values: [folder, position.seq, ...filter.values],
  }
  const end = sandbox.store.lastSeq
  const rows = listMessages(sandbox, account, where, { limit: limit + 1, ascending: true })
  const shown = rows.slice(0, limit)
  const immutable = prefersImmutableIds(headers.prefer)
  const value = await Promise.all(
    shown.map((row) => graphMessage(sandbox, row, { immutable, select: position.select })),
  )
  const path = `${origin}/v1.0/me/mailFolders/${params.folder}/messages/delta?changeType=created`
  const link =
    rows.length > limit
      ? { '@odata.nextLink': `${path}&$skiptoken=${encode({ ...position, seq: shown.at(-1)!.seq })}` }
      : { '@odata.deltaLink': `${path}&$deltatoken=${encode({ ...position, seq: end })}` }
  return { status: 200, json: { '@odata.context': `${origin}/v1.0/$metadata#messages`, value, ...link } }
}
