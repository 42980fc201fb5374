import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import { AppError } from '#domain/errors.ts'
import { readAuthenticationResults } from '#domain/mailboxes/authentication-results.ts'
import { judgeArrival, type StoredCheck } from '#domain/mailboxes/deliverability/test-email-arrival.ts'
import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import { encodeId } from '#schema/object-ids.ts'
import { sendTestMail } from './test-send.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { readEntries } from '#api/sending/inbox-page-reader.ts'
import { DeliveryError, type InboxListing } from '#api/sending/provider.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { mailboxesToUse } from '#api/mailboxes/mailboxes-of-sender.ts'

/** ms to wait until the email of a landing check arrives, and ms between two searches of the inbox for it. */
const LANDING_TIMEOUTS_MS = { arrival: 300_000, look: 2_000 }
/** Number of pages of the inbox that one search reads. */
const PAGES = 4
/** Number of emails on a page of the inbox. */
const PAGE_SIZE = 50
/** Tolerated difference in ms between the mailbox's clock and ours. */
const SKEW = 120_000

/**
 * Sends an email from a mailbox to itself, to see how it arrives; it counts like a test email. The answer is found when
 * the check is read. Throws NOT_FOUND, FORBIDDEN, BAD_INPUT (the mailbox cannot be read), LIMIT_REACHED,
 * TOO_MANY_REQUESTS, TENANT_INACTIVE.
 */
export async function sendLandingCheck(call: Call, id: string): Promise<StoredCheck> {
  const { app } = call
  const viewer = viewerWith(call, 'campaigns:send')
  const { tenantId } = viewer
  const account = await app.database.inTenant(tenantId, async (em) => {
    const [mailbox] = await mailboxesToUse(em, viewer, [id])
    return mailbox!
  })
  if (!mayRead(account.scopes)) {
    throw new AppError(
      'BAD_INPUT',
      `${account.email} cannot be read, so we could not see how the email arrives. Allow safe sending, bounces and replies first.`,
    )
  }
  const token = randomBytes(6).toString('hex')
  const check: StoredCheck = {
    state: 'waiting',
    token,
    sentAt: app.clock().getTime(),
    lookedAt: 0,
    error: null,
    findings: [],
  }
  const test = await sendTestMail(call, {
    subject: `Deliverability check ${token}`,
    content: 'This email shows how your emails arrive. You can delete it.',
    mailboxId: encodeId('Mailbox', id),
    to: account.email,
  })
  const sent: StoredCheck = test.status === 'sent' ? check : { ...check, state: 'failed', error: test.error ?? null }
  await keep(call, id, sent)
  return sent
}

/**
 * The last check of a mailbox; null if there was none. While it waits, the inbox is searched for the email, at most
 * every two seconds, for all callers together.
 */
export async function landingCheckOf(call: Call, id: string): Promise<StoredCheck | null> {
  const { app } = call
  const { tenantId } = viewerWith(call, 'mailboxes:read')
  const now = app.clock().getTime()
  const due = await app.database.inTenant(tenantId, async (em) => {
    const account = await em.findOne(Mailbox, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const check = account?.landingCheck
    if (!account || !check) return null
    const isDue =
      check.state === 'waiting' && account.status !== 'error' && now - check.lookedAt >= LANDING_TIMEOUTS_MS.look
    if (isDue) account.landingCheck = { ...check, lookedAt: now }
    return { account, check, mailbox: isDue ? openMailbox(app, account) : null }
  })
  if (!due) return null
  const { account, check, mailbox } = due
  if (check.state !== 'waiting') return check
  if (!mailbox) return check
  const header = await arrivedHeader(mailbox, check)
  const found: StoredCheck =
    typeof header === 'string'
      ? {
          ...check,
          state: 'arrived',
          findings: judgeArrival(domainOf(account.email), readAuthenticationResults(header)),
        }
      : header === undefined && now - check.sentAt > LANDING_TIMEOUTS_MS.arrival
        ? { ...check, state: 'missing' }
        : check
  if (found.state !== 'waiting') await settle(call, id, found)
  return found
}

/**
 * Searches the inbox for the email of a landing check. Returns its Authentication-Results header, or '' if it has none;
 * undefined if the email is not there yet, null if the inbox could not be read.
 */
async function arrivedHeader(
  mailbox: NonNullable<ReturnType<typeof openMailbox>>,
  { token, sentAt }: StoredCheck,
): Promise<string | null | undefined> {
  try {
    let cursor: string | null = null
    for (let page = 0; page < PAGES; page += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
      const listing: InboxListing = await mailbox.listInbox(cursor, new Date(sentAt - SKEW), PAGE_SIZE)
      const { mails } = await readEntries(mailbox, listing.entries)
      const mail = mails.find(({ subject }) => subject.includes(token))
      if (mail) return mail.headers['authentication-results'] ?? ''
      if (!listing.more) return undefined
      cursor = listing.cursor
    }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return null
  }
  return undefined
}

async function keep({ app, viewer }: Call, id: string, check: StoredCheck): Promise<void> {
  const tenantId = viewer?.tenantId ?? ''
  await app.database.inTenant(tenantId, async (em) => {
    await em.nativeUpdate(Mailbox, { tenantId, id }, { landingCheck: check })
  })
}

/** Stores how a landing check ended, unless another request did so first or a newer check replaced it. */
async function settle({ app, viewer }: Call, id: string, check: StoredCheck): Promise<void> {
  const tenantId = viewer?.tenantId ?? ''
  await app.database.inTenant(tenantId, (em) =>
    em.execute(
      `update mailboxes set landing_check = :check::jsonb
       where tenant_id = :tenantId and id = :id and landing_check->>'token' = :token and landing_check->>'state' = 'waiting'`,
      { tenantId, id, token: check.token, check: JSON.stringify(check) },
    ),
  )
}
