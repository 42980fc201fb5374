import { markSubscribedAgain, markUnsubscribed } from '#api/emails/mark-unsubscribed.ts'
import { v7 as newId } from 'uuid'
import type { SuppressionReason } from '#domain/audiences.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { choicesIn, type Choices, type Topic } from '#domain/email-preferences.ts'
import { changesBetween } from '#domain/audit.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import { CHOICES, choicesOf, choicesOfRow, keepChoices, type ChoicesRow } from '#api/audiences/email-preferences.ts'
import { deleteSuppressions, suppress } from '#api/audiences/suppressions.ts'
import { markDelivered } from '#api/emails/mark-delivered.ts'
import { lockContactsAt } from '#api/audiences/lock-contacts.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { excludeAddresses, trackAgain } from './tracking-exclusions.ts'
import type { MailKey } from './link-tokens.ts'

/** Data for the page of an unsubscribe link. */
export interface UnsubscribeView {
  email: string
  /** the sending company, or the workspace */
  sender: string
  /** the sender's postal address; null: none is known */
  address: string | null
  /** path of the brand's logo on this server; null: none, or one from elsewhere */
  logo: string | null
  /** the brand's main color; null: none */
  color: string | null
  /** the language of the email; of a deleted campaign, that of the workspace */
  language: EmailLanguage
  /** reason why the address is suppressed; null if it is not */
  suppressed: SuppressionReason | null
  /** True if opens and clicks of emails to the address may be tracked */
  tracked: boolean
  /** the topics of the workspace */
  topics: readonly Topic[]
  choices: Choices
}

type Needs = Pick<App, 'database' | 'events' | 'clock' | 'links' | 'publicUrl'>

/**
 * Looks up an unsubscribe link without changing anything. Null if the link is invalid or its workspace no longer
 * exists.
 */
export async function viewUnsubscribe(app: Needs, token: string): Promise<UnsubscribeView | null> {
  const link = app.links.readUnsubscribe(token)
  return link && app.database.inTenant(link.tenantId, (em) => viewOf(app, em, link), { readOnly: true })
}

/**
 * Unsubscribes an address from the workspace: adds it to the suppression list, fails its pending emails as SUPPRESSED,
 * and counts it once for the campaign. Idempotent. Null if the link is invalid or its workspace no longer exists.
 */
export async function unsubscribe(
  app: Needs,
  token: string,
  via: 'the link in' | 'an email about' = 'the link in',
): Promise<UnsubscribeView | null> {
  return atLink(app, token, async (em, { tenantId, logId, email }) => {
    const now = app.clock()
    const [mail] = await em.execute<{ campaign_id: string; name: string }[]>(
      `select l.campaign_id, c.name from email_logs l
       join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id where l.tenant_id = :tenantId and l.id = :logId`,
      { tenantId, logId },
    )
    const note = mail ? `Via ${via} “${mail.name}”`.slice(0, 500) : `Via ${via} an email`
    await suppress(app, em, tenantId, { emails: [email], reason: 'unsubscribed', note })
    if (!mail) return
    if (await markUnsubscribed(em, tenantId, logId, now)) {
      await writeEvent(em, { tenantId, logId, campaignId: mail.campaign_id }, null, now)
      await markDelivered(em, tenantId, [{ logId, at: now }])
    }
    await app.events.publish(em, { kind: 'campaign', tenantId, id: mail.campaign_id })
  })
}

/**
 * Unsubscribes the address named by the token of an unsubscribe email, as {@link unsubscribe} does. Only the token counts,
 * whoever sent that email. Does nothing if the token belongs to another workspace than the mailbox in which the email arrived.
 *
 * @returns whether the token named somebody
 */
export async function unsubscribeByMail(app: Needs, tenantId: string, token: string): Promise<boolean> {
  if (app.links.readUnsubscribe(token)?.tenantId !== tenantId) return false
  return (await unsubscribe(app, token, 'an email about')) !== null
}

/** Undoes an unsubscribe: removes the address from the suppression list if it was added by unsubscribing. */
export async function subscribeAgain(app: Needs, token: string): Promise<UnsubscribeView | null> {
  return atLink(app, token, async (em, { tenantId, logId, email }) => {
    await lockContactsAt(em, tenantId, [email])
    await deleteSuppressions(em, tenantId, {
      sql: `email_key = lower(:email) and reason = 'unsubscribed'`,
      values: { email },
    })
    const campaignId = await markSubscribedAgain(em, tenantId, logId)
    if (campaignId === null) return
    await writeEvent(em, { tenantId, logId, campaignId }, SUBSCRIBED_AGAIN, app.clock())
    await app.events.publish(em, { kind: 'campaign', tenantId, id: campaignId })
  })
}

/**
 * Stores the choices that a recipient made in the form of the unsubscribe page, see {@link keepChoices}. The activity
 * log does not say who chose.
 */
