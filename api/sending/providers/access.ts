import { DeliveryError } from '../provider.ts'

/** What every vendor's grant holds: the token of the moment and when it ends (ms since the epoch, null where nobody said). */
export interface GrantTokens {
  accessToken: string
  expiresAt: number | null
}

/** The access token of one mailbox. All its users share one refresh. */
export interface Access {
  /** A token that is good as far as its date says; refreshes where it is not. */
  token(): Promise<string>
  /** After a 401: a token other than the refused one. Whoever comes while a refresh runs waits for it. */
  renew(refused: string): Promise<string>
}

const EARLY_MS = 60_000

/**
 * Keeps a grant fresh. `refresh` throws DeliveryError. `keep` hands over the grant as it is kept, with nobody else renewing it meanwhile, and
 * keeps what comes back (null: nothing new): what another process has renewed is used instead of renewing it again. Nobody gets a new token
 * before it is kept; keeping that failed is made up for at the next use, since a vendor may have burnt the old refresh token.
 */
export function createAccess<Grant extends GrantTokens>(options: {
  grant: Grant
  refresh: (grant: Grant) => Promise<Grant>
  keep: (renew: (kept: Grant) => Promise<Grant | null>) => Promise<void>
  now: () => number
}): Access {
  const { refresh, keep, now } = options
  let grant = options.grant
  let usableUntil = usable(grant, now())
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
    async renew(refused) {
      return running === null && !unkept && grant.accessToken !== refused ? grant.accessToken : refreshOnce()
    },
  }
}

/** A minute before its end, or half of what is left for a token that lives shorter. */
function usable({ accessToken, expiresAt }: GrantTokens, now: number): number {
  if (!accessToken) return 0
  return expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(expiresAt - EARLY_MS, now + (expiresAt - now) / 2)
}
