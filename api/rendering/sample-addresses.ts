import type { OwnAddresses } from '#api/sending/message/recipient-links.ts'

/** Paths of the product's URLs in an email: tracking pixel, tracked links and unsubscribe page. */
export const PATHS = { open: '/t/o', click: '/t/c', unsubscribe: '/u' } as const
/** Word in place of the secret token in the URLs of test emails and previews. */
export const SAMPLE = 'sample'

/**
 * Makes the product's URLs for a test email or preview: direct links, no tracking, and an unsubscribe link to an
 * explanatory page.
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
