import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { builtInPicture } from '#api/images/built-in.ts'
import { Image } from '#api/images/image.ts'
import type { Picture } from '#api/sending/message/inline-images.ts'
import { EMBEDDED_MAX } from '#api/rendering/unreachable-images.ts'

/**
 * Picks the images of an email that are embedded in it instead of linked: all of them if their total size is small
 * enough, otherwise none.
 */
export async function picturesIn(
  app: Pick<App, 'publicUrl' | 'threads'>,
  em: Em,
  tenantId: string,
  html: string,
): Promise<Map<string, Picture>> {
  const { publicUrl } = app
  const addresses = await app.threads.run(tenantId, 'unreachable', { publicUrl, html }, html.length)
  if (addresses.size === 0) return new Map()
  const tokens = [...new Set(addresses.values())]
  const images = await em.find(Image, { tenantId, token: { $in: tokens } })
  if (images.reduce((sum, image) => sum + image.size, 0) > EMBEDDED_MAX) return new Map()
  const loaded = await em.populate(images, ['bytes'])
  const byToken = new Map<string, Picture>(
    loaded.map(({ token, contentType, bytes }) => [token, { contentType, content: Buffer.from(bytes) }]),
  )
  for (const name of tokens) {
    // oxlint-disable-next-line no-await-in-loop -- small files, cached after the first time
    const builtIn = await builtInPicture(name)
    if (builtIn) byToken.set(name, builtIn)
  }
  return new Map(
    [...addresses].flatMap(([address, token]) => {
      const picture = byToken.get(token)
      return picture ? [[address, picture] as const] : []
    }),
  )
}
