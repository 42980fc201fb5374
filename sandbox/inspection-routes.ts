import { type Request, type Response, Router } from 'express'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { asMime } from './message-mime.ts'
import { faultOrder, type FaultOrder } from './faults.ts'
import { findAccount, listAccounts } from './oauth-grants.ts'
import {
  countFolders,
  findById,
  type Folder,
  FOLDERS,
  listMessages,
  type MessageRow,
  readContent,
  recipientsOf,
  senderOf,
} from './messages.ts'
import { formOf, queryOf, readBody } from './request-body.ts'
import { type Reply, sendReply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { isVendor, type Vendor } from './provider-names.ts'
import { readView, type View } from './message-view.ts'

const problem = (status: number, message: string): Reply => ({ status, json: { error: message } })

/** A message in the sandbox's own lists. */
export interface Summary {
  id: string
  vendor: Vendor
  mailbox: string
  folder: string
  subject: string
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  cc: { name: string; address: string }[]
  bcc: { name: string; address: string }[]
  /** time at which the email was sent, received or created, in ISO 8601 */
  at: string
  internetMessageId: string
  via: string | null
  format: 'mime' | 'json'
  /** bytes, without files of Graph JSON */
  size: number
  attachments: number
  seq: number
}

export function summarize(row: MessageRow): Summary {
  return {
    id: row.id,
    vendor: row.vendor,
    mailbox: row.email,
    folder: row.folder,
    subject: row.subject,
    from: senderOf(row),
    ...recipientsOf(row),
    at: new Date(row.sent_at ?? row.created_at).toISOString(),
    internetMessageId: row.internet_id,
    via: row.via,
    format: row.format,
    size: row.size,
    attachments: row.attachments,
    seq: row.seq,
  }
}

/** A page of a folder, newest first; `before` is the seq of the previous page's last message. */
export function folderPage(
  sandbox: Sandbox,
  mailbox: { vendor: Vendor; email: string },
  folder: Folder,
  { limit, before }: { limit: number; before: number },
): { messages: Summary[]; next: number | null } {
  const where = { sql: 'folder = ? AND seq < ?', values: [folder, before] }
  const rows = listMessages(sandbox, mailbox, where, { limit: limit + 1 })
  const messages = rows.slice(0, limit).map(summarize)
  return { messages, next: rows.length > limit ? messages.at(-1)!.seq : null }
}

/** A bounded number from a query string, or the fallback. */
export function boundedNumber(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const value = Number(query.get(name) ?? fallback)
  return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : fallback
}

/**
 * The sandbox's own JSON API under /sandbox: mailboxes, messages, faults. Open to anybody who reaches the port, as it
 * contains only test data.
 */
export function inspectRoutes(sandbox: Sandbox): Router {
  const router = Router()
  mailboxRoutes(router, sandbox)
  messageRoutes(router, sandbox)
  faultRoutes(router, sandbox)
  return router
}

function mailboxRoutes(router: Router, sandbox: Sandbox): void {
  router.get('/sandbox/mailboxes', (_req, res) => {
    const mailboxes = listAccounts(sandbox).map((account) => ({ ...account, ...countFolders(sandbox, account) }))
    sendReply(res, { status: 200, json: { mailboxes } })
  })
  router.get('/sandbox/mailboxes/:vendor/:email/messages', (req, res) => {
    const { vendor, email } = req.params
    const account = isVendor(vendor) ? findAccount(sandbox, vendor, email) : undefined
    if (!account) return sendReply(res, problem(404, 'There is no such mailbox.'))
    const query = queryOf(req)
    const folder = query.get('folder') ?? 'sent'
    if (!FOLDERS.includes(folder as Folder))
      return sendReply(res, problem(400, `folder is one of ${FOLDERS.join(', ')}.`))
    const limit = boundedNumber(query, 'limit', 50, 1000)
    const before = boundedNumber(query, 'before', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    sendReply(res, { status: 200, json: folderPage(sandbox, account, folder as Folder, { limit, before }) })
  })
}

function messageRoutes(router: Router, sandbox: Sandbox): void {
  router.get(
    '/sandbox/messages/:id',
    withMessage(sandbox, async (res, row) => {
      const { html, text, headers, files } = await readView(sandbox, row)
      const listed = files.map(({ name, contentType, contentId, inline, content }) => ({
        name,
        contentType,
        contentId,
        inline,
        size: content.length,
      }))
      sendReply(res, {
        status: 200,
        json: { ...summarize(row), headers, html: html ?? null, text: text ?? null, files: listed },
      })
    }),
  )
  /** Shows the message as submitted: MIME, or the JSON posted to Graph without its files. */
  router.get(
    '/sandbox/messages/:id/raw',
    withMessage(sandbox, (res, row) => {
      const type = row.format === 'json' ? 'application/json' : 'message/rfc822'
      sendReply(res, {
        status: 200,
        headers: { 'Content-Type': type, ...HARMLESS },
        bytes: readContent(sandbox, row.pk),
      })
    }),
  )
  /** Always MIME. */
  router.get(
    '/sandbox/messages/:id/mime',
    withMessage(sandbox, async (res, row) => {
      const headers = {
        'Content-Type': 'message/rfc822',
        'Content-Disposition': 'attachment; filename="message.eml"',
        ...HARMLESS,
      }
      sendReply(res, { status: 200, headers, bytes: await asMime(sandbox, row) })
    }),
  )
  router.get(
    '/sandbox/messages/:id/html',
    withMessage(sandbox, async (res, row) => {
      const view = await readView(sandbox, row)
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': MAIL_POLICY,
        ...HARMLESS,
      }
      sendReply(res, { status: 200, headers, bytes: Buffer.from(frameable(row, view)) })
    }),
  )
  router.get(
    '/sandbox/messages/:id/attachments/:at',
    withMessage(sandbox, async (res, row, req) => {
      const file = (await readView(sandbox, row)).files[Number(req.params.at)]
      if (!file) return sendReply(res, problem(404, 'There is no such file.'))
      const inlineImage = file.inline && /^image\/(png|jpeg|gif|webp)$/.test(file.contentType)
      const disposition = `${inlineImage ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
      const type = inlineImage ? file.contentType : 'application/octet-stream'
      sendReply(res, {
        status: 200,
        headers: { 'Content-Type': type, 'Content-Disposition': disposition, ...HARMLESS },
        bytes: file.content,
      })
    }),
  )
}

function faultRoutes(router: Router, sandbox: Sandbox): void {
  router.get('/sandbox/faults', (_req, res) => sendReply(res, { status: 200, json: { faults: sandbox.faults.list() } }))
  router.post('/sandbox/faults', async (req, res) => {
    const body = await readBody(req, 100_000)
    if (body === 'too-large') return sendReply(res, problem(413, 'That is no fault order.'))
    const form = req.is('application/x-www-form-urlencoded') ? formOf(body) : undefined
    const order = faultOrder.safeParse(form ? fromForm(form) : parse(body))
    if (!order.success) {
      const text = order.error.issues.map(({ path, message }) => `${path.join('.') || 'order'}: ${message}`).join('; ')
      return sendReply(res, problem(400, text))
    }
    const fault = sandbox.faults.order(order.data)
    if (form) return goBack(res, form)
    sendReply(res, { status: 201, json: fault })
  })
  router.delete('/sandbox/faults', (_req, res) =>
    sendReply(res, { status: 200, json: { cleared: sandbox.faults.clear() } }),
  )
  router.delete('/sandbox/faults/:id', (req, res) => {
    sendReply(res, { status: 200, json: { cleared: sandbox.faults.clear(Number(req.params.id)) } })
  })
  router.post('/sandbox/faults/clear', async (req, res) => {
    const body = await readBody(req, 10_000)
    const form = formOf(body === 'too-large' ? Buffer.alloc(0) : body)
    sandbox.faults.clear(form.has('id') ? Number(form.get('id')) : undefined)
    goBack(res, form)
  })
}

const HARMLESS = { 'X-Content-Type-Options': 'nosniff' }

/** Emails may show images, so that opens count, and link out; they run no scripts. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src https: data:"

/** The email's HTML with embedded images inlined and links opening outside the frame. */
function frameable(row: MessageRow, { html, text, files }: View): string {
  const shown = (
    html ?? `<pre style="white-space:pre-wrap;font:14px sans-serif">${escapeHtml(text ?? '')}</pre>`
  ).replace(/\bcid:([^"'\s)>]+)/gi, (all, id: string) => {
    const at = files.findIndex(({ contentId }) => contentId === id)
    return at < 0 ? all : `/sandbox/messages/${encodeURIComponent(row.id)}/attachments/${at}`
  })
  return `<base target="_blank">${shown}`
}

function withMessage(sandbox: Sandbox, show: (res: Response, row: MessageRow, req: Request) => void | Promise<void>) {
  return async (req: Request, res: Response) => {
    const row = findById(sandbox, String(req.params.id))
    if (!row) return sendReply(res, problem(404, 'There is no such message.'))
    await show(res, row, req)
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Converts form fields to a fault order; empty ones count as absent. */
function fromForm(form: URLSearchParams): Partial<Record<keyof FaultOrder, unknown>> {
  const filled = [...form].filter(([name, value]) => value !== '' && name !== 'back')
  return Object.fromEntries(
    filled.map(([name, value]) => {
      if (name === 'done') return [name, value === 'true']
      if (name === 'count') return [name, value === 'always' ? null : Number(value)]
      return [name, ['after', 'ms', 'retryAfter', 'limit'].includes(name) ? Number(value) : value]
    }),
  )
}

/** Redirects to the form's page; never to another site. */
function goBack(res: Response, form: URLSearchParams): void {
  const back = form.get('back') ?? '/'
  res.redirect(303, /^\/(?![/\\])/.test(back) ? back : '/')
}
