import { isEveryone, sameView, viewOf, type View } from '#web/contacts/filter/contact-view.ts'
import type { AudienceInput } from '#web/generated/graphql.ts'

/** Above this many picked contacts the server sends only their count, not the ids. */
export const MAX_LISTED_IDS = 500

/** The recipients of a campaign. */
export type Audience =
  /** Picked by hand. */
  | { readonly kind: 'picked'; readonly ids: ReadonlySet<string> }
  /** All that match when saved, except some. `label` describes them: "who match “smith”". */
  | { readonly kind: 'matching'; readonly view: View; readonly label: string; readonly except: ReadonlySet<string> }
  /** Stored on the server; too many to load the ids. */
  | { readonly kind: 'kept'; readonly count: number }

export const NOBODY: Audience = { kind: 'picked', ids: new Set() }
export const EVERYONE: Audience = { kind: 'matching', view: {}, label: '', except: new Set() }

/**
 * Returns whether contacts of this view can be toggled: picked ones anywhere, those of a condition only in its own
 * view, and everyone in any view.
 */
export function isPickable(audience: Audience, view: View): boolean {
  if (audience.kind === 'picked') return true
  return audience.kind === 'matching' && (isEveryone(audience.view) || sameView(audience.view, view))
}

/** Returns whether a listed contact is selected. */
export function isChosen(audience: Audience, id: string): boolean {
  if (audience.kind === 'picked') return audience.ids.has(id)
  return audience.kind === 'matching' && !audience.except.has(id)
}

/** The audience with a contact toggled. */
export function toggled(audience: Audience, id: string): Audience {
  if (audience.kind === 'kept') return audience
  const set = new Set(audience.kind === 'picked' ? audience.ids : audience.except)
  if (!set.delete(id)) set.add(id)
  return audience.kind === 'picked' ? { kind: 'picked', ids: set } : { ...audience, except: set }
}

/** The number selected, given that `total` match the condition; undefined while unknown. */
export function chosenCount(audience: Audience, total: number | undefined): number | undefined {
  if (audience.kind === 'picked') return audience.ids.size
  if (audience.kind === 'kept') return audience.count
  return total === undefined ? undefined : Math.max(0, total - audience.except.size)
}

/** The audience as API input; null = unchanged on the server. */
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
