import type { OwnIdentitiesQuery } from '#web/generated/graphql.ts'
import { GoogleMark, MicrosoftMark } from '#web/mail-accounts/provider-marks.tsx'

/** An account at Microsoft or Google that the person signs in with. */
export type SignInMethod = OwnIdentitiesQuery['identities'][number]

export const PROVIDERS = {
  microsoft: { name: 'Microsoft', mark: MicrosoftMark },
  google: { name: 'Google', mark: GoogleMark },
} as const
export type ProviderName = keyof typeof PROVIDERS
