import { screen } from '@testing-library/react'
import { ANN, pageOf, show, type Root, type World } from '#web/testing/world.tsx'
import { CreateCampaignPage } from './create-campaign-page.tsx'
import { campaign } from '../testing.ts'
import { EVERYONE } from './audience/audience.ts'
import { storeTabDraft } from './store/drafts-of-tab.ts'
import { BuiltMailStep, ContentEditor } from './design/lazy-editors.ts'
import { loadStep } from './steps/lazy-steps.ts'
import { newDraft, type Draft } from './store/campaign-draft.ts'

/** Helpers for wizard tests. */

// React's `act` forgets a transition that waits for code when a click ends, so that a step would never come.
await Promise.all([...[2, 3, 4].map(loadStep), ContentEditor.preload(), BuiltMailStep.preload()])

export interface ContactArgs {
  first?: number
  after?: string
  filter?: { search?: string; tags?: string[]; segmentId?: string; fields?: object[] }
}

interface SaveArgs {
  input: { id?: string } & Record<string, unknown>
}

export const FEATURES = {
  htmlBuilder: true,
  abTesting: true,
  attachments: true,
  tracking: true,
  apiAccess: true,
  warmup: true,
}

function person(index: number, fields: { name: string; value: string }[] = []) {
  return {
    __typename: 'Contact',
    id: `p${index}`,
    firstName: `First${index}`,
    lastName: `Last${index}`,
    email: `p${index}@example.com`,
    createdAt: '2026-01-31T12:00:00.000Z',
    fields: fields.map((field) => ({ __typename: 'ContactField', ...field })),
  }
}

export const people = (count: number) => Array.from({ length: count }, (_, index) => person(index + 1))

export interface WizardOptions {
  contacts?: ReturnType<typeof people>
  root?: Root
  at?: string
}

/** Opens the wizard with a server that has these contacts. */
export function showWizard({ contacts = people(3), root = {}, at = '/campaigns/create' }: WizardOptions = {}): World {
  const found = (args: ContactArgs) => {
    const search = args.filter?.search?.toLowerCase() ?? ''
    return pageOf(
      contacts.filter(({ firstName, lastName, email }) =>
        `${firstName} ${lastName} ${email}`.toLowerCase().includes(search),
      ),
      args,
    )
  }
  const recipientsOf = recipientCounter((root['contacts'] as typeof found | undefined) ?? found)
  /** Returns the server's answer to a saved draft. */
  const saved = ({ input: { id = 'new', ...input } }: SaveArgs) => {
    const files = (input['attachments'] ?? []) as { id?: string; name: string; document?: string | null }[]
    const attachments = files.map(({ id: fileId, name, document = null }, index) => ({
      id: fileId ?? `stored${index}`,
      name,
      size: 5,
      document,
      hasMergeTags: name.startsWith('Tagged'),
    }))
    return campaign(id, { name: input['name'] ?? 'Spring', attachments, totalContacts: recipientsOf(input) })
  }
  return show(<CreateCampaignPage />, {
    root: {
      contacts: found,
      contact: ({ id }: { id: string }) => contacts.find((each) => each.id === id),
      tenant: { __typename: 'Tenant', id: 't', features: FEATURES },
      campaigns: pageOf([], {}),
      segments: [],
      contactTags: [],
      contactFields: [],
      mailboxes: [],
      campaignProblems: [],
      campaignConditions: [],
      launchForecast: {
        recipients: 2_970,
        startsAt: '2026-11-26T12:00:00Z',
        finishesAt: '2026-11-26T16:30:00Z',
        suppressed: 0,
        declined: 0,
        overCeiling: 0,
        awaitWinner: 0,
        decidesAt: null,
        followUps: 0,
        lastFollowUpAt: null,
        waves: [],
      },
      campaign: ({ id }: { id: string }) => ({ __typename: 'Campaign', id, rehearsal: null }),
      recipientFilePlan: {
        recipients: 0,
        missing: 0,
        doubtful: 0,
        shared: 0,
        fileCount: 0,
        bytes: 0,
        unusedCount: 0,
        unused: [],
        rowCount: 0,
        rows: [],
      },
      emailSettings: { tracking: 'recipient', language: null, topics: [] },
      previewRecipient: ({ after, before, search }: { after?: string; before?: string; search?: string }) => {
        const placeOf = (id: string | undefined) => contacts.findIndex((each) => each.id === id)
        const who = before
          ? contacts[placeOf(before) - 1]
          : contacts.slice(placeOf(after) + 1).find(({ email }) => email.includes(search ?? ''))
        if (!who) return null
        return { contact: who, position: contacts.indexOf(who) + 1, total: contacts.length, gaps: [] }
      },
      previewMail: ({ input }: { input: { subject: string; content: string; contactId?: string } }) => {
        const who = contacts.find(({ id }) => id === input.contactId)
        return {
          from: null,
          to: { name: who?.firstName ?? 'Sample', address: who?.email ?? 'sample@example.com' },
          ...{ replyTo: [], cc: [], bcc: [] },
          subject: input.subject.replace('{firstName}', who?.firstName ?? 'Sample'),
          htmlForDisplay: `<p>${input.content}</p>`,
          attachments: [],
          size: 2_048,
        }
      },
      createCampaign: saved,
      updateCampaign: saved,
      ...root,
    },
    at,
  })
}

