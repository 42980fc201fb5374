import { fireEvent, screen, within } from '@testing-library/react'
import { createElement } from '#domain/builder/new-element.ts'
import type { ElementType } from '#domain/builder/blocks.ts'
import { emptyDocument, type BuilderDocument, type BuilderElement } from '#domain/builder/builder-document.ts'
import { ANN, pageOf, show, type Root, type World } from '#web/testing/world.tsx'
import { BuilderPage } from './builder-page.tsx'
import { Builder } from './builder.tsx'
import { loadBuilderDrafts } from './browser-drafts.ts'

/** The signed-in user of the builder tests. */

export const PERSON = {
  __typename: 'Contact',
  id: 'zoe',
  firstName: 'Zoë',
  lastName: "O'Neil",
  email: 'zoe@example.com',
  createdAt: '2026-01-31T12:00:00.000Z',
  tags: [],
  fields: [{ __typename: 'ContactField', name: 'City', value: 'Galway' }],
}

/** Server responses of the builder tests. */
export const BUILDER_ROOT: Root = {
  tenant: { __typename: 'Tenant', id: 't', features: { htmlBuilder: true } },
  contacts: (args: { first?: number }) => pageOf([PERSON], args),
  contactFields: [],
  savedBlocks: [],
  emailSettings: { brandKit: null, companyName: null, postalAddress: null },
  previewMail: {
    htmlForDisplay: '<!doctype html><html><head></head><body>From the server</body></html>',
    text: 'Plain words',
  },
}

export const block = (type: ElementType, id: string, fields: Partial<BuilderElement> = {}): BuilderElement => ({
  ...createElement(type, id),
  ...fields,
})

export function documentOf(...elements: BuilderElement[]): BuilderDocument {
  return { ...emptyDocument(), subject: 'Spring', elements }
}

/** The accessible names of the blocks on the canvas. */
export function blocksShown(): (string | null)[] {
  return screen.queryAllByRole('group', { name: /, \d+ of \d+/ }).map((each) => each.getAttribute('aria-label'))
}

export interface ShownBuilder extends World {
  /** Documents passed to Save Template. */
  saved: BuilderDocument[]
  /** The current document. */
  now: () => BuilderDocument
}

/** Renders a builder with a document, by default an empty one. */
export function showBuilder(
  initial: BuilderDocument = emptyDocument(),
  root: Root = {},
  person: { role?: string } = {},
): ShownBuilder {
  const saved: BuilderDocument[] = []
  const changes: BuilderDocument[] = []
  const world = show(
    <Builder
      initial={initial}
      onChange={(document) => changes.push(document)}
      onSave={(document) => {
        saved.push(document)
      }}
    />,
    { root: { ...BUILDER_ROOT, ...root }, person },
  )
  return { ...world, saved, now: () => changes.at(-1) ?? initial }
}

export const properties = () => within(screen.getByRole('region', { name: 'Element Properties' }))
/** A block on the canvas. */
export const frame = (name: RegExp) => screen.getByRole('group', { name })
/** A palette entry. */
export const entry = (name: string) =>
  within(screen.getByRole('list', { name: 'Elements' })).getByRole('button', { name })
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

interface SaveArgs {
  input: { id?: string; name: string; subject: string; htmlTemplate: BuilderDocument }
}

/** A template as stored on the server. */
export const template = (id: string, document: BuilderDocument, name = 'Spring news') => ({
  __typename: 'Template',
  id,
  name,
  subject: document.subject,
  content: '<!DOCTYPE html>',
  htmlTemplate: document,
  preview: '',
  createdAt: '2026-01-31T12:00:00.000Z',
})

/** Opens the builder page with a server that saves. */
export function showPage(at = '/email-builder', root: Root = {}) {
  const save = ({ input: { id = 'new', ...input } }: SaveArgs) => template(id, input.htmlTemplate, input.name)
  return show(<BuilderPage />, { at, root: { ...BUILDER_ROOT, createTemplate: save, updateTemplate: save, ...root } })
}

/** Waits for the blocks to load. */
export const open = () => screen.findByRole('list', { name: 'Blocks' })
/** The stored drafts, latest first, as block lists. */
export const storedDrafts = (templateId: string | null = null) =>
  loadBuilderDrafts(ANN.id, templateId).drafts.map(({ document }) => document.elements.map(({ type }) => type))
export const hideTab = () => fireEvent(window, new Event('pagehide'))
