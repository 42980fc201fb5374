import type { GrantKeeper } from '#api/sending/provider.ts'

/** Keeps a grant in memory and appends each replacement to `saved`. */
export function grantKeeper(grant: string, saved: string[] = []): GrantKeeper {
  return async (renew) => {
    const fresh = await renew(saved.at(-1) ?? grant)
    if (fresh !== null) saved.push(fresh)
  }
}
