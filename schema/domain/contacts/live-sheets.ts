import { z } from 'zod'
import { cleanLine } from './contacts.ts'
import { tagKey } from './tag-key.ts'

/** Rules for connected sheets, which are stored elsewhere and read again and again (product: sheets.live). */

/** Kinds of connected sheets: a CSV file on any server, Google Sheets, Excel on OneDrive or SharePoint. */
export const SHEET_SOURCES = ['csv', 'google', 'microsoft'] as const
export type SheetSourceKind = (typeof SHEET_SOURCES)[number]

/** States of a connected sheet: it can be read, or the reason why not. Its rows stay as they were last read. */
export const SHEET_STATES = [
  'ok',
  'unshared',
  'missing',
  'columns',
  'quota',
  'sign_in',
  'unreadable',
  'refused',
  'unavailable',
] as const
export type SheetState = (typeof SHEET_STATES)[number]

/** States that end without anybody's help. */
export const PASSING_STATES: ReadonlySet<SheetState> = new Set(['quota', 'unavailable'])

/** The states in which a provider does not show a sheet until somebody allows it. */
export const CLOSED_STATES: ReadonlySet<SheetState> = new Set(['unshared', 'sign_in'])

export const LIVE_SHEET_LIMITS = {
  /** rows of a connected sheet: all of them are compared with each reading */
  rows: 20_000,
  /** bytes of a CSV */
  bytes: 10 * 1_048_576,
  redirects: 5,
  /** ms between two readings for a repeating campaign */
  readEveryMs: 15 * 60_000,
  /** connected sheets of a workspace */
  perWorkspace: 100,
  /** characters of a link */
  link: 2_000,
} as const

const column = (label: string) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(200, `${label} must be at most 200 characters long`)
    .transform((name) => name || null)
    .nullish()

/** A sheet that a person connects. */
export const connectSheetInput = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'Paste the link to the sheet')
    .max(LIVE_SHEET_LIMITS.link, `A link can have at most ${LIVE_SHEET_LIMITS.link.toLocaleString('en-US')} characters`)
    .refine((text) => URL.canParse(text), 'This is not a link. Copy it from the address bar, with https:// in front.'),
  name: z.string().overwrite(cleanLine).max(200, 'The name must be at most 200 characters long').nullish(),
  /** name of the column that identifies a row */
  keyColumn: column('The name of a column'),
  /** name of the column whose equal values make rows those of one person; the email address by default */
  groupBy: column('The name of a column'),
})
export type ConnectSheet = z.output<typeof connectSheetInput>

/** A link to a sheet, with the ids by which its provider finds the sheet. */
export type SheetPlace =
  | { kind: 'csv'; url: string }
  | { kind: 'google'; fileId: string; tab: string | null }
  | { kind: 'microsoft'; url: string }

const GOOGLE_SHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{10,})\//
const GOOGLE_PUBLISHED = /^\/spreadsheets\/d\/e\/[\w-]+\/pub(?:html)?$/
const MICROSOFT_HOSTS = /(^|\.)(sharepoint\.com|onedrive\.live\.com|1drv\.ms)$/

/**
 * Recognizes the provider of a sheet by its link. A link to the published page of a Google sheet becomes the one to its
 * CSV; any unknown link counts as one to a CSV.
 */
export function placeOfLink(link: string): SheetPlace {
  const url = new URL(link)
  if (url.hostname === 'docs.google.com') {
    if (GOOGLE_PUBLISHED.test(url.pathname)) {
      url.pathname = url.pathname.replace(/pubhtml$/, 'pub')
      url.searchParams.set('output', 'csv')
      return { kind: 'csv', url: url.href }
    }
    const [, fileId] = GOOGLE_SHEET.exec(`${url.pathname}/`) ?? []
    if (fileId !== undefined && !url.pathname.endsWith('/export')) {
      const [, tab = null] = /[#&?]gid=(\d+)/.exec(url.hash || url.search) ?? []
      return { kind: 'google', fileId, tab }
    }
  }
  if (MICROSOFT_HOSTS.test(url.hostname) && !url.searchParams.has('download'))
    return { kind: 'microsoft', url: url.href }
  return { kind: 'csv', url: url.href }
}

/** The link by which people open a Google sheet, or a tab of it. */
export const linkOfGoogleSheet = (fileId: string, tab: string | null = null): string =>
  `https://docs.google.com/spreadsheets/d/${fileId}/edit${tab === null ? '' : `#gid=${tab}`}`

/**
 * Returns the columns of a sheet that it no longer has. Names are compared as merge tags are: by letters and digits. Columns may
 * be moved, and new ones may come.
 */
export function missingColumns(known: readonly string[], found: readonly string[]): string[] {
  const keys = new Set(found.map(tagKey))
  return known.filter((name) => !keys.has(tagKey(name)))
}
