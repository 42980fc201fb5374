import type { ApolloClient } from '@apollo/client'
import { PERSONALIZATION_DEFAULT } from '#domain/campaigns/campaign-steps.ts'
import type { AttachmentInput, UpdateCampaignInput } from '#web/generated/graphql.ts'
import { addToList } from '../campaign-lists.ts'
import { audienceInput } from './audience.ts'
import { writtenPart, type Draft, type DraftFile } from './draft.ts'
import { CREATE_CAMPAIGN, UPDATE_CAMPAIGN } from './operations.ts'

/** The content of a draft. */
export interface Work {
  draft: Draft
  files: readonly DraftFile[]
}

/** The server's version of a draft. */
export interface SavedWork extends Work {
  /** Its recipient count. For a condition: the contacts that matched when it was saved. */
  recipients: number
}

/** What an update changes. */
type Changes = Omit<UpdateCampaignInput, 'id'>

type Fields = Omit<Draft, 'id' | 'campaignId' | 'isNew' | 'step' | 'launch' | 'templateId'>

/** The parts of a draft that are saved independently. */
const PARTS: { [Part in keyof Fields]: (draft: Draft) => Changes } = {
  name: ({ name }) => (name.trim() === '' ? {} : { name: name.trim() }),
  subject: ({ subject }) => ({ subject: subject.trim() }),
  content: contentPart,
  sender: ({ sender: { fromName, fromAddress, replyTo, cc, bcc } }) => ({
    fromName: fromName.trim() || null,
    fromAddress: fromAddress || null,
    replyTo: replyTo.trim() || null,
    cc: cc.trim() || null,
    bcc: bcc.trim() || null,
  }),
  useHtmlBuilder: (draft) => ({ useHtmlBuilder: draft.useHtmlBuilder, ...contentPart(draft) }),
  htmlTemplate: (draft) => ({ htmlTemplate: draft.htmlTemplate, ...contentPart(draft) }),
  abTest: ({ abTest }) => ({
    isAbTest: abTest.isEnabled,
    abVariantType: 'subject',
    abVariantB: abTest.variantB.trim(),
    abSplitPercentage: abTest.splitPercentage,
    abTestShare: abTest.share,
    abWinnerMetric: abTest.metric,
    abWaitHours: abTest.waitHours,
  }),
  followUps: ({ followUps }) => ({ followUps: followUps.map(writtenPart) }),
  language: ({ language }) => ({ language }),
  tracking: ({ tracking }) => ({ tracking }),
  trackOpens: ({ trackOpens }) => (trackOpens === null ? {} : { trackOpens }),
  trackClicks: ({ trackClicks }) => (trackClicks === null ? {} : { trackClicks }),
  audience: ({ audience }) => audienceInput(audience) ?? {},
}

/** The Simple Text content; with the builder, content is generated on save. */
function contentPart({ useHtmlBuilder, content }: Draft): Changes {
  return useHtmlBuilder ? {} : { content }
}

/** With the builder, content is generated HTML. The server renders it again from the document. */
async function generatedContent({ htmlTemplate }: Draft): Promise<string> {
  const [{ readDocument }, { renderDocument }] = await Promise.all([
    import('#domain/builder/document.ts'),
    import('#domain/builder/render.ts'),
  ])
  const read = readDocument(htmlTemplate)
  return 'document' in read && read.document.elements.length > 0 ? renderDocument(read.document) : ''
}

const NAMES = Object.keys(PARTS) as (keyof Fields)[]

/** The unsaved changes; null if none. */
export function unsaved(now: Work, saved: Work): { parts: (keyof Fields)[]; files: boolean } | null {
  const parts = NAMES.filter((part) => !Object.is(now.draft[part], saved.draft[part]))
  const files = now.files.map(({ id }) => id).join() !== saved.files.map(({ id }) => id).join()
  return parts.length > 0 || files ? { parts, files } : null
}

/** Whether it can be saved: a campaign needs a name. */
export function isSavable({ draft }: Work): boolean {
  return draft.name.trim() !== ''
}

export interface Saved {
  campaignId: string
  /** Local file id → server file id. */
  storedIds: ReadonlyMap<string, string>
  /** The recipient count. */
  recipients: number
}

/** Saves the changes; rejects when a request fails. */
export async function saveDraft(client: ApolloClient, now: Work, saved: Work): Promise<Saved> {
  const { draft, files } = now
  const todo = unsaved(now, saved)
  const input: Changes = Object.assign({}, ...(todo?.parts ?? []).map((part) => PARTS[part](draft)))
  if (draft.useHtmlBuilder && todo?.parts.some((part) => part === 'htmlTemplate' || part === 'useHtmlBuilder')) {
    input.content = await generatedContent(draft)
  }
  if (todo?.files) input.attachments = await Promise.all(files.map(attachmentOf))
  const id = draft.campaignId ?? null
  const stored = id === null ? await create(client, draft, input) : await update(client, id, input)
  const storedIds = new Map(files.flatMap((file, index) => pair(file.id, stored.attachments[index]?.id)))
  return {
    campaignId: stored.id,
    storedIds: todo?.files ? storedIds : new Map(),
    recipients: stored.totalContacts,
  }
}

const pair = (id: string, storedId: string | undefined): [string, string][] => (storedId ? [[id, storedId]] : [])

async function create(client: ApolloClient, draft: Draft, input: Changes) {
  const { data } = await client.mutate({
    mutation: CREATE_CAMPAIGN,
    variables: {
      input: {
        useHtmlBuilder: draft.useHtmlBuilder,
        personalization: PERSONALIZATION_DEFAULT,
        ...input,
        name: draft.name.trim(),
      },
    },
    update: (cache, { data: created }) => {
      const campaign = created?.createCampaign?.campaign
      if (campaign) addToList(cache, [campaign])
    },
  })
  return answered(data?.createCampaign?.campaign)
}

async function update(client: ApolloClient, id: string, input: Changes) {
  const { data } = await client.mutate({ mutation: UPDATE_CAMPAIGN, variables: { input: { ...input, id } } })
  return answered(data?.updateCampaign?.campaign)
}

function answered<Campaign>(campaign: Campaign | null | undefined): Campaign {
  if (!campaign) throw new Error('We could not confirm that it was saved. Try again.')
  return campaign
}

async function attachmentOf({ name, type, file, storedId }: DraftFile): Promise<AttachmentInput> {
  if (storedId !== undefined) return { id: storedId, name }
  if (!file) throw new Error(`“${name}” is no longer available. Remove it or attach it again.`)
  return { name, contentBytes: await base64Of(file), contentType: type || null }
}

/** The content of a file in base64. Rejects if it cannot be read any more. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () =>
      reject(new Error('A file could not be read. It may have been moved. Attach it again.')),
    )
    reader.addEventListener('load', () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.readAsDataURL(file)
  })
}
