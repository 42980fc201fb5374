import { DeliveryError, type TokenAccess } from '#api/sending/provider.ts'

/**
 * The parts common to the stored sign-in (grant) of every provider: the current access token and its expiry (ms since
 * the epoch, null if unknown).
 */
export interface GrantTokens {
  accessToken: string
  expiresAt: number | null
}

const EARLY_MS = 60_000

/**
 * Keeps a stored sign-in (grant) fresh by renewing its access token. `refresh` throws DeliveryError. `keep` passes the
 * stored grant under a lock and stores the result (null: nothing new); a token that another process renewed is reused.
 * A new token is handed out only after it is stored. A failed save is retried at the next use, since the provider may
 * have invalidated the old refresh token.
 */
export function createAccess<Grant extends GrantTokens>(options: {
  grant: Grant
  refresh: (grant: Grant) => Promise<Grant>
  keep: (renew: (kept: Grant) => Promise<Grant | null>) => Promise<void>
  now: () => number
  /** Renews the grant at its first use, although it may still be valid. */
  renewFirst?: boolean | undefined
}): TokenAccess {
  const { refresh, keep, now } = options
  let grant = options.grant
  let usableUntil = options.renewFirst ? 0 : usable(grant, now())
  let unkept = false
  let running: Promise<string> | null = null

  const adopt = (fresh: Grant) => {
    grant = fresh
    usableUntil = usable(fresh, now())
  }

  async function run(): Promise<string> {
    try {
      await keep(async (kept) => {
        if (unkept) return grant
        if (kept.accessToken !== grant.accessToken) {
          adopt(kept)
          if (now() < usableUntil) return null
        }
        adopt(await refresh(grant))
        unkept = true
        return grant
      })
    } catch (cause) {
      if (!unkept) throw cause
      throw new DeliveryError('unavailable', 'the renewed sign-in of the mailbox could not be stored', { cause })
    }
    unkept = false
    return grant.accessToken
  }

  function refreshOnce(): Promise<string> {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  return {
    async token() {
      return running === null && !unkept && now() < usableUntil ? grant.accessToken : refreshOnce()
    },
    refresh: refreshOnce,
    async renew(refused) {
      return running === null && !unkept && grant.accessToken !== refused ? grant.accessToken : refreshOnce()
    },
  }
}

/** Returns until when an access token may be used: one minute before it expires, or half of a shorter lifetime. */
function usable({ accessToken, expiresAt }: GrantTokens, now: number): number {
  if (!accessToken) return 0
  return expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(expiresAt - EARLY_MS, now + (expiresAt - now) / 2)
}
