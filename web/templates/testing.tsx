import { pageOf, show } from '#web/testing/world.tsx'
import { TemplatesPage } from './templates-page.tsx'

/** Helpers for template tests. */

export function template(id: string, fields: Record<string, unknown> = {}) {
  const content = `<p>Dear <b>{firstName}</b>, this is ${id}.</p>`
  const preview = `Dear {firstName}, this is ${id}.`
  const createdAt = '2026-01-31T12:00:00.000Z'
  return {
    __typename: 'Template',
    id,
    name: `Name ${id}`,
    subject: `Subject ${id}`,
    content,
    htmlTemplate: null,
    preview,
    createdAt,
    ...fields,
  }
}

/**
 * Features of a workspace without the email builder: most tests use text templates, and the gallery is slow to render.
 */
export const WITHOUT_BUILDER = { id: 't1', features: { htmlBuilder: false } }
export const WITH_BUILDER = { id: 't1', features: { htmlBuilder: true } }

export interface Saved {
  name: string
  subject: string
  content: string
}

/** Opens /templates with a server that stores changes. */
export function showPage(
  start = [template('one'), template('two')],
  root: Record<string, unknown> = {},
  at = '/templates',
) {
  let templates = start
  return show(<TemplatesPage />, {
    at,
    root: {
      templates: (args: object) => pageOf(templates, args),
      createTemplate: ({ input }: { input: Saved }) => {
        const created = template('new', { ...input })
        templates = [created, ...templates]
        return created
      },
      updateTemplate: ({ input: { id, ...input } }: { input: Partial<Saved> & { id: string } }) => {
        templates = templates.map((each) => (each.id === id ? { ...each, ...input } : each))
        return templates.find((each) => each.id === id)
      },
      tenant: WITHOUT_BUILDER,
      deleteTemplate: ({ input: { id } }: { input: { id: string } }) => {
        const gone = templates.find((each) => each.id === id)
        templates = templates.filter((each) => each !== gone)
        return gone
      },
      ...root,
    },
  })
}
