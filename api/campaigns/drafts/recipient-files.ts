import { v7 as newId } from 'uuid'
import { contentTypeOf } from './content-type.ts'
import { AppError } from '#domain/errors.ts'
import { fileNameValues } from '#domain/content/merge-tags.ts'
import {
  baseName,
  compilePattern,
  FILE_PROBLEMS,
  fileFinder,
  fileKey,
  lastNames,
  namesAnother,
  RECIPIENT_FILES,
  sharedFiles,
  wantedFiles,
  type FileProblem,
  type SharedFile,
  type WantedFile,
} from '#domain/campaigns/recipient-files.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { isFrozen } from '../approval/launch-gate.ts'
import { watchApproval } from '../approval/voided-approval-event.ts'
import { Campaign } from '../campaign.ts'
import { recipientBatches, type DraftRecipient } from './recipient-batches.ts'
import { filePlace, RecipientFile } from './recipient-file.ts'
import { filesOf, type StoredFile } from './recipient-file-rows.ts'
import { isArchive, tooLarge, withUnpacked, type UploadedFile } from './archive-unpacking.ts'

const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/
const MB = 1_048_576

/**
 * Adds files for the recipients of a campaign; a file with the name of a stored one takes its place. Zip archives are
 * unpacked. A campaign that was sent can get files too: its failed emails can be sent again. Throws BAD_INPUT, NOT_FOUND,
 * TOO_LARGE, UNREADABLE_FILE, FEATURE_OFF, UNAVAILABLE (the virus scanner), APPROVAL_NEEDED and FORBIDDEN (a launched
 * campaign).
 */
export async function addRecipientFiles(
  call: Call,
  id: string,
  inputs: readonly { name: string; contentBytes: string }[],
): Promise<Campaign> {
  return (await addUploaded(call, id, inputs.map(decoded))).campaign
}

/** Files that an upload added. */
export interface FilesAdded {
  /** names of the files added */
  names: string[]
  /** number of all files of the campaign; with their total bytes */
  fileCount: number
  bytes: number
}

/** Adds one file, or a zip archive of files, like {@link addRecipientFiles}, with the same errors. */
export async function addRecipientFile(call: Call, id: string, file: UploadedFile): Promise<FilesAdded> {
  const { names, stored } = await addUploaded(call, id, [{ ...file, name: nameOf(file.name) }])
  return {
    names,
    fileCount: stored.length,
    bytes: stored.reduce((sum, { size }) => sum + size, 0),
  }
}

/** Throws NOT_FOUND unless the campaign is one of the caller's workspace. */
export async function requireCampaign(call: Call, id: string): Promise<void> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => em.count(Campaign, { tenantId, id }))
  if (found === 0) throw notFound('Campaign')
}

/** Result of storing an upload: the campaign with all of its files, and the names of the new ones. */
interface Stored {
  campaign: Campaign
  names: string[]
  stored: readonly StoredFile[]
}

async function addUploaded(call: Call, id: string, uploaded: readonly UploadedFile[]): Promise<Stored> {
  const { tenantId } = viewerOf(call)
  const large = uploaded.find((file) => !isArchive(file) && file.content.length > RECIPIENT_FILES.each)
  if (large) throw new AppError('TOO_LARGE', tooLarge(large.name))
  return withUnpacked(tenantId, uploaded, (files) =>
    store(
      call,
      id,
      files.map(({ name, content }) => ({ name: nameOf(name), content })),
    ),
  )
}

async function store(call: Call, id: string, uploaded: readonly UploadedFile[]): Promise<Stored> {
  const { tenantId } = viewerOf(call)
  const { app } = call
  for (const { content } of uploaded) await app.scan(content)
  return app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'attachments')
    const campaign = await em.findOne(Campaign, { id })
    if (!campaign) throw notFound('Campaign')
    await em.execute('select from campaigns where tenant_id = :tenantId and id = :id for update', { tenantId, id })
    await em.refresh(campaign)
    await noteChange(call, em, campaign)
    const tellIfVoided = await watchApproval(app, em, campaign)
    const added = byName(uploaded)
    const stored = await filesOf(em, tenantId, id)
    requireRoom(stored, added)
    const replaced = stored.filter(({ name }) => added.has(fileKey(name))).map((file) => file.id)
    if (replaced.length > 0) await em.nativeDelete(RecipientFile, { tenantId, id: { $in: replaced } })
    for (const [nameKey, { name, content }] of added) {
      const file = { tenantId, id: newId(), campaignId: id, name, nameKey, contentType: contentTypeOf(name) }
      const sealedContent = app.secrets.sealBytes(content, filePlace(file.id))
      await em.insert(RecipientFile, { ...file, size: content.length, sealedContent, createdAt: app.clock() })
    }
    await tellIfVoided()
    await app.events.publish(em, { kind: 'campaign', tenantId, id })
    const names = uploaded.map(({ name }) => name)
    return { campaign, names, stored: await filesOf(em, tenantId, id) }
  })
}

