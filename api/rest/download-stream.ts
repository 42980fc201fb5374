import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { AppError } from '#domain/errors.ts'
import type { Call } from '#api/platform/call-context.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { takingTurns } from './download-turns.ts'
import { requireAccess, whileAllowed, type AccessLook } from './download-access-check.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** ms after which a download that the client does not read is aborted. */
const UNREAD = 120_000

/** Takes the workspace's only slot for an export of everything until the response closes. Throws TOO_MANY_REQUESTS. */
export function admitWholeExport(call: Call, response: Response): void {
  const { release, full } = call.app.live.take(1, [
    { name: `whole exports of ${ownerOf(call)}`, max: LIMITS.wholeExports.max.workspace },
  ])
  if (full)
    throw new AppError('TOO_MANY_REQUESTS', 'Your workspace is already being exported. Wait until that is done.')
  response.once('close', release)
}

/** Takes one of the workspace's download slots until the response closes. Throws TOO_MANY_REQUESTS if all are taken. */
export function admitDownload(call: Pick<Call, 'app' | 'viewer'>, response: Response): void {
  const { release, full } = call.app.live.take(1, [
    { name: `downloads of ${ownerOf(call)}`, max: LIMITS.downloads.max.workspace },
  ])
  if (full) {
    const message = `Your workspace already has ${full.max} downloads running. Wait until one finishes, then try again.`
    throw new AppError('TOO_MANY_REQUESTS', message)
  }
  response.once('close', release)
}

/**
 * Streams a response no faster than the client reads, for as long as its caller may have it (`hasAccess`). An error
 * closes the connection, so that the client does not mistake a part for the whole. A disconnect ends the work. Throws
 * UNAUTHENTICATED if the access ended before the first piece.
 */
export async function sendPieces(
  call: Pick<Call, 'app' | 'viewer'>,
  request: Request,
  response: Response,
  pieces: AsyncGenerator<Uint8Array | string, void, undefined>,
  hasAccess: AccessLook,
): Promise<void> {
  if (request.method === 'HEAD') return void response.end()
  await requireAccess(hasAccess)
  response.setTimeout(UNREAD, () => response.destroy())
  const allowed = whileAllowed(call.app.clock, hasAccess, takingTurns(ownerOf(call), pieces))
  const inOrder = Readable.from(allowed, { objectMode: false })
  // The listeners of this function join those of the log, the limits and the compression.
  response.setMaxListeners(20)
  await pipeline(inOrder, response).catch((error: NodeJS.ErrnoException) => {
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') logRefusal(call.app.log, error, 'download')
    else if (left) call.app.log.warn('A client disconnected before its download was complete')
    else call.app.log.error({ err: error }, 'A download failed and was aborted')
  })
}

/** Returns whose limit a download counts towards: the workspace's, or all super admins' together. */
const ownerOf = ({ viewer }: Pick<Call, 'viewer'>) => viewer?.tenantId ?? 'super admins'
