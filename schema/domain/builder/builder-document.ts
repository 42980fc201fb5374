import { z } from 'zod'
import { BLOCKS, type ElementType } from './blocks.ts'
import {
  HEADINGS,
  SOCIAL_NETWORKS,
  STYLE_KEYS,
  type ElementStyles,
  type Heading,
  type MenuLink,
  type SocialItem,
  type SocialNetwork,
  type StyleKey,
} from './element-properties.ts'
import { conditionOf } from '../content/tag-conditions.ts'
import { jsonProblem } from '../json-check.ts'
import { TEXT_LIMITS } from '../content/text-limits.ts'
import { looksLikeDocument } from './document-check.ts'
import {
  COLUMNS_MAX,
  CONDITION_MAX,
  DOCUMENT_BYTES_MAX,
  FIELD_MAX,
  MENU_LINKS_MAX,
  PREHEADER_MAX,
  SOCIAL_ITEMS_MAX,
  TABLE_MAX,
} from './builder-limits.ts'

/**
 * The builder's document as plain data (product: builder.document). Version 1 had {subject, elements, globalStyles}
 * with elements of {id, type, content, styles}; everything else is an optional addition, so a version 1 document is
 * valid unchanged. Contents and styles are free text (product: builder.free-text): sanitized when rendered, not when
 * stored.
 */

/** Version of new documents; a document without a version is version 1. */
export const DOCUMENT_VERSION = 2

export const ELEMENT_TYPES = Object.keys(BLOCKS) as [ElementType, ...ElementType[]]

export interface Column {
  /** any element but another row of columns */
  readonly elements: readonly BuilderElement[]
  /** share of the row's width relative to the other columns; 1 by default */
  readonly weight?: number | undefined
}

/** The saved block that an element shows. */
export interface SavedUse {
  /** the saved block's id in the API */
  readonly id: string
  /**
   * time at which the saved block was last changed, as the editor knew it; set while the element is being edited, when
   * it differs from the saved block until it is saved for all emails
   */
  readonly editing?: string | undefined
}

export interface BuilderElement {
  readonly id: string
  readonly type: ElementType
  /** text and button: text with a few inline tags; image and video: a picture's URL; html: HTML; otherwise empty */
  readonly content: string
  readonly styles: ElementStyles
  /** text: makes it a heading, also for screen readers; running text by default */
  readonly heading?: Heading | undefined
  /** button, image and video: the link target */
  readonly link?: string | undefined
  /** image and video: alternative text; '' marks decoration */
  readonly alt?: string | undefined
  /** columns: one (a band with a background) to three */
  readonly columns?: readonly Column[] | undefined
  /** social: its links in order */
  readonly items?: readonly SocialItem[] | undefined
  /** menu: its links in order */
  readonly links?: readonly MenuLink[] | undefined
  /** table: rows of cells, as text with a few inline tags */
  readonly rows?: readonly (readonly string[])[] | undefined
  /** table: its first row names the columns */
  readonly hasHeader?: boolean | undefined
  /** table: true to write the first row below the header once for each row of the person (product: email.rows) */
  readonly repeatsRow?: boolean | undefined
  /** URL of a picture behind columns */
  readonly background?: string | undefined
  /** condition for who sees the element, as in {#if …}; everyone by default */
  readonly condition?: string | undefined
  /** Saved block that this element copies and follows; only `id` and `condition` are the element's own. */
  readonly saved?: SavedUse | undefined
}

export interface GlobalStyles {
  readonly backgroundColor: string
  readonly fontFamily: string
  readonly maxWidth: string
  /** color of links in texts */
  readonly linkColor?: string | undefined
}

export interface BuilderDocument {
  readonly version: number
  readonly subject: string
  /** text that inboxes show after the subject */
  readonly preheader?: string | undefined
  /** the email's language as in HTML's lang; en by default */
  readonly lang?: string | undefined
  readonly elements: readonly BuilderElement[]
  readonly globalStyles: GlobalStyles
}

/** The global styles of a new document (product: builder.defaults). */
export const DEFAULT_GLOBAL_STYLES: GlobalStyles = {
  backgroundColor: '#f8f9fa',
  fontFamily: 'Arial, sans-serif',
  maxWidth: '600px',
}

/** maximum elements of a document, including rows and elements in columns */
export const ELEMENTS_MAX = 500

/** An empty document. */
export function emptyDocument(): BuilderDocument {
  return { version: DOCUMENT_VERSION, subject: '', elements: [], globalStyles: DEFAULT_GLOBAL_STYLES }
}

