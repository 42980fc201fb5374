import type { OwnAddresses } from '#api/sending/message/own-links.ts'

/** Paths of the addresses in an email, under the product's own address. */
export const PATHS = { open: '/t/o', click: '/t/c', unsubscribe: '/u' } as const
/** Replaces the token in test emails and previews. */
export const SAMPLE = 'sample'

/**
 * The addresses in a test email or preview: direct links, no tracking, and an unsubscribe link to an explanatory page.
 */
export function sampleAddresses({ publicUrl }: { publicUrl: string }, postalAddress: string | null): OwnAddresses {
  return {
    unsubscribe: () => `${publicUrl}${PATHS.unsubscribe}/${SAMPLE}`,
    open: null,
    links: new Map(),
    click: () => publicUrl,
    headers: [],
    postalAddress,
  }
}
