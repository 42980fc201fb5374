import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { BuilderElement } from '#domain/builder/builder-document.ts'

/** Named builder elements, for reuse in any email of the workspace. */
export const SavedBlock = defineEntity({
  name: 'SavedBlock',
  tableName: 'saved_blocks',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    elements: p.json<readonly BuilderElement[]>(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    /** time of the last change; null: never changed */
    updatedAt: p.datetime().nullable(),
  },
})
export type SavedBlock = InferEntity<typeof SavedBlock>