const line = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replace(/[\r\n\0\u2028\u2029]+/g, ' '))
const style = z.union([z.string().max(FIELD_MAX.style), z.number().transform(String)])
/** Rule for styles: unknown keys and null values are dropped. */
const styles = z.record(z.string(), style.nullish()).transform((given): ElementStyles => {
  const known: Partial<Record<StyleKey, string>> = {}
  for (const key of STYLE_KEYS) {
    const value = given[key]
    if (value != null) known[key] = value
  }
  return known
})
const leafParts = {
  id: z.string().min(1).max(64),
  content: z.string().max(FIELD_MAX.content).default(''),
  styles: styles.default({}),
  heading: z.literal(HEADINGS).optional(),
  link: line(FIELD_MAX.link).optional(),
  alt: line(FIELD_MAX.alt).optional(),
  condition: z
    .string()
    .max(CONDITION_MAX)
    .refine((text) => conditionOf(text) !== null && !/[{}]/.test(text), 'The condition of a block cannot be read')
    .optional(),
  items: z
    .array(
      z.object({
        network: z.enum(Object.keys(SOCIAL_NETWORKS) as [SocialNetwork, ...SocialNetwork[]]),
        url: line(FIELD_MAX.link),
        label: line(60).optional(),
      }),
    )
    .max(SOCIAL_ITEMS_MAX)
    .optional(),
  links: z
    .array(z.object({ text: line(FIELD_MAX.menuText), url: line(FIELD_MAX.link) }))
    .max(MENU_LINKS_MAX)
    .optional(),
  rows: z
    .array(z.array(z.string().max(FIELD_MAX.cell)).min(1).max(TABLE_MAX.columns))
    .min(1)
    .max(TABLE_MAX.rows)
    .optional(),
  hasHeader: z.boolean().optional(),
  repeatsRow: z.boolean().optional(),
  background: line(FIELD_MAX.link).optional(),
  saved: z.object({ id: z.string().min(1).max(64), editing: z.string().max(64).optional() }).optional(),
}
const leaf = z.object({ ...leafParts, type: z.enum(ELEMENT_TYPES).exclude(['columns']) })
const column = z.object({ elements: z.array(leaf).max(ELEMENTS_MAX), weight: z.number().min(0.1).max(12).optional() })
const row = z.object({
  ...leafParts,
  type: z.literal('columns'),
  columns: z.array(column).min(1).max(COLUMNS_MAX),
})
const element = z.discriminatedUnion('type', [row, leaf])

const globalStyles = z
  .object({
    backgroundColor: z.string().max(FIELD_MAX.style),
    fontFamily: z.string().max(FIELD_MAX.style),
    maxWidth: z.union([z.string().max(FIELD_MAX.style), z.number().transform(String)]),
    linkColor: z.string().max(FIELD_MAX.style).optional(),
  })
  .partial()
  .transform((given): GlobalStyles => ({ ...DEFAULT_GLOBAL_STYLES, ...withoutUndefined(given) }))

/**
 * The input rule for documents: the version 1 shape with or without the additions. Upgrades old versions, drops unknown
 * keys, and replaces duplicate ids.
 */
export const builderDocument = z
  .preprocess(
    migrate,
    z.object({
      version: z.literal(DOCUMENT_VERSION, 'This template was made with a newer version of the builder'),
      subject: line(TEXT_LIMITS.subject).default(''),
      preheader: line(PREHEADER_MAX).optional(),
      lang: z
        .string()
        .regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, 'The language must be a code such as en or pt-BR')
        .optional(),
      elements: z.array(element),
      globalStyles: globalStyles.default(DEFAULT_GLOBAL_STYLES),
    }),
  )
  .superRefine((document, context) => {
    if (countElements(document.elements) > ELEMENTS_MAX) {
      context.addIssue({ code: 'custom', message: `A template can have at most ${ELEMENTS_MAX} elements` })
    }
    const problem = jsonProblem(document, DOCUMENT_BYTES_MAX)
    if (problem) context.addIssue({ code: 'custom', message: `The template ${problem}` })
  })
  .transform((document): BuilderDocument => ({ ...document, elements: withUniqueIds(document.elements) }))

/** Standalone elements, as saved and pasted. */
export const builderElements = z
  .array(element)
  .max(ELEMENTS_MAX)
  .transform((elements): readonly BuilderElement[] => withUniqueIds(elements))

/** Parses a document from `value`, or explains in one sentence what is wrong. */
export function readDocument(value: unknown): { document: BuilderDocument } | { problem: string } {
  const result = builderDocument.safeParse(value)
  if (result.success) return { document: result.data }
  const [issue] = result.error.issues
  const place = issue?.path.length ? ` (at ${issue.path.join('.')})` : ''
  return { problem: `${issue?.message ?? 'This is not a builder template'}${place}` }
}

/** Returns the builder's document in `value`; null if there is none, or an invalid one. */
export function documentIn(value: unknown): BuilderDocument | null {
  const read = looksLikeDocument(value) ? readDocument(value) : null
  return read && 'document' in read ? read.document : null
}

/** Every element, those in columns right after their row. */
export function allElements(elements: readonly BuilderElement[]): BuilderElement[] {
  return elements.flatMap((item) => [item, ...(item.columns ?? []).flatMap(({ elements: inner }) => inner)])
}

/**
 * Returns whether an element shows a saved block that is not being edited here, so that its content cannot be changed
 * in this email.
 */
export const isLocked = ({ saved }: BuilderElement): boolean => saved !== undefined && saved.editing === undefined

function countElements(elements: readonly BuilderElement[]): number {
  return allElements(elements).length
}

/** Upgrades of documents: version → function that makes the next version. */
const STEPS: Record<number, (document: object) => object> = {
  1: (document) => ({ ...document, version: 2 }),
}

function migrate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  let document: object = value
  for (;;) {
    const version: unknown = 'version' in document ? (document.version ?? 1) : 1
    const step = typeof version === 'number' ? STEPS[version] : undefined
    if (!step) return document
    document = step(document)
  }
}

function withUniqueIds(elements: readonly BuilderElement[]): BuilderElement[] {
  const seen = new Set<string>()
  const unique = (id: string) => {
    let free = id
    for (let number = 2; seen.has(free); number += 1) free = `${id}-${number}`
    seen.add(free)
    return free
  }
  return elements.map((item) => {
    const id = unique(item.id)
    const columns = item.columns?.map((part) => ({
      ...part,
      elements: part.elements.map((inner) => ({ ...inner, id: unique(inner.id) })),
    }))
    return columns ? { ...item, id, columns } : { ...item, id }
  })
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
