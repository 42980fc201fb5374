import { isEveryone, sameView, viewOf, type View } from '#web/contacts/filter/contact-view.ts'
import type { AudienceInput } from '#web/generated/graphql.ts'

/** Contacts that were named one by one, of which more than this are kept by the server without shipping their ids. */
export const NAMED_AT_MOST = 500

/** Who gets a campaign. */
export type Audience =
  /** Picked by hand. */
  | { readonly kind: 'picked'; readonly ids: ReadonlySet<string> }
  /** All that match when it is saved, but for some. `label` tells who they are: "who match “smith”". */
  | { readonly kind: 'matching'; readonly view: View; readonly label: string; readonly except: ReadonlySet<string> }
  /** As the server has them: so many that their ids are not shipped. */
  | { readonly kind: 'kept'; readonly count: number }

export const NOBODY: Audience = { kind: 'picked', ids: new Set() }
export const EVERYONE: Audience = { kind: 'matching', view: {}, label: '', except: new Set() }

/**
 * Whether contacts of this view can be told chosen or not, and turned over: picked ones anywhere, those of an audience by condition only
 * where it is what is shown (of everyone, all are).
 */
export function isPickable(audience: Audience, view: View): boolean {
  if (audience.kind === 'picked') return true
  return audience.kind === 'matching' && (isEveryone(audience.view) || sameView(audience.view, view))
}

/** Whether a contact that is shown is chosen. */
export function isChosen(audience: Audience, id: string): boolean {
  if (audience.kind === 'picked') return audience.ids.has(id)
  return audience.kind === 'matching' && !audience.except.has(id)
}

/** The audience with a contact turned over. */
export function turned(audience: Audience, id: string): Audience {
  if (audience.kind === 'kept') return audience
  const set = new Set(audience.kind === 'picked' ? audience.ids : audience.except)
  if (!set.delete(id)) set.add(id)
  return audience.kind === 'picked' ? { kind: 'picked', ids: set } : { ...audience, except: set }
}

/** How many are chosen, when `total` match its condition; undefined while that is not known. */
export function chosenCount(audience: Audience, total: number | undefined): number | undefined {
  if (audience.kind === 'picked') return audience.ids.size
  if (audience.kind === 'kept') return audience.count
  return total === undefined ? undefined : Math.max(0, total - audience.except.size)
}

/** What the server is told; null = as it has them. */
export function audienceInput(
  audience: Audience,
): { selectedContacts: string[]; audience: AudienceInput | null } | null {
  if (audience.kind === 'kept') return null
  if (audience.kind === 'picked') return { selectedContacts: [...audience.ids], audience: null }
  const { view, except } = audience
  const { segmentId, ...rest } = viewOf(view)
  const condition = isEveryone(view)
    ? { all: true }
    : segmentId && Object.keys(rest).length === 0
      ? { segmentId }
      : { filter: viewOf(view) }
  return { selectedContacts: [], audience: { ...condition, except: [...except] } }
}
