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
 * Keeps a grant fresh. `refresh` throws DeliveryError. `save` is awaited before anyone gets the new token; a save that failed is
 * made up for at the next use, since a vendor may have burnt the old refresh token.
 */
export function createAccess<Grant extends GrantTokens>(options: {
  grant: Grant
  refresh: (grant: Grant) => Promise<Grant>
  save: (grant: Grant) => Promise<void>
  now: () => number
}): Access {
  const { refresh, save, now } = options
  let grant = options.grant
  let usableUntil = usable(grant, now())
  let unsaved = false
  let running: Promise<string> | null = null

  async function run(): Promise<string> {
    if (!unsaved) {
      grant = await refresh(grant)
      usableUntil = usable(grant, now())
      unsaved = true
    }
    try {
      await save(grant)
    } catch (cause) {
      throw new DeliveryError('unavailable', 'the renewed sign-in of the mailbox could not be stored', { cause })
    }
    unsaved = false
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
      return running === null && !unsaved && now() < usableUntil ? grant.accessToken : refreshOnce()
    },
    async renew(refused) {
      return running === null && !unsaved && grant.accessToken !== refused ? grant.accessToken : refreshOnce()
    },
  }
}

/** A minute before its end, or half of what is left for a token that lives shorter. */
function usable({ accessToken, expiresAt }: GrantTokens, now: number): number {
  if (!accessToken) return 0
  return expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(expiresAt - EARLY_MS, now + (expiresAt - now) / 2)
}