/** Counts a draft's recipients as the server would after an update. */
function recipientCounter(found: (args: ContactArgs) => { totalCount: number }) {
  let recipients = 0
  return (input: SaveArgs['input']): number => {
    const ids = (input['selectedContacts'] ?? []) as string[]
    const audience = input['audience'] as { filter?: ContactArgs['filter']; except: string[] } | null | undefined
    if (audience)
      recipients = found(audience.filter ? { filter: audience.filter } : {}).totalCount - audience.except.length
    else if (input['selectedContacts']) recipients = ids.length
    return recipients
  }
}

/** Opens the wizard at a step with a draft stored in this tab: named, to everyone, with the given fields. */
function goOn(step: number, draft: Partial<Draft>, options?: WizardOptions): World {
  storeTabDraft(ANN.id, { ...newDraft('draft'), name: 'Spring', audience: EVERYONE, step, ...draft })
  return showWizard(options)
}

export async function openAudience(options?: WizardOptions, draft: Partial<Draft> = {}): Promise<World> {
  const world = goOn(2, { audience: newDraft('').audience, ...draft }, options)
  await onStep('Select Audience')
  await screen.findAllByRole('option')
  return world
}

export async function openDesign(options?: WizardOptions, draft: Partial<Draft> = {}): Promise<World> {
  const world = goOn(3, draft, options)
  await onStep('Design Email')
  return world
}

export async function openReview(options?: WizardOptions, draft: Partial<Draft> = {}): Promise<World> {
  const world = goOn(4, { subject: 'For {firstName}', content: 'Hello {firstName}', ...draft }, options)
  await onStep('Review and Launch')
  return world
}

/** Returns the draft's fields as the server received them, the last value of each. */
export function savedInput(world: World): Record<string, unknown> {
  const inputs = [...world.askedFor('CreateCampaign'), ...world.askedFor('UpdateCampaign')].map(
    (variables) => (variables as unknown as SaveArgs).input,
  )
  const { id: _, ...fields } = Object.assign({}, ...inputs) as SaveArgs['input']
  return fields
}

export const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
/** Returns whether Next does nothing yet; it can still be focused. */
export const isNextOff = () => next().getAttribute('aria-disabled') === 'true'
export const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' })
export const onStep = (title: string) => screen.findByRole('heading', { level: 2, name: title })

/** Waits for the text box of the email editor. */
export const contentBox = () => screen.findByRole('textbox', { name: 'Content' })

/** Returns the text of a text box, with merge tags as typed. */
export function writtenIn(box: HTMLElement): string {
  const copy = box.cloneNode(true) as HTMLElement
  for (const chip of copy.querySelectorAll<HTMLElement>('[data-merge-tag]'))
    chip.replaceWith(chip.dataset['mergeTag'] ?? '')
  return copy.textContent
}

/** Selects text in a text box, as a user would with the mouse. */
export function selectIn(box: HTMLElement, text: string): void {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const start = walker.currentNode.nodeValue?.indexOf(text) ?? -1
    if (start < 0) continue
    box.focus()
    document.getSelection()?.setBaseAndExtent(walker.currentNode, start, walker.currentNode, start + text.length)
    document.dispatchEvent(new Event('selectionchange'))
    return
  }
  throw new Error(`No “${text}” in ${box.textContent}`)
}

/** Pastes a text into a field; typing key by key is only for tests where keys matter. */
export async function paste({ user }: World, label: string, text: string) {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}

/** A draft on the server with every field set. */
export const DRAFT = {
  ...campaign('d1', { name: 'Autumn', subject: 'Leaves', content: 'They fall.', totalContacts: 2 }),
  ...{ fromName: null, fromAddress: null, replyTo: null, cc: null, bcc: null },
  useHtmlBuilder: false,
  htmlTemplate: null,
  isAbTest: true,
  abVariantB: 'Falling',
  abSplitPercentage: 30,
  language: null as string | null,
  topicId: null as string | null,
  tracking: null,
  trackOpens: false,
  trackClicks: true,
  selectedContactIds: ['p1', 'p3'],
  attachments: [{ id: 'f1', name: 'a.txt', contentType: 'text/plain', size: 5, document: null, hasMergeTags: false }],
}
