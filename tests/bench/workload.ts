import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { startSession } from '#api/accounts/sessions.ts'
import { addUser } from '#api/accounts/new-user.ts'
import { createCampaign } from '#api/campaigns/drafts/drafts.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { keepAccount } from '#api/mailboxes/store-mailbox.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'

/** maximum bytes of one file */
const FILE_MAX = 15 * 1_048_576

export type Vendor = 'microsoft' | 'google'

/** Creates a workspace with this many contacts and no pacing limits. */
export async function makeWorkspace(app: App, contacts: number): Promise<Call> {
  const now = app.clock()
  const owner = await app.database.asSystem(async (em) => {
    const tenantId = await openTenant(em, {
      name: `Bench ${newId()}`,
      domain: '',
      tier: 'enterprise',
      limits: tierDefaults('enterprise'),
      now,
    })
    const email = `${tenantId}@bench.example`
    const user = await addUser(em, {
      ...{ tenantId, username: email, email, name: 'Robin Hale', role: 'admin', passwordHash: null, createdAt: now },
    })
    await em.execute(
      `insert into email_settings (tenant_id, emails_per_interval, interval_seconds, daily_limit, enable_throttling, warmup_mode)
       values (:tenantId, 20, 60, 1000000, false, false)`,
      { tenantId },
    )
    await em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
       select :tenantId, gen_random_uuid(), 'First' || n, 'Last' || n, 'reader' || n || '@bench.example',
         jsonb_build_object('Company', 'Company & Sons ' || n % 97, 'City', 'Łódź ' || n % 31)
       from generate_series(1, :contacts) as n returning 1`,
      { tenantId, contacts },
    )
    return { tenantId, userId: user.id }
  })
  return {
    app,
    viewer: { ...owner, sessionId: newId(), role: 'admin', scopes: null, expiresAt: null, authenticatedAt: null },
    enrolling: null,
    becomes: () => {},
    superAdminId: null,
    enrollingSuperAdminId: null,
    superAdminSession: null,
    ignoredCookie: false,
    overSocket: false,
    userAgent: '',
    address: '',
    device: null,
    cookies: { set: () => {}, clear: () => {} },
  }
}

/** Returns a session token of the person behind a `Call`. */
export async function tokenOf(call: Call): Promise<string> {
  const { tenantId, userId } = viewerOf(call)
  const { app } = call
  const { token } = await app.database.inTenant(tenantId, (em) =>
    startSession(app, em, { tenantId, userId, userAgent: 'bench', now: app.clock() }),
  )
  return token
}

/** Connects a separate mailbox for each run, so that no run counts another's emails. */
export async function makeMailbox(
  call: Call,
  vendor: Vendor,
  drafts: boolean,
  googleScope = drafts ? 'compose' : 'send',
): Promise<Mailbox> {
  const { app, viewer } = call
  if (!viewer) throw new Error('Not signed in')
  const email = `${newId()}@bench.example`
  const scopes =
    vendor === 'microsoft'
      ? ['Mail.Send', ...(drafts ? ['Mail.ReadWrite'] : [])]
      : [`https://www.googleapis.com/auth/gmail.${googleScope}`]
  const grant = { accessToken: 'token', refreshToken: 'refresh', expiresAt: Date.now() + 86_400_000, scopes, email }
  return app.database.inTenant(viewer.tenantId, async (em) => {
    const account = { subject: email, email, name: 'Robin Hale', scopes, grant: JSON.stringify(grant) }
    await keepAccount(app, em, viewer, vendor, account)
    return em.findOneOrFail(Mailbox, { tenantId: viewer.tenantId, email })
  })
}

/**
 * Creates a draft to every contact: a typical newsletter with merge tags, links and tracking, and files of this total
 * size.
 */
export async function makeDraft(call: Call, fileBytes = 0): Promise<string> {
  const input = {
    name: 'Bench',
    subject: '{firstName|Hello}, news from {City}',
    content: NEWSLETTER,
    useHtmlBuilder: true,
  }
  const { id, tenantId } = await createCampaign(call, { ...input, audience: { all: true } })
  await call.app.database.inTenant(tenantId, async (em) => {
    for (let position = 0; position * FILE_MAX < fileBytes; position += 1) {
      const content = randomBytes(Math.min(FILE_MAX, fileBytes - position * FILE_MAX))
      await em.execute(
        `insert into attachments (tenant_id, id, campaign_id, position, name, content_type, size, content)
         values (:tenantId, gen_random_uuid(), :id, :position, 'file.bin', 'application/octet-stream', :length, :content)`,
        { tenantId, id, position, length: content.length, content },
      )
    }
  })
  return id
}

const ARTICLE = `<tr><td style="padding:16px 24px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1f2328">
<h2 style="margin:0 0 8px;font-size:20px">What is new at the harbor – and what stays</h2>
<p style="margin:0 0 12px">Three authors from {City|town} read from new books, there is soup, and the till stays closed. We would be glad to
see you and somebody you like to share a book with; for {Company|your team} we keep a table by the window until seven.</p>
<p style="margin:0 0 12px">The reading begins at eight. Doors open an hour before, the café a little earlier, and whoever comes by bicycle
finds a dry place in the yard. Just reply to this email, and two chairs are yours.</p>
<a href="https://example.com/articles/NUMBER?from=news" style="color:#0b57d0">Read on</a></td></tr>
`

/** HTML of about 12 kB, like an email from the builder. */
export const NEWSLETTER = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>News</title></head><body style="margin:0;background:#f8f9fa">
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto;background:#ffffff">
<tr><td style="padding:24px;font-size:24px">Dear {firstName|reader} {lastName},</td></tr>
${Array.from({ length: 12 }, (_, index) => ARTICLE.replace('NUMBER', String(index))).join('')}
</table></body></html>`