/** Deletes all files of a campaign's recipients. Throws NOT_FOUND. */
export async function removeRecipientFiles(call: Call, id: string): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    if (!campaign) throw notFound('Campaign')
    await em.execute('select from campaigns where tenant_id = :tenantId and id = :id for update', { tenantId, id })
    await em.refresh(campaign)
    await noteChange(call, em, campaign)
    const tellIfVoided = await watchApproval(call.app, em, campaign)
    await em.nativeDelete(RecipientFile, { tenantId, campaignId: id })
    await tellIfVoided()
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/**
 * Records a change of the files of a launched campaign, whose recipients would get other files than were launched.
 *
 * @throws APPROVAL_NEEDED if a second person approved the campaign, or the workspace demands that
 * @throws FORBIDDEN for an API key that may not send
 */
async function noteChange(call: Call, em: Em, campaign: Campaign): Promise<void> {
  const { id, name, status } = campaign
  if (status === 'draft') return
  viewerWith(call, 'campaigns:send')
  if (await isFrozen(em, campaign, call.app.clock())) {
    throw new AppError(
      'APPROVAL_NEEDED',
      'A second person approved this campaign with its files, so they cannot be changed. Duplicate the campaign and request approval of the copy.',
    )
  }
  await recordOwn(call, em, { action: 'recipient_files_changed', target: { id, label: name } })
}

function decoded({ name, contentBytes }: { name: string; contentBytes: string }): UploadedFile {
  const shown = nameOf(name)
  if (!BASE64.test(contentBytes)) throw new AppError('BAD_INPUT', `The content of ${shown} is not base64.`)
  return { name: shown, content: Buffer.from(contentBytes, 'base64') }
}

/** Returns a file's name as emails show it: without folders, on one line. Throws BAD_INPUT if nothing is left. */
function nameOf(path: string): string {
  const name = baseName(path)
  if (name === '') throw new AppError('BAD_INPUT', 'A file needs a name.')
  if (/[\p{Cc}\u2028\u2029]/u.test(name) || !name.isWellFormed()) {
    throw new AppError('BAD_INPUT', 'The name of a file has characters that cannot be in an email. Rename the file.')
  }
  if (name.length > RECIPIENT_FILES.name) {
    throw new AppError('BAD_INPUT', `A file name can have at most ${RECIPIENT_FILES.name} characters. Rename the file.`)
  }
  return name
}

/**
 * Indexes uploaded files by their keys. Throws BAD_INPUT if two have the same name: one of them would go to the
 * recipient of the other.
 */
function byName(uploaded: readonly UploadedFile[]): Map<string, UploadedFile> {
  const added = new Map<string, UploadedFile>()
  for (const file of uploaded) {
    const key = fileKey(file.name)
    if (added.has(key)) {
      const why = `Two of these files are called “${file.name}”. Folders do not tell them apart: give each file its own name.`
      throw new AppError('BAD_INPUT', why)
    }
    added.set(key, file)
  }
  return added
}

function requireRoom(stored: readonly StoredFile[], added: ReadonlyMap<string, UploadedFile>): void {
  const { files, total } = RECIPIENT_FILES
  const kept = stored.filter(({ name }) => !added.has(fileKey(name)))
  if (kept.length + added.size > files) {
    throw new AppError('TOO_LARGE', `A campaign can have ${files.toLocaleString('en-US')} files for recipients.`)
  }
  const bytes = [...kept.map(({ size }) => size), ...[...added.values()].map(({ content }) => content.length)]
  if (bytes.reduce((sum, size) => sum + size, 0) > total) {
    throw new AppError('TOO_LARGE', `The files of a campaign’s recipients can have ${total / MB} MB together.`)
  }
}

/** Assignment of files to the recipients of a draft. */
export interface FilePlan {
  /** all recipients of the draft */
  recipients: number
  /** recipients without one of their files, who would get no email */
  missing: number
  /** recipients whose file has the name of another person on the list */
  doubtful: number
  /** recipients whose file others get too */
  shared: number
  /** ids of the first recipients with each problem */
  first: Readonly<Record<FileProblem, readonly string[]>>
  /** number of files that more than one recipient gets; with the first of them */
  sharedFileCount: number
  sharedFiles: readonly SharedFile<StoredFile>[]
  /** number of all files; with their total bytes */
  fileCount: number
  bytes: number
  /** files that no recipient gets */
  unusedCount: number
  /** first files that no recipient gets */
  unused: readonly StoredFile[]
  /** number of recipients in the requested part of the plan */
  rowCount: number
  /** first rows of the plan */
  rows: readonly FilePlanRow[]
}

