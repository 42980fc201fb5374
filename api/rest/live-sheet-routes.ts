import type { Express, Request, Response } from 'express'
import { AppError } from '#domain/errors.ts'
import { openSheet, SHEETS_PATH } from '#api/campaigns/exports/live-sheet-access.ts'
import { statusSheet } from '#api/campaigns/exports/status-sheet.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import { networkOfRequest } from '#api/platform/http/network-address.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { TokenBuckets } from '#api/platform/limits/token-buckets.ts'
import { admitDownload, sendPieces } from './download-stream.ts'

/**
 * Serves live links of campaign spreadsheets to programs such as Excel and Google Sheets, as CSV. There is no sign-in
 * and no cookie: the key in the URL is the only authorization. The key is never logged.
 */
export function mountSheets(http: Express, app: App): void {
  const byLink = new TokenBuckets(LIMITS.sheetReads, app.clock)
  const forged = new TokenBuckets(LIMITS.forgedSheets, app.clock)
  const answer = (response: Response, status: number, text: string) =>
    void response.status(status).type('text/plain').send(`${text}\n`)

  http.get(`${SHEETS_PATH}/:name`, async (request: Request<{ name: string }>, response) => {
    response.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
    const key = request.params.name.replace(/\.csv$/, '')
    const sheet = await openSheet(app, key)
    if (!sheet) {
      logRefusal(app.log, new AppError('BAD_INPUT', 'No live link of ours'), 'live link of a spreadsheet')
      if (forged.take(networkOfRequest(app.trustedProxies, request))) {
        return answer(response, 404, 'This link does not work any more. Create a new one on the page of the campaign.')
      }
      response.set('Retry-After', '60')
      return answer(response, 429, 'There were too many requests. Try again in a minute.')
    }
    const { tenantId, campaignId, userId } = sheet
    if (!byLink.take(`${tenantId} ${campaignId} ${userId}`)) {
      response.set('Retry-After', '60')
      return answer(response, 429, 'This link was read too often. Try again in a minute.')
    }
    const viewer: Viewer = {
      ...{ tenantId, userId, sessionId: campaignId, role: 'user', scopes: ['campaigns:read', 'contacts:read'] },
      ...{ expiresAt: null, authenticatedAt: null },
    }
    admitDownload({ app, viewer }, response)
    const { pieces } = await statusSheet(app, { tenantId, campaignId }, 'csv')
    response.type('text/csv')
    await sendPieces({ app, viewer }, request, response, pieces, async () => (await openSheet(app, key)) !== null)
  })
}
