import busboy from 'busboy'
import type { Request } from 'express'
import { AppError } from '#domain/errors.ts'

/** A file as a browser sent it. */
export interface ReceivedFile {
  name: string
  contentType: string
  content: Buffer
}

/**
 * Reads the one file of a multipart request from `field`. Throws UNSUPPORTED_TYPE (not multipart), BAD_INPUT (no such file),
 * TOO_LARGE (more than `max` bytes).
 */
export async function receiveFile(request: Request, field: string, max: number): Promise<ReceivedFile> {
  if (!request.is('multipart/form-data')) {
    throw new AppError('UNSUPPORTED_TYPE', `Send the file as multipart/form-data in the field "${field}".`)
  }
  return new Promise((resolve, reject) => {
    let file: ReceivedFile | null = null
    const fail = (error: AppError) => {
      request.unpipe(parser)
      request.resume()
      reject(error)
    }
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fileSize: max, fields: 20, fieldSize: 10_000 },
      })
    } catch (cause) {
      reject(new AppError('BAD_INPUT', 'The upload could not be read: its form data is malformed.', { cause }))
      return
    }
    parser.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      if (name !== field) return void stream.resume()
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () =>
        fail(new AppError('TOO_LARGE', `The file is too large. The limit is ${Math.floor(max / 1_048_576)} MB.`)),
      )
      stream.on('end', () => (file = { name: filename ?? '', contentType: mimeType, content: Buffer.concat(chunks) }))
    })
    parser.on('error', (cause) =>
      fail(new AppError('BAD_INPUT', 'The upload could not be read: its form data is malformed.', { cause })),
    )
    parser.on('close', () => {
      if (file) resolve(file)
      else reject(new AppError('BAD_INPUT', `No file was sent. Send it in the field "${field}".`))
    })
    request.on('aborted', () => reject(new AppError('BAD_INPUT', 'The upload was cut off.')))
    request.pipe(parser)
  })
}