/** The files of one recipient. */
export interface FilePlanRow {
  contactId: string
  name: string
  email: string
  /** file names that were looked for, for this recipient */
  wanted: readonly string[]
  files: readonly StoredFile[]
  /** worst problem of the recipient's files */
  problem: FileProblem | null
  /** the other recipients of the file that most of them get; 0: none is shared */
  sharedWith: number
}

/** Maximum number of recipients, and of files, in a plan. */
const ROWS = 200
/** Maximum number of recipients named for each problem. */
const FIRST = 10

/**
 * Plans which recipient gets which file. Lists recipients without a file, files that no recipient gets, file names that
 * do not fit, and files that several recipients get. Empty for a campaign without a file name or one that was started.
 * `only` restricts the rows to one problem.
 * @throws NOT_FOUND
 */
export async function recipientFilePlan(call: Call, id: string, only: FileProblem | null): Promise<FilePlan> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  return filePlanOf(call.app, { tenantId, id }, only)
}

/** Plans the files of a draft for a task, which has no caller. */
export async function filePlanOf(
  { database }: Pick<App, 'database'>,
  { tenantId, id }: { tenantId: string; id: string },
  only: FileProblem | null,
): Promise<FilePlan> {
  const { campaign, files } = await database.inTenant(tenantId, async (em) => {
    const found = await em.findOne(Campaign, { id })
    if (!found) throw notFound('Campaign')
    return { campaign: found, files: await filesOf(em, tenantId, id) }
  })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const ofFiles = (unused: readonly StoredFile[]) => ({
    ...{ fileCount: files.length, bytes, unusedCount: unused.length },
    unused: unused.slice(0, ROWS),
  })
  const plan = {
    ...{ recipients: 0, missing: 0, doubtful: 0, shared: 0, ...ofFiles(files), rowCount: 0, rows: [] as FilePlanRow[] },
    ...{ first: { missing: [], doubtful: [], shared: [] } as Record<FileProblem, string[]> },
    ...{ sharedFileCount: 0, sharedFiles: [] as SharedFile<StoredFile>[] },
  }
  if (!campaign.filePattern || campaign.status !== 'draft') return plan
  const find = fileFinder(files)
  const pattern = compilePattern(campaign.filePattern)
  // The recipients' fields are dropped: there may be 200,000 recipients.
  const people: (Pick<DraftRecipient, 'id' | 'firstName' | 'lastName' | 'email'> & {
    wanted: WantedFile[]
    own: StoredFile[]
  })[] = []
  const uses = new Map<StoredFile, number>()
  for await (const batch of recipientBatches(database, campaign)) {
    for (const person of batch) {
      const { firstName, lastName, email } = person
      const wanted = wantedFiles(pattern, fileNameValues(person))
      const own = wanted.map(find).filter((file) => file !== null)
      for (const file of new Set(own)) uses.set(file, (uses.get(file) ?? 0) + 1)
      people.push({ id: person.id, firstName, lastName, email, wanted, own })
    }
  }
  const owners = lastNames(
    people,
    files.map(({ name }) => name),
  )
  const shared = sharedFiles(uses, people.length, owners)
  const others = new Map(shared.map(({ file, count }) => [file, count - 1]))
  for (const person of people) {
    const { wanted, own } = person
    const isMissing = own.length < Math.max(1, wanted.length)
    const isDoubtful = !isMissing && own.some((file) => namesAnother(file.name, person, owners))
    const sharedWith = Math.max(0, ...own.map((file) => others.get(file) ?? 0))
    const has: Record<FileProblem, boolean> = { missing: isMissing, doubtful: isDoubtful, shared: sharedWith > 0 }
    const problems = FILE_PROBLEMS.filter((each) => has[each])
    for (const each of problems) {
      plan[each] += 1
      if (plan.first[each].length < FIRST) plan.first[each].push(person.id)
    }
    if (only !== null && !has[only]) continue
    plan.rowCount += 1
    if (plan.rows.length < ROWS) {
      const name = `${person.firstName} ${person.lastName}`.trim()
      plan.rows.push({
        contactId: person.id,
        name,
        email: person.email,
        wanted: wanted.map((file) => file.name),
        files: own,
        problem: problems[0] ?? null,
        sharedWith,
      })
    }
  }
  const ofShared = { sharedFileCount: shared.length, sharedFiles: shared.slice(0, ROWS) }
  return { ...plan, recipients: people.length, ...ofShared, ...ofFiles(files.filter((file) => !uses.has(file))) }
}
