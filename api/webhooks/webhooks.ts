import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { ApiScope } from '#domain/accounts/api-keys.ts'
import { changesBetween } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import { scopeOfEvent, WEBHOOK_LIMITS, webhookInput, type WebhookEvent } from '#domain/webhooks.ts'
import { notFound } from '#schema/object-ids.ts'
import { ensureRecentIfPerson } from '#api/accounts/recent-sign-in.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { isLiteralInside } from '#api/platform/http/outside-fetch.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { failPending, hostOf } from './disable-webhook.ts'
import { secretPlace, Webhook } from './webhook.ts'

/** The webhooks of the workspace, oldest first. Admins only. */
export async function listWebhooks(call: Call): Promise<Webhook[]> {
  const { tenantId } = viewerWith(call, 'webhooks:read')
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(Webhook, { tenantId, liveUntil: null }, { orderBy: { id: 'asc' } }),
  )
}

/** Webhooks by id, in order; null for each that does not exist. Admins only. */
export async function findWebhooks(call: Call, ids: readonly string[]): Promise<(Webhook | null)[]> {
  const { tenantId } = viewerWith(call, 'webhooks:read')
  return call.app.database.inTenant(tenantId, async (em) => {
    const found = await em.find(Webhook, { tenantId, id: { $in: [...ids] }, liveUntil: null })
    const byId = new Map(found.map((webhook) => [webhook.id, webhook]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}

/**
 * Creates a webhook and returns its secret, the only time it is shown. Admins only. Throws REAUTHENTICATE, BAD_INPUT,
 * FEATURE_OFF, LIMIT_REACHED.
 */
export async function createWebhook(
  call: Call,
  input: InputOf<ReturnType<typeof webhookInput>>,
): Promise<{ webhook: Webhook; secret: string }> {
  const { tenantId } = viewerWith(call, 'webhooks:write')
  ensureRecentIfPerson(call)
  const data = parseInput(rulesOf(call), present(input))
  ensureMayKnow(call, data.events)
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'apiAccess')
    await takeTurn(em, tenantId)
    if ((await em.count(Webhook, { tenantId, liveUntil: null })) >= WEBHOOK_LIMITS.webhooks) {
      const message = `This workspace already has ${WEBHOOK_LIMITS.webhooks} webhooks, which is the limit. Delete one that is no longer used.`
      throw new AppError('LIMIT_REACHED', message)
    }
    const id = newId()
    const secret = newSecret()
    const sealedSecret = call.app.secrets.seal(secret, secretPlace(id))
    const webhook = em.create(Webhook, { tenantId, id, ...data, sealedSecret, createdAt: call.app.clock() })
    await em.flush()
    await recordOwn(call, em, {
      action: 'webhook_created',
      target: { id, label: hostOf(webhook) },
      changes: changesBetween({}, recorded(webhook), RECORDED),
    })
    return { webhook, secret }
  })
}

/**
 * Throws FORBIDDEN unless the caller may see these events: they tell of emails, contacts and more, so a program needs
 * the scope of each.
 */
function ensureMayKnow(call: Call, events: readonly WebhookEvent[]): void {
  for (const event of events) viewerWith(call, scopeOfEvent(event))
}

/** Returns the rules for changing a webhook; the events as in {@link webhookInput}. */
const changesInput = (rules: ReturnType<typeof webhookInput>) =>
  rules.extend({ description: rules.shape.description.removeDefault(), enabled: z.boolean() }).partial()

/**
 * Returns the rules for a webhook's URL in this installation. The IP address of its host is checked only when the
 * connection is made.
 */
function rulesOf({ app }: Call): ReturnType<typeof webhookInput> {
  const { publicOnly } = app.webhooks
  return webhookInput(publicOnly, (url) => publicOnly && isLiteralInside(url))
}

/**
 * Changes a webhook; omitted fields stay. Enabling one that we disabled sends new events again; what it missed can be
 * resent. Admins only. Throws REAUTHENTICATE (a new address), BAD_INPUT, NOT_FOUND.
 */
export async function updateWebhook(
  call: Call,
  id: string,
  input: InputOf<ReturnType<typeof changesInput>>,
): Promise<Webhook> {
  const { enabled, ...data } = parseInput(changesInput(rulesOf(call)), present(input))
  if (data.url !== undefined) ensureRecentIfPerson(call)
  ensureMayKnow(call, data.events ?? [])
  return changeWebhook(call, id, async (em, webhook) => {
    const before = recorded(webhook)
    em.assign(webhook, data)
    if (data.url !== undefined && data.url !== before.url) em.assign(webhook, { failingSince: null, restUntil: null })
    if (enabled !== undefined && enabled !== webhook.enabled) {
      const working = { disabledBecause: null, failingSince: null, restUntil: null }
      em.assign(webhook, { enabled, disabledAt: enabled ? null : call.app.clock(), ...working })
      if (!enabled) await failPending(em, webhook.tenantId, id)
    }
    await em.flush()
    const changes = changesBetween(before, recorded(webhook), RECORDED)
    if (changes.length > 0 || data.url !== undefined) {
      await recordOwn(call, em, { action: 'webhook_updated', target: { id, label: hostOf(webhook) }, changes })
    }
    return webhook
  })
}

/** Deletes a webhook with its log, and returns it as it was. Admins only. Throws NOT_FOUND. */
export async function deleteWebhook(call: Call, id: string): Promise<Webhook> {
  return changeWebhook(call, id, async (em, webhook) => {
    const { tenantId } = webhook
    // The log is deleted in the background: it may be long.
    await em.nativeDelete(Webhook, { tenantId, id })
    await recordOwn(call, em, { action: 'webhook_deleted', target: { id, label: hostOf(webhook) } })
    return webhook
  })
}

/**
 * Gives a webhook a new secret and returns it, the only time it is shown. The previous one stays valid for 24 hours:
 * requests have a signature with each. Admins only. Throws REAUTHENTICATE, NOT_FOUND.
 */
export async function rotateWebhookSecret(call: Call, id: string): Promise<{ webhook: Webhook; secret: string }> {
  ensureRecentIfPerson(call)
  return changeWebhook(call, id, async (em, webhook) => {
    const secret = newSecret()
    em.assign(webhook, {
      sealedOldSecret: webhook.sealedSecret ?? null,
      oldSecretUntil: new Date(call.app.clock().getTime() + WEBHOOK_LIMITS.oldSecret),
      sealedSecret: call.app.secrets.seal(secret, secretPlace(id)),
    })
    await em.flush()
    await recordOwn(call, em, { action: 'webhook_secret_rotated', target: { id, label: hostOf(webhook) } })
    return { webhook, secret }
  })
}

/** Works on a webhook of the caller's workspace. Throws FORBIDDEN, NOT_FOUND. */
export async function changeWebhook<T>(
  call: Call,
  id: string,
  change: (em: Em, webhook: Webhook) => Promise<T>,
): Promise<T> {
  return withWebhook(call, 'webhooks:write', id, change)
}

/** Runs an act on a webhook for a caller with a scope. */
export async function withWebhook<T>(
  call: Call,
  scope: ApiScope,
  id: string,
  work: (em: Em, webhook: Webhook) => Promise<T>,
): Promise<T> {
  const { tenantId } = viewerWith(call, scope)
  return call.app.database.inTenant(tenantId, async (em) => {
    const webhook = await em.findOne(Webhook, { tenantId, id, liveUntil: null })
    if (!webhook) throw notFound('Webhook')
    return work(em, webhook)
  })
}

/** A secret in the form of the Standard Webhooks specification. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Fields of a webhook that the activity log records: only the host of the URL, because the rest can be a secret. */
const RECORDED = ['host', 'description', 'events', 'enabled'] as const
const recorded = (webhook: Webhook) => ({
  url: webhook.url,
  host: hostOf(webhook),
  description: webhook.description || null,
  events: webhook.events.join(', '),
  enabled: webhook.enabled,
})
