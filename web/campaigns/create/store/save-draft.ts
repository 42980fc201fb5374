import type { ApolloClient } from '@apollo/client'
import { PERSONALIZATION_DEFAULT } from '#domain/campaigns/campaign-steps.ts'
import type { AttachmentInput, UpdateCampaignInput } from '#web/generated/graphql.ts'
import { base64Of } from '#web/shared/base64.ts'
import { addToList } from '../../campaign-lists.ts'
import { audienceInput } from '../audience/audience.ts'
import { writtenPart, type Draft, type DraftFile } from './campaign-draft.ts'
import { CREATE_CAMPAIGN, UPDATE_CAMPAIGN } from '../operations.ts'

/** A draft as the server has it. */
export interface SavedVersion {
  draft: Draft
  /** Number of recipients. For a condition: of the contacts that matched when it was saved. */
  recipients: number
}

/** Changed fields in a call that updates a campaign. */
type Changes = Omit<UpdateCampaignInput, 'id'>

type Fields = Omit<
  Draft,
  'id' | 'campaignId' | 'isNew' | 'step' | 'launch' | 'templateId' | 'files' | 'lostFiles' | 'changedElsewhere'
>

/** The parts of a draft that are saved independently: name of the part → its fields for the API. */
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
  topicId: ({ topicId }) => ({ topicId }),
  tracking: ({ tracking }) => ({ tracking }),
  trackOpens: ({ trackOpens }) => (trackOpens === null ? {} : { trackOpens }),
  trackClicks: ({ trackClicks }) => (trackClicks === null ? {} : { trackClicks }),
  audience: ({ audience }) => audienceInput(audience) ?? {},
}

/** The Simple Text content; with the builder, content is generated on save. */
function contentPart({ useHtmlBuilder, content }: Draft): Changes {
  return useHtmlBuilder ? {} : { content }
}

/** Generates the content from the builder's document. The server renders it again from the document. */
async function generatedContent({ htmlTemplate }: Draft): Promise<string> {
  const [{ readDocument }, { renderDocument }] = await Promise.all([
    import('#domain/builder/builder-document.ts'),
    import('#domain/builder/render-document.ts'),
  ])
  const read = readDocument(htmlTemplate)
  return 'document' in read && read.document.elements.length > 0 ? renderDocument(read.document) : ''
}

const PART_NAMES = Object.keys(PARTS) as (keyof Fields)[]

/** The parts of a draft that differ from its saved version; empty if none. */
export function unsavedChanges(draft: Draft, saved: Draft): (keyof Fields | 'files')[] {
  const parts = PART_NAMES.filter((part) => !Object.is(draft[part], saved[part]))
  const filesOf = ({ files }: Draft) =>
    JSON.stringify(files.map(({ id, name, document }) => [id, name, document ?? null]))
  return filesOf(draft) === filesOf(saved) ? parts : [...parts, 'files']
}

/** Returns whether the draft can be saved: a campaign needs a name. */
export function isSavable(draft: Draft): boolean {
  return draft.name.trim() !== ''
}

/** Values that the server assigned to a draft when it was saved. */
export interface SaveAnswer {
  campaignId: string
  /** Local file id → server file id. */
  storedIds: ReadonlyMap<string, string>
  /** Ids (of this browser) of new Word documents with merge tags whose output format nobody has chosen yet. */
  tagged: ReadonlySet<string>
  recipients: number
}

/** Saves the unsaved changes of a draft; rejects when a request fails. */
export async function saveDraft(client: ApolloClient, draft: Draft, saved: Draft): Promise<SaveAnswer> {
  const { files, campaignId } = draft
  const changes = unsavedChanges(draft, saved)
  const input: Changes = Object.assign({}, ...changes.map((part) => (part === 'files' ? {} : PARTS[part](draft))))
  if (draft.useHtmlBuilder && changes.some((part) => part === 'htmlTemplate' || part === 'useHtmlBuilder')) {
    input.content = await generatedContent(draft)
  }
  const hasOtherFiles = changes.includes('files')
  if (hasOtherFiles) input.attachments = await Promise.all(files.map(attachmentOf))
  const stored = campaignId === null ? await create(client, draft, input) : await update(client, campaignId, input)
  const storedIds = hasOtherFiles ? files.flatMap((file, index) => pair(file.id, stored.attachments[index]?.id)) : []
  const tagged = files.filter(
    ({ document }, index) => hasOtherFiles && document === undefined && stored.attachments[index]?.hasMergeTags,
  )
  return {
    ...{ campaignId: stored.id, storedIds: new Map(storedIds), tagged: new Set(tagged.map(({ id }) => id)) },
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

async function attachmentOf({ name, type, file, storedId, document = null }: DraftFile): Promise<AttachmentInput> {
  if (storedId !== undefined) return { id: storedId, name, document }
  if (!file) throw new Error(`“${name}” is no longer available. Remove it or attach it again.`)
  return { name, contentBytes: await base64Of(file), contentType: type || null, document }
}
