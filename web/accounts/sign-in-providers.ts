import type { OwnIdentitiesQuery } from '#web/generated/graphql.ts'
import { GoogleMark, MicrosoftMark } from '#web/ui/provider-marks.tsx'

/** A Microsoft or Google account used to sign in. */
export type SignInMethod = OwnIdentitiesQuery['identities'][number]

export const PROVIDERS = {
  microsoft: { name: 'Microsoft', mark: MicrosoftMark },
  google: { name: 'Google', mark: GoogleMark },
} as const
export type ProviderName = keyof typeof PROVIDERS
