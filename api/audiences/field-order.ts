import { sqlOf, type Em } from '#api/platform/database/database.ts'
import type { Call } from '#api/platform/call-context.ts'

/** Imports that are read for the order; older ones hardly have fields of their own. */
const IMPORTS_READ = 50

/** Sorts names of custom fields as their sheets have them; names of no sheet come last, as they were given. */
export type FieldOrder = <Item>(items: readonly Item[], nameOf: (item: Item) => string) => Item[]

/** Merges the column orders of these sheets, the newest first. A field stands where the newest has it. */
export function orderOf(sheets: readonly (readonly string[])[]): FieldOrder {
  const ranks = new Map<string, number>()
  for (const name of sheets.flat()) if (!ranks.has(name)) ranks.set(name, ranks.size)
  const rank = (name: string) => ranks.get(name) ?? ranks.size
  return (items, nameOf) => items.toSorted((one, other) => rank(nameOf(one)) - rank(nameOf(other)))
}

/** The order of a workspace's custom fields, from its imports that were not undone. */
export async function fieldOrder(em: Em, tenantId: string): Promise<FieldOrder> {
  const rows = await sqlOf(em)
    .selectFrom('contact_imports')
    .select('fieldNames')
    .where('tenantId', '=', tenantId)
    .where('undone', 'is', null)
    .where('fieldNames', 'is not', null)
    .orderBy('id', 'desc')
    .limit(IMPORTS_READ)
    .execute()
  return orderOf(rows.map(({ fieldNames }) => fieldNames ?? []))
}

/** The order for the caller's workspace, under each of these names. */
export async function fieldOrdersOf({ app, viewer }: Call, names: readonly string[]): Promise<Map<string, FieldOrder>> {
  if (!viewer) return new Map()
  const { tenantId } = viewer
  const order = await app.database.inTenant(tenantId, (em) => fieldOrder(em, tenantId), { readOnly: true })
  return new Map(names.map((name) => [name, order]))
}
