import { createHmac } from 'node:crypto'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { networkOf } from '#api/platform/http/network-address.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'

const DAY = 86_400_000
/** ms that a browser or network is remembered after its last sign-in */
const DEVICE_RETENTION_MS = 180 * DAY
/** Browsers and networks remembered for a person at most: programs without cookies add one per sign-in. */
const DEVICES_MAX = 200
/** Lifetime of the cookie that recognizes a browser at later sign-ins, in ms: the longest that browsers allow. */
const DEVICE_COOKIE_LIFETIME_MS = 400 * DAY

/**
 * Remembers the browser (by a cookie of its own) and the network of a sign-in. Returns whether both are new for somebody
 * who has signed in before. Only keyed hashes are stored.
 */
export async function isNewDevice(
  call: Call,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const { app } = call
  const now = app.clock()
  const browser = call.device ?? newToken()
  if (!call.device) call.cookies.set('device', browser, new Date(now.getTime() + DEVICE_COOKIE_LIFETIME_MS))
  const key = app.secrets.keyFor('known devices')
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update([userId, kind, value].join('\0')).digest('hex')
  const hashes = [hash('browser', browser), hash('network', networkOf(call.address))]
  await em.execute(
    `delete from known_devices where tenant_id = :tenantId and user_id = :userId and (seen_at < :since or device_hash in (
       select device_hash from known_devices where tenant_id = :tenantId and user_id = :userId
       order by seen_at desc, device_hash offset :DEVICES_MAX))`,
    { tenantId, userId, since: new Date(now.getTime() - DEVICE_RETENTION_MS), DEVICES_MAX },
  )
  const [{ before, known }] = await em.execute<[{ before: number; known: number }]>(
    `select count(*)::int as before, count(*) filter (where encode(device_hash, 'hex') = any (:hashes::text[]))::int as known
     from known_devices where tenant_id = :tenantId and user_id = :userId`,
    { tenantId, userId, hashes: `{${hashes.join(',')}}` },
  )
  await em.execute(
    `insert into known_devices (tenant_id, user_id, device_hash, seen_at)
     select :tenantId, :userId, decode(h, 'hex'), :now from unnest(:hashes::text[]) h
     on conflict (tenant_id, user_id, device_hash) do update set seen_at = excluded.seen_at`,
    { tenantId, userId, hashes: `{${hashes.join(',')}}`, now },
  )
  return before > 0 && known === 0
}