export async function choose(app: Needs, token: string, form: URLSearchParams): Promise<UnsubscribeView | null> {
  return atLink(app, token, async (em, { tenantId, email }) => {
    const now = app.clock()
    const [settings] = await em.execute<{ topics: Topic[] }[]>(
      'select topics from email_settings where tenant_id = :tenantId',
      { tenantId },
    )
    const before = await choicesOf(em, tenantId, email, now)
    const topics = settings?.topics ?? []
    const choices = choicesIn(form, topics, before, now)
    await keepChoices(app, em, tenantId, email, choices)
    const changes = changesBetween(inWords(before, topics), inWords(choices, topics), CHOSEN)
    if (changes.length === 0) return
    const act = {
      action: 'preferences_chosen',
      tenantId,
      by: 'nobody',
      target: { label: '1 person' },
      changes,
    } as const
    await record({ app, address: '', userAgent: '' }, em, act)
  })
}

const CHOSEN = ['topicsLeft', 'monthly', 'pausedUntil'] as const

/** Describes a recipient's choices for the activity log. */
const inWords = ({ leftTopics, isMonthly, pausedUntil }: Choices, topics: readonly Topic[]) => ({
  topicsLeft: topics.flatMap(({ id, name }) => (leftTopics.includes(id) ? name : [])).join(', ') || null,
  monthly: isMonthly,
  pausedUntil,
})

/** Withdraws the recipient's consent to tracking: see {@link excludeAddresses}. */
export async function stopTracking(app: Needs, token: string): Promise<UnsubscribeView | null> {
  return atLink(app, token, (em, { tenantId, email }) =>
    excludeAddresses(app, em, tenantId, [email], { byRecipient: true }),
  )
}

/** Allows tracking again, from the next campaign on. */
export async function allowTracking(app: Needs, token: string): Promise<UnsubscribeView | null> {
  return atLink(app, token, (em, { tenantId, email }) => trackAgain(em, tenantId, email, { byRecipient: true }))
}

/** Detail that distinguishes the event of a resubscribe from that of an unsubscribe. */
export const SUBSCRIBED_AGAIN = 'SUBSCRIBED_AGAIN'

type UnsubscribeLink = MailKey & { email: string }

async function atLink(
  app: Needs,
  token: string,
  change: (em: Em, link: UnsubscribeLink) => Promise<void>,
): Promise<UnsubscribeView | null> {
  const link = app.links.readUnsubscribe(token)
  if (!link) return null
  return app.database.inTenant(link.tenantId, async (em) => {
    const [workspace] = await em.execute<unknown[]>('select from tenants where id = :tenantId', link)
    if (!workspace) return null
    await change(em, link)
    return viewOf(app, em, link)
  })
}

/** Reads everything that the unsubscribe page shows, in one statement. */
async function viewOf(
  app: Needs,
  em: Em,
  { tenantId, logId, email }: UnsubscribeLink,
): Promise<UnsubscribeView | null> {
  const ofRecipient = 'tenant_id = :tenantId and email_key = lower(:email)'
  const [row] = await em.execute<ViewRow[]>(
    `select coalesce(s.company_name, t.name) as sender, s.postal_address as address, coalesce(s.topics, '[]') as topics,
       s.brand_kit->'colors'->>0 as color,
       (select i.token from images i where i.tenant_id = :tenantId
          and i.token = substring(s.brand_kit->>'logo' from '/images/([A-Za-z0-9_-]{43})[.](png|jpg|gif)$')) as "logoToken",
       s.brand_kit->>'logo' as logo,
       coalesce((select c.language from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
          where l.tenant_id = :tenantId and l.id = :logId), s.language) as language,
       (select reason from suppressions where ${ofRecipient}) as suppressed,
       not exists (select from tracking_exclusions where ${ofRecipient}) as tracked,
       (select ${CHOICES} from preferences where ${ofRecipient}) as choices
     from tenants t left join email_settings s on s.tenant_id = t.id where t.id = :tenantId`,
    { tenantId, logId, email, now: app.clock() },
  )
  if (!row) return null
  const { logo, logoToken, language, choices, ...view } = row
  // The page loads nothing from elsewhere.
  const own = `${app.publicUrl}/images/${logoToken}.`
  return {
    ...view,
    email,
    language: language ?? DEFAULT_LANGUAGE,
    logo: logoToken !== null && logo?.startsWith(own) ? logo.slice(app.publicUrl.length) : null,
    choices: choicesOfRow(choices),
  }
}

interface ViewRow extends Pick<UnsubscribeView, 'sender' | 'address' | 'topics' | 'color' | 'suppressed' | 'tracked'> {
  language: EmailLanguage | null
  logo: string | null
  /** the token of the logo, if it is a picture of the workspace */
  logoToken: string | null
  choices: ChoicesRow | null
}

async function writeEvent(
  em: Em,
  { tenantId, logId, campaignId }: { tenantId: string; logId: string; campaignId: string },
  detail: string | null,
  now: Date,
): Promise<void> {
  await em.execute(
    `insert into email_events (tenant_id, id, campaign_id, log_id, kind, machine, detail, occurred_at)
     values (:tenantId, :id, :campaignId, :logId, 'unsubscribe', false, :detail, :now)`,
    { tenantId, id: newId(), campaignId, logId, detail, now },
  )
}
