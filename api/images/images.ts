import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { PLANS } from '#domain/tenants/plans.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import {
  readPage,
  type Order,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { ensureImageRoom, imageBytesOf } from '#api/tenants/plan-limits.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { builtInPicture } from './built-in.ts'
import { imageUsesIn, isImageApproved, usesInWords } from './image-uses.ts'
import { Image } from './image.ts'
import { IMAGE_LIMITS, reencodeImage, type ImageShape } from './image-reencoding.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' } as const
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/

/** An image without its bytes. */
export type ImageView = Omit<Image, 'bytes'>

export type ImageOrder = RequestedOrder<'createdAt' | 'size'>

/** Public URL of an image. */
export function imageUrl(app: Pick<App, 'publicUrl'>, image: Pick<Image, 'token' | 'contentType'>): string {
  return `${app.publicUrl}/images/${image.token}.${EXTENSIONS[image.contentType]}`
}

/**
 * Stores an image for emails, re-encoded. Throws BAD_INPUT (shape), UNSUPPORTED_TYPE, TOO_LARGE, UNREADABLE_FILE,
 * LIMIT_REACHED (the workspace's image storage, or the end of the trial), TOO_MANY_REQUESTS and UNAVAILABLE if too many
 * are uploaded at once, or the virus scanner does not answer.
 */
export async function storeImage(call: Call, content: Buffer, shape: ImageShape = {}): Promise<ImageView> {
  const { tenantId, userId } = viewerWith(call, 'templates:write')
  if (content.length > IMAGE_LIMITS.fileBytes) {
    throw new AppError('TOO_LARGE', `The file is too large. The limit is ${IMAGE_LIMITS.fileBytes / 1_048_576} MB.`)
  }
  if (typeof shape.maxWidth === 'number' && shape.maxWidth < 1) {
    const message = 'The largest width must be at least 1 pixel.'
    throw new AppError('BAD_INPUT', message, { fields: { maxWidth: message } })
  }
  await call.app.scan(content)
  const picture = await reencodeImage(tenantId, content, shape)
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureImageRoom(em, tenantId, picture.bytes.length, call.app.clock())
    const image = em.create(Image, {
      ...picture,
      tenantId,
      id: newId(),
      token: newToken(),
      size: picture.bytes.length,
      createdBy: userId,
      createdAt: call.app.clock(),
    })
    await em.flush()
    return image
  })
}

/** {@link storeImage} for base64 text. */
export async function uploadImage(call: Call, contentBytes: string, shape: ImageShape): Promise<ImageView> {
  if (!BASE64.test(contentBytes)) {
    const message = 'The content of the image is not base64.'
    throw new AppError('BAD_INPUT', message, { fields: { contentBytes: message } })
  }
  return storeImage(call, Buffer.from(contentBytes, 'base64'), shape)
}

/** A page of the workspace's images, newest first unless an order is given. */
export async function listImages(
  call: Call,
  orderBy: ImageOrder | null | undefined,
  page: Page,
): Promise<Listed<ImageView>[]> {
  const { tenantId } = viewerWith(call, 'templates:read')
  const bySize = orderBy?.field === 'size'
  const order: Order = {
    column: bySize ? 'size' : 'id',
    direction: orderBy?.direction ?? 'descending',
    numeric: bySize,
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = sqlOf(em)
      .selectFrom('images')
      .select(['tenantId', 'id', 'token', 'contentType', 'size', 'width', 'height', 'createdBy', 'createdAt'])
      .where('tenantId', '=', tenantId)
    return readPage(query, order, page)
  })
}

/** Number of images in the workspace. */
export async function countImages(call: Call): Promise<number> {
  const { tenantId } = viewerWith(call, 'templates:read')
  return call.app.database.inTenant(tenantId, (em) => em.count(Image, { tenantId }))
}

/** Bytes used by the workspace's images, and the maximum; null = unlimited. */
export async function imageStorage(call: Call): Promise<{ used: number; most: number | null }> {
  const { tenantId } = viewerWith(call, 'templates:read')
  return call.app.database.inTenant(tenantId, async (em) => {
    const { subscriptionTier } = await em.findOneOrFail(Tenant, { id: tenantId })
    return { used: await imageBytesOf(em, tenantId), most: PLANS[subscriptionTier].imageBytes }
  })
}

/** Images by id. */
export async function imagesOf(call: Call, ids: readonly string[]): Promise<Map<string, ImageView>> {
  return call.app.database.inTenant(viewerWith(call, 'templates:read').tenantId, (em) =>
    byId<ImageView>(em.find(Image, { id: { $in: [...ids] } })),
  )
}

/**
 * Deletes an image and returns it as it was. An image used by a campaign, template or saved block is deleted only with
 * `evenIfUsed`, because readers would see a gap.
 *
 * @throws NOT_FOUND
 * @throws CONFLICT if it is used, with the places
 * @throws APPROVAL_NEEDED if an approved campaign still shows it to recipients
 */
export async function deleteImage(call: Call, id: string, evenIfUsed: boolean): Promise<ImageView> {
  const { tenantId } = viewerWith(call, 'templates:write')
  return call.app.database.inTenant(tenantId, async (em) => {
    const image = await em.findOne(Image, { id })
    if (!image) throw notFound('Image')
    if (await isImageApproved(em, tenantId, image.token)) {
      throw new AppError(
        'APPROVAL_NEEDED',
        'A campaign that a second person approved with this image is still being sent. Delete the image once the campaign has finished, or cancel the campaign first.',
      )
    }
    const uses = (await imageUsesIn(em, tenantId, [image.token])).get(image.token)
    if (uses && !evenIfUsed) {
      throw new AppError(
        'CONFLICT',
        `This image is used in ${usesInWords(uses)}. Deleting it would leave a gap, even in emails already sent. Remove it there first, or delete it with evenIfUsed.`,
      )
    }
    await em.nativeDelete(Image, { tenantId, id })
    await recordOwn(call, em, { action: 'image_deleted', target: { id, label: imageUrl(call.app, image) } })
    return image
  })
}

/** Finds an image by the last part of its URL, for anybody; null if there is none, or not in `tenantId` if that is given. */
export async function imageByName(
  app: App,
  name: string,
  tenantId: string | null = null,
): Promise<{ contentType: Image['contentType']; bytes: Buffer } | null> {
  const builtIn = await builtInPicture(name)
  if (builtIn) return { contentType: builtIn.contentType, bytes: builtIn.content }
  const [, token, extension] = /^([\w-]{43})\.(png|jpg|gif)$/.exec(name) ?? []
  if (!token) return null
  return app.database.asSystem(async (em) => {
    const image = await em.findOne(Image, { token, ...(tenantId && { tenantId }) }, { populate: ['bytes'] })
    if (!image || EXTENSIONS[image.contentType] !== extension) return null
    return { contentType: image.contentType, bytes: Buffer.from(image.bytes) }
  })
}
