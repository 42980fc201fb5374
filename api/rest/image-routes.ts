import type { Router } from 'express'
import { AppError } from '#domain/errors.ts'
import { imageByName } from '#api/images/images.ts'
import type { App } from '#api/platform/app-context.ts'
import { tenantOfHost } from '#api/tracking/link-domains/link-hosts.ts'

/** Mounts the pictures in emails, for anybody; at a link domain only those of its workspace and of the product. */
export function mountImages(http: Router, app: App): void {
  http.get('/images/:name', async (request, response) => {
    const image = await imageByName(app, request.params.name, tenantOfHost(response))
    if (!image) throw new AppError('NOT_FOUND', 'There is no such image.')
    response
      .set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type(image.contentType)
      .send(image.bytes)
  })
}
