import { isEmptyFilter } from '#domain/audiences.ts'
import type { CreateCampaignInput } from '#web/generated/graphql.ts'
import { viewOf, type View } from './filter/contact-view.ts'

/** The selected contacts of a filtered list: some by id, or all matches except some. */
export type Selection =
  | { readonly all: false; readonly ids: ReadonlySet<string> }
  | { readonly all: true; readonly except: ReadonlySet<string> }

export const NOTHING: Selection = { all: false, ids: new Set() }
export const EVERYTHING: Selection = { all: true, except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all ? !selection.except.has(id) : selection.ids.has(id)
}

/** The selection with this contact toggled. */
export function toggled(selection: Selection, id: string): Selection {
  const set = new Set(selection.all ? selection.except : selection.ids)
  if (!set.delete(id)) set.add(id)
  return selection.all ? { all: true, except: set } : { all: false, ids: set }
}

/** The number selected, given that `total` match. 0 for all of them while they are not counted. */
export function selectedCount(selection: Selection, total: number | undefined): number {
  if (total === undefined) return selection.all ? 0 : selection.ids.size
  return selection.all ? Math.max(0, total - selection.except.size) : Math.min(total, selection.ids.size)
}

/** The selection as API input: ids when picked one by one, else a condition and never ids. */
export type Chosen = { ids: string[] } | { filter: View & { except?: string[] } } | { all: true; except?: string[] }

export function chosenOf(selection: Selection, view: View): Chosen {
  if (!selection.all) return { ids: [...selection.ids] }
  const except = selection.except.size > 0 && { except: [...selection.except] }
  const filter = viewOf(view)
  return isEmptyFilter(filter) ? { all: true, ...except } : { filter: { ...filter, ...except } }
}

/** Makes the recipients of a draft from a selection; all contacts of the view if none is selected. */
export function recipientsOf(
  selection: Selection,
  view: View,
): Pick<CreateCampaignInput, 'audience' | 'selectedContacts'> {
  const isNone = !selection.all && selection.ids.size === 0
  const chosen = chosenOf(isNone ? EVERYTHING : selection, view)
  return 'ids' in chosen ? { selectedContacts: chosen.ids } : { audience: chosen }
}
