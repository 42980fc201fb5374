/**
 * Maximum field lengths in the builder, in characters: longer documents are rejected, and the app's inputs enforce the
 * same limits.
 */
export const FIELD_MAX = { content: 500_000, link: 2_000, alt: 500, style: 300, cell: 2_000, menuText: 60 } as const
/** characters of a block's condition */
export const CONDITION_MAX = 2_000
/** characters of the preheader, which mailboxes preview */
export const PREHEADER_MAX = 500
/** links of a social row */
export const SOCIAL_ITEMS_MAX = 20
/** links of a menu */
export const MENU_LINKS_MAX = 10
/** columns of a row */
export const COLUMNS_MAX = 3
/** size of a table */
export const TABLE_MAX = { rows: 50, columns: 6 } as const
/** bytes of a document as JSON */
export const DOCUMENT_BYTES_MAX = 1_048_576
