/** How much goes into a field of the builder, in characters: a document with more is refused, and the app's fields take no more. */
export const FIELD_MAX = { content: 500_000, link: 2_000, alt: 500, style: 300 } as const
/** characters of what mailboxes show after the subject, and they show it many times over */
export const PREHEADER_MAX = 500
/** links of a social row */
export const SOCIAL_ITEMS_MAX = 20
/** bytes of a document as JSON */
export const DOCUMENT_BYTES_MAX = 1_048_576
