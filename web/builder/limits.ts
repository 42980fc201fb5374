/** How much goes into a field, in characters, so that a document never outgrows what the domain reads again (`document.ts`). */
export const FIELD_MAX = { content: 500_000, link: 2_000, alt: 500, style: 300 } as const
