import type { AuditAction } from '#domain/audit.ts'
import { actsIn, type ActCase } from './acts.ts'
import type { World } from './world.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Returns one API call for every audited action on templates, saved blocks and images. */
export function designActs(world: () => World) {
  const { run, onId } = actsIn(world)

  return {
    template_deleted: {
      act: async (who) => {
        const input = { name: 'Spring', subject: 'Hello', content: 'Text' }
        const made = await run(
          who,
          'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id } errors { code field message } } }',
          {
            input,
          },
        )
        await onId(who, 'deleteTemplate', made.id)
      },
      says: { targetLabel: 'Spring' },
    },
    saved_block_changed: {
      act: async (who) => {
        const made = await run(
          who,
          'mutation ($elements: JSON!) { createSavedBlock(input: { name: "Header", elements: $elements }) { savedBlock { id } errors { code field message } } }',
          {
            elements: [{ id: 'a1', type: 'text', content: 'Hi', styles: {} }],
          },
        )
        await run(
          who,
          'mutation ($id: ID!) { updateSavedBlock(input: { id: $id, name: "Masthead" }) { savedBlock { id } errors { code field message } } }',
          { id: made.id },
        )
      },
      says: { targetLabel: 'Masthead' },
    },
    saved_block_deleted: {
      act: async (who) => {
        const made = await run(
          who,
          'mutation ($elements: JSON!) { createSavedBlock(input: { name: "Footer", elements: $elements }) { savedBlock { id } errors { code field message } } }',
          {
            elements: [{ id: 'a1', type: 'text', content: 'Hi', styles: {} }],
          },
        )
        await onId(who, 'deleteSavedBlock', made.id)
      },
      says: { targetLabel: 'Footer' },
    },
    image_deleted: {
      act: async (who) => {
        const made = await run(
          who,
          'mutation ($contentBytes: String!) { uploadImage(input: { contentBytes: $contentBytes }) { image { id } errors { code field message } } }',
          {
            contentBytes: PIXEL,
          },
        )
        await onId(who, 'deleteImage', made.id)
      },
    },
  } satisfies Partial<Record<AuditAction, ActCase>>
}
