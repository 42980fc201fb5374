import type { ApolloClient } from '@apollo/client'
import { PERSONALIZATION_DEFAULT } from '#domain/campaigns.ts'
import { addToList } from '../campaign-lists.ts'
import { CREATE_CAMPAIGN } from '../operations.ts'
import type { Draft, DraftFile } from './draft.ts'
import { recipientIds, type OnGathered } from './recipient-ids.ts'

/** Creates the campaign behind a draft, with its files; rejects with whatever went wrong. */
export async function createCampaign(
  client: ApolloClient,
  draft: Draft,
  files: readonly DraftFile[],
  onGathered: OnGathered,
): Promise<void> {
  const selectedContacts = await recipientIds(client, draft.audience, onGathered)
  const attachments = await Promise.all(
    files.map(async ({ name, type, file }) => ({
      name,
      contentBytes: await base64Of(file),
      contentType: type || null,
    })),
  )
  await client.mutate({
    mutation: CREATE_CAMPAIGN,
    variables: {
      input: {
        name: draft.name.trim(),
        subject: draft.subject.trim(),
        content: draft.content,
        useHtmlBuilder: false,
        personalization: PERSONALIZATION_DEFAULT,
        selectedContacts,
        attachments,
      },
    },
    update: (cache, { data }) => {
      if (data) addToList(cache, [data.createCampaign])
    },
  })
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () =>
      reject(new Error('A file could not be read. It may have been moved: attach it again.')),
    )
    reader.addEventListener('load', () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.readAsDataURL(file)
  })
}
