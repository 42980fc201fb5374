import { v7 as newId } from 'uuid'
import { viewerWith, type App, type Call } from '../context.ts'
import { newToken } from '../secrets.ts'
import { Image } from './image.ts'
import { reencodeImage } from './reencode.ts'

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' } as const

/** Keeps a picture and answers the address at which everybody can see it. Throws UNSUPPORTED_TYPE, TOO_LARGE, UNREADABLE_FILE. */
export async function uploadImage(call: Call, content: Buffer): Promise<{ url: string }> {
  const { tenantId, userId } = viewerWith(call, 'write')
  const picture = await reencodeImage(content)
  const token = newToken()
  await call.app.database.inTenant(tenantId, async (em) => {
    em.create(Image, {
      ...picture,
      tenantId,
      id: newId(),
      token,
      size: picture.bytes.length,
      createdBy: userId,
      createdAt: call.app.clock(),
    })
  })
  return { url: `${call.app.publicUrl}/images/${token}.${EXTENSIONS[picture.contentType]}` }
}

/** A picture by the last part of its address, for anybody; null when there is none. */
export async function findImage(
  app: App,
  name: string,
): Promise<{ contentType: Image['contentType']; bytes: Buffer } | null> {
  const [, token, extension] = /^([\w-]{43})\.(png|jpg|gif)$/.exec(name) ?? []
  if (!token) return null
  return app.database.asSystem(async (em) => {
    const image = await em.findOne(Image, { token }, { populate: ['bytes'] })
    if (!image || EXTENSIONS[image.contentType] !== extension) return null
    return { contentType: image.contentType, bytes: Buffer.from(image.bytes) }
  })
}
