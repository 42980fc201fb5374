import { screen } from '@testing-library/react'
import { createElement } from '#domain/builder/blocks.ts'
import { emptyDocument, type BuilderDocument, type BuilderElement, type ElementType } from '#domain/builder/document.ts'
import { pageOf, type Root } from '#web/testing/world.tsx'

/** What builders look like in tests. */

export const PERSON = {
  __typename: 'Contact',
  id: 'zoe',
  firstName: 'Zoë',
  lastName: "O'Neil",
  email: 'zoe@example.com',
  createdAt: '2026-01-31T12:00:00.000Z',
  fields: [{ __typename: 'ContactField', name: 'City', value: 'Galway' }],
}

/** What a builder asks a server. */
export const BUILDER_ROOT: Root = {
  tenant: { __typename: 'Tenant', id: 't', features: { htmlBuilder: true } },
  contacts: (args: { first?: number }) => pageOf([PERSON], args),
  contactFields: [],
  savedBlocks: [],
  renderMail: { html: '<!doctype html><html><head></head><body>From the server</body></html>', text: 'Plain words' },
}

export const block = (type: ElementType, id: string, fields: Partial<BuilderElement> = {}): BuilderElement => ({
  ...createElement(type, id),
  ...fields,
})

export function documentOf(...elements: BuilderElement[]): BuilderDocument {
  return { ...emptyDocument(), subject: 'Spring', elements }
}

/** The blocks on the canvas, as they name themselves. */
export function blocksShown(): (string | null)[] {
  return screen.queryAllByRole('group', { name: /, \d+ of \d+/ }).map((each) => each.getAttribute('aria-label'))
}
