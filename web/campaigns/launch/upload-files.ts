import type { ApolloClient } from '@apollo/client'
import { base64Of } from '#web/shared/base64.ts'
import { ADD_RECIPIENT_FILES } from './operations.ts'

/** Bytes and number of files of one upload request at most. */
const BATCH = { bytes: 8 * 1_048_576, files: 100 }

/** Splits files into requests of a moderate size; a large file is alone in its request. */
export function batchesOf<File extends { size: number }>(files: readonly File[]): File[][] {
  const batches: File[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (!last || last.length >= BATCH.files || bytes + file.size > BATCH.bytes) {
      batches.push([file])
      bytes = file.size
    } else {
      last.push(file)
      bytes += file.size
    }
  }
  return batches
}

/**
 * Uploads files for the recipients of a campaign. `onProgress` is called with the number uploaded so far. Rejects at
 * the first failure.
 */
export async function uploadFiles(
  client: ApolloClient,
  campaignId: string,
  files: readonly File[],
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0
  for (const batch of batchesOf(files)) {
    const encoded = await Promise.all(
      batch.map(async (file) => ({ name: file.name, contentBytes: await base64Of(file) })),
    )
    await client.mutate({ mutation: ADD_RECIPIENT_FILES, variables: { input: { campaignId, files: encoded } } })
    done += batch.length
    onProgress(done)
  }
}
